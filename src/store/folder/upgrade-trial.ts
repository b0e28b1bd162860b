// The current step of a server's upgrade of itself, kept in the data folder for as long as the upgrade runs.
// A start that finds it knows that the upgrade was interrupted, and where (cli/cut-upgrade.ts).
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '../engine/chain-head.ts'
import { readPlain } from './plain-file.ts'

export interface UpgradeTrial {
  readonly version: string
  readonly commit: string
  /** The back-up that the data goes back to; empty until the new version is about to start on the data. */
  readonly copy: string
}

const upgradeFolder = (data: string) => join(data, 'upgrade')
const trialFile = (data: string) => join(upgradeFolder(data), 'trial.json')
const bytesMax = 10_000

/** Stores the current step of an upgrade. After a power cut the new or the old file is whole. */
export function keepTrial(data: string, trial: UpgradeTrial): void {
  writeFileSync(`${trialFile(data)}.part`, JSON.stringify(trial), { flush: true, mode: 0o600 })
  renameSync(`${trialFile(data)}.part`, trialFile(data))
  syncFolder(upgradeFolder(data))
}

/** Returns the stored step of an interrupted upgrade; undefined when none was interrupted. */
export function findTrial(data: string): UpgradeTrial | undefined {
  try {
    const { version, commit, copy } = JSON.parse(readPlain(trialFile(data), bytesMax).toString())
    return { version: String(version), commit: String(commit), copy: String(copy) }
  } catch {
    return undefined
  }
}

/** Removes the stored step. Call this when the upgrade has ended. */
export const endTrial = (data: string): void => rmSync(trialFile(data), { recursive: true, force: true })
