// The upgrade as the page shows it: what was chosen, and whether it is still under way.
import type { api } from '../../kit/api.ts'

type UpgradeReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.upgrade.get>>['data']>
export type Upgrade = UpgradeReply['data']

/** A version may be built twice, so its name includes the commit. */
export const nameOf = ({ version, commit }: { readonly version: string; readonly commit: string }): string =>
  `${version} (${commit})`

/** @param since when the one before had ended; undefined when this page has not begun one */
export const upgradeView = ({ phase, last }: Upgrade, since: string | undefined): 'under_way' | 'idle' =>
  phase !== 'idle' || (since !== undefined && (last?.at ?? '') === since) ? 'under_way' : 'idle'

/**
 * Returns how the last upgrade ended. A version that failed to start and has recorded something
 * stays installed: once it runs, the version before did not come back.
 */
export function endOf({ last, running }: Pick<Upgrade, 'last' | 'running'>) {
  if (last?.outcome === 'failed' && nameOf(last) === nameOf(running)) return 'late'
  return last?.outcome ?? 'installed'
}

interface Chosen<F> {
  readonly file: F
  readonly signature: string
}

/** The release and the text of its `.sig`, of two files; undefined when they are not these. */
export async function chosenRelease<F extends Pick<File, 'name' | 'text'>>(
  files: readonly F[],
): Promise<Chosen<F> | undefined> {
  const signature = files.find(({ name }) => name.endsWith('.sig'))
  const file = files.find(eachFile => eachFile !== signature)
  if (files.length !== 2 || !file || !signature) return undefined
  return { file, signature: (await signature.text()).trim() }
}
