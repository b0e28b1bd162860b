// Carries the head of the record chain to the second place, and reads it there. An old back-up copied over
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

/** Reads the head in the second place; undefined if none was carried. @throws when it cannot be reached */
async function readCarriedHead({ place, s3 }: HeadPlace): Promise<CarriedHead | undefined> {
  const bytes = isS3(place)
    ? s3 && (await openS3(place, s3).objects('log/').find(headName))
    : await readFileIn(place)
  const [, number, hash = '', carriedAt] =
    /^(\d{1,15}) ([0-9a-f]{64}) (\d{1,15})\n$/.exec(Buffer.from(bytes ?? []).toString('latin1')) ?? []
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

/** An order to carry a head. */
export interface HeadOrder extends HeadPlace {
  readonly head: Head
  /** When everything up to it was carried, in milliseconds. */
  readonly at: number
}

/**
 * Origin of a head in the second place: these records; records given up by a restore or by a person who
 * accepted that; or unknown records.
 */
type HeadOrigin = 'own' | 'given_up' | 'foreign'

/**
 * Carries a head, unless the one in the place is newer or belongs to other records. Runs in the worker.
 * @param originOf returns which records a carried head belongs to
 */
async function putCarriedHead(
  { head, at, ...target }: HeadOrder,
  originOf: (carried: CarriedHead) => Promise<HeadOrigin>,
): Promise<void> {
  if (typeof head === 'string' || head.number === 0) return
  const carried = await readCarriedHead(target)
  const origin = carried && (await originOf(carried))
  if (origin === 'foreign' || (origin === 'own' && carried && carried.number >= head.number)) return
  await openLogPlace(target.place, target.s3).write(
    headName,
    Buffer.from(`${head.number} ${head.hash} ${at}\n`),
  )
}

/**
 * Carries the head of the record chain to the second place. A head of other records stays there until a
 * person accepts that these records lack it.
 */
export const carryHead = (dataFolder: string, order: HeadOrder): Promise<void> =>
  putCarriedHead(order, carried =>
    withReader(dataFolder, async read => {
      if (await hasLink(read, carried)) return 'own'
      const accepted = await listAcceptedProblems(read)
      const isGivenUp = (await findCarriedHeadProblems(read, carried)).every(problem => accepted.has(problem))
      return isGivenUp ? 'given_up' : 'foreign'
    }),
  )
