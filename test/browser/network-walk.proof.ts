// A whole day over real protocols in the browser: the built binary, and `bun scripts/fake.ts selcom` as a
// process of its own. An owner connects Selcom in the console; a live till sells by code, push and card page;
// payouts go to a wallet and to a bank with the registered name first; Selcom goes silent and comes back.
// Then a second shop relays to the first. Only the proof waits for the minute of a push and for the half
// minute in which a network that was gone is left alone; admin-networks.proof.ts connects, sells by code and
// is paid with and without a callback.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { FakeOrder } from '../../scripts/fake/selcom-order.ts'
import type { FakePayout } from '../../scripts/fake/selcom-payout.ts'
import { freePort } from '../kit/binary.ts'
import { browserHere, openBrowser, readQr } from '../kit/browser.ts'
import { asha, axeFaults, openConsole } from '../kit/console.ts'
import { newScreens, shoot } from '../kit/screens.ts'
import { selcomCredentials } from '../kit/selcom.ts'
import {
  charge,
  neema,
  openTillShop,
  pairTablet,
  signIn,
  type TillShop,
  typeAmount,
} from '../kit/till-shop.ts'

setDefaultTimeout(300_000)

/** Starts the fake of the command line, as a person starts it. */
async function startFake(port: number, folder: string) {
  const file = join(folder, 'selcom.json')
  writeFileSync(file, JSON.stringify(selcomCredentials))
  const words = ['scripts/fake.ts', 'selcom', '--port', String(port), '--credentials', file]
  const run = Bun.spawn([process.execPath, ...words], { stdout: 'pipe', stderr: 'inherit' })
  const { value } = await run.stdout.getReader().read()
  const url = new TextDecoder().decode(value).trim().split('=')[1] ?? ''
  const origin = new URL(url).origin
  const everything = async () =>
    (await (await fetch(`${origin}/_fake/orders`)).json()) as {
      readonly orders: FakeOrder[]
      readonly payouts: FakePayout[]
      readonly carried_out: string[]
    }
  return {
    url,
    everything,
    newest: async () => (await everything()).orders.at(-1) ?? expect.unreachable(),
    steer: (id: string, steering: object) =>
      fetch(`${origin}/_fake/orders/${id}`, { method: 'POST', body: JSON.stringify(steering) }),
    async stop() {
      run.kill()
      await run.exited
    },
  }
}

describe.skipIf(!browserHere)('a shop over its networks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-walk-'))
  const screens = newScreens('network-walk')
  const port = freePort()
  const seen: string[] = []
  let selcom: Awaited<ReturnType<typeof startFake>>
  let shop: TillShop
  let page: Page
  let till: Page

  beforeAll(async () => {
    selcom = await startFake(port, folder)
    shop = await openTillShop({ live: true, env: { KAUNTA_SELCOM_URL: selcom.url } })
    page = (await openConsole(shop, asha)).page
    till = (await pairTablet(shop)).page
    await signIn(till, neema)
  })
  afterAll(async () => {
    await shop.close()
    await selcom.stop()
    rmSync(folder, { recursive: true, force: true })
    console.log(seen.join('\n'))
  })

  const open = (path: string) => page.goto(`${shop.url}/admin${path}?account=${shop.account}`)
  const fill = async (at: Page, values: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(values)) await at.locator(`[name=${name}]`).fill(value)
  }
  const green = async (what: string, at: Page, pay: () => unknown) => {
    const startMs = performance.now()
    await pay()
    await at.getByTestId('paid').waitFor()
    seen.push(`${what}: green after ${Math.round(performance.now() - startMs)} ms`)
    // By keyboard: a tap so soon after the last one would count as its second half.
    await at.getByTestId('new-sale').press('Enter')
  }
  const typeNumber = async (at: Page, digits: string) => {
    for (const digit of digits) await at.locator(`.key[data-key="${digit}"]`).click()
  }

  test('Selcom is connected in the console', async () => {
    await open('/networks')
    await page.getByTestId('network-selcom').getByRole('link').click()
    await fill(page, selcomCredentials)
    await page.getByTestId('connect').click()
    await page.getByText('Everything works').waitFor()
    seen.push(
      `console: ${(await page.locator('.checks li').allInnerTexts()).join(' · ').replace(/\n/g, ' ')}`,
    )
  })

  test('a sale shows the fake’s own code and number; green without a callback and with one', async () => {
    await charge(till, 600_000)
    const order = await selcom.newest()
    expect(await readQr(till.getByTestId('qr'))).toBe(order.qr)
    expect((await till.getByTestId('token').innerText()).replace(/\D/g, '')).toBe(order.payment_token)
    seen.push(`till: code and number ${order.payment_token} are the fake’s`)
    await green('without a callback', till, () =>
      selcom.steer(order.order_id, { answer: 'COMPLETED', callback: false }),
    )
    await charge(till, 8_000)
    const next = await selcom.newest()
    await green('with a callback', till, () =>
      selcom.steer(next.order_id, { answer: 'COMPLETED', callback: true }),
    )
  })

  test('a push rings once; asked again after its time, the same sale rings again', async () => {
    await typeAmount(till, 9_000)
    await till.getByTestId('push').click()
    await typeNumber(till, '0754123456')
    await till.getByTestId('send').click()
    await till.getByText('Ask the customer to enter their PIN').waitFor()
    const first = await selcom.newest()
    expect(first.pushes.map(({ msisdn }) => msisdn)).toEqual(['255754123456'])
    const rings = async () => (await selcom.everything()).orders.flatMap(({ pushes }) => pushes).length
    const sendAgain = async () => {
      await till.getByTestId('method-push').click()
      await till.getByTestId('send').click()
      await till.locator('.waiting-how[data-pushed]').waitFor()
    }
    await sendAgain()
    const early = await rings()
    expect(await till.locator('.waiting-how').textContent()).not.toContain('times')
    await Bun.sleep(61_000)
    await sendAgain()
    await till.getByText('Sent 2 times').waitFor()
    seen.push(`push: ${early} request while it rings, ${await rings()} when asked again after a minute`)
    expect([early, await rings()]).toEqual([1, 2])
    const { orders } = await selcom.everything()
    const asked = orders.findLast(({ pushes }) => pushes.length > 0) ?? expect.unreachable()
    await green('push', till, () => selcom.steer(asked.order_id, { answer: 'COMPLETED' }))
  })

  test('a payment link by card: Selcom’s page, and back to the shop’s, paid', async () => {
    const { body } = await shop.asOwner('POST', '/api/v1/sessions', {
      amount: 15_000,
      allowed_methods: ['card'],
    })
    const customer = await (await openBrowser()).newPage()
    await customer.goto(body.data.checkout_url)
    await customer.locator('button[type=submit].primary').click()
    await customer.locator(`a[href*="127.0.0.1:${port}"]`).click()
    await customer.getByRole('heading', { name: /Selcom \(fake\): TZS 15000/ }).waitFor()
    await customer.getByRole('button', { name: 'COMPLETED', exact: true }).click()
    await customer.locator('[data-state=paid]').waitFor()
    seen.push(`card: back at ${new URL(customer.url()).pathname.replace(/[^/]+$/, '…')}, paid`)
    await customer.close()
  })

  test.each([
    ['a wallet', { phone: '0713 000 111', name: 'Asha Juma' }, 'ASHA JUMA'],
    ['a bank account', { bank: 'CRDB', account: '0150123456789', name: 'Duka la Asha' }, 'DUKA LA ASHA'],
  ] as const)('a payout to %s shows the registered name first, and is paid', async (to, fields, name) => {
    await open('/payouts/new')
    if ('bank' in fields) {
      await page.getByText('Bank account', { exact: true }).click()
      await page.locator('[name=bank]').selectOption(fields.bank)
    }
    const { bank: _, ...typed } = { bank: '', ...fields }
    await fill(page, { ...typed, amount: '20000' })
    await page.getByText('Total from balance').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`Registered name: ${name}`).waitFor()
    expect((await selcom.everything()).payouts.filter(({ amount }) => amount === 20_000)).toHaveLength(
      'bank' in fields ? 1 : 0,
    )
    await shoot(page, screens, `payout-${'bank' in fields ? 'bank' : 'wallet'}`)
    await dialog.getByTestId('confirm').click()
    await page.locator('.page-head, .dialog-form input[type=password]').last().waitFor()
    const password = dialog.locator('input[type=password]')
    if (await password.isVisible()) {
      await password.fill(asha.password)
      await dialog.getByTestId('confirm').click()
    }
    await page.locator('.page-head').getByText('Paid', { exact: true }).waitFor()
    const paid = (await selcom.everything()).payouts.at(-1)
    seen.push(`payout to ${to}: ${name} first, then ${paid?.rail} ${paid?.amount} ${paid?.code}`)
    expect(paid).toMatchObject({ amount: 20_000, code: '000' })
  })

  test('Selcom is gone: the till names it and what works; back, and sales go on', async () => {
    await selcom.stop()
    for (let sale = 0; sale < 3; sale++) {
      await typeAmount(till, 5_000)
      await till.getByTestId('charge').click()
      const newSale = till.getByTestId('new-sale')
      await till.locator('.entry-error:not(:empty)').or(newSale).first().waitFor()
      // By keyboard, too: see `green`.
      if (await newSale.isVisible()) await newSale.press('Enter')
    }
    const banner = till.getByTestId('network-banner')
    await banner
      .getByText('Selcom (QR code) isn’t answering right now. Working now: Phone request, Cash.')
      .waitFor()
    seen.push(`till, Selcom gone: ${await banner.innerText()}`)
    expect(await axeFaults(till)).toEqual([])
    for (const width of [360, 768, 1280]) {
      await till.setViewportSize({ width, height: 900 })
      await shoot(till, screens, `paused-${width}`)
    }
    await till.setViewportSize({ width: 768, height: 1024 })
    selcom = await startFake(port, folder)
    await Bun.sleep(31_000)
    await charge(till, 6_000)
    await banner.waitFor({ state: 'detached' })
    const order = await selcom.newest()
    await green('after Selcom is back', till, () => selcom.steer(order.order_id, { answer: 'COMPLETED' }))
  })

  test('a second shop relays to this one: connected in its console, sells by code and push, pays out', async () => {
    const branch = await openTillShop({ live: true, env: { KAUNTA_RELAY_HOSTS: '127.0.0.1' } })
    const eye = await openConsole(branch, asha)
    await eye.page.goto(`${branch.url}/admin/networks/relay?account=${branch.account}`)
    await fill(eye.page, { url: shop.url, api_key: shop.made.api_key })
    await eye.page.getByTestId('connect').click()
    await eye.page.getByText('Everything works').waitFor()
    const counter = (await pairTablet(branch)).page
    await signIn(counter, neema)
    await charge(counter, 90_000)
    const order = await selcom.newest()
    expect(await readQr(counter.getByTestId('qr'))).toBe(order.qr)
    await green('relay, by code', counter, () => selcom.steer(order.order_id, { answer: 'COMPLETED' }))
    await typeAmount(counter, 7_000)
    await counter.getByTestId('push').click()
    await typeNumber(counter, '0754123456')
    await counter.getByTestId('send').click()
    await counter.getByText('Ask the customer to enter their PIN').waitFor()
    const pushed = await selcom.newest()
    expect(pushed.pushes).toHaveLength(1)
    await green('relay, by push', counter, () => selcom.steer(pushed.order_id, { answer: 'COMPLETED' }))
    await eye.page.goto(`${branch.url}/admin/payouts/new?account=${branch.account}`)
    await fill(eye.page, { phone: '0713 000 111', name: 'Asha Juma', amount: '10000' })
    await eye.page.getByText('Total from balance').waitFor()
    await eye.page.getByRole('button', { name: 'Continue' }).click()
    await eye.page.getByRole('dialog').getByText('Registered name: ASHA JUMA').waitFor()
    await eye.page.getByTestId('confirm').click()
    await eye.page.locator('.page-head').getByText('Paid', { exact: true }).waitFor()
    const paid = (await selcom.everything()).payouts.filter(({ amount }) => amount === 10_000)
    seen.push(`relay, payout: ${paid.length} of 10000 at Selcom, ${paid[0]?.code}`)
    expect(paid.map(({ code }) => code)).toEqual(['000'])
    await branch.close()
  })
})
