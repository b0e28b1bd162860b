// Whether a shop with a million payments is served as fast as one with a thousand: sends equal requests to
// the built dist/kaunta over two seeded folders, in alternating order and one at a time. Only the ratio
// carries over to other machines. Run by bench.ts --scale.
import { dirname } from 'node:path'
import { owner } from '../../test/kit/people.ts'
import { type Folder, openSeededFolder, type Sample } from './folder.ts'
import { waitUntilSettled } from './load.ts'
import { machine, median } from './machine.ts'
import { newReader } from './reader.ts'
import type { Started } from './server.ts'
import { table } from './table.ts'

export interface Sizes {
  readonly small: number
  readonly large: number
}

export const usualSizes: Sizes = { small: 1_000, large: 1_000_000 }
/** The large shop may be this many times slower. */
const goal = 1.5
/** Most milliseconds of a report of a year in the large shop. */
const yearGoalMs = 50
/** Requests of one kind to one server in a round. */
const asks = 60
/** Rounds that are not counted. */
const warmUpRounds = 1
const dayMs = 86_400_000

type Size = keyof Sizes
interface Case {
  readonly name: string
  /** The request, from one of the payments that are there. */
  path(sample: Sample, folder: Folder): string
  /**
   * How many payments or goods the answer shows, in both folders, so that equal work is compared. By default
   * one page.
   */
  readonly items?: number
  /** Whether the owner sends it, because no key may. */
  readonly isOwners?: boolean
  /**
   * Whether its cost grows with the days and hours that had sales, not with payments. The small shop had
   * sales in one of nine hours, so the ratio means nothing.
   */
  readonly isOfYear?: boolean
}

const pageSize = 20
/** A time as a query parameter. */
const stamp = (time: number) => encodeURIComponent(new Date(time).toISOString())
/** The query of the hundred days that end ten days before the folder's last payment. */
const hundredDays = ({ now }: Folder) => `from=${stamp(now - 110 * dayMs)}&to=${stamp(now - 10 * dayMs)}`
/** A day as a query parameter: that many days before the folder's last payment. */
const dayBefore = ({ now }: Folder, days: number) => new Date(now - days * dayMs).toISOString().slice(0, 10)
/** The most days of a report, and the goods that were sold in them. */
const [rangeDays, goodsSold] = [366, 10]
/** A search that finds the sample payment. */
const search = (name: string, queryOf: (sample: Sample) => string): Case => ({
  name: `search, ${name}`,
  path: sample => `/v1/payments/search?${queryOf(sample)}`,
  items: 1,
})

const cases: readonly Case[] = [
  { name: 'list', path: () => '/v1/payments' },
  { name: 'list, status=completed', path: () => '/v1/payments?status=completed' },
  { name: 'list, status=voided (3 in 100)', path: () => '/v1/payments?status=voided' },
  { name: 'list, payment_type=card', path: () => '/v1/payments?payment_type=card' },
  { name: 'list, status and payment_type', path: () => '/v1/payments?status=completed&payment_type=card' },
  {
    name: 'list, status and payment_type nobody has',
    path: () => '/v1/payments?status=failed&payment_type=dynamic-qr',
    items: 0,
  },
  { name: 'list, from and to (100 of 400 days)', path: (_, folder) => `/v1/payments?${hundredDays(folder)}` },
  { name: 'list, from', path: (_, { now }) => `/v1/payments?from=${stamp(now - 390 * dayMs)}` },
  {
    name: 'list, from, to and status',
    path: (_, folder) => `/v1/payments?status=completed&${hundredDays(folder)}`,
  },
  {
    name: 'list, from, to, status and payment_type',
    path: (_, folder) => `/v1/payments?status=completed&payment_type=mobile&${hundredDays(folder)}`,
  },
  {
    name: 'list, offset=10000 (of 1,000: 900)',
    path: (_, { payments }) => `/v1/payments?offset=${payments > 10_000 ? 10_000 : 900}`,
  },
  {
    name: 'list, status=completed, offset=10000 (700)',
    path: (_, { payments }) => `/v1/payments?status=completed&offset=${payments > 10_000 ? 10_000 : 700}`,
  },
  search('whole reference', ({ id }) => `reference=${id}`),
  search('last 6 of the reference', ({ id }) => `reference=${id.slice(-6)}`),
  {
    name: 'search, phone',
    path: ({ phone }) => `/v1/payments/search?phone_number=${encodeURIComponent(phone)}&limit=5`,
    items: 5,
  },
  {
    name: 'search, q (the end of a phone)',
    path: ({ phone }) => `/v1/payments/search?q=%E2%80%A6${phone.slice(-3)}&limit=1`,
    items: 1,
  },
  search('external reference', ({ externalReference }) => `external_reference=${externalReference}`),
  search('token', ({ token }) => `payment_token=${token}`),
  search('q (a token) and status', ({ token }) => `q=${token}&status=completed`),
  {
    name: 'search, q (words that no note has)',
    path: () => '/v1/payments/search?q=mifuko+saruji',
    items: 0,
  },
  { name: 'search, q (a word that no note has)', path: () => '/v1/payments/search?q=saruji', items: 0 },
  { name: 'get', path: ({ id }) => `/v1/payments/${id}` },
  { name: 'balance', path: () => '/v1/payments/balance' },
  { name: 'totals', path: () => '/api/v1/totals/payments' },
  {
    name: 'totals, phone',
    path: ({ phone }) => `/api/v1/totals/payments?phone_number=${encodeURIComponent(phone)}`,
  },
  { name: 'events', path: () => '/api/v1/events' },
  {
    name: 'sales of 366 days',
    isOfYear: true,
    path: (_, folder) =>
      `/api/v1/overview/period?from=${dayBefore(folder, rangeDays - 1)}&to=${dayBefore(folder, 0)}`,
    items: goodsSold,
  },
  {
    // A small shop sells few goods in a week, so its file is shorter.
    name: 'items of a week, CSV',
    path: (_, folder) => `/api/v1/overview/items.csv?period=week&day=${dayBefore(folder, 7)}`,
    isOwners: true,
  },
]

interface Shop {
  readonly folder: Folder
  readonly port: number
  readonly ownersToken: string
}

/** Returns a token of the shop's owner for the account of the folder. */
async function createToken({ accountId }: Folder, port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...owner, account_id: accountId }),
  })
  if (!answer.ok) throw new Error(`the owner got no token: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: { token: string } }).data.token
}

/** The number of items in an answer; undefined for an answer without a list, and for a file. */
const itemCountOf = (body: unknown): number | undefined =>
  typeof body === 'string' ? undefined : (body as { data: { items?: unknown[] } }).data.items?.length

/**
 * Returns the median ms of `asks` requests of one case, on a connection of its own, because a server ends one
 * that is silent for a minute. Throws if an answer shows another number of items than expected.
 */
async function timeCase(
  { folder, port, ownersToken }: Shop,
  { name, path, items = pageSize, isOwners = false }: Case,
): Promise<number> {
  const times: number[] = []
  const reader = await newReader(port, isOwners ? ownersToken : folder.key)
  for (const sample of Array.from(
    { length: asks },
    (_, index) => folder.samples[(index * 37) % folder.samples.length],
  )) {
    if (!sample) throw new Error(`${folder.data} has too few payments`)
    const { ms, body } = await reader.get(path(sample, folder))
    const count = itemCountOf(body)
    if (count !== undefined && count !== items && !name.startsWith('search'))
      throw new Error(`${name} of ${folder.payments} payments shows ${count}, not ${items}`)
    if (count === 0 && items > 0) throw new Error(`${name} of ${folder.payments} payments finds nothing`)
    times.push(ms)
  }
  reader.end()
  return median(times)
}

interface Line {
  readonly name: string
  readonly small: number
  readonly large: number
  readonly ratio: number // the median of the rounds' ratios
}

/** Runs all cases on both shops in alternating order and returns their medians. */
async function compare(shops: Record<Size, Shop>, rounds: number): Promise<Line[]> {
  const times = new Map(cases.map(({ name }) => [name, { small: [] as number[], large: [] as number[] }]))
  for (let round = -warmUpRounds; round < rounds; round++) {
    process.stderr.write(`\rround ${Math.max(0, round + 1)} of ${rounds} `)
    const order: readonly Size[] = round % 2 === 0 ? ['small', 'large'] : ['large', 'small']
    for (const eachCase of cases)
      for (const size of order) {
        const ms = await timeCase(shops[size], eachCase)
        if (round >= 0) times.get(eachCase.name)?.[size].push(ms)
      }
  }
  process.stderr.write('\r\x1b[K')
  return [...times].map(([name, { small, large }]) => ({
    name,
    small: median(small),
    large: median(large),
    ratio: median(large.map((ms, round) => ms / (small[round] ?? Number.NaN))),
  }))
}

export interface ScaleOptions {
  readonly rounds: number
  readonly markdown: boolean
  readonly sizes: Sizes
  /** Starts a server on a folder. */
  readonly begin: (folder: Folder) => Promise<Started>
}

/** Prints the table and the worst ratio. Resolves to whether the goal is met. */
export async function compareScale({ rounds, markdown, sizes, begin }: ScaleOptions): Promise<boolean> {
  const folders = { small: await openSeededFolder(sizes.small), large: await openSeededFolder(sizes.large) }
  console.log(`${machine(dirname(folders.large.data))}\n`)
  const servers: Started[] = []
  const start = async (folder: Folder) => {
    const server = await begin(folder)
    servers.push(server)
    return { folder, port: server.port }
  }
  const begun = { small: await start(folders.small), large: await start(folders.large) }
  for (const { pid } of servers) await waitUntilSettled(pid)
  const open = async ({ folder, port }: (typeof begun)['small']): Promise<Shop> => ({
    folder,
    port,
    ownersToken: await createToken(folder, port),
  })
  const shops = { small: await open(begun.small), large: await open(begun.large) }
  const lines = await compare(shops, rounds)
  for (const server of servers) await server.stop()
  const row = ({ name, small, large, ratio }: Line) => [
    name,
    small.toFixed(2),
    large.toFixed(2),
    ratio.toFixed(2),
  ]
  const [few, many] = [sizes.small, sizes.large].map(size => `of ${size.toLocaleString('en')}`)
  const head = ['median, ms', few ?? '', many ?? '', 'ratio']
  console.log(table([head, ...lines.map(row)], markdown))
  const years = new Set(cases.filter(({ isOfYear }) => isOfYear).map(({ name }) => name))
  const worst = Math.max(...lines.filter(({ name }) => !years.has(name)).map(({ ratio }) => ratio))
  const yearMs = Math.max(...lines.filter(({ name }) => years.has(name)).map(({ large }) => large))
  const missed = (isMet: boolean) => (isMet ? '' : '   MISSED')
  console.log(
    `\nworst ratio but for a year ${worst.toFixed(2)} (goal ≤ ${goal.toFixed(2)})${missed(worst <= goal)}`,
  )
  console.log(
    `a year of the large shop ${yearMs.toFixed(0)} ms (goal ≤ ${yearGoalMs})${missed(yearMs <= yearGoalMs)}`,
  )
  return worst <= goal && yearMs <= yearGoalMs
}
