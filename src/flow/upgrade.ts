// Upgrades Kaunta from the console. An uploaded release must be signed by us, newer, and for this computer.
// Then the serving process does what `kaunta upgrade` does (cli/self-upgrade.ts).

import type { Account } from '../domain/account.ts'
import { type RequestedBy, requestedByServer } from '../domain/actor.ts'
import { fault, ignoreUnwritable } from '../domain/fault.ts'
import { type Release, releaseProblem } from '../domain/release.ts'
import { findSetting, putSetting } from '../store/account.ts'
import { readStagedRelease, stageRelease } from '../store/folder/staged-release.ts'
import { isSignedBy, readSignedRelease } from '../wire/release.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit, writeAudit } from './audit-log.ts'
import { serverAccount } from './merchant.ts'

/** The running release, and how it can be replaced. */
export interface Upgrades {
  readonly current: {
    readonly version: string
    readonly commit: string
    readonly builtAt: number
    readonly releaseKey: string // the public key of releases; empty when this build has none
    readonly target: string
  }
  readonly data: string // the data folder
  /** Whether this process may replace its own file. */
  mayInstall(): boolean
  /** `preparing`: copied and rehearsed while sales go on. `starting`: no sales for a moment. */
  phase(): 'idle' | 'preparing' | 'starting'
  /** Starts the upgrade to the uploaded release. */
  start(release: Release & { readonly file: string }): void
}

/**
 * Reads the release that a `.sig` file describes, and checks its signature.
 * @param signature the text of the file
 * @throws Fault when the release may not replace the running release: `release_key_unknown`,
 * `release_unsigned`, `release_of_others`, `release_target`, `release_older` or `release_installed`
 */
function releaseIn(signature: string, { current }: Pick<Upgrades, 'current'>): Release {
  if (current.releaseKey === '') throw fault('release_key_unknown')
  const signed = readSignedRelease(signature)
  if (!signed) throw fault('release_unsigned')
  if (!isSignedBy(current.releaseKey, signed)) throw fault('release_of_others')
  const problem = releaseProblem(signed, current)
  const { version, target } = signed
  if (problem === 'target') throw fault('release_target', { target, own: current.target })
  const versions = { version, own: current.version }
  if (problem) throw fault(problem === 'older' ? 'release_older' : 'release_installed', versions)
  return signed
}

/** The servers on which an upload or the start of an upgrade is in progress. */
const busyServers = new WeakSet<Upgrades>()

/**
 * Runs `work`, unless another upload, start of an upgrade, or upgrade is in progress.
 * @throws Fault `upgrade_under_way` at once, without waiting
 */
async function runExclusively(upgrades: Upgrades, work: () => Promise<void>): Promise<void> {
  if (busyServers.has(upgrades) || upgrades.phase() !== 'idle') throw fault('upgrade_under_way')
  busyServers.add(upgrades)
  try {
    await work()
  } finally {
    busyServers.delete(upgrades)
  }
}

/** The person who upgrades, and the account whose audit log records it. */
interface UpgradeBy {
  readonly account: Account
  readonly by: RequestedBy
}

/**
 * Stores an uploaded release, to be installed later.
 * @throws Fault as `releaseIn`, or `release_damaged` when the uploaded file is not the one that was signed
 */
export const stageUpload = (
  appliance: Appliance,
  upgrades: Upgrades,
  { signature, pieces }: { readonly signature: string; readonly pieces: AsyncIterable<Uint8Array> },
  { account, by }: UpgradeBy,
): Promise<void> =>
  runExclusively(upgrades, async () => {
    const { sha256, version } = releaseIn(signature, upgrades)
    const isUndamaged = await stageRelease(upgrades.data, { signature, sha256 }, pieces)
    if (!isUndamaged) throw fault('release_damaged')
    await writeAudit(appliance, {
      account,
      by,
      kind: 'release.uploaded',
      subject: version,
      detail: { sha256 },
    })
  })

/** Returns the uploaded release; undefined when there is none that may replace the running one. */
export function waitingRelease(upgrades: Upgrades): (Release & { readonly file: string }) | undefined {
  const staged = readStagedRelease(upgrades.data)
  if (!staged || upgrades.current.releaseKey === '') return undefined
  const signed = readSignedRelease(staged.signature)
  if (!signed || !isSignedBy(upgrades.current.releaseKey, signed)) return undefined
  return releaseProblem(signed, upgrades.current) ? undefined : { ...signed, file: staged.file }
}

/**
 * Starts an upgrade to the uploaded release, and records it in the audit log.
 * @throws Fault `upgrade_under_way`, `release_missing`, or `upgrade_not_allowed` unless `mayInstall`
 */
export const startUpgrade = (
  appliance: Appliance,
  upgrades: Upgrades,
  { account, by }: UpgradeBy,
): Promise<void> =>
  runExclusively(upgrades, async () => {
    const release = waitingRelease(upgrades)
    if (!release) throw fault('release_missing')
    if (!upgrades.mayInstall()) throw fault('upgrade_not_allowed')
    await writeAudit(appliance, { account, by, kind: 'server.upgraded', subject: release.version })
    upgrades.start(release)
  })

/** The setting that holds the version that ran last. */
const versionSetting = 'version'

/** A new version is on trial for this time. If it still runs then, it counts as installed. */
const versionTrialMs = 60_000

/**
 * Calls `recordVersion` after the trial of a version, not before: the former data can be restored only until
 * the new version writes anything.
 * @returns a function that cancels the call, for a process that has upgraded itself and has no data folder
 */
export const recordVersionLater = (appliance: Appliance, version: string): (() => void) =>
  appliance.world.clock.after(
    versionTrialMs,
    () => void recordVersion(appliance, version).catch(ignoreUnwritable),
  )

/** Stores the running version, with an audit entry if another one ran before, however it was installed. */
export const recordVersion = (appliance: Appliance, version: string): Promise<void> =>
  appliance.store.write(async tx => {
    const before = await findSetting(tx, versionSetting)
    if (before === version) return
    await putSetting(tx, versionSetting, version)
    const account = await serverAccount(tx)
    if (before === undefined || !account) return
    const detail = { from: before, to: version }
    await recordAudit(tx, appliance, {
      account,
      by: requestedByServer,
      kind: 'server.version_changed',
      detail,
    })
  })
