// The upgrade as the page shows it: what was chosen, and whether it is still under way.
import type { api } from '../../kit/api.ts'

type UpgradeReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.upgrade.get>>['data']>
export type Upgrade = UpgradeReply['data']

/** Returns the name of a version with its commit, because a version may be built twice. */
export const nameOf = ({ version, commit }: { readonly version: string; readonly commit: string }): string =>
  `${version} (${commit})`

/**
 * Returns whether an upgrade is in progress. `previousEndAt` is when the last upgrade had ended before this
 * page started one (undefined if it has not): until another end is reported, the new one is in progress.
 */
export const upgradeView = (
  { phase, last }: Upgrade,
  previousEndAt: string | undefined,
): 'under_way' | 'idle' =>
  phase !== 'idle' || (previousEndAt !== undefined && (last?.at ?? '') === previousEndAt)
    ? 'under_way'
    : 'idle'

/**
 * Returns how the last upgrade ended. `late`: the upgrade failed, yet the new version is running now. A new
 * version that has recorded something stays installed, even if it failed to start in time.
 */
export function endOf({ last, running }: Pick<Upgrade, 'last' | 'running'>) {
  if (last?.outcome === 'failed' && nameOf(last) === nameOf(running)) return 'late'
  return last?.outcome ?? 'installed'
}

interface ChosenRelease<F> {
  readonly file: F
  readonly signature: string
}

/**
 * Returns the release and the text of its signature; undefined unless exactly two files were chosen, one of
 * them the `.sig`.
 */
export async function chosenRelease<F extends Pick<File, 'name' | 'text'>>(
  files: readonly F[],
): Promise<ChosenRelease<F> | undefined> {
  const signature = files.find(({ name }) => name.endsWith('.sig'))
  const file = files.find(eachFile => eachFile !== signature)
  if (files.length !== 2 || !file || !signature) return undefined
  return { file, signature: (await signature.text()).trim() }
}
