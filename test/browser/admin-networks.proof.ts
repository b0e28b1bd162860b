// An owner connects payment networks in the console, on the real binary: Selcom at its fake, whose own code
// and number the live till then shows, and the shop's own till number, whose phone forwards an SMS. A sale
// turns green without any callback, with one, and by the SMS.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { SelcomServer } from '../../scripts/fake/selcom-server.ts'
import { browserHere, readQr } from '../kit/browser.ts'
import { asha, axeFaults, openConsole, openDressed, sidewaysScroll } from '../kit/console.ts'
import { proofTest } from '../kit/proof.ts'
import { dresses, newScreens, shoot, wordsOn } from '../kit/screens.ts'
import { openSelcom, selcomCredentials } from '../kit/selcom.ts'
import { mpesaSms, printedQr } from '../kit/sms.ts'
import { charge, neema, openTillShop, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'

describe.skipIf(!browserHere)('payment networks', () => {
  const screens = newScreens('networks')
  const times: string[] = []
  let selcom: SelcomServer
  let shop: TillShop
  let page: Page
  let till: Page
  let complaints: readonly string[]
  beforeAll(async () => {
    selcom = await openSelcom()
    shop = await openTillShop({ live: true, env: { KAUNTA_SELCOM_URL: selcom.url } })
    const opened = await openConsole(shop, asha)
    page = opened.page
    complaints = opened.complaints
    till = (await pairTablet(shop)).page
    await signIn(till, neema)
  })
  afterAll(async () => {
    await shop.close()
    selcom.close()
    console.log(`ms from the payment to the green screen: ${times.join(', ')}`)
  })

  const open = (path: string) => page.goto(`${shop.url}/admin${path}?account=${shop.account}`)
  const fill = async (values: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value)
  }
  /** Checks that the page fits phone, tablet and computer, in both languages and themes, and passes axe. */
  async function looksWell(name: string, path: string): Promise<void> {
    for (const { theme, language, widths } of dresses([360, 768, 1280])) {
      const look = await openDressed(shop, asha, { theme, language })
      await look.page.goto(`${shop.url}/admin${path}?account=${shop.account}`)
      await look.page.locator('main h1').waitFor()
      await look.page.waitForFunction(() => document.querySelector('[aria-busy=true], .loading') === null)
      for (const width of widths) {
        await look.page.setViewportSize({ width, height: 900 })
        expect([name, width, await sidewaysScroll(look.page)]).toEqual([name, width, 0])
        await shoot(look.page, screens, `${name}-${width}-${theme}-${language}`)
      }
      expect([name, theme, await axeFaults(look.page)]).toEqual([name, theme, []])
      await wordsOn(look.page, `${name} ${language}`)
      expect(look.complaints).toEqual([])
      await look.page.close()
    }
  }
  const order = () => [...selcom.fake.orders.values()].at(-1) ?? expect.unreachable()
  const green = async (what: string, pay: () => unknown) => {
    const startMs = performance.now()
    await pay()
    await till.getByTestId('paid').waitFor()
    times.push(`${what} ${Math.round(performance.now() - startMs)}`)
    await till.getByTestId('new-sale').click()
  }
  const charged = async (amount: number) => {
    await charge(till, amount)
    return { token: (await till.getByTestId('token').innerText()).replace(/\D/g, '') }
  }

  test('a wrong secret is named with its cure, and the right one works', async () => {
    await open('/networks')
    await page.getByTestId('network-selcom').getByRole('link').click()
    // What one needs comes before the form, with the e-mail that asks for it.
    const mail = new URL((await page.getByTestId('selcom-mail').getAttribute('href')) ?? '')
    const asked = mail.searchParams.get('body') ?? ''
    for (const words of ['Duka la Asha', 'Checkout', 'internet address', 'asha'])
      expect(asked).toContain(words)
    expect(await page.locator('.card h2').allInnerTexts()).toEqual(['What you need', 'Connect Selcom'])
    const { pin, ...wrong } = { ...selcomCredentials, api_secret: 'not-the-secret-of-this' }
    await fill(wrong)
    await page.getByTestId('connect').click()
    await page.getByText('Wrong key or secret.').first().waitFor()
    await page.getByText('The network didn’t accept the credentials.').waitFor()
    await page.getByRole('button', { name: 'Change credentials' }).click()
    await fill({ ...selcomCredentials, pin })
    await page.getByTestId('connect').click()
    await page.getByText('Everything works').waitFor()
    expect(await page.locator('.checks li[data-ok=true]').count()).toBe(4)
    const text = await page.locator('body').innerText()
    for (const secret of [selcomCredentials.api_key, selcomCredentials.api_secret])
      expect(text).not.toContain(secret)
  })

  test('the till shows the network’s own code and number, and is green without a callback', async () => {
    const { token } = await charged(7_000)
    const { qr, payment_token, order_id } = order()
    expect(token).toBe(payment_token)
    expect(await readQr(till.getByTestId('qr'))).toBe(qr)
    await green('without a callback', () =>
      selcom.fake.steer(order_id, { answer: 'COMPLETED', callback: false }),
    )
  })

  test('is green with a callback', async () => {
    await charged(8_000)
    await green('with a callback', () =>
      selcom.fake.steer(order().order_id, { answer: 'COMPLETED', callback: true }),
    )
  })

  test('a till number waits for its phone and turns green with its first message', async () => {
    await open('/networks/till-number')
    await page.getByText('An Android phone with the SIM').waitFor()
    expect(await page.locator('.card h2').allInnerTexts()).toEqual(['What you need', 'Till number'])
    await page.locator('[name=provider]').selectOption('mpesa')
    await fill({ number: '57241234', name: 'Duka la Asha', qr: printedQr })
    await page.getByTestId('connect').click()
    await page.getByText('Waiting for the first message').waitFor()
    const setup = await readQr(page.locator('.phone-setup .qr-code'))
    const file = await (await fetch(setup ?? expect.unreachable())).json()
    await page.getByText('For another app').click()
    const url = await page.getByTestId('sms-url').locator('code').innerText()
    expect(file).toMatchObject([
      { url, sign_hmac_sha256_secret: await page.getByTestId('sms-secret').locator('code').innerText() },
    ])
    // It is what one sees after Save, and stays over a reload until the phone has sent something.
    const code = page.locator('.phone-setup .qr-code')
    const isSeen = () =>
      code.evaluate(element => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      })
    expect(await isSeen()).toBe(true)
    await page.reload()
    await code.waitFor()
    await fetch(url, { method: 'POST', body: '' })
    await page.getByText('The phone is connected.').waitFor()
    await page.reload()
    await page.getByText('Address and secret are hidden').waitFor()
    expect(await page.locator('body').innerText()).not.toContain(url)
  })

  test('the order of the networks is changed by its buttons, and by dragging', async () => {
    await open('/networks')
    const way = page.getByTestId('way-qr')
    const names = () => way.locator('.order strong').allInnerTexts()
    await way.waitFor()
    expect(await names()).toEqual(['Selcom', 'Own till number'])
    await way.getByRole('button', { name: 'Move Own till number up' }).press('Enter')
    expect(await names()).toEqual(['Own till number', 'Selcom'])
    await way.getByTestId('order-selcom').dragTo(way.getByTestId('order-till-number'))
    expect(await names()).toEqual(['Selcom', 'Own till number'])
    await way.getByRole('button', { name: 'Move Selcom down' }).click()
    await page.getByTestId('save-routing').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.reload()
    await page.getByTestId('way-qr').waitFor()
    expect(await names()).toEqual(['Own till number', 'Selcom'])
  })

  test('a sale is green by the SMS that the phone forwards', async () => {
    await open('/networks/till-number')
    await page.getByTestId('replace-phone').click()
    await page.getByTestId('confirm').click()
    await page.getByText('For another app').click()
    const url = await page.getByTestId('sms-url').locator('code').innerText()
    expect((await charged(9_000)).token).toBe('57241234')
    const text = mpesaSms({ amount: '9,000', paidAt: Date.now() })
    await green('by a forwarded SMS', () =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ from: 'MPESA', text }),
      }),
    )
  })

  proofTest.each([
    ['networks', '/networks'],
    ['selcom', '/networks/selcom'],
    ['till-number', '/networks/till-number'],
  ])('the page %s looks well', looksWell)

  test('Selcom is switched off, on, and disconnected once nothing is open', async () => {
    await open('/networks/selcom')
    await page.getByTestId('switch').click()
    await page.getByText('It’s switched off.').waitFor()
    await page.getByTestId('switch').click()
    await page.getByText('New sales don’t use it. Open sales finish.').waitFor()
    await page.getByTestId('disconnect').click()
    await page.getByTestId('confirm').click()
    await page.getByRole('heading', { name: 'Connect Selcom' }).waitFor()
  })

  test('no page logged an error', () => expect(complaints).toEqual([]))
})
