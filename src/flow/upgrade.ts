// An upgrade from the console: a release is uploaded and must be ours, newer, and for this computer. The process
// that serves then does what `kaunta upgrade` does (cli/self-upgrade.ts).
import type { Appliance } from '../appliance.ts'
import type { Account } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import { fault } from '../domain/fault.ts'
import { type Release, releaseProblem } from '../domain/release.ts'
import { stagedRelease, stageRelease } from '../store/staged-release.ts'
import { isSignedBy, readSignedRelease } from '../wire/release.ts'
import { recordAudit } from './audit-log.ts'

/** What runs, and how it can be replaced. */
export interface Upgrades {
  readonly current: {
    readonly version: string
    readonly commit: string
    readonly builtAt: number
    /** The public key of releases; empty when this build knows none. */
    readonly releaseKey: string
    readonly target: string
  }
  /** The data folder. */
  readonly data: string
  /** Whether this process may replace its own file. */
  mayInstall(): boolean
  /** `preparing`: copied and rehearsed, beside the sales. `starting`: no sales for a moment. */
  phase(): 'idle' | 'preparing' | 'starting'
  /** Begins with the release that waits. */
  start(release: Release & { readonly file: string }): void
}

/** What a `.sig` says. @throws Fault when its release may not replace this one */
function releaseIn(signature: string, { current }: Pick<Upgrades, 'current'>): Release {
  if (current.releaseKey === '') throw fault('release_key_unknown')
  const signed = readSignedRelease(signature)
  if (!signed) throw fault('release_unsigned')
  if (!isSignedBy(current.releaseKey, signed)) throw fault('release_of_others')
  const problem = releaseProblem(signed, current)
  const { version, target } = signed
  if (problem === 'target') throw fault('release_target', { target, own: current.target })
  if (problem)
    throw fault(problem === 'older' ? 'release_older' : 'release_installed', {
      version,
      own: current.version,
    })
  return signed
}

/** Those of which an upload, or the start of an upgrade, is under way. */
const busy = new WeakSet<Upgrades>()

/** One upload or start at a time, and none during an upgrade. @throws Fault before anything is awaited */
async function inTurn(upgrades: Upgrades, work: () => Promise<void>): Promise<void> {
  if (busy.has(upgrades) || upgrades.phase() !== 'idle') throw fault('upgrade_under_way')
  busy.add(upgrades)
  try {
    await work()
  } finally {
    busy.delete(upgrades)
  }
}

/** Keeps an upload once it is whole. @throws Fault when it is not the file that was signed */
export const stageUpload = (
  upgrades: Upgrades,
  signature: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> =>
  inTurn(upgrades, async () => {
    const { sha256 } = releaseIn(signature, upgrades)
    if (!(await stageRelease(upgrades.data, { signature, sha256 }, pieces))) throw fault('release_damaged')
  })

/** The release that waits; undefined when there is none, or none that may replace this one. */
export function waitingRelease(upgrades: Upgrades): (Release & { readonly file: string }) | undefined {
  const staged = stagedRelease(upgrades.data)
  if (!staged || upgrades.current.releaseKey === '') return undefined
  const signed = readSignedRelease(staged.signature)
  if (!signed || !isSignedBy(upgrades.current.releaseKey, signed)) return undefined
  return releaseProblem(signed, upgrades.current) ? undefined : { ...signed, file: staged.file }
}

/** Begins an upgrade, with an entry in the audit log. @throws Fault when there is nothing to install */
export const startUpgrade = (
  appliance: Appliance,
  upgrades: Upgrades,
  { account, by }: { readonly account: Account; readonly by: RequestedBy },
): Promise<void> =>
  inTurn(upgrades, async () => {
    const release = waitingRelease(upgrades)
    if (!release) throw fault('release_missing')
    if (!upgrades.mayInstall()) throw fault('upgrade_not_allowed')
    await appliance.store.write(tx =>
      recordAudit(tx, appliance, { account, by, kind: 'server.upgraded', subject: release.version }),
    )
    upgrades.start(release)
  })
