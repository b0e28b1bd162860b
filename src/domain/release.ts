// A release of Kaunta: what its signature covers, and whether it may replace another.

/** The signed facts of one executable. */
export interface Release {
  readonly version: string
  readonly commit: string
  readonly built_at: number // when its commit was made, ms since 1970
  readonly target: string // the computers it is for, such as linux-x64
  readonly sha256: string
}

/** Returns the text to sign. Each field has its own line, so that no field can take the place of another. */
export const signedText = ({ version, commit, built_at, target, sha256 }: Release): string =>
  ['kaunta release', version, commit, String(built_at), target, sha256, ''].join('\n')

/** Splits `1.2.3` into its numbers. */
const numbersOf = (version: string) => version.split('.').map(part => Number.parseInt(part, 10) || 0)

/** Compares two releases: below zero when `a` is older. Builds of one version compare by their time. */
export function compareReleases(
  a: Pick<Release, 'version' | 'built_at'>,
  b: Pick<Release, 'version' | 'built_at'>,
): number {
  const [left, right] = [numbersOf(a.version), numbersOf(b.version)]
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return a.built_at - b.built_at
}

/** Returns why a release may not replace the running one; undefined when it may. */
export function releaseProblem(
  release: Release,
  current: { readonly version: string; readonly builtAt: number; readonly target: string },
): 'target' | 'older' | 'installed' | undefined {
  if (release.target !== current.target) return 'target'
  const difference = compareReleases(release, { version: current.version, built_at: current.builtAt })
  if (difference < 0) return 'older'
  return difference === 0 ? 'installed' : undefined
}

/** Larger than any executable of Kaunta. */
export const releaseBytesMax = 400 * 1_024 * 1_024
