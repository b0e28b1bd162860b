// The upgrade as the page shows it: what was chosen, and whether it is still under way.
import type { api } from '../../kit/api.ts'

type UpgradeReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.upgrade.get>>['data']>
export type Upgrade = UpgradeReply['data']

/** Returns the name of a version with its commit, because a version may be built twice. */
export const nameOf = ({ version, commit }: { readonly version: string; readonly commit: string }): string =>
  `${version} (${commit})`

/**
 * Returns whether an upgrade is in progress. `since` is when the last upgrade had ended before this page
 * started one (undefined if it has not): until a later end is reported, the upgrade is in progress.
 */
export const upgradeView = ({ phase, last }: Upgrade, since: string | undefined): 'under_way' | 'idle' =>
  phase !== 'idle' || (since !== undefined && (last?.at ?? '') === since) ? 'under_way' : 'idle'

/**
 * Returns how the last upgrade ended. A version that failed to start but has recorded something stays
 * installed; once it runs, it is `late`: the old version did not come back.
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
 * Returns the release and the text of its `.sig` from the two chosen files; undefined when they are not
 * these.
 */
export async function chosenRelease<F extends Pick<File, 'name' | 'text'>>(
  files: readonly F[],
): Promise<ChosenRelease<F> | undefined> {
  const signature = files.find(({ name }) => name.endsWith('.sig'))
  const file = files.find(eachFile => eachFile !== signature)
  if (files.length !== 2 || !file || !signature) return undefined
  return { file, signature: (await signature.text()).trim() }
}
