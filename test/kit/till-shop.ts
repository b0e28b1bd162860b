// A shop with a paired till for browser tests: the real binary on a folder with an owner and two cashiers,
// all of them with a PIN.
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { newAppliance } from '../../src/appliance.ts'
import { assert } from '../../src/domain/fault.ts'
import { openLogin } from '../../src/login/open-login.ts'
import { openSeal } from '../../src/store/folder/seal.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { realWorld } from '../../src/world.ts'
import { type BinaryShopOptions, openBinaryShop } from './binary-shop.ts'
import { closeBrowser, openBrowser } from './browser.ts'
import { hire } from './hire.ts'
import { asha, juma, neema } from './people.ts'

export { juma, neema } from './people.ts'
export type TillShop = Awaited<ReturnType<typeof openTillShop>>

/** Adds the cashiers to the stopped server's folder. */
async function addCashiers(data: string, accountIds: readonly string[]): Promise<void> {
  const refuse = () => Promise.reject(new Error('nothing is sent while cashiers are added'))
  const world = realWorld('error', { request: refuse, print: refuse })
  const store = openSqlite(data, world.clock.now(), () => {})
  const seal = openSeal(join(data, 'secret.key'), { isFresh: false, random: world.random.bytes })
  const own = { addresses: [], ports: [] } // nothing listens while cashiers are added
  const appliance = await newAppliance({ world, store, seal, own, publicUrl: 'http://localhost' })
  const login = await openLogin({
    place: join(data, 'staff.db'),
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
      await hire(appliance, {
        staffId: id,
        accountId,
        role: 'cashier',
        name: person.name,
        createdAt: world.clock.now(),
      })
  }
  await login.close()
  await store.close()
}

export async function openTillShop(options: Omit<BinaryShopOptions, 'prepare'> = {}) {
  const shop = await openBinaryShop({ ...options, prepare: addCashiers })
  const { request, tokenOf, asOwner, asKey } = shop

  const people = new Map<string, string>()
  for (const person of [asha, neema, juma]) {
    const token = await tokenOf(person)
    const claims = JSON.parse(
      atob(token.authorization.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''),
    )
    people.set(person.name, claims.sub)
    const path = `/api/v1/staff/${claims.sub}/pin`
    const { status, body } = await request('PUT', path, token, { pin: person.pin })
    assert(status === 200, `a PIN is set: ${JSON.stringify(body)}`)
  }

  return {
    ...shop,
    async newTill(name: string) {
      const { status, body } = await asOwner('POST', '/api/v1/tills', { name })
      assert(status === 201, `a till is created: ${JSON.stringify(body)}`)
      return body.data
    },
    /** Decides the simulated network's answer. */
    decide: (reference: string, decision: unknown) =>
      asKey('POST', `/v1/sandbox/payments/${reference}`, decision),
    newest: async () => (await asKey('GET', '/v1/payments?limit=1')).body.data.items[0],
    /** Lets a cashier confirm payments manually. */
    async grantCompletion(name: string) {
      const id = people.get(name)
      const { status } = await asOwner('PUT', `/api/v1/staff/${id}/grants`, { confirm_manually: true })
      assert(status === 200, `${name} is granted completions`)
    },
    async close() {
      await closeBrowser()
      await shop.close()
    },
  }
}

/** Keeps paid screens until they are closed, so that a test has time to read them. */
export const keepPaidScreens = () => localStorage.setItem('kaunta.till.return', 'false')

/**
 * Opens a tablet whose browser is paired with a till of its own.
 * @param closesPaidScreens whether a paid screen closes after a while, as for cashiers
 */
export async function pairTablet(
  shop: TillShop,
  {
    name = 'Counter 1',
    closesPaidScreens = false,
    ...options
  }: BrowserContextOptions & { readonly name?: string; readonly closesPaidScreens?: boolean } = {},
): Promise<{
  context: BrowserContext
  page: Page
  till: { id: string; pairing_code: string; pairing_url: string }
}> {
  const browser: Browser = await openBrowser()
  const till = await shop.newTill(name)
  const context = await browser.newContext({ viewport: { width: 768, height: 1024 }, ...options })
  if (!closesPaidScreens) await context.addInitScript(keepPaidScreens)
  const page = await context.newPage()
  await page.goto(`${shop.url}/till?pair=${till.pairing_code}`)
  await page.getByTestId('cashier').first().waitFor()
  return { context, page, till }
}

/** Signs someone in by name and PIN with taps, and waits for the keypad or the open sale. */
export async function signIn(
  page: Page,
  { name, pin }: { readonly name: string; readonly pin: string },
): Promise<void> {
  await page.getByTestId('cashier').filter({ hasText: name }).click()
  for (const digit of pin) await page.locator(`.key[data-key="${digit}"]`).click()
  await page.locator('.till-screen, .waiting, .result').first().waitFor()
}

/** Types digits on the keypad. */
export async function typeAmount(page: Page, amount: number): Promise<void> {
  for (const digit of String(amount)) await page.locator(`.key[data-key="${digit}"]`).click()
}

/** Opens a shift with this starting cash, and returns to the keypad. */
export async function openShift(page: Page, float?: number): Promise<void> {
  for (const step of ['settings', 'shift', 'open-shift']) await page.getByTestId(step).click()
  if (float !== undefined) await typeAmount(page, float)
  await page.getByTestId('step-submit').click()
  await page.getByTestId('count').waitFor()
  await page.locator('.head-button').first().click()
}

/** Charges the amount, from the keypad to the QR. */
export async function charge(page: Page, amount: number): Promise<void> {
  await typeAmount(page, amount)
  await page.getByTestId('charge').click()
  await page.getByTestId('qr').waitFor()
}

/**
 * Begins the next sale from the screen of one that ended, once its main action has the focus. After a failed
 * sale that action loads later, and would take the Enter.
 */
export async function beginNextSale(page: Page): Promise<void> {
  await page.locator('.result-action:focus').waitFor()
  await page.getByTestId('new-sale').press('Enter')
}

/** Returns the 95th percentile. */
export const p95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0
