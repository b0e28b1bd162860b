// A shop with a paired till for browser tests: the real binary on a folder with an owner and two cashiers,
// all of them with a PIN.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { newAppliance } from '../../src/appliance.ts'
import { assert } from '../../src/domain/fault.ts'
import { openLogin } from '../../src/login/login.ts'
import { insertMember } from '../../src/store/account.ts'
import { openSeal } from '../../src/store/seal.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { realWorld } from '../../src/world.ts'
import { type Binary, freePort, initBinary, startBinary } from './binary.ts'
import { openBrowser } from './browser.ts'

const asha = { name: 'asha', email: 'asha@duka.co.tz', password: 'siri-kubwa-sana', pin: '2580' }
export const neema = {
  name: 'Neema Kessy',
  email: 'neema@duka.co.tz',
  password: 'siri-ndogo-sana',
  pin: '4719',
}
export const juma = {
  name: 'Juma Ally',
  email: 'juma@duka.co.tz',
  password: 'siri-ya-tatu-sana',
  pin: '9063',
}

interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  readonly body: any
}
export type TillShop = Awaited<ReturnType<typeof openTillShop>>

/** People are made on the stopped box, as the console will. */
async function hire(data: string, accountIds: readonly string[]): Promise<void> {
  const post = async () => assert(false, 'nothing is sent while people are hired')
  const world = realWorld('error', { post, get: post } as never)
  const store = openSqlite(data, world.clock.now(), () => {})
  const seal = openSeal(join(data, 'secret.key'), false, world.random.bytes)
  const own = { addresses: [], port: 1 }
  const appliance = await newAppliance({ world, store, seal, own, publicUrl: 'http://localhost' })
  const file = join(data, 'staff.db')
  const login = await openLogin({
    file,
    secret: seal.derive('staff logins'),
    mayUseHost: () => true,
    secureCookies: false,
    idleSeconds: 43_200,
  })
  for (const person of [neema, juma]) {
    const { id } = await login.createStaff({
      name: person.name,
      email: person.email,
      password: person.password,
    })
    for (const accountId of accountIds)
      await appliance.store.write(tx =>
        insertMember(tx, { staffId: id, accountId, role: 'cashier', createdAt: world.clock.now() }),
      )
  }
  await login.close()
  await store.close()
}

export interface TillShopOptions {
  readonly args?: readonly string[]
  readonly env?: Record<string, string>
  /** Which account tills belong to; practice unless said. */
  readonly live?: boolean
  /** Where the data folder is made. */
  readonly scratch?: string
}

export async function openTillShop({
  args = [],
  env = {},
  live = false,
  scratch = tmpdir(),
}: TillShopOptions = {}) {
  const folder = mkdtempSync(join(scratch, 'kaunta-till-shop-'))
  const data = join(folder, 'data')
  const made = await initBinary(data)
  await hire(data, [made.account.id, made.sandbox_account.id])
  const port = freePort()
  let box: Binary = await startBinary({ data, port, args, env })
  const { url } = box
  const account = live ? made.account.id : made.sandbox_account.id

  const ask = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    json?: unknown,
  ): Promise<Reply> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text }
  }
  const token = async (person: { email: string; password: string }) => {
    const { body } = await ask('POST', '/api/v1/auth/token', {}, { ...person, account_id: account })
    return { authorization: `Bearer ${body.data.token}` }
  }
  const office = await token(asha)
  /** The owner's own calls. */
  const asOwner = (method: string, path: string, json?: unknown) => ask(method, path, office, json)
  /** What the pretend network is told, and payments as the merchant reads them. */
  const asKey = (method: string, path: string, json?: unknown) =>
    ask(method, path, { authorization: `Bearer ${live ? made.api_key : made.sandbox_api_key}` }, json)

  const people = new Map<string, string>()
  for (const person of [asha, neema, juma]) {
    const mine = await token(person)
    const claims = JSON.parse(
      atob(mine.authorization.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''),
    )
    people.set(person.name, claims.sub)
    const { status, body } = await ask('PUT', `/api/v1/staff/${claims.sub}/pin`, mine, { pin: person.pin })
    assert(status === 200, `a PIN is set: ${JSON.stringify(body)}`)
  }

  const newTill = async (name: string) => {
    const { status, body } = await asOwner('POST', '/api/v1/tills', { name })
    assert(status === 201, `a till is made: ${JSON.stringify(body)}`)
    return body.data
  }
  const decide = (reference: string, decision: unknown) =>
    asKey('POST', `/v1/sandbox/payments/${reference}`, decision)
  const newest = async () => (await asKey('GET', '/v1/payments?limit=1')).body.data.items[0]

  /** Lets somebody complete payments by hand. */
  const grantCompletion = async (name: string) => {
    const id = people.get(name)
    const { status } = await asOwner('PUT', `/api/v1/staff/${id}/grants`, { confirm_manually: true })
    assert(status === 200, `${name} is granted completions`)
  }

  return {
    url,
    made,
    grantCompletion,
    asOwner,
    asKey,
    newTill,
    decide,
    newest,
    /** Ends the process as a power cut would. */
    kill: () => box.kill9(),
    /** Starts it again on the same folder and port. */
    restart: async () => {
      box = await startBinary({ data, port, args, env })
    },
    log: () => box.log(),
    async close() {
      await box.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A tablet whose browser is paired with a till of its own. */
export async function pairTablet(
  shop: TillShop,
  { name = 'Counter 1', ...options }: BrowserContextOptions & { readonly name?: string } = {},
): Promise<{ context: BrowserContext; page: Page; till: { id: string; pairing_url: string } }> {
  const browser: Browser = await openBrowser()
  const till = await shop.newTill(name)
  const context = await browser.newContext({ viewport: { width: 768, height: 1024 }, ...options })
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  await page.goto(`${shop.url}/till?pair=${till.pairing_code}`)
  await page.getByTestId('cashier').first().waitFor()
  return { context, page, till }
}

/** Signs somebody in by name and PIN, as a thumb would, and waits for the keypad or the sale under way. */
export async function signIn(
  page: Page,
  { name, pin }: { readonly name: string; readonly pin: string },
): Promise<void> {
  await page.getByTestId('cashier').filter({ hasText: name }).click()
  for (const digit of pin) await page.locator(`.key[data-key="${digit}"]`).click()
  await page.getByTestId('pin-submit').click()
  await page.locator('.till-screen, .waiting, .result').first().waitFor()
}

/** Types digits on the keypad. */
export async function typeAmount(page: Page, amount: number): Promise<void> {
  for (const digit of String(amount)) await page.locator(`.key[data-key="${digit}"]`).click()
}

/** From the keypad to the QR. */
export async function charge(page: Page, amount: number): Promise<void> {
  await typeAmount(page, amount)
  await page.getByTestId('charge').click()
  await page.getByTestId('qr').waitFor()
}

/** What 95 of 100 did not exceed. */
export const p95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0
