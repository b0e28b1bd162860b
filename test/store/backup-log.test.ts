// The log between two back-ups: what was committed until the last piece is there when the server is gone.
// Pieces that are missing, damaged or late, places that are away, and starts after a kill and after a stop.
import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { applyLog } from '../../src/cli/restore-log.ts'
import { insertAuditEntry } from '../../src/store/audit-log.ts'
import { findCarriedHeadProblems } from '../../src/store/backup/carried-head.ts'
import { type LogPlace, openLogPlace } from '../../src/store/backup/log-place.ts'
import { takeCopy } from '../../src/store/backup/restore-place.ts'
import { openSealed, sealedEnding, type Unsealing } from '../../src/store/backup/sealed-backup.ts'
import type { SealingPlan } from '../../src/store/backup/sealing-plan.ts'
import { checkFolder } from '../../src/store/folder/folder-check.ts'
import { foundProblems, newProblems } from '../../src/store/record-problem.ts'
import type { Store } from '../../src/store/store.ts'
import { changeOf } from '../kit/change.ts'
import { loggedStart, openLogged } from '../kit/logged-folder.ts'
import { sized } from '../kit/proof.ts'
import { accountRow, book, pay, problemEntry } from '../kit/record-writer.ts'
import { restoredFrom } from '../kit/restored-sales.ts'

const root = mkdtempSync(join(tmpdir(), 'kaunta-log-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0
function newFolders() {
  const second = join(root, `second${folders}`)
  mkdirSync(second)
  return { folder: join(root, `data${folders++}`), second }
}
const words = join(root, 'words')
const passphrase = 'maji moto na chumvi'
writeFileSync(words, `${passphrase}\n`)
const identity = await generateX25519Identity()
const recipient = await identityToRecipient(identity)

const restored = (named: string, until?: number, unsealing: Unsealing = { passphrase }) =>
  restoredFrom(named, { ...(until === undefined ? {} : { until }), unsealing })
const piecesIn = (second: string) => readdirSync(join(second, 'log')).sort()

describe('the head of the record chain', () => {
  const sales = async (store: Store, ...numbers: number[]) => {
    for (const number of numbers) {
      await store.write(async tx => {
        if (number === 0) await tx.rows(accountRow, [], 'once')
        await pay(tx, number)
        await book(tx, number)
      })
    }
  }
  /**
   * Carries until nothing is left: the start may be carrying, and what was sold since is not in its
   * pieces; or the log may need a copy to start from.
   */
  const carryAll = async ({ log, take }: ReturnType<typeof openLogged>) => {
    do {
      await (log.needsCopy() ? take() : log.carry())
      await Bun.sleep(5)
    } while (log.status().since !== undefined)
  }
  const files = ['kaunta.db', 'chain.head']

  test('goes to the second place, and shows there that an older copy was put over the folder', async () => {
    const { folder, second } = newFolders()
    const first = openLogged(folder, second)
    await sales(first.store, 0, 1)
    await first.take()
    await first.store.close()
    const old = files.map(name => readFileSync(join(folder, name)))
    const shop = openLogged(folder, second, loggedStart + 60_000)
    expect(await shop.backups.carriedHead()).toMatchObject({ number: 2, at: loggedStart })
    await sales(shop.store, 2, 3)
    await carryAll(shop)
    const carried = { number: 4, hash: expect.any(String), at: loggedStart + 60_000 }
    expect(await shop.backups.carriedHead()).toEqual(carried)
    expect(await foundProblems(shop.store.read, await factsOf(shop))).toEqual([])
    await shop.store.close()

    for (const [index, name] of files.entries()) writeFileSync(join(folder, name), old[index] ?? '')
    const again = openLogged(folder, second, loggedStart + 120_000)
    const found = await foundProblems(again.store.read, await factsOf(again))
    expect(found).toEqual([expect.stringMatching(/^the records lack link 4 .* an older back-up/)])
    const [problem = ''] = found
    const sealed = await again.backups.carriedHead()
    expect((await checkFolder(folder, sealed)).find(({ name }) => name === 'records')?.problems).toEqual([
      problem,
    ])
    await again.take()
    expect(await again.backups.carriedHead()).toEqual(carried)
    const there = { ...carried, hash: (await again.backups.carriedHead())?.hash ?? '' }
    // Who has accepted it hears no more of it, and what is carried from then on is this folder's.
    await again.store.write(tx => insertAuditEntry(tx, problemEntry('records.accepted', 'audit_a', problem)))
    expect(
      await newProblems(again.store.read, await findCarriedHeadProblems(again.store.read, there)),
    ).toEqual([])
    await carryAll(again)
    expect(await again.backups.carriedHead()).toMatchObject({ number: 3 })
    await sales(again.store, 12, 13, 14)
    expect(
      await newProblems(again.store.read, await findCarriedHeadProblems(again.store.read, there)),
    ).toEqual([])
    await carryAll(again)
    expect(await again.backups.carriedHead()).toMatchObject({ number: 6 })
    await again.store.close()
  })

  test('raises no alarm after a restore, whose audit entry records what it left out', async () => {
    const { folder, second } = newFolders()
    const shop = openLogged(folder, second)
    await sales(shop.store, 0, 1)
    const carried = { number: 9, hash: 'f'.repeat(64), at: loggedStart }
    expect(await findCarriedHeadProblems(shop.store.read, carried)).toHaveLength(1)
    const entry = {
      ...problemEntry('records.changed', 'audit_r', ''),
      kind: 'data.restored',
      subject: null,
    } as const
    await shop.store.write(tx => insertAuditEntry(tx, { ...entry, createdAt: loggedStart - 1 }))
    expect(await findCarriedHeadProblems(shop.store.read, carried)).toHaveLength(1)
    await shop.store.write(tx => insertAuditEntry(tx, { ...entry, id: 'audit_s', createdAt: loggedStart }))
    expect(await findCarriedHeadProblems(shop.store.read, carried)).toEqual([])
    // The former head gives way at once: else nothing would show what is put over the restored folder.
    mkdirSync(join(second, 'log'), { recursive: true })
    writeFileSync(join(second, 'log', 'chain.head'), `9 ${carried.hash} ${carried.at}\n`)
    await shop.take()
    expect(await shop.backups.carriedHead()).toMatchObject({ number: 4 })
    await shop.store.close()
  })
})

const factsOf = async ({ store, backups }: ReturnType<typeof openLogged>) => ({
  head: store.head(),
  carried: await backups.carriedHead(),
  rest: async () => {},
})

describe('the log', () => {
  test('holds every sale and person up to its last piece, and no piece is cut when nothing changed', async () => {
    const { folder, second } = newFolders()
    const { sell, take, log, advance, store } = openLogged(folder, second)
    await sell('before')
    expect(log.needsCopy()).toBe(true)
    await take()
    await log.settled()
    expect(log.needsCopy()).toBe(false)
    advance(10_000)
    await sell('one')
    const staff = new Database(join(folder, 'staff.db'))
    staff.run("insert into user values ('Asha')")
    await log.carry()
    expect(log.status()).toEqual({ safeUntil: loggedStart + 10_000, since: undefined, failure: undefined })
    const first = piecesIn(second)
    await log.carry()
    expect(piecesIn(second)).toEqual(first)
    advance(10_000)
    await sell('two')
    await log.carry()
    advance(10_000)
    await sell('lost with the server')
    staff.close()

    expect(await restored(second)).toEqual({
      sales: ['before', 'one', 'two'],
      people: ['Asha'],
      log: expect.objectContaining({ pieces: piecesIn(second).length, stopped: null }),
      restoredTo: loggedStart + 20_000,
      datedAhead: [],
    })
    expect((await restored(second, loggedStart + 15_000)).sales).toEqual(['before', 'one'])
    expect((await restored(second, loggedStart)).sales).toEqual(['before'])
    await store.close()
  })

  test('comes by itself a minute after a sale', async () => {
    const { folder, second } = newFolders()
    const { sell, take, log, advance, store } = openLogged(folder, second)
    await take()
    await log.carry()
    await sell('one')
    await store.write(tx => tx.rows('update balance set amount = amount', [], 'once', changeOf('balance')))
    advance(60_000)
    while (log.status().since !== undefined) await Bun.sleep(5)
    expect((await restored(second)).sales).toEqual(['one'])
    await store.close()
  })

  test('follows checkpoints, and a copy that is made while the server sells', async () => {
    const { folder, second } = newFolders()
    const { sell, take, log, advance, store } = openLogged(folder, second)
    await take()
    const wanted: string[] = []
    for (let round = 0; round < 4; round++) {
      const copying = round === 2 ? take() : undefined
      for (let number = 0; number < 400; number++) {
        wanted.push(`sale ${round} ${number}`)
        await sell(`sale ${round} ${number}`)
      }
      await copying
      advance(2_000)
      await log.carry()
    }
    const { sales, log: applied } = await restored(second)
    expect([sales.sort(), applied.stopped]).toEqual([wanted.sort(), null])
    const copies = readdirSync(second).filter(name => name !== 'log')
    expect(copies).toHaveLength(1)
    expect(log.needsCopy()).toBe(false)
    await store.close()
  }, 300_000)

  test('goes on after a stop, without another copy', async () => {
    const { folder, second } = newFolders()
    const before = openLogged(folder, second)
    await before.take()
    await before.sell('one')
    await before.store.close()
    const { log, sell, store } = openLogged(folder, second, loggedStart + 60_000)
    expect(log.needsCopy()).toBe(false)
    await sell('two')
    await log.carry()
    expect((await restored(second)).sales).toEqual(['one', 'two'])
    await store.close()
  })

  test('starts over when something else has written to the database', async () => {
    const { folder, second } = newFolders()
    const before = openLogged(folder, second)
    await before.take()
    await before.store.close()
    const other = new Database(join(folder, 'kaunta.db'))
    other.run("insert into setting values ('foreign', '')")
    other.run('pragma wal_checkpoint(truncate)')
    other.close()
    const { log, store } = openLogged(folder, second, loggedStart + 60_000)
    expect(log.needsCopy()).toBe(true)
    await store.close()
  })

  test('follows the newest copy that is not dated in the future', async () => {
    const { folder, second } = newFolders()
    const sellAndTake = async (name: string, now: number) => {
      const { sell, take, store } = openLogged(folder, second, now)
      await sell(name)
      await take()
      await store.close()
    }
    const ahead = Date.UTC(2030, 0, 1)
    await sellAndTake('with the clock ahead', ahead)
    expect((await restored(second)).sales).toEqual(['with the clock ahead'])
    for (let day = 0; day < 2; day++) await sellAndTake(`day ${day}`, loggedStart + day * 86_400_000)
    rmSync(join(second, 'log'), { recursive: true })
    expect(await restored(second)).toMatchObject({
      sales: ['with the clock ahead', 'day 0', 'day 1'],
      datedAhead: ['2030-01-01T000000Z'],
    })
  })

  test('of a server that is killed again and again has every sale that was carried, and is unbroken', async () => {
    const { folder, second } = newFolders()
    const program = new URL('../kit/logged-folder.ts', import.meta.url).pathname
    for (let kills = 0; kills < sized({ test: 2, proof: 4 }); kills++) {
      const seller = Bun.spawn(['bun', program, folder, second], { stdout: 'pipe', stderr: 'inherit' })
      let said = ''
      for await (const text of seller.stdout.pipeThrough(
        new TextDecoderStream() as never,
      ) as never as AsyncIterable<string>) {
        said += text
        if (said.split('carried').length > 2 + kills) break
      }
      seller.kill('SIGKILL')
      await seller.exited
      const carried = Number(said.match(/carried (\d+)(?!.*carried)/s)?.[1])
      const { sales, log } = await restored(second)
      expect(log.stopped).toBeNull()
      for (let number = 0; number <= carried; number++) expect(sales).toContain(`sale ${number}`)
    }
    expect(readdirSync(second).filter(name => name !== 'log')).toHaveLength(1)
  }, 300_000)
})

describe('a log that is not whole', () => {
  /** Creates a second place with one copy and three pieces, of one sale each. */
  async function threePieces(plan = {}) {
    const { folder, second } = newFolders()
    const shop = openLogged(folder, second, loggedStart, plan)
    await shop.take()
    await shop.log.carry()
    for (const name of ['one', 'two', 'three']) {
      shop.advance(60_000)
      await shop.sell(name)
      await shop.log.carry()
    }
    const names = piecesIn(second).slice(-3)
    return { ...shop, second, names, pathOf: (index: number) => join(second, 'log', names[index] ?? '') }
  }

  test('is used up to a piece that is missing, torn, changed or of another place, which is named', async () => {
    const { second, pathOf, store } = await threePieces()
    const bytes = readFileSync(pathOf(1))
    const third = readFileSync(pathOf(2))
    const kinds: [string, () => void, RegExp][] = [
      ['missing', () => rmSync(pathOf(1)), /^piece \d+ is missing$/],
      ['torn', () => writeFileSync(pathOf(1), bytes.subarray(0, bytes.length - 9)), /cannot be used/],
      ['empty', () => writeFileSync(pathOf(1), ''), /cannot be used \(it is no piece of a log\)/],
      ['swapped', () => writeFileSync(pathOf(1), third), /cannot be used \(it does not follow piece \d+\)/],
    ]
    for (const [kind, harm, said] of kinds) {
      harm()
      const { sales, log } = await restored(second)
      expect([kind, sales, log.stopped]).toEqual([kind, ['one'], expect.stringMatching(said)])
      writeFileSync(pathOf(1), bytes)
    }
    expect((await restored(second)).sales).toEqual(['one', 'two', 'three'])
    await store.close()
  })

  describe('read from a place that fails', () => {
    /** Applies the log to a copy. `read` replaces the reading of a piece, and gets the true one. */
    async function applied(
      second: string,
      read: (piece: string, stored: () => ReturnType<LogPlace['read']>) => ReturnType<LogPlace['read']>,
      prepare: (folder: string) => void = () => {},
    ) {
      const place = openLogPlace(second, undefined)
      const [copy = ''] = readdirSync(second).filter(name => name !== 'log')
      const isSealed = copy.endsWith(sealedEnding)
      const aside = mkdtempSync(join(root, 'aside-'))
      const unsealing = { identity }
      const folder = isSealed
        ? await openSealed(Bun.file(join(second, copy)).stream(), unsealing, aside)
        : takeCopy(join(second, copy), aside)
      prepare(folder)
      const log: LogPlace = { ...place, read: name => read(name, () => place.read(name)) }
      return applyLog(folder, {
        log,
        pieces: await place.list(),
        until: undefined,
        unsealing,
        inTime: work => work,
      })
    }
    const reset = new Error('the connection was reset')
    /** Returns a stream that gives one chunk, and then fails. */
    const brokenStream = (chunk: Uint8Array) => {
      let isGiven = false
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          if (isGiven) throw reset
          isGiven = true
          controller.enqueue(chunk)
        },
      })
    }

    test.each([
      ['plain', {}],
      ['sealed', { sealing: { recipient } }],
    ])('once is read again: %s', async (_, plan) => {
      const { second, store } = await threePieces(plan)
      const pieces = piecesIn(second).length
      const failed = new Set<string>()
      const onceRejected = await applied(second, async (name, stored) => {
        if (failed.has(name)) return stored()
        failed.add(name)
        throw reset
      })
      expect(onceRejected).toMatchObject({ pieces, stopped: null })
      failed.clear()
      const onceBroken = await applied(second, async (name, stored) => {
        if (failed.has(name)) return stored()
        failed.add(name)
        return brokenStream(readFileSync(join(second, 'log', name)).subarray(0, 300))
      })
      expect(onceBroken).toMatchObject({ pieces, stopped: null })
      await store.close()
    })

    test('each time fails the restore', async () => {
      const { second, names, store } = await threePieces()
      const reads: string[] = []
      const refused = applied(second, async (name, stored) => {
        reads.push(name)
        if (name === names[1]) throw reset
        return stored()
      })
      expect(refused).rejects.toThrow(
        /^piece \d+ of the log cannot be restored \(the connection was reset\): .* --until 2026-11-21T09:01:59Z$/,
      )
      await refused.catch(() => {})
      expect(reads.filter(name => name === names[1])).toHaveLength(3)
      expect(reads).not.toContain(names[2])
      expect(applied(second, async () => brokenStream(Buffer.from('{')))).rejects.toThrow('was reset')
      await store.close()
    })

    test('is not confused with a disk here that refuses to write', async () => {
      const { second, store } = await threePieces()
      const inTheWay = (folder: string) => mkdirSync(join(folder, 'piece', 'full'), { recursive: true })
      expect(applied(second, (_, stored) => stored(), inTheWay)).rejects.toThrow(
        /^piece \d+ of the log cannot/,
      )
      await store.close()
    })
  })

  // A passphrase costs its work for each file twice.
  const toKey = ['to a key', { recipient }, { identity }] as const
  const toWords = ['to a passphrase', { passphraseFile: words }, { passphrase }] as const
  test.each<readonly [string, SealingPlan, Unsealing]>(sized({ test: [toKey], proof: [toKey, toWords] }))(
    'is sealed as copies are: %s',
    async (_, sealing, unsealing) => {
      const { second, names, pathOf, store } = await threePieces({ sealing })
      expect(names.every(name => name.endsWith('.kaunta-log.age'))).toBe(true)
      expect(readFileSync(pathOf(0), 'latin1')).toStartWith('age-encryption.org/v1\n')
      expect((await restored(second, undefined, unsealing)).sales).toEqual(['one', 'two', 'three'])
      await store.close()
    },
  )

  test('catches up in order after the second place was away, and until then reports why and since when', async () => {
    const { second, sell, log, advance, store, time } = await threePieces()
    renameSync(second, `${second}.away`)
    const since = time.now() + 60_000
    for (let minutes = 0; minutes < 5; minutes++) {
      advance(60_000)
      await sell(`away ${minutes}`)
      await log.carry()
    }
    expect(log.status()).toMatchObject({ since, failure: expect.stringContaining('is its disk connected?') })
    renameSync(`${second}.away`, second)
    await log.carry()
    expect(log.status()).toEqual({ safeUntil: time.now(), since: undefined, failure: undefined })
    const { sales, log: applied } = await restored(second)
    expect([sales.slice(3), applied.stopped]).toEqual([
      [0, 1, 2, 3, 4].map(minutes => `away ${minutes}`),
      null,
    ])
    await store.close()
  })

  test('keeps what a full second place refuses', async () => {
    const { second, sell, log, store } = await threePieces()
    renameSync(join(second, 'log'), join(second, 'kept'))
    writeFileSync(join(second, 'log'), 'in the way')
    await sell('refused')
    await log.carry()
    expect(log.status().failure).toBeDefined()
    rmSync(join(second, 'log'))
    renameSync(join(second, 'kept'), join(second, 'log'))
    await log.carry()
    expect((await restored(second)).sales).toEqual(['one', 'two', 'three', 'refused'])
    await store.close()
  })
})
