// Copies the head of the record chain to the second place, and reads it there. An old back-up copied over
// the data folder brings its own head along, so only a head outside the folder reveals it.
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../world.ts'
import type { Head } from '../engine/chain-head.ts'
import { withReader } from '../folder/reader.ts'
import { listAcceptedProblems } from '../record-problem.ts'
import { type CarriedHead, findCarriedHeadProblems, hasLink } from './carried-head.ts'
import { openLogPlace } from './log-place.ts'
import { isS3, openS3 } from './s3.ts'
import type { S3Access } from './s3-access.ts'

const headName = 'chain.head'
/** Largest head file that is read. */
const bytesMax = 512
/** Longest wait for the second place. */
const answerMaxMs = 15_000

export interface HeadPlace {
  readonly place: string
  readonly s3: S3Access | undefined
}

/** Reads the head in a folder; undefined if there is none, or it is not a small plain file. */
async function readFileIn(place: string): Promise<Uint8Array | undefined> {
  const path = join(place, 'log', headName)
  const file = await lstat(path).catch(() => undefined)
  return file?.isFile() && file.size <= bytesMax ? readFile(path) : undefined
}

/** Reads the file of the head in the second place; undefined without a file, or without access. */
async function readHeadFile({ place, s3 }: HeadPlace): Promise<Uint8Array | undefined> {
  if (!isS3(place)) return readFileIn(place)
  return s3 && openS3(place, s3).objects('log/').find(headName)
}

/** The file of a head: number and hash of its link, and the time in milliseconds at which it was copied. */
const headFormat = /^(\d{1,15}) ([0-9a-f]{64}) (\d{1,15})\n$/

/** Reads the head in the second place; undefined if none was copied. @throws when it cannot be reached */
async function readCarriedHead(target: HeadPlace): Promise<CarriedHead | undefined> {
  const bytes = await readHeadFile(target)
  const text = Buffer.from(bytes ?? []).toString('latin1')
  const [, number, hash = '', carriedAt] = headFormat.exec(text) ?? []
  return number === undefined ? undefined : { number: Number(number), hash, at: Number(carriedAt) }
}

/**
 * Returns the head of the record chain in the second place; undefined when it has none, or has not answered
 * within `answerMaxMs`.
 */
export async function findCarriedHead(
  target: HeadPlace,
  after: Clock['after'],
): Promise<CarriedHead | undefined> {
  const timeLimit = Promise.withResolvers<undefined>()
  const cancel = after(answerMaxMs, () => timeLimit.resolve(undefined))
  return Promise.race([readCarriedHead(target).catch(() => undefined), timeLimit.promise]).finally(cancel)
}

/** An order to copy a head. */
export interface HeadOrder extends HeadPlace {
  readonly head: Head
  /** When everything up to it was copied, in milliseconds. */
  readonly at: number
}

/**
 * Origin of a head in the second place: `own`, the records of this data folder; `given_up`, records that a
 * restore replaced, or whose loss a person accepted; `foreign`, any other records.
 */
type HeadOrigin = 'own' | 'given_up' | 'foreign'

/**
 * Copies a head to the second place, unless the head there is of these records and at least as new, or is of
 * foreign records. Runs in the worker.
 * @param originOf returns which records a copied head belongs to
 */
async function putCarriedHead(
  { head, at, ...target }: HeadOrder,
  originOf: (carried: CarriedHead) => Promise<HeadOrigin>,
): Promise<void> {
  if (typeof head === 'string' || head.number === 0) return
  const carried = await readCarriedHead(target)
  if (carried) {
    const origin = await originOf(carried)
    const isAsNew = origin === 'own' && carried.number >= head.number
    if (origin === 'foreign' || isAsNew) return
  }
  const bytes = Buffer.from(`${head.number} ${head.hash} ${at}\n`)
  await openLogPlace(target.place, target.s3).write(headName, bytes)
}

/**
 * Copies the head of the record chain to the second place. If the head there is of other records, it is only
 * replaced once a person has accepted that the records of this data folder lack its link.
 */
export const carryHead = (dataFolder: string, order: HeadOrder): Promise<void> =>
  putCarriedHead(order, carried =>
    withReader(dataFolder, async read => {
      if (await hasLink(read, carried)) return 'own'
      const accepted = await listAcceptedProblems(read)
      const problems = await findCarriedHeadProblems(read, carried)
      const areAllAccepted = problems.every(problem => accepted.has(problem))
      return areAllAccepted ? 'given_up' : 'foreign'
    }),
  )
