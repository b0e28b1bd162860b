// Data folders of each released schema, as the release wrote them: today's executable opens each, brings its
// tables up to date, finds nothing wrong, lets its owner in and sells. Releases change tables only by further
// migrations; a folder here is made once (scripts/golden.ts) and then kept.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../migrations/list.ts'
import { runBinary, startBinary } from '../kit/binary.ts'
import { owner } from '../kit/people.ts'
import { isProof } from '../kit/proof.ts'
import { newTestFolder } from '../kit/test-folder.ts'
import { archiveOf, countFolder, factsOf, type GoldenFacts, migrationsSum } from './golden.ts'

setDefaultTimeout(300_000)
const root = newTestFolder('kaunta-golden-')
const versions = migrations.map((_, index) => index + 1).filter(version => existsSync(archiveOf(version)))

test('the newest tables have their golden folder', () => {
  if (versions.at(-1) !== migrations.length)
    throw new Error('migrations/list.ts has a new one: bun scripts/golden.ts makes its folder')
})

/** The oldest one takes all steps of the others; the newest one takes none. */
const tested = isProof ? versions : [...new Set([versions[0] ?? 0, versions.at(-1) ?? 0])]
describe.each(tested)('the data of schema %i', version => {
  const data = join(root, `${version}/data`)
  const facts: GoldenFacts = JSON.parse(readFileSync(factsOf(version), 'utf8'))

  test('its migrations are those that it was made by', () => {
    if (facts.migrations !== migrationsSum(version))
      throw new Error(
        `a migration up to ${version} has changed since ${archiveOf(version)} was made. Released: never, add ` +
          'another migration. Not released yet: bun scripts/golden.ts',
      )
  })

  test('is opened, brought up to date, and adds up', async () => {
    expect(statSync(archiveOf(version)).size).toBeLessThan(100_000)
    const folder = join(root, String(version))
    Bun.spawnSync(['mkdir', '-p', folder])
    expect(Bun.spawnSync(['tar', '-xzf', archiveOf(version), '-C', folder]).exitCode).toBe(0)
    const { code, output, log } = await runBinary(['upgrade', data, '--rehearse'])
    const payments = Object.entries(facts.rows).filter(([kind]) => kind.startsWith('payment '))
    const count = payments.reduce((sum, [, rows]) => sum + rows, 0)
    expect([code, output, log]).toEqual([0, `${count} payments, and the balances match the postings\n`, ''])
    expect(await countFolder(data)).toEqual(facts.rows)
  })

  test('has nothing that the doctor calls bad', async () => {
    const { output } = await runBinary(['doctor', '--data', data, '--json'])
    const { checks }: { checks: { name: string; state: string }[] } = JSON.parse(output)
    const stateOf = (name: string) => checks.find(check => check.name === name)?.state
    for (const name of ['rights', 'secret_key', 'kaunta.db', 'staff.db', 'ledger', 'records'])
      expect([name, stateOf(name)]).toEqual([name, 'good'])
    expect(checks.filter(({ state }) => state === 'bad')).toEqual([])
  })

  test('lets its owner in, who sees every payment and sells another', async () => {
    const server = await startBinary({ data })
    const send = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(`${server.url}${path}`, init)
      // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
      return ((await answer.json()) as any).data
    }
    const json = { 'content-type': 'application/json' }
    const body = JSON.stringify(owner)
    const { token } = await send('/api/v1/auth/token', { method: 'POST', headers: json, body })
    const { accounts } = await send('/api/v1/me', { headers: { authorization: `Bearer ${token}` } })
    const sandbox = accounts.find(({ mode }: { mode: string }) => mode === 'sandbox')
    const inSandbox = JSON.stringify({ ...owner, account_id: sandbox.id })
    const other = await send('/api/v1/auth/token', { method: 'POST', headers: json, body: inSandbox })
    const headers = { ...json, authorization: `Bearer ${other.token}` }
    const { items } = await send('/v1/payments?limit=100', { headers })
    const completed = items.filter(({ status }: { status: string }) => status === 'completed')
    expect(completed).toHaveLength(facts.rows['payment completed'] ?? 0)
    const sale = { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } }
    const made = await send('/v1/payments', { method: 'POST', headers, body: JSON.stringify(sale) })
    expect(made.status).toBe('pending')
    expect(await server.stop()).toBe(0)
    const { output } = await runBinary(['upgrade', data, '--rehearse'])
    expect(output).toBe(`${items.length + 1} payments, and the balances match the postings\n`)
  })
})
