// Failed logins in the audit log: in every sign-in, whose, from where, and how many entries guessing can
// make.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { noteFailedLogin, storeFailedLogins } from '../../src/flow/failed-login.ts'
import { insertMember } from '../../src/store/account.ts'
import { openEndpointShop, type TestRequest } from '../kit/endpoint.ts'
import { at, textAt } from '../kit/endpoint-answer.ts'
import { totpOf, wrongOf } from '../kit/totp.ts'

const hourMs = 3_600_000
const password = 'siri-ndogo-sana'
const wrongPassword = 'not-the-one'

/** Each test has its own person and address, so that no throttle and no count spans two. */
let address = ''
let email = ''
let staffId = ''
let tests = 0
const shop = await openEndpointShop({ trustedProxies: ['127.0.0.1'] })
afterAll(() => shop.close())
beforeEach(async () => {
  address = `10.0.0.${++tests}`
  email = `mtu${tests}@duka.co.tz`
  staffId = (await shop.login.createStaff({ name: 'Neema', email, password })).id
  await employ(shop.accounts.sandbox.id, staffId)
})

const employ = (accountId: string, id: string) =>
  shop.appliance.store.write(tx =>
    insertMember(tx, { staffId: id, accountId, role: 'admin', name: 'Neema', createdAt: 0 }),
  )
const request = (what: TestRequest) =>
  shop.request({ ...what, headers: { 'x-forwarded-for': address, origin: shop.url, ...what.headers } })
const auth = (path: string, json: object, cookie = '') =>
  request({ path: `/api/auth${path}`, json, headers: { cookie } })
const cookieOf = (answer: Awaited<ReturnType<typeof auth>>) =>
  answer.headers
    .getSetCookie()
    .map(text => text.split(';')[0])
    .join('; ')
const signIn = (json: object = {}) => auth('/sign-in/email', { email, password, ...json })

interface Entry {
  readonly subject: string
  readonly subject_name: string
  readonly address: string | null
  readonly detail: { readonly count: number }
}
/** Returns the entries of this test's person, newest first, once the timers of `ms` have run. */
async function entriesAfter(ms: number): Promise<Entry[]> {
  // The person is looked up after the answer; this lookup is queued behind that one.
  await shop.login.findByEmail(email)
  shop.advance(ms)
  // Writes run in order: the entries are stored when this one is done.
  await shop.appliance.store.write(async () => {}, 'upkeep')
  const listed = await shop.request({ as: 'owner', path: '/api/v1/audit-log?kind=login.failed&limit=100' })
  return [at(listed, 'data.items')].flat().filter(entry => Object(entry).subject === staffId) as Entry[]
}

describe('the audit log', () => {
  test('has an entry with person and address, and nothing of what was typed', async () => {
    expect((await signIn({ password: wrongPassword })).status).toBe(401)
    const entries = await entriesAfter(1_000)
    expect(entries).toEqual([
      expect.objectContaining({
        actor: expect.objectContaining({ type: 'server' }),
        subject: staffId,
        subject_name: 'Neema',
        address,
        detail: { count: 1 },
      }),
    ])
    expect(JSON.stringify(entries)).not.toContain(wrongPassword)
    expect(JSON.stringify(entries)).not.toContain(email)
  })

  test('has one for a password sent as a form', async () => {
    const answer = await request({
      path: '/api/auth/sign-in/email',
      raw: new URLSearchParams({ email: email.toUpperCase(), password: wrongPassword }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.status).toBe(401)
    expect(await entriesAfter(1_000)).toMatchObject([{ address, detail: { count: 1 } }])
  })

  test('has one for a token and for a password asked again', async () => {
    const token = { path: '/api/v1/auth/token', json: { email, password: wrongPassword } }
    expect((await request(token)).status).toBe(401)
    expect(await entriesAfter(1_000)).toMatchObject([{ address, detail: { count: 1 } }])
    const cookie = cookieOf(await signIn())
    const headers = { cookie, 'kaunta-account': shop.accounts.sandbox.id }
    const confirm = { path: '/api/v1/me/confirm', json: { password: wrongPassword }, headers }
    expect((await request(confirm)).status).toBe(400)
    expect(await entriesAfter(hourMs)).toMatchObject([{ detail: { count: 1 } }, { detail: { count: 1 } }])
  })

  test.each([
    ['turned on', '/api/auth/two-factor/enable', { password: wrongPassword }],
    ['turned off', '/api/auth/two-factor/disable', { password: wrongPassword, code: '000000' }],
    ['asked for backup codes', '/api/auth/two-factor/generate-backup-codes', { password: wrongPassword }],
    ['given a new password', '/api/v1/me/password', { current: wrongPassword, new: 'mpya-kabisa-hii' }],
  ])(
    'has one for each wrong password when an account is %s, of three in ten seconds',
    async (_, path, json) => {
      const headers = { cookie: cookieOf(await signIn()), 'kaunta-account': shop.accounts.sandbox.id }
      const statuses: number[] = []
      for (let tries = 0; tries < 5; tries++) statuses.push((await request({ path, json, headers })).status)
      expect(statuses).toEqual([400, 400, 400, 429, 429])
      expect(await entriesAfter(hourMs)).toMatchObject([
        { detail: { count: 2 } },
        { address, detail: { count: 1 } },
      ])
      // The throttle is the one of the sign-in.
      expect((await signIn()).status).toBe(429)
    },
  )

  test('has wrong codes of the second step, and not the first code of an app', async () => {
    const cookie = cookieOf(await signIn())
    const begun = await auth('/two-factor/enable', { password }, cookie)
    const uri = textAt(begun, 'totpURI')
    const verify = (code: string, of: string) => auth('/two-factor/verify-totp', { code }, of)
    expect((await verify(wrongOf(totpOf(uri)), cookie)).status).toBe(401)
    expect((await verify(totpOf(uri), cookie)).status).toBe(200)
    expect(await entriesAfter(1_000)).toEqual([])
    const step = cookieOf(await signIn())
    expect((await verify(wrongOf(totpOf(uri)), step)).status).toBe(401)
    expect((await auth('/two-factor/verify-backup-code', { code: 'not-a-code' }, step)).status).toBe(401)
    expect(await entriesAfter(1_000)).toMatchObject([{ address, detail: { count: 1 } }])
    expect(await entriesAfter(hourMs)).toMatchObject([{ detail: { count: 1 } }, { detail: { count: 1 } }])
  })

  test('has nothing of an unknown e-mail address, and nothing of a right password', async () => {
    const before = shop.appliance.failedLogins.size
    const unknown = await auth('/sign-in/email', { email: 'mgeni@duka.co.tz', password: wrongPassword })
    expect(unknown.status).toBe(401)
    expect((await signIn()).status).toBe(200)
    expect(await entriesAfter(hourMs)).toEqual([])
    expect(shop.appliance.failedLogins.size).toBeLessThanOrEqual(before)
  })

  test('of another merchant has none', async () => {
    const { id } = await shop.login.createStaff({
      name: 'Rival',
      email: `rival${tests}@duka.co.tz`,
      password,
    })
    await employ(shop.accounts.stranger.id, id)
    const failures = async () =>
      (await shop.rows()).get('audit_entry')?.filter(row => row.includes('login.failed')) ?? []
    const before = await failures()
    await signIn({ password: wrongPassword })
    await entriesAfter(1_000)
    const added = (await failures()).filter(row => !before.includes(row))
    expect(added).toHaveLength(1)
    expect(added[0]).toContain(shop.accounts.sandbox.id)
  })
})

describe('guessing', () => {
  const guess = (count: number, from = address) => {
    for (let each = 0; each < count; each++) noteFailedLogin(shop.appliance, staffId, from)
  }

  test('has the first immediately and the others counted when the hour is over', async () => {
    guess(1)
    expect(await entriesAfter(1_000)).toMatchObject([{ detail: { count: 1 } }])
    guess(49)
    expect(await entriesAfter(hourMs - 2_000)).toHaveLength(1)
    expect(await entriesAfter(1_000)).toMatchObject([{ detail: { count: 49 } }, { detail: { count: 1 } }])
    expect(await entriesAfter(hourMs)).toHaveLength(2)
    guess(1)
    expect(await entriesAfter(1_000)).toHaveLength(3)
  })

  test('from many addresses has entries for twenty, and for the rest together', async () => {
    for (let each = 0; each < 200; each++) guess(2, `10.1.0.${each}`)
    const entries = await entriesAfter(hourMs)
    expect(entries).toHaveLength(42)
    expect(new Set(entries.map(entry => entry.address)).size).toBe(21)
    const sum = (some: Entry[]) => some.reduce((total, { detail }) => total + detail.count, 0)
    expect(sum(entries)).toBe(400)
    expect(sum(entries.filter(entry => entry.address === null))).toBe(360)
  })

  test('is counted at a stop', async () => {
    guess(5)
    await storeFailedLogins(shop.appliance)
    expect(await entriesAfter(hourMs)).toMatchObject([{ detail: { count: 5 } }])
  })
})
