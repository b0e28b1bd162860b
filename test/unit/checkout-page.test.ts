// The checkout page as it leaves the server: each state in both languages, hostile texts, its size, its
// policy, and readable colours for every brand colour.
import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { create } from 'qrcode'
import { checkoutPage, checkoutProblem } from '../../src/http/checkout/checkout-page.ts'
import { qrPicture } from '../../src/http/checkout/qr-picture.ts'
import { checkout } from '../../ui/checkout/checkout.text.ts'
import { contrast, readableOn, textOn } from '../../ui/checkout/colour.ts'
import { paletteOf } from '../../ui/checkout/palette.ts'
import { formlessScript, script } from '../../ui/checkout/script.ts'
import type { CheckoutView } from '../../ui/checkout/view.ts'
import { typefacePath } from '../../ui/kit/typeface.ts'
import {
  allFields,
  emptyForm,
  itemsOf,
  now,
  pageOf,
  paid,
  viewOf,
  views,
  waiting,
} from '../kit/checkout-view.ts'

/** Returns the visible text of a page. */
const readText = (html: string) =>
  html
    .replace(/[\s\S]*<body[^>]*>|<script>[\s\S]*/g, '')
    .replace(/<wbr\/?>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')

/** Returns the elements as a browser would find them, each with its attributes. */
function elementsOf(html: string) {
  const found: { tag: string; attributes: Readonly<Record<string, string>> }[] = []
  const collect = {
    element: ({ tagName: tag, attributes }: HTMLRewriterTypes.Element) =>
      void found.push({ tag, attributes: Object.fromEntries(attributes) }),
  }
  new HTMLRewriter().on('*', collect).transform(html)
  return found
}
const tagsOf = (html: string, name: string) => elementsOf(html).filter(({ tag }) => tag === name)
const named = (html: string, name: string) =>
  elementsOf(html).find(({ attributes }) => attributes.name === name)?.attributes
const headOf = (html: string) => html.slice(0, html.indexOf('</head>'))

describe('each state', () => {
  /** Values that a state shows in both languages. */
  const shown: Readonly<Record<string, readonly string[]>> = {
    form: ['TZS 45,000', 'Oda 1042'],
    'form with all': ['3', 'TZS 1,000', 'TZS 5,000,000', 'M-Pesa', '10:00'],
    'form after a refused push': ['0:07'],
    'waiting, a push was refused': ['40:00'],
    'waiting for the phone': ['0754 123 456', 'M-Pesa', '1:58'],
    'waiting, may send again': ['1:18'],
    'waiting for a scan': ['4821 3905'],
    'waiting for a scan, without a session': ['4821 3905', '1:58'],
    'waiting for a scan, on a phone': ['4821'],
    paid: ['45,000', 'Duka la Asha', '2026, 14:04', 'M-Pesa', 'CKL7H3X9QW', paid.reference],
    'paid in the sandbox': ['Asante sana!'],
    failed: ['Duka la Asha'],
    expired: ['Duka la Asha'],
    cancelled: ['Duka la Asha'],
  }
  /** Returns whole sentences that only one language has. */
  const sentencesOf = (locale: 'en' | 'sw') =>
    Object.entries(checkout[locale]).flatMap(([word, text]) =>
      text.length > 15 &&
      !text.includes('{{') &&
      checkout[locale === 'en' ? 'sw' : 'en'][word as 'pay'] !== text
        ? [text]
        : [],
    )
  test.each(Object.keys(views))('%s', async state => {
    for (const [locale, other] of [['en', 'sw'] as const, ['sw', 'en'] as const]) {
      const html = await pageOf({ ...viewOf(views[state]), locale })
      expect(html).toStartWith(`<!doctype html><html lang="${locale}">`)
      const text = readText(html)
      for (const part of shown[state] ?? []) expect(text).toContain(part)
      expect(text).not.toMatch(/{{|undefined|null|NaN/)
      expect(sentencesOf(other).filter(sentence => text.includes(sentence))).toEqual([])
      expect(sentencesOf(locale).some(sentence => text.includes(sentence))).toBe(true)
    }
  })

  test('there is one heading of the first rank, and one main', async () => {
    for (const view of Object.values(views)) {
      const html = await pageOf(view)
      expect([tagsOf(html, 'h1').length, tagsOf(html, 'main').length]).toEqual([1, 1])
    }
  })

  test('both languages have the same placeholders', () => {
    for (const [word, en] of Object.entries(checkout.en)) {
      const inEnglish = en.match(/{{\w+}}/g) ?? []
      const inSwahili = checkout.sw[word as keyof typeof checkout.sw].match(/{{\w+}}/g) ?? []
      expect([word, ...inSwahili.sort()]).toEqual([word, ...inEnglish.sort()])
    }
  })

  const reasons = [
    'payment_not_approved',
    'insufficient_balance',
    'payer_limit_reached',
    'payer_not_found',
    'unspecified_failure',
  ]
    .concat([
      'wallet_limit_reached',
      'recipient_not_found',
      'recipient_limit_reached',
      'wrong_pin',
      'expired',
      'reversed',
    ])
    .concat([
      'network_unavailable',
      'cancelled',
      'checking',
      'declined',
      'transaction_already_in_process',
      '__proto__',
      'brand_new_reason',
    ])
  test.each(reasons)('a failed attempt shows the reason and the cure: %s', async reason => {
    const text = readText(await pageOf(viewOf({ state: { ...emptyForm, failed: reason } })))
    expect(text).not.toContain(reason.includes('_') ? reason : '{{')
    const spoken = ['brand_new_reason', '__proto__', 'unspecified_failure'].includes(reason)
    expect(text.includes('The network declined the payment')).toBe(spoken)
  })
})

describe('the form', () => {
  test('posts what the server reads, and passes language and meta on', async () => {
    const html = await pageOf({ ...viewOf(views['form with all']), locale: 'sw', meta: 'eyJ0YWJsZSI6NH0=' })
    const names = elementsOf(html).flatMap(({ tag, attributes: { name } }) =>
      name && tag !== 'meta' ? [name] : [],
    )
    expect([...new Set(names)]).toEqual([
      ...['lang', 'meta', 'amount', 'payment_method', 'customer_phone', 'customer_name', 'customer_email'],
      ...allFields.map(({ key }) => `custom_fields.${key}`),
    ])
    expect(tagsOf(html, 'form').map(({ attributes }) => attributes)).toEqual([
      { method: 'post', action: '/checkout/aB3dE5fG7hJ9kL1mN3pQ5r/pay', novalidate: '' },
    ])
    expect(named(html, 'lang')).toMatchObject({ type: 'hidden', value: 'sw' })
    expect(named(html, 'meta')).toMatchObject({ type: 'hidden', value: 'eyJ0YWJsZSI6NH0=' })
    expect(html).toContain('?lang=en&amp;meta=eyJ0YWJsZSI6NH0%3D"')
  })

  const inputs: readonly [
    name: string,
    tag: string,
    attributes: Readonly<Record<string, string | undefined>>,
  ][] = [
    [
      'amount',
      'input',
      { type: 'text', inputmode: 'numeric', autocomplete: 'off', value: '250,000', required: '' },
    ],
    [
      'customer_phone',
      'input',
      { type: 'tel', inputmode: 'tel', autocomplete: 'tel', value: '0754123456', required: undefined },
    ],
    ['customer_name', 'input', { type: 'text', autocomplete: 'name', required: undefined }],
    ['customer_email', 'input', { type: 'email', inputmode: 'email', autocomplete: 'email', required: '' }],
    ['custom_fields.house', 'input', { type: 'text', placeholder: 'Such as 3B', required: '' }],
    ['custom_fields.mail', 'input', { type: 'email', required: undefined }],
    ['custom_fields.other', 'input', { type: 'tel', inputmode: 'tel', required: undefined }],
    ['custom_fields.guests', 'input', { type: 'text', inputmode: 'decimal', required: '' }],
    ['custom_fields.day', 'input', { type: 'date', required: '' }],
    ['custom_fields.size', 'select', { required: '' }],
    ['custom_fields.note', 'textarea', { required: undefined }],
  ]
  test.each(inputs)('%s is typed on the right keyboard', async (name, tag, attributes) => {
    const html = await pageOf(viewOf(views['form with all']))
    const field = elementsOf(html).find(({ attributes }) => attributes.name === name)
    expect(field?.tag).toBe(tag)
    for (const [attribute, value] of Object.entries(attributes))
      expect(field?.attributes[attribute]).toBe(value)
    expect(tagsOf(html, 'label').map(({ attributes }) => attributes.for)).toContain(field?.attributes.id)
  })

  test('one method is no choice; the number is then required', async () => {
    const html = await pageOf(viewOf())
    expect(named(html, 'payment_method')).toEqual({
      type: 'hidden',
      name: 'payment_method',
      value: 'mobile_money',
    })
    expect(named(html, 'customer_phone')?.required).toBe('')
    expect(await pageOf(viewOf({ methods: ['qr'] }))).not.toContain('name="customer_phone"')
  })

  test('the chosen method stays chosen', async () => {
    const state = { ...emptyForm, values: { payment_method: 'qr' } }
    const html = await pageOf(viewOf({ methods: ['mobile_money', 'qr', 'card'], state }))
    const chosen = elementsOf(html).filter(({ attributes }) => attributes.checked !== undefined)
    expect(chosen.map(({ attributes }) => attributes.value)).toEqual(['qr'])
  })

  test('problems are shown at their fields, and the first has the focus', async () => {
    const html = await pageOf(viewOf(views['form with problems']))
    const withAttribute = (name: string) =>
      elementsOf(html).filter(({ attributes }) => attributes[name] !== undefined)
    const broken = ['amount', 'customer_phone', 'customer_email', 'custom_fields.guests']
    expect(withAttribute('aria-invalid').map(({ attributes }) => attributes.name)).toEqual(broken)
    expect(withAttribute('autofocus').map(({ attributes }) => attributes.name)).toEqual(['amount'])
    expect(
      tagsOf(html, 'a').flatMap(({ attributes: { href } }) => (href?.startsWith('#') ? [href] : [])),
    ).toEqual(broken.map(name => `#f-${name}`))
    for (const name of broken) {
      expect(named(html, name)?.['aria-describedby']).toBe(`f-${name}-problem`)
      expect(html).toContain(`id="f-${name}-problem"`)
    }
    expect(headOf(html)).toContain('<title>Error: ')
  })

  test('a shop’s own text on the button', async () => {
    expect(await pageOf(viewOf({ buttonText: 'Changia sasa' }))).toContain('>Changia sasa</button>')
  })

  test('an amount that the customer chooses is not in the button', async () => {
    const text = readText(await pageOf(viewOf({ amount: null, custom: { min: 500, max: 9_000 } })))
    expect(text).toContain(' Pay ')
    expect(text).not.toContain('Pay TZS')
  })
})

describe('without scripts', () => {
  const refreshes: readonly [string, string | undefined][] = [
    ['form', undefined],
    ['waiting for the phone', '3;url=/checkout/aB3dE5fG7hJ9kL1mN3pQ5r?lang=en'],
    ['waiting for a scan', '3;url=/checkout/aB3dE5fG7hJ9kL1mN3pQ5r?lang=en'],
    ['unknown', '3;url=/checkout/aB3dE5fG7hJ9kL1mN3pQ5r?lang=en'],
    ['waiting for a scan, without a session', '3;url=/pay/019d43aa-1f00-7e5f-8a9b-0c1d2e3f4a5b?lang=en'],
    ['unknown, of a card without a session', '3;url=/pay/019d43aa-1f00-7e5f-8a9b-0c1d2e3f4a5b?lang=en'],
    ['failed', undefined],
    ['paid', '8;url=https://shop.example/thanks?reference=sess_1&amp;status=completed'],
    ['paid in the sandbox', undefined],
    ['expired', undefined],
  ]
  test.each(refreshes)('%s loads itself again: %s', async (state, content) => {
    const head = headOf(await pageOf(viewOf(views[state])))
    expect(/<noscript><meta http-equiv="refresh" content="([^"]*)"\/><\/noscript>/i.exec(head)?.[1]).toBe(
      content,
    )
  })

  test('sending again is offered once it is time, and is hidden before', async () => {
    const form = async (at: number) =>
      tagsOf(await pageOf(viewOf({ state: { ...waiting, now: at } })), 'form')[0]?.attributes
    expect((await form(now + 29_999))?.hidden).toBe('')
    expect((await form(now + 30_000))?.hidden).toBeUndefined()
    expect((await form(now + 30_000))?.action).toEndWith('/pay')
    expect(named(await pageOf(viewOf({ state: waiting })), 'again')).toMatchObject({
      type: 'hidden',
      value: '1',
    })
  })

  test('an attempt is cancelled by a post to its own address', async () => {
    expect(await pageOf(viewOf({ state: waiting }))).toContain(
      'action="/checkout/aB3dE5fG7hJ9kL1mN3pQ5r/cancel/att-1"',
    )
  })
})

describe('hostile texts', () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'{{shop}}</style>&amp;`
  const hostile: CheckoutView = viewOf({
    merchantName: evil,
    description: evil,
    buttonText: evil,
    successMessage: evil,
    meta: evil,
    logo: `/logo/${evil}`,
    brandColor: `#000000}</style>${evil}`,
    lineItems: [
      {
        name: evil,
        description: evil,
        sku: evil,
        image_url: 'javascript:alert(1)',
        quantity: 1,
        unit_price: 1,
      },
    ],
    lineItemsStyle: 'cards',
    customFields: [
      { key: 'a', label: evil, type: 'text', required: false, placeholder: evil },
      { key: 'b', label: evil, type: 'select', required: false, options: [evil], placeholder: evil },
      { key: 'c', label: evil, type: 'textarea', required: false, placeholder: evil },
    ],
  })
  const states: readonly CheckoutView['state'][] = [
    {
      ...emptyForm,
      values: { customer_phone: evil, customer_name: evil, 'custom_fields.a': evil, 'custom_fields.c': evil },
      failed: evil,
    },
    { ...waiting, phone: evil },
    { kind: 'unknown', method: 'mobile_money' },
    {
      ...paid,
      reference: evil,
      networkReference: evil,
      provider: evil,
      returnUrl: `https://x.example/${evil}`,
    },
    { kind: 'expired' },
  ]
  test.each(states)('become text: $kind', async state => {
    const html = await pageOf({ ...hostile, state })
    const elements = elementsOf(html)
    expect(elements.filter(({ tag }) => tag === 'script' || tag === 'style')).toHaveLength(2)
    expect(tagsOf(html, 'img').map(({ attributes }) => attributes.alt)).toEqual([''])
    for (const { attributes } of elements) {
      expect(Object.keys(attributes).filter(name => name.startsWith('on') || name === 'style')).toEqual([])
      expect(Object.values(attributes).filter(value => /^\s*javascript:/i.test(value))).toEqual([])
    }
    expect(readText(html)).toContain(evil)
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', ' https://x.example', ''])(
    'the page never redirects to %p',
    async returnUrl => {
      const html = await pageOf(viewOf({ state: { ...paid, returnUrl } }))
      expect(tagsOf(html, 'a').map(({ attributes }) => attributes.lang)).toEqual(['sw'])
      expect(headOf(html)).not.toContain('refresh')
    },
  )

  test('no address but the logo and the typeface is loaded', async () => {
    const html = await pageOf(viewOf({ ...views['form with all'], logo: '/logo/1', lineItems: itemsOf(50) }))
    expect(html).not.toContain('pictures.example')
    expect(html.match(/\b(src|srcset|poster|data)="[^"]*"/gi)).toEqual(['src="/logo/1"'])
    expect(html.match(/<link [^>]*>/g)).toEqual([
      `<link rel="preload" as="font" type="font/woff2" crossorigin="" href="${typefacePath}"/>`,
    ])
    expect(html.replace(`url(${typefacePath})`, '')).not.toMatch(/@import|url\(/)
  })
})

describe('how it is sent', () => {
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

  test.each(Object.keys(views))('the policy admits its own style and script alone: %s', async state => {
    const response = checkoutPage(viewOf(views[state]), 200)
    const html = await response.text()
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
    const code = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(code)}; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    )
  })

  test('never stored, never sniffed, compressed for those who take it', async () => {
    const request = new Request('http://box/checkout/x', { headers: { 'accept-encoding': 'gzip, br' } })
    const response = checkoutPage(viewOf(), 410, request)
    expect(response.status).toBe(410)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html;charset=utf-8',
      'cache-control': 'no-store',
      'content-encoding': 'gzip',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(await pageOf(viewOf()))
  })

  const problems = [
    ['missing', 404],
    ['bad_link', 400],
    ['too_many', 429],
    ['server_error', 500],
  ] as const
  test.each(problems)('a problem page: %s', async (kind, status) => {
    const response = checkoutProblem(kind, 'en', { retry: '/checkout/x' })
    expect(response.status).toBe(status)
    const html = await response.text()
    expect(html).toContain('<a class="primary" href="/checkout/x">Try again</a>')
    expect(readText(await checkoutProblem(kind, 'sw').text())).not.toBe(readText(html))
    expect(checkoutProblem(kind, 'en', { status: 503 }).status).toBe(503)
  })

  // Compressed, everything the first view needs but the logo.
  const weights: readonly [string, CheckoutView, number][] = [
    ...Object.entries(views).map(([name, view]) => [name, view, 8_000] as [string, CheckoutView, number]),
    ['three fields and items', viewOf({ customFields: allFields.slice(0, 3), lineItems: itemsOf(5) }), 8_000],
    [
      'ten items and five fields',
      viewOf({ customFields: allFields.slice(0, 5), lineItems: itemsOf(10) }),
      8_000,
    ],
    [
      'all there can be',
      viewOf({
        lineItems: itemsOf(50),
        lineItemsStyle: 'cards',
        customFields: Array.from({ length: 20 }, (_, index) => ({
          key: `k${index}`,
          label: `Question ${index}`,
          type: 'text',
          required: true,
        })),
      }),
      15_000,
    ],
  ]
  test.each(weights)('%s is light', async (_, view, bytes) => {
    for (const locale of ['en', 'sw'] as const)
      expect(gzipSync(await pageOf({ ...view, locale })).length).toBeLessThan(bytes)
  })

  test('a QR code is one path that draws every module', () => {
    for (const text of [
      '1',
      '00020101021226370011tz.go.bot.tips01180123456789012345676304ABCD',
      'x'.repeat(400),
    ]) {
      const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
      const [, side = '', path = ''] =
        /^<svg viewBox="-4 -4.5 (\d+) \1" shape-rendering="crispEdges"><path stroke="#000" d="([^"]*)"\/><\/svg>$/.exec(
          qrPicture(text),
        ) ?? []
      const drawn = new Uint8Array(size * size)
      let [x, y] = [0, 0]
      for (const [, step, across, down] of path.matchAll(/([Mmh])(\d+)(?: ([\d.]+))?/g)) {
        if (step === 'h') drawn.fill(1, y * size + x, y * size + x + Number(across))
        if (step === 'M') [x, y] = [Number(across), Number(down)]
        else x += Number(across)
      }
      expect([Number(side), drawn]).toEqual([size + 8, Uint8Array.from(data)])
    }
  })

  test('the page of a payment without a session has no form, and is dark where the device is', async () => {
    const html = await pageOf(viewOf(views['waiting for a scan, without a session']))
    for (const tag of ['form', 'button', 'input']) expect([tag, tagsOf(html, tag)]).toEqual([tag, []])
    expect(html).toContain('content="light dark"')
    const [light, dark] = (['light', 'dark'] as const).map(theme => paletteOf(theme, '#0b6e4f'))
    expect(html).toContain(`@media(prefers-color-scheme:dark){:root{--page:${dark?.page};`)
    // A browser that knows no var() takes the first of two.
    expect(html).toContain(`background:${light?.card};background:var(--card)`)
    expect(html).not.toMatch(/{[a-z-]+:[^;{}]*var\(/)
  })

  test('old browsers can read its style and script', async () => {
    const style = /<style>([\s\S]*?)<\/style>/.exec(await pageOf(viewOf()))?.[1] ?? ''
    expect(style).not.toMatch(/var\(|--|:has\(|@container|@layer|&/)
    expect(style).not.toMatch(/{[^}]*{[^}]*{/) // nested rules; one @media around them is none
    for (const one of [script, formlessScript])
      expect(one).not.toMatch(
        /=>|`|\*\*|\blet\b|\bconst\b|\bclass\b|\basync\b|\?\.|\?\?|\.\.\.|\bfetch\b|\/\//,
      )
    expect(script).toContain('74:"M-Pesa"')
  })
})

describe('colour', () => {
  const parts = ['00', '33', '77', 'aa', 'ff']
  const colours = parts.flatMap(red => parts.flatMap(green => parts.map(blue => `#${red}${green}${blue}`)))
  const grounds = [
    '#ffffff',
    '#000000',
    '#ffff00',
    '#777777',
    '#767676',
    '#0b6e4f',
    '#b45309',
    '#e11d48',
    '#1d4ed8',
    '#f3f2ee',
  ]

  test('contrast as WCAG counts it', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrast('#123456', '#123456')).toBe(1)
  })
  test.each([
    ['#ffffff', '#000000'],
    ['#ffff00', '#000000'],
    ['#777777', '#000000'],
    ['#767676', '#ffffff'],
    ['#000000', '#ffffff'],
    ['#0b6e4f', '#ffffff'],
  ])('text on %s is %s', (color, text) => {
    expect(textOn(color)).toBe(text)
  })
  test('a colour that can be read is left alone', () => {
    expect(readableOn('#0b6e4f', ['#ffffff'], 4.5)).toBe('#0b6e4f')
    expect(readableOn('#ffff00', ['#ffffff'], 4.5)).not.toBe('#ffff00')
  })

  /** Each pair of adjacent colours and its minimal contrast: 4.5 for text, 3 for frames. */
  const pairs = [
    ['on-brand', 'brand', 4.5],
    ...(['ink', 'soft', 'accent', 'bad', 'good'] as const).map(text => [text, 'card', 4.5] as const),
    ...(['ink', 'soft', 'accent'] as const).map(text => [text, 'page', 4.5] as const),
    ['accent', 'accent-tint', 4.5],
    ['bad', 'bad-tint', 4.5],
    ['ink', 'bad-tint', 4.5],
    ['good', 'good-tint', 3],
    ['warning', 'warning-tint', 3],
    ['warning', 'card', 4.5],
    ['soft', 'line', 3],
    ['on-notice', 'notice', 4.5],
    ['on-practice', 'practice', 4.5],
    ['practice-text', 'card', 4.5],
    ['edge', 'card', 3],
    ['brand-edge', 'card', 3],
    ['brand-edge', 'page', 3],
  ] as const
  test.each(['light', 'dark'] as const)('every pair can be read in any shop’s colour, %s', theme => {
    for (const color of [...colours, ...grounds]) {
      const palette = paletteOf(theme, color)
      expect(palette.brand).toBe(color)
      const poor = pairs.filter(([one, other, least]) => contrast(palette[one], palette[other]) < least)
      expect([color, poor]).toEqual([color, []])
    }
  })
  test('practice has the violet of the till and the console', async () => {
    const kit = await Bun.file(join(import.meta.dir, '../../ui/kit/kit.css')).text()
    const violets = [...kit.matchAll(/--practice: (#\w+);/g)].map(([, color = '']) => color)
    expect(violets).toEqual([paletteOf('light', '#0b6e4f').practice, paletteOf('dark', '#0b6e4f').practice])
  })
  test('what is no colour does not reach the style sheet', () => {
    expect(paletteOf('light', 'red;} body{').brand).toBe('#0b5d86')
  })
})
