// Makes the newest of test/golden: a shop as today's code writes it, with logins, payments of all states,
// webhooks, payouts and shifts; a data folder, or a dump where tests run on PostgreSQL. `bun
// scripts/golden.ts` runs it on both.
import { test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { migrations } from '../../migrations/list.ts'
import { assert } from '../../src/domain/fault.ts'
import { copyData } from '../../src/store/backup/copy.ts'
import { type EndpointShop, mobile, openEndpointShop, qr } from '../kit/endpoint.ts'
import { collect, earn, payoutOf, wallet } from '../kit/endpoint-money.ts'
import { addCashiers, pairTill, pins } from '../kit/endpoint-till.ts'
import {
  archiveOf,
  countFolder,
  countRows,
  type DumpFacts,
  dumpFactsOf,
  dumpOf,
  dumpSum,
  dumpText,
  factsOf,
  type GoldenFacts,
  migrationsSum,
  newestVersions,
} from './golden.ts'

const hour = 3_600_000
/** On this machine, where no program listens: a golden folder that a test opens reaches no other. */
const webhook_url = 'http://127.0.0.1:9/hook'

async function sell(shop: EndpointShop): Promise<void> {
  const withHook = { ...qr, webhook_url }
  for (const amount of [12_000, 800_000]) await earn(shop, amount)
  await collect(shop, withHook, { outcome: 'completed' })
  await collect(shop, mobile, { outcome: 'failed', reason: 'insufficient_balance' })
  const voided = await shop.make(mobile)
  await shop.request({ as: 'sandbox', method: 'POST', path: `/v1/payments/${voided.reference}/void` })
  await shop.make(withHook)
  await shop.request({ as: 'sandbox', path: '/api/v1/sessions', json: { amount: 7_000, webhook_url } })
  shop.advance(5 * hour)
  await shop.work()
  await shop.make(withHook)
  await shop.make(mobile)
}

async function payOut(shop: EndpointShop): Promise<void> {
  const send = async () => {
    const json = { ...wallet, webhook_url }
    return payoutOf(await shop.request({ as: 'sandbox', path: '/v1/payouts/send', json })).reference
  }
  for (const json of [{ outcome: 'completed' }, { outcome: 'failed', reason: 'recipient_not_found' }]) {
    const path = `/v1/sandbox/payouts/${await send()}`
    const decided = await shop.request({ as: 'sandbox', path, json })
    assert(decided.status === 200, decided.text)
    await shop.work()
  }
  await send()
}

async function workAtTill(shop: EndpointShop): Promise<void> {
  const crew = await addCashiers(shop)
  const till = await pairTill(shop, 'Kaunta 1', { staffId: crew.neema, pin: pins.neema })
  await till.request({ path: '/api/v1/till/shift', json: { float: 20_000 } })
  await till.takeCash(3_500)
  await till.pay(await till.sellByQr(4_000))
  const closed = await till.request({ path: '/api/v1/till/shift/close', json: { counted: 23_500 } })
  assert(closed.status === 200, closed.text)
  const side = await pairTill(shop, 'Kaunta 2', { staffId: crew.juma, pin: pins.juma })
  await side.request({ path: '/api/v1/till/shift', json: { float: 0 } })
}

const write = (file: string, facts: GoldenFacts) =>
  writeFileSync(file, `${JSON.stringify(facts, undefined, 2)}\n`)

async function writeFolder(shop: EndpointShop): Promise<void> {
  const aside = mkdtempSync(join(tmpdir(), 'kaunta-golden-'))
  const folder = join(aside, 'data')
  copyData({ from: shop.folder, to: folder, suffix: '.part' })
  const version = migrations.length
  write(factsOf(version), { migrations: migrationsSum(version), rows: await countFolder(folder) })
  const tar = ['tar', '--create', '--gzip', '--file', archiveOf(version)]
  const plain = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=2026-11-21']
  const { exitCode, stderr } = Bun.spawnSync([...tar, ...plain, '--directory', aside, 'data'])
  assert(exitCode === 0, stderr.toString())
  rmSync(aside, { recursive: true })
}

async function writeDump({ folder, made }: EndpointShop, url: string): Promise<void> {
  const sql = new Bun.SQL({ url, max: 1 })
  const facts: DumpFacts = {
    migrations: dumpSum(newestVersions),
    rows: await countRows(text => sql.unsafe(text).values()),
    secret_key: readFileSync(join(folder, 'secret.key')).toString('base64'),
    api_key: made.sandbox_api_key,
  }
  await sql.close()
  write(dumpFactsOf(newestVersions), facts)
  // Without its identity it is the database that was written, and none that a dump was restored into.
  const text = dumpText(url, '--rows-per-insert=100', '--exclude-table-data=home')
  writeFileSync(dumpOf(newestVersions), gzipSync(text, { level: 9 }))
}

test('makes the newest golden shop', async () => {
  // As releases store passwords: today's executable lets the owner in.
  const passwordHash = { hash: hashPassword, verify: verifyPassword }
  const shop = await openEndpointShop({ passwordHash })
  await sell(shop)
  await payOut(shop)
  await workAtTill(shop)
  await (shop.database === undefined ? writeFolder(shop) : writeDump(shop, shop.database))
  await shop.close()
}, 300_000)
