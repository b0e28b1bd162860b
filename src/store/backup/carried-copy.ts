// Checks that the second place still has the copy that the log follows, and that the present passphrase opens
// it: another disk may be there under the same path, and the file with the passphrase may have changed. Runs
// in the worker.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { assertSecondPlace } from './backup.ts'
import { takenAtOf } from './backup-name.ts'
import { readPosition } from './log-piece.ts'
import { readCarriedCopy } from './log-spool.ts'
import type { LogTarget } from './log-target.ts'
import { isS3, openS3 } from './s3.ts'
import { isSealedOtherwise, sealedEnding } from './sealed-backup.ts'
import { passphraseOf } from './sealing-plan.ts'
import { listCopies } from './second-place.ts'

/** Enough of a sealed file to try a passphrase on its header. */
const headerBytes = 4_096

/** Result of a check. */
interface CarriedCheck {
  /** Whether the log has to start over with a new copy. */
  readonly isLost: boolean
  /** Identifies the copy and the passphrase file that were tried together last; undefined if none were. */
  readonly opened: string | undefined
}

/** Returns the beginning of a sealed copy in the second place. */
function openHeader({ place, s3 }: LogTarget, name: string): ReadableStream<Uint8Array> {
  if (isS3(place) && s3) return openS3(place, s3).readStart(name, headerBytes)
  return Bun.file(join(place, name + sealedEnding))
    .slice(0, headerBytes)
    .stream()
}

/** Returns whether the data folder has a copy of this name that the log can follow. */
const isFollowed = (folder: string, name: string) => readPosition(join(folder, 'backups', name)) !== undefined

/**
 * Checks that the second place still has the last copy that reached it, and that the present passphrase opens
 * that copy. If no copy has reached it yet, none is lost.
 * @param opened `opened` of the last check: a passphrase is tried only once on a copy, because that takes
 * long
 * @throws Error when the second place cannot be read
 */
export async function checkCarriedCopy(target: LogTarget, opened: string | undefined): Promise<CarriedCheck> {
  const { folder, place, s3, sealing } = target
  const name = readCarriedCopy(folder)
  const takenAt = takenAtOf(name ?? '')
  if (name === undefined || takenAt === undefined) return { isLost: false, opened }
  if (!isS3(place)) assertSecondPlace(place)
  const copies = await listCopies(place, s3)
  const isSealed = sealing !== undefined
  const hasCopy = copies.some(copy => copy.name === name && copy.isSealed === isSealed)
  if (!hasCopy) {
    // A newer copy that the log can follow may just have replaced it.
    const isReplaced = copies.some(copy => copy.takenAt > takenAt && isFollowed(folder, copy.name))
    return { isLost: !isReplaced, opened }
  }
  // Only the private key, which is kept elsewhere, opens a copy that is sealed to a public one.
  if (!sealing || 'recipient' in sealing) return { isLost: false, opened }
  const { size, mtimeMs, ino } = statSync(sealing.passphraseFile)
  const tried = `${name} ${size} ${mtimeMs} ${ino}`
  if (tried === opened) return { isLost: false, opened }
  const { passphrase } = passphraseOf(sealing)
  const isLost = await isSealedOtherwise(openHeader(target, name), passphrase)
  return { isLost, opened: tried }
}
