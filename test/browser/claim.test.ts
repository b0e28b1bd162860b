// The page where a customer claims a refund, in a real browser on the real binary: a phone without scripts
// gets its money, and the page is well made in each state, in both languages, light and dark. Pictures for
// people to look at: dist/screens/claim/.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import type { PaymentView } from '../../src/wire/payment.ts'
import type { RefundView } from '../../src/wire/refund.ts'
import { checkout } from '../../ui/checkout/checkout.text.ts'
import { claim } from '../../ui/checkout/claim.text.ts'
import { browserHere, openBrowser } from '../kit/browser.ts'
import { type CheckoutShop, openCheckoutShop, sees } from '../kit/checkout-shop.ts'
import { axeFaults } from '../kit/console.ts'
import { proofTest, sized } from '../kit/proof.ts'
import {
  dresses,
  newEnglishFinder,
  newScreens,
  nothing,
  shoot,
  smallTargets,
  stickingOut,
  wordsOn,
} from '../kit/screens.ts'
import { until } from '../kit/wait.ts'

const englishIn = newEnglishFinder([checkout, claim])

describe.skipIf(!browserHere)('the page of a claim', () => {
  let box: CheckoutShop
  let browser: Browser

  beforeAll(async () => {
    box = await openCheckoutShop()
    browser = await openBrowser()
  })
  afterAll(() => box.close())

  const see = (id: string) => box.request<RefundView>(`/v1/refunds/${id}`)
  const reaches = (id: string, isReached: (refund: RefundView) => boolean) =>
    until(async () => isReached(await see(id)))
  const decide = (id: string, outcome: object) => box.request(`/v1/sandbox/refunds/${id}`, outcome)

  /** Creates a refund of a sale, whose customer is not known. */
  async function newClaim(amount = 45_000): Promise<{ id: string; address: string }> {
    const details = { amount: amount + 20_000, currency: 'TZS' }
    const { reference } = await box.request<PaymentView>('/v1/payments', {
      payment_type: 'dynamic-qr',
      details,
    })
    await box.request(`/v1/sandbox/payments/${reference}`, { outcome: 'completed' })
    const path = `/v1/payments/${reference}`
    await until(async () => (await box.request<PaymentView>(path)).status === 'completed')
    const ask = { amount, reason: 'Torn', way: 'payout' }
    const { id, claim_url } = await box.request<RefundView>(`${path}/refunds`, ask)
    return { id, address: box.url + new URL(claim_url ?? '').pathname }
  }
  async function enters(page: Page, phone: string) {
    await page.locator('[name=phone]').fill(phone)
    await page.locator('button[type=submit]').click()
  }
  const confirms = (page: Page) => page.locator('button[type=submit]').click()

  test.each([false, true])('pays a customer at 360 px, scripts %p', async scripts => {
    const { context, complaints, requests } = await box.watch(browser, {
      viewport: { width: 360, height: 740 },
      javaScriptEnabled: scripts,
    })
    const { id, address } = await newClaim()
    const page = await context.newPage()
    await page.goto(address)
    await enters(page, '12')
    await page.locator('[aria-invalid]').waitFor()
    await enters(page, '0713 000 111')
    await sees(page, 'confirm')
    const text = await page.locator('main').innerText()
    for (const part of ['45,000', 'Is this you?', 'JUMA M.', '0713 000 111']) expect(text).toContain(part)
    await confirms(page)
    await sees(page, 'waiting')
    await decide(id, { outcome: 'completed' })
    await sees(page, 'sent')
    expect(await page.title()).toBe('Sent · Duka la Asha')
    expect(await see(id)).toMatchObject({ status: 'completed', recipient: { name: 'JUMA MFANO' } })
    expect(complaints).toEqual([])
    const allowed = [address, `${box.url}/favicon.ico`, `${box.url}/font/`]
    expect(requests.filter(url => !allowed.some(start => url.startsWith(start)))).toEqual([])
    await context.close()
  })

  /** Comes back to the page until it has handled what the server answered to the first return. */
  async function comesBack(page: Page) {
    let answers = 0
    page.on('response', response => {
      if (new URL(response.url()).pathname.endsWith('/status')) answers++
    })
    await until(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      return answers > 1
    })
  }

  test.each(sized({ test: [1], proof: [1, 10] }))(
    'keeps the wallet of try %p while the customer looks away',
    async tries => {
      const { context, complaints } = await box.watch(browser)
      const { id, address } = await newClaim()
      const page = await context.newPage()
      for (let tried = 0; tried < tries; tried++) {
        await page.goto(address)
        await enters(page, '0713 000 111')
        await sees(page, 'confirm')
      }
      await comesBack(page)
      expect(await page.locator('main').getAttribute('data-state')).toBe('confirm')
      expect(await page.locator('main').innerText()).toContain('JUMA M.')
      await confirms(page)
      await sees(page, 'waiting')
      expect(await see(id)).toMatchObject({ recipient: { name: 'JUMA MFANO' } })
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  proofTest('replaces a wallet to confirm once the refund was withdrawn', async () => {
    const { context } = await box.watch(browser)
    const { id, address } = await newClaim()
    const page = await context.newPage()
    await page.goto(address)
    await enters(page, '0713 000 111')
    await sees(page, 'confirm')
    await box.request(`/v1/refunds/${id}/withdraw`, {})
    await comesBack(page)
    await sees(page, 'ended')
    await context.close()
  })

  const states: Readonly<Record<string, (page: Page, id: string) => Promise<unknown>>> = {
    missing: async () => {},
    form: async () => {},
    'form-wrong': async page => {
      await enters(page, '0713')
      await page.locator('[aria-invalid]').waitFor()
    },
    confirm: async page => {
      await enters(page, '0713 000 111')
      await sees(page, 'confirm')
    },
    'confirm-no-name': async page => {
      await enters(page, '0713 000 089')
      await sees(page, 'confirm')
    },
    waiting: page => claims(page),
    unknown: async (page, id) => {
      await claims(page)
      await decide(id, { outcome: 'unknown' })
      await reaches(id, refund => refund.pending_reason === 'unknown')
    },
    sent: async (page, id) => {
      await claims(page)
      await decide(id, { outcome: 'completed' })
      await reaches(id, refund => refund.status === 'completed')
    },
    refused: async (page, id) => {
      await claims(page)
      await decide(id, { outcome: 'failed', failure_reason: 'recipient_not_found' })
      await reaches(id, refund => refund.status === 'failed')
    },
    returned: async (page, id) => {
      await claims(page)
      await decide(id, { outcome: 'reversed' })
      await reaches(id, refund => refund.status === 'failed')
    },
    withdrawn: (_, id) => box.request(`/v1/refunds/${id}/withdraw`, {}),
    'used-up': async page => {
      const address = page.url()
      for (let tries = 0; tries < 10; tries++) {
        await page.goto(address)
        await enters(page, `0713 000 00${tries}`)
      }
    },
  }
  const stays = ['form-wrong', 'confirm', 'confirm-no-name']
  async function claims(page: Page) {
    await enters(page, '0713 000 111')
    await sees(page, 'confirm')
    await confirms(page)
    await sees(page, 'waiting')
  }

  proofTest('is well made in every state, language, theme and width', async () => {
    const folder = newScreens('claim')
    for (const { theme, language, widths } of dresses()) {
      const context = await browser.newContext({ locale: 'en-GB', colorScheme: theme })
      const page = await context.newPage()
      for (const [state, reach] of Object.entries(states)) {
        const name = `${state}-${theme}-${language}`
        const { id, address } = await newClaim(1_245_000)
        const link = `${state === 'missing' ? `${address}x` : address}?lang=${language}`
        await page.goto(link)
        await reach(page, id)
        if (!stays.includes(state)) await page.goto(link)
        const text = await wordsOn(page, name)
        if (language === 'sw') expect([name, englishIn(text)]).toEqual([name, []])
        for (const width of widths) {
          await page.setViewportSize({ width, height: 740 })
          expect([name, width, await page.evaluate(stickingOut, nothing)]).toEqual([name, width, []])
          await shoot(page, folder, `${name}-${width}`)
        }
        expect([name, await page.evaluate(smallTargets)]).toEqual([name, []])
        expect([name, await axeFaults(page)]).toEqual([name, []])
      }
      await context.close()
    }
  })
})
