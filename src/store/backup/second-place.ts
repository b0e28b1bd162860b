// Copies a whole back-up, sealed or plain, to the second place: a folder on another disk, or a bucket of an
// S3-compatible store. Runs in a worker (job/backup-worker.ts).
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { surplusBackups } from '../../domain/backup.ts'
import { surplusPieces } from '../../domain/backup-log.ts'
import { readHead } from '../engine/chain-head.ts'
import { assertSecondPlace, copyInto, removeAll, roomFor } from './backup.ts'
import { takenAtOf } from './backup-name.ts'
import type { CopyOrder } from './backup-plan.ts'
import { carryHead } from './carry-head.ts'
import { folderBytes } from './copy.ts'
import { exactCopyOf } from './copy-image.ts'
import { findKeptSeal, keepSealed, removeKeptSeals } from './kept-seal.ts'
import { readPosition } from './log-piece.ts'
import { openLogPlace } from './log-place.ts'
import { putCarriedCopy } from './log-spool.ts'
import { isS3, openS3, partBytes } from './s3.ts'
import type { S3Access } from './s3-access.ts'
import { type Sealing, sealBackup, sealedEnding, writeSealed } from './sealed-backup.ts'
import { type SealingPlan, sealingOf } from './sealing-plan.ts'

const partEnding = `${sealedEnding}.part`

/**
 * Seals a back-up and copies it to the second place, unless that has it already. Then removes old back-ups
 * there.
 * @param sent called with the bytes that a bucket has so far
 * @returns the size of the sealed back-up in bytes
 * @throws also when an old back-up cannot be removed, but only after the new one is copied
 */
export async function carrySealed(
  order: CopyOrder,
  plan: SealingPlan,
  sent: (bytes: number) => void,
): Promise<number> {
  if (isS3(order.place)) return finishCopy(order, await carryToBucket(order, plan, sent))
  const bytes = await carryToFolder(order, plan)
  try {
    await removeOldCopies(order, 'sealed')
  } finally {
    await finishCopy(order, bytes)
  }
  return bytes
}

/** Copies a back-up to the second place without sealing it. @returns its size in bytes */
export async function carryPlain(order: CopyOrder): Promise<number> {
  assertSecondPlace(order.place)
  await removeOldCopies(order, 'plain').catch(() => {}) // the removal after the copy throws the error
  const bytes = copyInto(order, exactCopyOf(order.from))
  try {
    await removeOldCopies(order, 'plain')
  } finally {
    await finishCopy(order, bytes)
  }
  return bytes
}

/**
 * Finishes the work in the second place after a copy: records the copy, removes old pieces of the log, and
 * copies the head of the record chain. `order.from` is in the folder `backups` of its data folder.
 * @param bytes the size of the copy
 * @returns `bytes`
 */
async function finishCopy(order: CopyOrder, bytes: number): Promise<number> {
  const { from, place, name, s3, takenAt: at } = order
  const folder = dirname(dirname(from))
  putCarriedCopy(folder, name, readPosition(from))
  await removeOldPieces(order)
  await carryHead(folder, { place, s3, head: readHead(from), at })
  return bytes
}

/**
 * Removes the pieces of the log that no copy in the second place needs. For a copy that the data folder no
 * longer has, the position in the log is not known, so only its time counts.
 */
async function removeOldPieces({ from, place, s3, keep }: CopyOrder): Promise<void> {
  const ownPlace = dirname(from)
  const ownNames = readdirSync(ownPlace).filter(name => takenAtOf(name) !== undefined)
  const positions = ownNames.flatMap(name => readPosition(join(ownPlace, name)) ?? [])
  const copies = await listCopies(place, s3)
  const unknownCopies = copies.filter(({ name }) => !ownNames.includes(name))
  const oldestUnknownAt = Math.min(...unknownCopies.map(({ takenAt }) => takenAt))
  const log = openLogPlace(place, s3)
  const surplus = surplusPieces(await log.list(), { positions, oldestUnknownAt, keep })
  for (const { name } of surplus) await log.remove(name)
}

/**
 * Removes the old copies in a folder, sealed or plain. If a copy exists in both forms, the form in which
 * copies are made now (`currentForm`) stays.
 * @throws the first failure, after all other copies are removed
 */
async function removeOldCopies(order: CopyOrder, currentForm: 'sealed' | 'plain'): Promise<void> {
  const { place, takenAt, keep, timeZone } = order
  /** Returns 1 for a copy in the current form, else 0. Of copies of the same time, the first stays. */
  const formRank = ({ isSealed }: StoredCopy) => Number(isSealed === (currentForm === 'sealed'))
  const copies = await listCopies(place, undefined)
  copies.sort((a, b) => b.takenAt - a.takenAt || formRank(b) - formRank(a))
  const old = surplusBackups(copies, { keep, now: takenAt, timeZone })
  removeAll(old.map(({ name, isSealed }) => join(place, isSealed ? name + sealedEnding : name)))
}

/** A copy in a second place. */
export interface StoredCopy {
  readonly name: string
  readonly takenAt: number
  readonly isSealed: boolean
}

/** Lists the copies in a second place, newest first. @throws Error for a bucket without access keys */
export async function listCopies(place: string, s3: S3Access | undefined): Promise<StoredCopy[]> {
  if (isS3(place)) {
    if (!s3) throw new Error('set KAUNTA_BUCKET_ACCESS_KEY_ID and KAUNTA_BUCKET_SECRET_ACCESS_KEY')
    const backups = await openS3(place, s3).list()
    return backups.map(({ name, takenAt }) => ({ name, takenAt, isSealed: true }))
  }
  const copies = readdirSync(place).flatMap(file => copyOfName(file) ?? [])
  return copies.sort((first, second) => second.takenAt - first.takenAt)
}

/** Returns the copy that a file or folder in a second place is, by its name; undefined for any other name. */
function copyOfName(file: string): StoredCopy | undefined {
  const isSealed = file.endsWith(sealedEnding)
  const name = isSealed ? file.slice(0, -sealedEnding.length) : file
  const takenAt = takenAtOf(name)
  return takenAt === undefined ? undefined : { name, takenAt, isSealed }
}

/**
 * Seals a back-up, copies it to a bucket unless that has it already, and removes old ones.
 * @returns its size in bytes
 */
async function carryToBucket(
  order: CopyOrder,
  plan: SealingPlan,
  sent: (bytes: number) => void,
): Promise<number> {
  const { from, place, name, takenAt, keep, timeZone, s3 } = order
  if (!s3) throw new Error('set KAUNTA_BUCKET_ACCESS_KEY_ID and KAUNTA_BUCKET_SECRET_ACCESS_KEY')
  const bucket = openS3(place, s3)
  const storedCopy = (await bucket.list()).find(stored => stored.name === name)
  const bytes = storedCopy?.bytes ?? (await putInBucket(bucket, order, sealingOf(plan), sent))
  removeKeptSeals(dirname(from))
  for (const old of surplusBackups(await bucket.list(), { keep, now: takenAt, timeZone }))
    await bucket.remove(old.name)
  return bytes
}

/**
 * Seals a back-up and uploads it to a bucket. A back-up of several parts is sealed into a file first, so that
 * the next try can resume where this one stops. Without space for that file, or without the right to list
 * uploads, the back-up is sealed while it is sent, and each try begins at the start.
 * @param sent called with the bytes that the bucket has so far
 * @returns the size of the sealed back-up in bytes
 */
async function putInBucket(
  bucket: ReturnType<typeof openS3>,
  { from, name, place, s3 }: CopyOrder,
  sealing: Sealing,
  sent: (bytes: number) => void,
): Promise<number> {
  const uploads = await bucket.uploads()
  await uploads?.abortOthers(name)
  const sealedFor = { backup: from, sealing, place: `${s3?.endpoint ?? s3?.region} ${place}` }
  const seal = await findKeptSeal(sealedFor)
  // Without the sealed file that an upload began with, it cannot resume: sealing again gives other bytes.
  if (!seal) await uploads?.abort(name)
  const { needed, free } = roomFor(from, dirname(from))
  const isOnePart = folderBytes(from) < partBytes
  const canKeepSeal = seal !== undefined || free >= needed
  if (!uploads || isOnePart || !canKeepSeal) return bucket.put(name, await sealBackup(from, sealing), sent)
  return uploads.put(name, seal ?? (await keepSealed(sealedFor)), sent)
}

/** Returns whether a file name is that of a sealed back-up that an earlier try did not finish. */
const isUnfinished = (file: string): boolean =>
  file.endsWith(partEnding) && takenAtOf(file.slice(0, -partEnding.length)) !== undefined

/** Seals a back-up into a folder on another disk, unless that has it already. @returns its size in bytes */
async function carryToFolder(order: CopyOrder, plan: SealingPlan): Promise<number> {
  const { from, place, name } = order
  assertSecondPlace(place)
  for (const file of readdirSync(place)) if (isUnfinished(file)) rmSync(join(place, file))
  await removeOldCopies(order, 'sealed').catch(() => {}) // the removal after the copy throws the error
  const to = join(place, name + sealedEnding)
  if (!existsSync(to)) await writeSealed({ folder: from, aside: `${to}.part`, to, sealing: sealingOf(plan) })
  return statSync(to).size
}
