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

/** Returns the numbers of a version: `1.2.3` is 1, 2 and 3. A part that is no number is 0. */
const numbersOf = (version: string) => version.split('.').map(part => Number.parseInt(part, 10) || 0)

/**
 * Compares two releases by version, then by the time of their build. Returns a number below zero when `a` is
 * older, above zero when `b` is older, and 0 for the same build.
 */
export function compareReleases(
  a: Pick<Release, 'version' | 'built_at'>,
  b: Pick<Release, 'version' | 'built_at'>,
): number {
  const [numbersA, numbersB] = [numbersOf(a.version), numbersOf(b.version)]
  for (let index = 0; index < Math.max(numbersA.length, numbersB.length); index++) {
    const difference = (numbersA[index] ?? 0) - (numbersB[index] ?? 0)
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
