// Ends an upgrade of the server that was cut off at any step, before the next start opens the data: the
// previous version goes on with its data, or, once the new one has recorded something, the new one is
// installed.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FolderError } from '../store/folder/folder.ts'
import { clearUploads, keepUpgradeEnd } from '../store/folder/staged-release.ts'
import { endTrial, findTrial, type UpgradeTrial } from '../store/folder/upgrade-trial.ts'
import { lockFolder } from '../store/sqlite/sqlite.ts'
import type { Executable } from './command.ts'
import { asideOf, installExecutable, removeCopy } from './executable-file.ts'
import { checkRelease } from './release-file.ts'
import { putBackIfUnused } from './upgrade-data.ts'

/** How long a version on trial may take to end after the process that started it has gone. */
const endMaxMs = 15_000
/** The pause between two tries to lock the folder. */
const pauseMs = 100
/** The exit status of a FolderError for a folder that another process has open. */
const inUse = 3

/**
 * Ends an upgrade that was cut off; does nothing when there is none.
 * @returns whether another executable was installed, which must serve instead of this one
 * @throws FolderError when another process keeps the folder open
 */
export async function endCutUpgrade(executable: Executable, data: string): Promise<boolean> {
  clearUploads(data)
  const trial = findTrial(data)
  if (!trial) return false
  const lock = await lockWhenFree(executable, data)
  let isInstalled = false
  try {
    isInstalled = await settleUpgrade(executable, data, trial)
  } finally {
    lock.close()
  }
  rmSync(join(data, 'upgrade-rehearsal'), { recursive: true, force: true })
  endTrial(data)
  return isInstalled
}

/** Locks the data folder, after waiting for the version on trial to end. @throws FolderError after 15 s */
async function lockWhenFree(executable: Executable, data: string) {
  const deadline = executable.elapsed() + endMaxMs
  for (;;)
    try {
      return lockFolder(data)
    } catch (error) {
      const isInUse = error instanceof FolderError && error.exitStatus === inUse
      if (!isInUse || executable.elapsed() > deadline) throw error
      await new Promise<void>(resolve => void executable.after(pauseMs, resolve))
    }
}

/**
 * Decides which version goes on, and puts its executable and data in place.
 * @returns whether this installed the new version, which must serve instead of this process
 */
async function settleUpgrade(executable: Executable, data: string, trial: UpgradeTrial): Promise<boolean> {
  const { version, commit, copy } = trial
  const recordEnd = (outcome: 'installed' | 'failed', why: string) =>
    keepUpgradeEnd(data, { version, commit, outcome, why, at: executable.now() })
  // This process is the new version, so it was installed before the upgrade was cut off.
  if (executable.version === version && executable.commit === commit) {
    recordEnd('installed', '')
    removeCopy(executable.path)
    return false
  }
  const hasCopy = copy !== '' && existsSync(copy)
  // Only the new version can read what it has recorded.
  if (hasCopy && putBackIfUnused(executable, data, copy) === 'recorded') {
    const file = asideOf(executable.path)
    await checkRelease(file, executable, 'the release that was being installed')
    installExecutable(file, executable.path)
    recordEnd('installed', '')
    removeCopy(executable.path)
    return true
  }
  recordEnd('failed', 'the server was ended during the upgrade; the version before goes on with its data')
  removeCopy(executable.path)
  return false
}
