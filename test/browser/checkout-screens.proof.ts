// Pictures of the checkout page in every state, light and dark, in both languages, on a phone and on a
// desktop: dist/screens/checkout/. They are for people to look at. What a machine can see of them is checked
// here: nothing sticks out, no word is missing or English.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { checkoutPage } from '../../src/http/checkout/checkout-page.ts'
import type { SessionView } from '../../src/wire/session.ts'
import { checkout } from '../../ui/checkout/checkout.text.ts'
import { browserHere, openBrowser } from '../kit/browser.ts'
import { type CheckoutShop, openCheckoutShop } from '../kit/checkout-shop.ts'
import { viewOf } from '../kit/checkout-view.ts'
import {
  dresses,
  type Language,
  newEnglishFinder,
  newScreens,
  nothing,
  shoot,
  stickingOut,
  type Theme,
  wordsOn,
} from '../kit/screens.ts'

const englishIn = newEnglishFinder([checkout])

const items = [
  'Unga wa sembe',
  'Mafuta ya alizeti',
  'Sukari',
  'Chumvi',
  'Majani ya chai',
  'Mchele wa Kyela',
  'Maharage',
].map((name, index) => ({
  name,
  description: `Mfuko wa kilo ${index + 1}`,
  sku: `DK-${index}`,
  quantity: index + 1,
  unit_price: 1_250 * (index + 1),
}))
const fields = [
  { key: 'house', label: 'Namba ya nyumba', type: 'text', required: true, placeholder: 'Mfano 3B' },
  { key: 'mail', label: 'Barua pepe ya ankara', type: 'email', required: false },
  { key: 'other', label: 'Simu ya pili', type: 'phone', required: false },
  { key: 'guests', label: 'Idadi ya wageni', type: 'number', required: true },
  { key: 'day', label: 'Siku ya kupokea', type: 'date', required: true },
  { key: 'size', label: 'Ukubwa', type: 'select', required: true, options: ['Ndogo', 'Kubwa'] },
  { key: 'note', label: 'Ujumbe kwa dereva', type: 'textarea', required: false },
]
const longName =
  'Chama cha Ushirika wa Wakulima na Wafanyabiashara wa Kahawa na Korosho Mtwara na Lindi Kusini (1984)'
const full = {
  amount: 1_245_000,
  description: 'Agizo A-1042, litachukuliwa Jumamosi',
  allowed_methods: ['mobile_money', 'qr', 'card'],
  line_items: items,
  custom_fields: fields,
}
const long = {
  amount: 999_999_999_999,
  description: `${longName}\n${'Kiburugwa'.repeat(12)}`,
  line_items: [
    {
      name: `${longName} ${'m'.repeat(90)}`,
      sku: 's'.repeat(100),
      quantity: 1_000_000,
      unit_price: 999_999_999_999,
    },
  ],
  custom_fields: [
    {
      key: 'a',
      label: `${longName} ${'l'.repeat(99)}`,
      type: 'text',
      required: true,
      placeholder: 'p'.repeat(200),
    },
    { key: 'b', label: longName, type: 'select', required: true, options: ['o'.repeat(200)] },
  ],
}
/** Every switch on. */
const shown = { show_line_items: true, show_description: true, show_merchant_logo: true }
let number = 0
/** Returns another number for each push: few may go to the same. */
const newPhone = () => `0754 ${String(++number).padStart(3, '0')} 456`

describe.skipIf(!browserHere)('pictures of the checkout page', () => {
  let folder: string
  let box: CheckoutShop
  let profiles: Readonly<Record<'plain' | 'rich' | 'long', string>>
  /** By theme, which is the session's. */
  const pages = new Map<Theme, Page>()

  interface Made {
    readonly page: Page
    readonly session: SessionView
    readonly address: string
    /** Posts the form as this browser would. */
    pays(form?: Record<string, string>): Promise<void>
    /** Decides the simulated network's answer to the payment. */
    decides(outcome: string, state: string, more?: object): Promise<void>
  }
  interface Screen {
    readonly session?: Record<string, unknown> | (() => Record<string, unknown>)
    readonly profile?: keyof typeof profiles
    /** Brings the session into its state. */
    readonly reach?: (made: Made) => Promise<unknown>
    /** Runs on each page that was opened. */
    readonly action?: (page: Page) => Promise<unknown>
    /** The state in an attribute of `main`. */
    readonly state: string
  }

  const broken = (page: Page) =>
    page.evaluate(() => {
      for (const [name, value] of Object.entries({
        amount: '5',
        customer_phone: '0754 12',
        'custom_fields.guests': 'wawili',
      })) {
        const input = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
        if (input) input.value = value
      }
      document.querySelector('form')?.submit()
    })
  const sends = (page: Page) => Promise.all([page.waitForEvent('load'), broken(page)])
  /** Names the shop to go back to, which is this server. */
  const returning = (session: Record<string, unknown>) => () => ({
    ...session,
    redirect_url: `${box.url}/health`,
  })

  const screens: Readonly<Record<string, Screen>> = {
    form: { state: 'form' },
    'form-own-amount': {
      state: 'form',
      session: { amount: 0, allow_custom_amount: true, min_amount: 1_000, max_amount: 5_000_000 },
    },
    'form-full-compact': { state: 'form', profile: 'rich', session: { ...full, display: shown } },
    'form-full-cards': {
      state: 'form',
      profile: 'rich',
      session: { ...full, display: { ...shown, line_items_style: 'cards' } },
    },
    'form-long': {
      state: 'form',
      profile: 'long',
      session: { ...long, display: { ...shown, line_items_style: 'cards' } },
    },
    'form-long-compact': {
      state: 'form',
      profile: 'long',
      session: { ...long, display: shown },
      action: sends,
    },
    'form-problems': {
      state: 'form',
      profile: 'rich',
      session: { ...full, amount: 0, allow_custom_amount: true, min_amount: 1_000, max_amount: 5_000_000 },
      action: sends,
    },
    'form-one-problem': { state: 'form', action: sends },
    'form-failed': {
      state: 'form',
      async reach({ pays, decides }) {
        await pays()
        await decides('failed', 'form', { failure_reason: 'insufficient_balance' })
      },
    },
    'waiting-phone': { state: 'waiting', reach: ({ pays }) => pays() },
    'waiting-qr': {
      state: 'waiting',
      session: { allowed_methods: ['mobile_money', 'qr'] },
      reach: ({ pays }) => pays({ payment_method: 'qr' }),
    },
    'waiting-card': {
      state: 'waiting',
      session: { allowed_methods: ['card'] },
      reach: ({ pays }) => pays({ payment_method: 'card' }),
    },
    'waiting-long': {
      state: 'waiting',
      profile: 'long',
      session: { amount: 999_999_999_999 },
      reach: ({ pays }) => pays(),
    },
    unknown: {
      state: 'unknown',
      async reach({ pays, decides }) {
        await pays()
        await decides('unknown', 'unknown')
      },
    },
    'paid-return': {
      state: 'paid',
      session: returning({ description: full.description, display: shown }),
      async reach({ pays, decides }) {
        await pays()
        await decides('completed', 'paid')
      },
    },
    paid: {
      state: 'paid',
      session: { display: { success_message: 'Asante sana! Tutakupigia mzigo ukiwa tayari.' } },
      async reach({ pays, decides }) {
        await pays()
        await decides('completed', 'paid')
      },
    },
    'paid-long': {
      state: 'paid',
      profile: 'long',
      session: returning({ amount: 999_999_999_999, description: long.description, display: shown }),
      async reach({ pays, decides }) {
        await pays()
        await decides('completed', 'paid')
      },
    },
    cancelled: {
      state: 'cancelled',
      reach: ({ session }) => box.request(`/api/v1/sessions/${session.reference}/cancel`, {}),
    },
  }

  beforeAll(async () => {
    folder = newScreens('checkout')
    box = await openCheckoutShop()
    profiles = {
      plain: await profileOf({ merchant_name: 'Duka la Asha' }),
      rich: await profileOf({
        merchant_name: 'Duka la Asha',
        merchant_logo: logo(),
        brand_color: '#b45309',
        collect_email: true,
      }),
      long: await profileOf({ merchant_name: longName, brand_color: '#ffe000' }),
    }
    for (const { theme } of dresses()) {
      if (pages.has(theme)) continue
      const context = await (await openBrowser()).newContext({ locale: 'en-GB' })
      // A receipt that goes on to the shop would be gone before it is drawn.
      await context.route(`${box.url}/health*`, route => route.abort())
      pages.set(theme, await context.newPage())
    }
  })
  afterAll(() => box.close())

  const profileOf = async (json: object) =>
    (await box.asAdmin<{ id: string }>('/api/v1/profiles', { name: 'Picha', ...json })).id

  async function madeFor(screen: Screen, theme: Theme, page: Page): Promise<Made> {
    const ask = typeof screen.session === 'function' ? screen.session() : screen.session
    const { display, ...asked } = { amount: 45_000, display: {}, ...ask }
    const session = await box.opens({
      ...asked,
      profile_id: profiles[screen.profile ?? 'plain'],
      display: { ...display, theme },
    })
    const address = box.pageOf(session)
    return {
      page,
      session,
      address,
      async pays(form = {}) {
        const sent = { payment_method: 'mobile_money', customer_phone: newPhone(), ...form }
        await page.context().request.post(`${address}/pay`, { form: sent, maxRedirects: 0 })
      },
      decides: (outcome, state, more = {}) => box.decides(session, { outcome, ...more }, state),
    }
  }

  /** Draws and checks a page in the languages and widths of a theme. */
  async function draw(
    page: Page,
    name: string,
    theme: Theme,
    open: (language: Language) => Promise<unknown>,
  ) {
    for (const { language, widths } of dresses().filter(screen => screen.theme === theme)) {
      await open(language)
      const text = await wordsOn(page, `${name}-${language}`)
      if (language === 'sw') expect([name, englishIn(text)]).toEqual([name, []])
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 })
        expect([name, language, width, await page.evaluate(stickingOut, nothing)]).toEqual([
          name,
          language,
          width,
          [],
        ])
        await shoot(page, folder, `${name}-${theme}-${language}-${width}`)
      }
    }
  }
  const both = (draws: (theme: Theme, page: Page) => Promise<void>) =>
    Promise.all([...pages].map(([theme, page]) => draws(theme, page)))

  test.each(Object.entries(screens))('%s', async (name, screen) => {
    await both(async (theme, page) => {
      const made = await madeFor(screen, theme, page)
      await screen.reach?.(made)
      await draw(page, name, theme, async language => {
        await page.goto(`${made.address}?lang=${language}`)
        await screen.action?.(page)
        expect(await page.getAttribute('html', 'lang')).toBe(language)
        expect(await page.getAttribute('main', 'data-state')).toBe(screen.state)
      })
    })
  })

  test('refused', async () => {
    await both(async (theme, page) => {
      const made = await madeFor({ state: 'form' }, theme, page)
      await made.pays()
      await page.goto(made.address)
      await draw(page, 'form-refused', theme, async language => {
        await page.goto(`${made.address}?lang=${language}`)
        if ((await page.getAttribute('main', 'data-state')) === 'waiting')
          await page.locator('form[action*="/cancel/"] button').click()
        await page.locator('main[data-state=form] button.primary').click()
        await page.locator('.alert[role=status]').waitFor()
        expect(await page.getAttribute('html', 'lang')).toBe(language)
      })
    })
  })

  // A session lives for a minute at least, so this one page is drawn without the server.
  test('expired', async () => {
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        const query = new URL(request.url).searchParams
        return checkoutPage(
          viewOf({
            theme: query.get('theme') === 'dark' ? 'dark' : 'light',
            locale: query.get('lang') === 'sw' ? 'sw' : 'en',
            state: { kind: 'expired' },
          }),
        )
      },
    })
    await both((theme, page) =>
      draw(page, 'expired', theme, language =>
        page.goto(`${server.url.origin}/?theme=${theme}&lang=${language}`),
      ),
    )
    await server.stop(true)
  })

  // Pages of no session have no theme.
  test('a link that leads nowhere, a damaged one, and too many of them', async () => {
    const page = pages.get('light')
    if (!page) return expect.unreachable()
    await draw(page, 'missing', 'light', language => page.goto(`${box.url}/checkout/none?lang=${language}`))
    const { short_code } = await box.opens({ amount: 5_000 })
    await draw(page, 'bad-link', 'light', language =>
      page.goto(`${box.url}/p/${short_code}?meta=%7B&lang=${language}`),
    )
    await Promise.all(Array.from({ length: 60 }, () => fetch(`${box.url}/p/none`)))
    await draw(page, 'too-many', 'light', language => page.goto(`${box.url}/p/none?lang=${language}`))
    expect(await page.locator('a.primary').count()).toBe(1)
  })
})

const logo = () => {
  const png = new PNG({ width: 96, height: 64 })
  for (let at = 0; at < png.data.length; at += 4) png.data.set([at % 256 < 128 ? 200 : 30, 90, 60, 255], at)
  return `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`
}
