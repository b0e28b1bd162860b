// The head of the record chain in the second place: the last link that was carried there. An old back-up that is copied
// over the data folder brings its own head along, so only what is kept outside the folder shows it.
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../world.ts'
import type { Head, HeadLink } from '../engine/chain-head.ts'
import type { Read } from '../engine/statement.ts'
import { openLogPlace } from './log-place.ts'
import { isS3, openS3, type S3Access } from './s3.ts'

/** A link, and when everything up to it was in the second place; milliseconds. */
export interface CarriedHead extends HeadLink {
  readonly at: number
}

const name = 'chain.head'
const bytesMax = 512
const answerMaxMs = 15_000

const linkHash = 'select hash from chain_link where number = $1'
const lastRestore = `select max(created_at) from audit_entry
  where account_id in (select id from account) and kind = 'data.restored'`

export interface HeadPlace {
  readonly place: string
  readonly s3: S3Access | undefined
}

async function readFileIn(place: string): Promise<Uint8Array | undefined> {
  const path = join(place, 'log', name)
  const found = await lstat(path).catch(() => undefined)
  return found?.isFile() && found.size <= bytesMax ? readFile(path) : undefined
}

/** @returns undefined where nothing was carried. Throws when the place is away */
async function readCarriedHead({ place, s3 }: HeadPlace): Promise<CarriedHead | undefined> {
  const bytes = isS3(place)
    ? s3 && (await openS3(place, s3).objects('log/').find(name))
    : await readFileIn(place)
  const [, number, hash = '', at] =
    /^(\d{1,15}) ([0-9a-f]{64}) (\d{1,15})\n$/.exec(Buffer.from(bytes ?? []).toString('latin1')) ?? []
  return number === undefined ? undefined : { number: Number(number), hash, at: Number(at) }
}

/** Gives up after 15 seconds. @returns undefined also when the place is away */
export async function findCarriedHead(
  of: HeadPlace,
  after: Clock['after'],
): Promise<CarriedHead | undefined> {
  const late = Promise.withResolvers<undefined>()
  const cancel = after(answerMaxMs, () => late.resolve(undefined))
  return Promise.race([readCarriedHead(of).catch(() => undefined), late.promise]).finally(cancel)
}

export const hasLink = async (read: Read, { number, hash }: HeadLink): Promise<boolean> =>
  (await read.rows(linkHash, [number], true))[0]?.[0] === hash

/**
 * What is wrong if the records lack the link that was carried. A restore itself reports what it left out. The text
 * does not change when links are added, so that one acceptance is enough.
 */
export async function carriedProblems(read: Read, carried: CarriedHead): Promise<string[]> {
  if (await hasLink(read, carried)) return []
  const restoredAt = Number((await read.rows(lastRestore, [], true))[0]?.[0] ?? 0)
  if (restoredAt >= carried.at) return []
  const { number, hash } = carried
  return [
    `the records do not have link ${number} (${hash.slice(0, 8)}), which had been carried to the second place: an older back-up was put over this folder, records were made anew, or the place is another shop’s`,
  ]
}

/** A head to carry. */
export interface HeadOrder extends HeadPlace {
  readonly head: Head
  /** When everything up to it was carried, milliseconds. */
  readonly at: number
}

/**
 * What a head in the second place is: of these records; of records that a restore, or a person who accepts that, has
 * given up; or of none that are known.
 */
type HeadOrigin = 'own' | 'given_up' | 'foreign'

/** Carries a head, unless the one that is there is newer or not of these records. For the worker. */
export async function putCarriedHead(
  { head, at, ...to }: HeadOrder,
  originOf: (there: CarriedHead) => Promise<HeadOrigin>,
): Promise<void> {
  if (typeof head === 'string' || head.number === 0) return
  const there = await readCarriedHead(to)
  const origin = there && (await originOf(there))
  if (origin === 'foreign' || (origin === 'own' && there && there.number >= head.number)) return
  await openLogPlace(to.place, to.s3).put(name, Buffer.from(`${head.number} ${head.hash} ${at}\n`))
}
