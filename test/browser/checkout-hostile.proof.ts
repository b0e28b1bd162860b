// Hostile texts on the checkout page, in a real browser on the real binary: whatever a shop or a customer
// writes is shown as text, in every field and state. Nothing of it runs, is loaded, opens a dialog, offends
// the policy or makes the page wider than an old phone.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { SessionView } from '../../src/wire/session.ts'
import { translateIn } from '../../ui/checkout/translate.ts'
import { browserHere, openBrowser } from '../kit/browser.ts'
import { type CheckoutShop, openCheckoutShop, type Watched } from '../kit/checkout-shop.ts'
import { cut, hostileColors, hostileTexts } from '../kit/hostile-text.ts'

const small = { width: 320, height: 568 }
const html = { accept: 'text/html' }
const say = translateIn('en')
/** Returns what a text may hold: other control characters are refused (test/endpoint/attack.test.ts). */
const storable = (text: string) => text.replace(/[^\P{Control}\t\n\r]/gu, '')
/** Returns the text at a place, counted round and round. */
const textAt = (at: number, most: number) => cut(storable(hostileTexts[at % hostileTexts.length] ?? ''), most)
const textsFrom = (at: number, count: number, most: number) =>
  Array.from({ length: count }, (_, step) => textAt(at + step, most))
const optionsAt = (at: number) => [
  ...new Map(textsFrom(at, 6, 200).map(text => [folded(text), text])).values(),
]
/** Returns what a name may hold of a text: line breaks and other control characters are refused. */
const nameOf = (text: string, max = 100) =>
  cut(
    text.replace(/[\p{Control}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, ''),
    max,
  ) || 'Asha'
/** Returns what an address may hold of a text: the rest is refused. */
const queryOf = (text: string) => cut(text.replace(/[\s\\\p{Control}]/gu, ''), 200)
/** Folds a text as browsers read an option. */
const folded = (text: string) => text.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '')

const fieldsOn = 20
const itemsOn = 50
const most = Math.ceil(hostileTexts.length / fieldsOn)
/** In `test` a session with one kind of them: each text alone is gone through at both levels. */
const lists = Array.from({ length: most }, (_, list) => list)

/** Returns one session with as many texts as it holds. */
function fullOf(list: number) {
  const [field, item] = [list * fieldsOn, list * itemsOn]
  return {
    amount: 45_000,
    allowed_methods: ['mobile_money', 'qr'],
    description: textsFrom(item, 4, 120).join('\n'),
    metadata: { note: textAt(item, 500) },
    customer: {
      name: nameOf(textAt(item, 200), 200),
      phone: '0754 123 456',
      email: `${textAt(item, 100).replace(/[@\s]/g, '')}@x`,
    },
    line_items: Array.from({ length: itemsOn }, (_, index) => ({
      ...{
        name: textAt(item + index, 200),
        description: textAt(item + index + 31, 500),
        sku: textAt(item + index + 67, 100),
      },
      id: textAt(item + index, 100),
      category: textAt(item + index, 100),
      image_url: textAt(item + index, 500),
      quantity: 1,
      unit_price: 100,
    })),
    custom_fields: Array.from({ length: fieldsOn }, (_, index) => ({
      key: `k${index}`,
      label: textAt(field + index, 200),
      type: (['text', 'textarea', 'select'] as const)[index % 3] ?? 'text',
      required: false,
      placeholder: textAt(field + index + 91, 200),
      ...(index % 3 === 2 ? { options: optionsAt(field * 3 + index * 6) } : {}),
    })),
    display: {
      show_line_items: true,
      line_items_style: 'cards',
      show_description: true,
      button_text: textAt(field + 5, 60),
      success_message: textsFrom(item + 4, 4, 120).join('\n'),
    },
  }
}

test('a name with direction marks does not reverse the sentence around it', () => {
  expect(say('ended_paid', { shop: '\u2069\u202eAsha\u2067' })).toBe(say('ended_paid', { shop: 'Asha' }))
})

describe.skipIf(!browserHere)('hostile texts', () => {
  let box: CheckoutShop
  let watched: Watched

  beforeAll(async () => {
    box = await openCheckoutShop()
    watched = await box.watch(await openBrowser(), { viewport: small })
    await watched.context.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`the policy forbids: ${violatedDirective} ${blockedURI}`),
      ),
    )
  })
  afterAll(() => box.close())

  const profileOf = async (text: string) =>
    (
      await box.asAdmin<{ id: string }>('/api/v1/profiles', {
        name: nameOf(text),
        merchant_name: nameOf(text),
      })
    ).id

  /** Asserts what must be so of every page, whatever it shows. */
  async function assertHarmless(page: Page, what: string) {
    expect([what, await page.evaluate(harmIn, document_)]).toEqual([what, []])
    expect([what, watched.complaints]).toEqual([what, []])
  }

  async function form(page: Page, made: SessionView, list: number, shop: string) {
    const asked = fullOf(list)
    await page.goto(box.pageOf(made))
    await assertHarmless(page, `the form ${list}`)
    expect(await page.evaluate(shownIn)).toEqual({
      shop,
      description: asked.description,
      button: asked.display.button_text,
      items: asked.line_items.map(({ name }) => name),
      more: asked.line_items.flatMap(({ description, sku }) => [description, `1 × TZS\u00a0100 · ${sku}`]),
      labels: asked.custom_fields.map(({ label }) => `${label} (optional)`),
      placeholders: asked.custom_fields.flatMap(({ type, placeholder }) =>
        type === 'select' ? [] : [placeholder],
      ),
      options: asked.custom_fields.flatMap(({ options, placeholder }) =>
        options ? [placeholder, ...options] : [],
      ),
      name: asked.customer.name.replace(/\n/g, ''),
    })
  }

  /** Checks that what the customer types comes back with what is wrong about it. */
  async function problems(page: Page, list: number) {
    const typed = await page.evaluate(typeAll, textsFrom(list * fieldsOn, fieldsOn, 2_001))
    await Promise.all([
      page.waitForEvent('load'),
      page.evaluate(() => document.querySelector('form')?.submit()),
    ])
    await assertHarmless(page, `the problems ${list}`)
    expect(await page.locator('[id$=customer_phone-problem]').count()).toBe(1)
    expect(await page.evaluate(typedIn)).toEqual(typed)
  }

  /** Pays by the form, fails with a hostile reason, pays again and gets a receipt. */
  async function tries(page: Page, made: SessionView, list: number, shop: string) {
    const address = box.pageOf(made)
    const answers = Object.fromEntries(
      fullOf(list).custom_fields.flatMap(({ key, type }, index) =>
        type === 'select' ? [] : [[`custom_fields.${key}`, textAt(list * fieldsOn + index, 500)]],
      ),
    )
    const sent = {
      payment_method: 'mobile_money',
      // One for each list: a number gets ten pushes an hour.
      customer_phone: `0754 ${100 + list} 456`,
      customer_name: nameOf(textAt(list, 200), 200),
      ...answers,
    }
    const pays = async () => {
      const answer = await page.context().request.post(`${address}/pay`, { form: sent, maxRedirects: 0 })
      expect(answer.status()).toBe(303)
    }
    const decides = async (answer: object, state: string) => {
      await box.decides(made, answer, state)
      await page.goto(address)
      await assertHarmless(page, `${state} ${list}`)
    }
    await pays()
    await page.goto(address)
    await assertHarmless(page, `waiting ${list}`)
    await decides({ outcome: 'failed', failure_reason: textAt(list * fieldsOn, 200) }, 'form')
    expect(await page.locator('.alert').textContent()).toContain('The network declined the payment')
    await pays()
    await decides({ outcome: 'completed' }, 'paid')
    const { display, description } = fullOf(list)
    expect(await page.locator('.lead').textContent()).toBe(display.success_message)
    expect((await page.locator('dd').allTextContents()).slice(0, 2)).toEqual([shop, description])
    const goes = await page.locator('a[data-return]').getAttribute('href')
    expect(new URL(goes ?? '', 'about:blank').origin).toBe(box.url)
  }

  async function throughEveryState(page: Page, list: number) {
    const shop = nameOf(textAt(list * 11, 500))
    const profile_id = await profileOf(shop)
    const made = await box.opens({
      ...fullOf(list),
      profile_id,
      redirect_url: `${box.url}/health?${queryOf(textAt(list * 7, 500))}`,
    })
    await form(page, made, list, shop)
    await problems(page, list)
    await tries(page, made, list, shop)
  }

  test('fields that hold many, through every state', async () => {
    // Two pages at a time, for each waits for the network in its turn.
    const halves = [0, 1].map(async half => {
      const page = await watched.context.newPage()
      await page.route(`${box.url}/health*`, route => route.abort())
      for (const list of lists.filter(list => list % 2 === half)) await throughEveryState(page, list)
      await page.close()
    })
    await Promise.all(halves)
  })

  // No policy holds in these frames: the page's own care must be enough.
  test('fields that hold one, each text alone, without the help of the policy', async () => {
    const asked = hostileTexts.map(storable).map(text => ({
      shop: nameOf(text),
      description: text,
      button: cut(text, 60),
      success: text,
      customer: nameOf(text, 200),
    }))
    const opens = async ({ shop, description, button, success, customer }: (typeof asked)[number]) => {
      const profile_id = await profileOf(shop)
      const made = await box.opens({
        amount: 5_000,
        description,
        profile_id,
        customer: { name: customer },
        display: { show_description: true, button_text: button, success_message: success },
      })
      // An account has at most 100; what is deleted still brands its sessions.
      await box.asAdmin(`/api/v1/profiles/${profile_id}`, undefined, 'DELETE')
      return made
    }
    const made: SessionView[] = []
    for (let at = 0; at < asked.length; at += 50)
      made.push(...(await Promise.all(asked.slice(at, at + 50).map(opens))))
    const paths = made.map(one => new URL(one.checkout_url).pathname)
    const blank = await watched.context.newPage()
    await blank.route('**/blank', route =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Blank</title>' }),
    )
    await blank.goto(`${box.url}/blank`)

    const forms = await blank.evaluate(opened, {
      paths,
      runs: asked.map(({ description }) => /owned|evil|alert/.test(description)),
      ...document_,
    })
    expect(forms).toEqual(
      asked.map(({ shop, description, button, customer }) => ({
        harm: [],
        title: folded(`${'TZS\u00a05,000'} · ${say('title_form', { shop })}`),
        texts: [shop, description, button],
        name: customer.replace(/\n/g, ''),
      })),
    )
    const payOf = (at: number) => ({ payment_method: 'mobile_money', customer_phone: `0754${100 + at}789` })
    await Promise.all(paths.map((path, index) => box.request(`${path}/pay`, payOf(index))))
    for (const one of made) await box.reaches(one, 'paid')
    const receipts = await blank.evaluate(opened, { paths, runs: [], ...document_ })
    expect(receipts.map(({ harm, texts }) => [harm, ...texts])).toEqual(
      asked.map(({ shop, description, success }) => [[], shop, success, shop, description]),
    )
    expect(watched.complaints).toEqual([])
    await blank.close()
  })

  test('addresses', async () => {
    const made = await box.opens({ amount: 5_000 })
    const { pathname } = new URL(made.checkout_url)
    const ask = async (path: string) => {
      const answer = await fetch(`${box.url}${path}`, { headers: html, redirect: 'manual' })
      return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') }
    }
    const [plain, damaged] = [await ask(pathname), await ask(`${pathname}?meta=x`)]
    expect([plain.status, damaged.status]).toEqual([200, 400])
    const asks = hostileTexts.map(async text => {
      const value = encodeURIComponent(text)
      expect(await ask(`${pathname}?lang=${value}`)).toEqual(plain)
      expect(await ask(`${pathname}?meta=${value}`)).toEqual(damaged)
      const { status, location } = await ask(`/p/${made.short_code}?lang=${value}`)
      const { origin, pathname: path } = new URL(location ?? '', box.url)
      expect([status, origin, path]).toEqual([302, box.url, pathname])
    })
    await Promise.all(asks)
    // Soon these are too many, and the page offers the same address once more.
    const page = await watched.context.newPage()
    const statuses = await Promise.all(
      hostileTexts.map(async text => (await ask(`/checkout/${encodeURIComponent(text)}`)).status),
    )
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
    for (const text of hostileTexts.filter((_, index) => index % 16 === 0)) {
      await page.goto(`${box.url}/checkout/${encodeURIComponent(text)}`)
      await assertHarmless(page, text)
      expect(await page.locator('a.primary').evaluate(link => (link as HTMLAnchorElement).href)).toStartWith(
        `${box.url}/checkout/`,
      )
    }
    await page.close()
  })

  test('an invalid colour is refused, and so is an invalid web address', async () => {
    const profile = (body: object) => box.asAdmin('/api/v1/profiles', { name: 'Duka', ...body })
    for (const brand_color of hostileColors)
      await expect(profile({ brand_color })).rejects.toThrow(/validation_error.*brand_color/)
    for (const redirect_url of [
      'javascript:top.owned=1',
      'data:text/html,x',
      '//evil.example',
      'vbscript:x',
      'https://',
    ])
      await expect(box.opens({ amount: 5_000, redirect_url })).rejects.toThrow(
        /validation_error.*redirect_url/,
      )
  })
})

/** What the page is made of. */
const document_ = {
  tags: (
    'HTML HEAD META TITLE STYLE NOSCRIPT BODY SCRIPT DIV ASIDE HEADER NAV MAIN SECTION ARTICLE H1 H2 P SPAN B SMALL WBR A UL OL LI ' +
    'LINK DL DT DD DETAILS SUMMARY FORM FIELDSET LEGEND LABEL INPUT SELECT OPTION TEXTAREA OUTPUT BUTTON svg path'
  ).split(' '),
}

/** Returns all that a text may have done to the page; run in the browser. */
const harmIn = ({ tags }: typeof document_) => {
  const all = [...document.querySelectorAll('*')]
  const count = (name: string) => document.getElementsByTagName(name).length
  return [
    ...('owned' in window ? ['a script of theirs ran'] : []),
    ...all.flatMap(({ tagName }) => (tags.includes(tagName) ? [] : [`<${tagName}>`])),
    ...all.flatMap(({ attributes }) =>
      [...attributes].flatMap(({ name }) => (/^on|^style$|^srcdoc$/.test(name) ? [name] : [])),
    ),
    ...['script', 'style', 'main', 'h1', 'link'].flatMap(name =>
      count(name) === 1 ? [] : [`${count(name)} × ${name}`],
    ),
    ...[...document.querySelectorAll('link:not([rel=preload][as=font])')].map(({ outerHTML }) => outerHTML),
    ...(document.documentElement.scrollWidth > 320
      ? [`${document.documentElement.scrollWidth} px wide`]
      : []),
  ]
}

/** Returns what is shown of a session, field by field; run in the browser. */
const shownIn = () => {
  const texts = (selector: string) =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)
  const one = (selector: string) => texts(selector)[0]
  const names = '[name^="custom_fields."]'
  return {
    shop: one('.shop'),
    description: one('.description'),
    button: one('button.primary'),
    items: texts('.item-name'),
    more: texts('.item-more'),
    labels: [...document.querySelectorAll<HTMLInputElement>(names)].map(
      ({ labels }) => labels?.[0]?.textContent ?? '',
    ),
    placeholders: [...document.querySelectorAll(`input${names}, textarea${names}`)].map(field =>
      field.getAttribute('placeholder'),
    ),
    options: texts('option'),
    name: document.querySelector<HTMLInputElement>('[name=customer_name]')?.value,
  }
}

const typedIn = () =>
  [
    ...document.querySelectorAll<HTMLInputElement>('form [name]:not([type=hidden], [type=radio], select)'),
  ].map(({ value }) => value)

/** Types one text into each field, and returns the values of the fields; runs in the browser. */
const typeAll = (texts: readonly string[]) => {
  const fields = [
    ...document.querySelectorAll<HTMLInputElement>('form [name]:not([type=hidden], [type=radio], select)'),
  ]
  for (const [at, field] of fields.entries()) field.value = texts[at % texts.length] ?? ''
  return fields.map(({ value }) => value)
}

interface Opened {
  readonly paths: readonly string[]
  /** Which of them in a frame of its own, where all scripts may run; the others are only read. */
  readonly runs: readonly boolean[]
}

/** Returns what the browser makes of each page; run in the browser. */
const opened = async ({ paths, runs, tags }: Opened & typeof document_) => {
  const look = async (path: string, at: number) => {
    const source = await (await fetch(path, { headers: { accept: 'text/html' } })).text()
    const frame = document.createElement('iframe')
    if (runs[at]) {
      const loaded = new Promise(done => frame.addEventListener('load', done))
      frame.hidden = true // nothing is drawn, which is most of the work
      frame.srcdoc = source
      document.body.append(frame)
      await loaded
    }
    const page = frame.contentDocument ?? new DOMParser().parseFromString(source, 'text/html')
    const all = [...page.querySelectorAll('*')]
    const found = {
      harm: [
        ...('owned' in window || 'owned' in (frame.contentWindow ?? window)
          ? ['a script of theirs ran']
          : []),
        ...all.flatMap(({ tagName }) => (tags.includes(tagName) ? [] : [`<${tagName}>`])),
        ...all.flatMap(({ attributes }) =>
          [...attributes].flatMap(({ name }) => (/^on|^style$|^srcdoc$/.test(name) ? [name] : [])),
        ),
        ...(page.scripts.length === 1 ? [] : [`${page.scripts.length} scripts`]),
        ...[...page.querySelectorAll('link:not([rel=preload][as=font])')].map(({ outerHTML }) => outerHTML),
      ],
      title: page.title,
      texts: [...page.querySelectorAll('.shop, .description, button.primary, .lead, dd')]
        .slice(0, 4)
        .map(({ textContent }) => textContent),
      name: page.querySelector<HTMLInputElement>('[name=customer_name]')?.value,
    }
    frame.remove()
    return found
  }
  return Promise.all(paths.map(look))
}
