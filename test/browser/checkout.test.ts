// The hosted checkout in a real browser on the real binary: with scripts and without, in both languages, on a
// phone of 320 px.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { browserHere, openBrowser, readQr } from '../kit/browser.ts'
import { type CheckoutShop, openCheckoutShop, sees } from '../kit/checkout-shop.ts'
import { isProof } from '../kit/proof.ts'

const words = {
  en: {
    pay: /^Pay TZS/,
    paid: 'Paid',
    cancel: /Cancel|Change number/,
    tooSoon: 'A request was sent a moment ago',
    sending: /Sending in \d+ s/,
    lang: 'sw',
  },
  sw: {
    pay: /^Lipa TZS/,
    paid: 'Imelipwa',
    cancel: /Ghairi|Badili namba/,
    tooSoon: 'Ombi limetumwa sasa hivi',
    sending: /Inatuma baada ya sekunde \d+/,
    lang: 'en',
  },
} as const
const small = { width: 320, height: 568 }
const stateOf = (page: Page) => page.locator('main').getAttribute('data-state')
/**
 * Makes the page ask now and not at its next time: as if the connection were back, or by loading it again.
 */
async function seesNow(page: Page, state: string, scripts = true) {
  if (scripts) await page.evaluate(() => dispatchEvent(new Event('online')))
  // It also loads itself again every few seconds: when that comes in between, it has asked already.
  else await page.reload().catch(() => undefined)
  await sees(page, state)
}
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

describe.skipIf(!browserHere)('the checkout page', () => {
  let box: CheckoutShop
  let browser: Browser

  beforeAll(async () => {
    box = await openCheckoutShop()
    browser = await openBrowser()
  })
  afterAll(() => box.close())

  // Without scripts a link is paid in checkout-script.test.ts, too.
  const kinds = [{ language: 'en', scripts: true }] as const
  const otherKinds = [
    { language: 'sw', scripts: false },
    { language: 'en', scripts: false },
    { language: 'sw', scripts: true },
  ] as const
  describe.each(isProof ? [...kinds, ...otherKinds] : kinds)(
    'in $language, scripts $scripts',
    ({ language, scripts }) => {
      const number = `07${language === 'en' ? 5 : 6}4 ${scripts ? 111 : 222} 456`
      /** Waits until the page asks automatically; other languages ask immediately. */
      const isPatient = language === 'en'
      const open = async (session: Record<string, unknown>) => {
        const watched = await box.watch(browser, { viewport: small, javaScriptEnabled: scripts })
        const made = await box.opens({ amount: 45_000, ...session })
        const page = await watched.context.newPage()
        await page.goto(`${box.pageOf(made)}?lang=${language}`)
        return { page, watched, made }
      }

      test('link → pay → approved on the phone → receipt → back to the shop', async () => {
        const { page, watched, made } = await open({
          description: 'Agizo A-1042',
          display: { show_description: true, show_line_items: true },
          line_items: [{ name: 'Khanga', quantity: 3, unit_price: 15_000 }],
          custom_fields: [
            { key: 'size', label: 'Saizi', type: 'select', required: true, options: ['S', 'M'] },
          ],
          redirect_url: `${box.url}/health`,
          metadata: { order: 'A-1042' },
        })
        expect(await page.getAttribute('html', 'lang')).toBe(language)
        expect(await page.title()).toContain('Duka la Asha')
        expect(await isTooWide(page)).toBe(false)
        await page.locator('input[name=customer_phone]').fill(number)
        await page.locator('select[name="custom_fields.size"]').selectOption('M')
        await page.getByRole('button', { name: words[language].pay }).click()
        await sees(page, 'waiting')
        expect(await page.locator('main').innerText()).toContain(number)
        await box.answersOnPhone(browser, number, 'approve')
        if (isPatient) await sees(page, 'paid')
        else {
          await box.reaches(made, 'paid')
          await seesNow(page, 'paid', scripts)
        }
        const receipt = await page.locator('main').innerText()
        expect(receipt).toContain('45,000')
        expect(receipt).toContain(words[language].paid)
        expect(await isTooWide(page)).toBe(false)
        // Without scripts the page goes on automatically after its 8 seconds; with them, that is
        // checkout-script.test.ts's.
        if (scripts || !isPatient) await page.locator('a[data-return]').click()
        await page.waitForURL(/\/health\?reference=sess_\w+&status=completed/)
        expect(watched.complaints).toEqual([])
        const session = await box.request<{ status: string; answers: unknown }>(
          `/api/v1/sessions/${made.reference}`,
        )
        expect(session).toMatchObject({ status: 'completed', answers: { size: 'M' } })
        await watched.context.close()
      })

      // Each of the others in one language and one kind: what differs between them is shown above.
      if (scripts !== (language === 'en')) return

      test('a wrong number is reported at its field, a declined payment with its reason, and the next try pays', async () => {
        const { page, watched, made } = await open({})
        await page.locator('input[name=customer_phone]').fill('12345')
        await page.getByRole('button', { name: words[language].pay }).click()
        await page.locator('[id$=customer_phone-problem]').waitFor()
        expect(await page.locator('input[name=customer_phone]').getAttribute('aria-invalid')).toBe('true')
        expect(await page.locator('input[name=customer_phone]').inputValue()).toBe('12345')
        await page.locator('input[name=customer_phone]').fill(number)
        await page.getByRole('button', { name: words[language].pay }).click()
        await sees(page, 'waiting')
        await box.answersOnPhone(browser, number, 'decline')
        await box.reaches(made, 'form')
        await seesNow(page, 'form', scripts)
        await page.getByRole('alert').waitFor()
        expect(await page.locator('input[name=customer_phone]').inputValue()).toBe(number)
        await page.getByRole('button', { name: words[language].pay }).click()
        await sees(page, 'waiting')
        await box.decides(made, { outcome: 'completed' }, 'paid')
        await seesNow(page, 'paid', scripts)
        expect(watched.complaints).toEqual([])
        await watched.context.close()
      })

      test('after a cancelled request the next must wait: the page shows how long, and keeps the number', async () => {
        const { page, watched } = await open({})
        await page.locator('input[name=customer_phone]').fill(number)
        await page.getByRole('button', { name: words[language].pay }).click()
        await sees(page, 'waiting')
        await page.getByRole('button', { name: words[language].cancel }).click()
        await sees(page, 'form')
        const other = number.replace('456', '457')
        await page.locator('input[name=customer_phone]').fill(other)
        await page.getByRole('button', { name: words[language].pay }).click()
        const said = page.locator('main .alert').filter({ hasText: words[language].tooSoon })
        await said.waitFor()
        expect(await page.locator('input[name=customer_phone]').inputValue()).toBe(other)
        expect(await isTooWide(page)).toBe(false)
        expect(await said.getAttribute('role')).toBe('status')
        // With scripts it goes automatically; without them the customer sends it again.
        await said.filter({ hasText: scripts ? words[language].sending : /0:\d\d/ }).waitFor()
        if (scripts) await sees(page, 'waiting')
        expect(watched.complaints).toEqual([])
        await watched.context.close()
      })

      test('a code to scan', async () => {
        const { page, watched, made } = await open({ allowed_methods: ['qr'] })
        await page.locator('button[type=submit].primary').click()
        await sees(page, 'waiting')
        expect(await readQr(page.locator('.qr'))).toStartWith('000201')
        await box.decides(made, { outcome: 'completed' }, 'paid')
        await seesNow(page, 'paid', scripts)
        expect(watched.complaints).toEqual([])
        await watched.context.close()
      })

      test('no one is asked to pay again while the network is silent', async () => {
        const { page, watched, made } = await open({})
        await page.locator('input[name=customer_phone]').fill(number)
        await page.getByRole('button', { name: words[language].pay }).click()
        await sees(page, 'waiting')
        await box.decides(made, { outcome: 'unknown' }, 'unknown')
        await seesNow(page, 'unknown', scripts)
        expect(await page.locator('button').count()).toBe(0)
        await box.decides(made, { outcome: 'completed' }, 'paid')
        await seesNow(page, 'paid', scripts)
        expect(watched.complaints).toEqual([])
        await watched.context.close()
      })
    },
  )

  test('two taps on Pay are one attempt, and going back allows no second payment', async () => {
    const { context, complaints } = await box.watch(browser, { viewport: small })
    const made = await box.opens({ amount: 5_000 })
    const page = await context.newPage()
    await page.goto(box.pageOf(made))
    await page.locator('input[name=customer_phone]').fill('0754 333 456')
    await page.locator('button[type=submit].primary').dblclick({ noWaitAfter: true })
    await sees(page, 'waiting')
    await page.goBack()
    await sees(page, 'waiting')
    await box.decides(made, { outcome: 'completed' }, 'paid')
    await seesNow(page, 'paid')
    const { total } = await box.request<{ total: number }>('/v1/payments/search?phone_number=0754333456')
    expect(total).toBe(1)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('the card page and back', async () => {
    const { context, complaints } = await box.watch(browser, { viewport: small })
    const made = await box.opens({ amount: 5_000, allowed_methods: ['card'] })
    const page = await context.newPage()
    await page.goto(box.pageOf(made))
    await page.locator('button[type=submit].primary').click()
    await sees(page, 'waiting')
    await page.locator('a[href*="/sandbox/card/"]').click()
    await page.getByRole('button', { name: /working card/ }).click()
    await sees(page, 'paid')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('with the keyboard alone', async () => {
    const { context } = await box.watch(browser, { viewport: small })
    const made = await box.opens({ amount: 5_000 })
    const page = await context.newPage()
    await page.goto(box.pageOf(made))
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
      if ((await page.evaluate(() => document.activeElement?.getAttribute('name'))) === 'customer_phone')
        break
    }
    await page.keyboard.type('0754123456')
    await page.keyboard.press('Enter')
    await sees(page, 'waiting')
    await box.decides(made, { outcome: 'completed' }, 'paid')
    await seesNow(page, 'paid')
    await context.close()
  })

  test('a wrong, a cancelled and an expired link explain what to do', async () => {
    const { context } = await box.watch(browser, { viewport: small })
    const page = await context.newPage()
    expect((await page.goto(`${box.url}/checkout/nothing0here0nothing00`))?.status()).toBe(404)
    expect((await page.goto(`${box.url}/p/nothing0`))?.status()).toBe(404)
    const made = await box.opens({ amount: 5_000 })
    expect((await page.goto(`${box.url}/p/${made.short_code}?meta=%7B`))?.status()).toBe(400)
    await page.goto(`${box.url}/p/${made.short_code}`)
    expect(await stateOf(page)).toBe('form')
    await box.request(`/api/v1/sessions/${made.reference}/cancel`, {}).catch(() => undefined)
    await page.reload()
    expect(await stateOf(page)).toBe('cancelled')
    await context.close()
  })

  test('the first view is one request of at most 15 kB, and the typeface once', async () => {
    const { context, requests } = await box.watch(browser, { viewport: small })
    const made = await box.opens({
      amount: 45_000,
      description: 'Order A-1042, to be fetched on Saturday',
      display: { show_line_items: true, show_description: true },
      allowed_methods: ['mobile_money', 'qr', 'card'],
      line_items: Array.from({ length: 10 }, (_, index) => ({
        name: `Khanga ya rangi namba ${index}`,
        quantity: index + 1,
        unit_price: 1_500,
      })),
      custom_fields: (['text', 'email', 'phone', 'number', 'date'] as const).map(type => ({
        key: type,
        label: type,
        type,
        required: true,
      })),
    })
    const page = await context.newPage()
    await page.goto(box.pageOf(made), { waitUntil: 'networkidle' })
    const sent = await fetch(box.pageOf(made), {
      headers: { accept: 'text/html', 'accept-encoding': 'gzip' },
      decompress: false,
    })
    const bytes = (await sent.bytes()).length
    const whole = gzipSync(await page.content()).length
    console.log(
      `checkout, first view: ${bytes} bytes compressed (${whole} as the browser holds it), ${requests.length} request(s)`,
    )
    expect(sent.headers.get('content-encoding')).toBe('gzip')
    const [typefaces, others] = [true, false].map(is => requests.filter(url => url.includes('/font/') === is))
    expect(others).toHaveLength(1)
    expect(typefaces).toHaveLength(1)
    expect(bytes).toBeLessThanOrEqual(15_000)
    await context.close()
  })
})
