// The shop page: what it shows, and that an order is created once, at the prices that the customer saw, and
// is found by its number at every till. test/browser/shop-page.test.ts tests how it looks.
import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { ProductView } from '../../src/wire/product.ts'
import type { ProfileView } from '../../src/wire/profile.ts'
import type { SessionView } from '../../src/wire/session.ts'
import { shop as words } from '../../ui/checkout/shop.text.ts'
import { openEndpointShop } from '../kit/endpoint.ts'
import { at, textAt } from '../kit/endpoint-answer.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'
import { postForm, rowsOfNewSession } from '../kit/endpoint-session.ts'
import { addCashiers, pairTill, pins } from '../kit/endpoint-till.ts'
import { csvOf } from '../kit/product-file.ts'

/** Hashing PINs is slow on purpose, and slower on a busy machine. */
setDefaultTimeout(300_000)

const shop = await openEndpointShop()
const crew = await addCashiers(shop)
const till = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
afterAll(() => shop.close())
beforeEach(() => shop.advance(3_600_000))

const asOwner = async (path: string, json: object, method = 'POST') =>
  at(await shop.request({ as: 'owner', method, path, json }), 'data')
const profiles = '/api/v1/profiles'
const profile = (await asOwner(profiles, { name: 'Shop' })) as ProfileView
const setShop = (json: object) => asOwner(`${profiles}/${profile.id}`, json, 'PATCH')
const path = new URL(profile.shop_url).pathname
await setShop({ shop_page: true, redirect_url: 'https://duka.example/thanks' })

const add = async (json: object) => (await asOwner('/api/v1/products', json)) as ProductView
const change = (id: string, json: object) => asOwner(`/api/v1/products/${id}`, json, 'PATCH')
const [small, large] = [
  { name: 'Small', price: 800 },
  { name: 'Large', price: 1_200, available: false },
]
const soda = await add({
  name: 'Soda',
  name_sw: 'Soda baridi',
  price: 1_000,
  category: 'Drinks',
  wholesale: { from: 12, price: 900 },
  track_stock: true,
})
await add({ name: 'Tea', category: 'Drinks', variations: [small, large] })
await add({ name: 'Rice', price: 3_000, sold_by_weight: true, category: 'Food & more' })
await add({ name: 'Gift card' })
await add({ name: 'Bread', price: 1_500, available: false })

async function pageOf(response: Response) {
  const text = await response.text()
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    text,
    /** The items and what is picked, by name. */
    items: [...text.matchAll(/<span class="item-name">([^<]+)/g)].map(([, name]) => name),
    fields: new Map(
      [...text.matchAll(/<label for="(\w+)"><span class="item-name">([^<]+).*?name="([^"]+)"/g)].map(
        ([, , name = '', field = '']) => [name, field] as const,
      ),
    ),
    form: /value="(\w+)" name="order"/.exec(text)?.[1] ?? '',
    notice: /role="alert">.*?<h2>([^<]+)/.exec(text)?.[1],
  }
}
const open = async (query = '') =>
  pageOf(await shop.send({ path: `${path}${query}`, headers: { accept: 'text/html' } }))
const post = async (form: Record<string, string>) => pageOf(await postForm(shop, path, form))
/** Returns the fields of a page with these quantities. */
async function picked(quantities: Readonly<Record<string, string>>) {
  const { fields, form } = await open()
  const typed = Object.entries(quantities).map(([name, count]) => [fields.get(name) ?? name, count])
  return { ...Object.fromEntries(typed), order: form } as Record<string, string>
}
const newestSession = async () =>
  at(await shop.request({ as: 'sandbox', path: '/api/v1/sessions' }), 'data.0') as SessionView
const tokenIn = (location: string) => location.split('?')[0] ?? ''
const { en, sw } = words

describe('the page', () => {
  test('is not found while it is closed, of a deleted profile, and of nobody', async () => {
    await setShop({ shop_page: false })
    expect((await open()).status).toBe(404)
    expect((await post({ [`${soda.id}.1000`]: '1', order: 'x'.repeat(16) })).status).toBe(404)
    await setShop({ shop_page: true })
    expect((await open()).status).toBe(200)
    const gone = (await asOwner(profiles, { name: 'Gone', shop_page: true })) as ProfileView
    await shop.request({ as: 'owner', method: 'DELETE', path: `${profiles}/${gone.id}` })
    for (const id of [gone.id, 'prof_0']) expect((await shop.send({ path: `/shop/${id}` })).status).toBe(404)
  })

  test('shows what is available and has a price, by category, in both languages', async () => {
    const all = await open()
    expect(all.items).toEqual(['Rice', 'Soda', 'Tea'])
    for (const part of [
      'TZS\u00a03,000 / kg',
      'From 12: TZS\u00a0900',
      '<small> Small</small>',
      'Food &amp; more',
    ])
      expect(all.text).toContain(part)
    expect((await open('?category=Drinks')).items).toEqual(['Soda', 'Tea'])
    const swahili = await open('?lang=sw&category=Drinks')
    expect(swahili.items).toEqual(['Soda baridi', 'Tea'])
    expect(swahili.text).toContain(sw.go_on)
  })

  test.each([
    ['so', ['Soda']],
    ['chai', []],
  ])('finds %s', async (words, found) => {
    expect((await open(`?q=${words}&category=`)).items).toEqual(found)
    // The button of a category ends the search.
    expect((await open(`?q=${words}&category=&category=Drinks`)).items).toEqual(['Soda', 'Tea'])
  })

  test('shows no heading that is not a category of the list', async () => {
    const { text, items } = await open('?category=Send%20the%20money%20to%200754%20000%20000')
    expect(text).not.toContain('Send the money')
    expect(items).toEqual(['Rice', 'Soda', 'Tea'])
  })

  test('keeps what was typed when another button is pressed, and shows its total', async () => {
    const { order: _, ...fields } = await picked({ Soda: '12', Rice: '0,5', Tea: '0' })
    const next = await open(`?${new URLSearchParams({ ...fields, category: 'Drinks' })}`)
    expect(next.items).toEqual(['Soda', 'Rice', 'Tea'])
    expect(next.text).toContain('Total <b>TZS\u00a012,300</b>')
    expect(next.notice).toBeUndefined()
  })
})

describe('an order', () => {
  test('is paid at the prices of the list, and has a number that every till finds', async () => {
    const sent = await picked({ Soda: '12', Rice: '0.5', Tea: '1' })
    const before = await shop.rows()
    const { status, location } = await post({ ...sent, lang: 'sw' })
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/checkout\/\w{22}\?lang=sw$/)])
    expect(changesBetween(before, await shop.rows())).toEqual({
      ...rowsOfNewSession,
      idempotency: 1,
      profile: 1,
    })
    const session = await newestSession()
    expect(session).toMatchObject({
      amount: 13_100,
      redirect_url: '',
      metadata: { note: 'Order 1', order_number: '1' },
      line_items: [
        { name: 'Soda', quantity: 12, unit_price: 900 },
        { name: 'Rice', quantity: 500, unit_price: 3_000, by_weight: true },
        { name: 'Tea, Small', quantity: 1, unit_price: 800 },
      ],
    })
    const checkout = await (await shop.send({ path: location, headers: { accept: 'text/html' } })).text()
    const back = /class="change"><a href="([^"]+)"/.exec(checkout)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect((await open(back.slice(path.length))).text).toContain(`Jumla <b>TZS\u00a013,100</b>`)

    await postForm(shop, `${tokenIn(location)}/pay`, { customer_phone: '0754 123 456' })
    const { payment_reference: reference } = await newestSession()
    const unpaid = await till.request({ path: '/api/v1/till/sales' })
    expect(at(unpaid, 'data')).toEqual([])
    await shop.request({
      as: 'sandbox',
      path: `/v1/sandbox/payments/${reference}`,
      json: { outcome: 'completed' },
    })
    await shop.work()
    const paid = await (await shop.send({ path: location, headers: { accept: 'text/html' } })).text()
    expect(paid).toContain('Namba ya oda yako <b>1</b>')
    expect(paid).toContain('Rice')
    expect(at(await till.request({ path: '/api/v1/till/sales' }), 'data.0')).toMatchObject({
      reference,
      note: 'Order 1',
      line_items: [{ name: 'Soda' }, { name: 'Rice' }, { name: 'Tea, Small' }],
    })
    expect((await till.request({ path: `/v1/payments/${reference}` })).status).toBe(200)
    const found = await shop.request({ as: 'owner', path: '/api/v1/sales?q=Order%201' })
    expect(at(found, 'data.items.0.reference')).toBe(reference)
    const stock = await shop.request({ as: 'owner', path: `/api/v1/products/${soda.id}` })
    expect(at(stock, 'data.stock')).toBe(-12)
  })

  test('that waits for its customer is not found at a till, and is the newest sale there once paid', async () => {
    const { location } = await post(await picked({ Soda: '2' }))
    await postForm(shop, `${tokenIn(location)}/pay`, { customer_phone: '0754 123 456' })
    const { reference: session, payment_reference: reference } = await newestSession()
    for (const path of [`/v1/payments/${reference}`, `/api/v1/sessions/${session}`])
      expect((await till.request({ path })).status).toBe(404)
    const voided = await till.request({ method: 'POST', path: `/v1/payments/${reference}/void`, json: {} })
    expect(voided.status).toBe(404)
    const json = { payment_type: 'dynamic-qr', details: { amount: 1_000, currency: 'TZS' } }
    for (let count = 0; count < 20; count++) {
      shop.advance(1_000)
      expect((await till.request({ method: 'POST', path: '/v1/payments', json })).status).toBe(201)
    }
    shop.advance(1_000)
    const paid = { path: `/v1/sandbox/payments/${reference}`, json: { outcome: 'completed' } }
    await shop.request({ as: 'sandbox', ...paid })
    await shop.work()
    expect(at(await till.request({ path: '/api/v1/till/sales?limit=20' }), 'data.0.reference')).toBe(
      reference,
    )
  })

  test('that is sent twice is created once, and once more from another page', async () => {
    const sent = await picked({ Soda: '2' })
    const before = await shop.rows()
    const answers = await Promise.all([post(sent), post(sent), post(sent)])
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1)
    expect(changesBetween(before, await shop.rows())).toMatchObject({ session: 1 })
    const other = await post({ ...sent, order: (await open()).form })
    expect(other.location).not.toBe(answers[0]?.location)
  })

  test('whose link has expired is shown again, to be sent anew', async () => {
    const sent = await picked({ Soda: '2' })
    expect((await post(sent)).status).toBe(303)
    shop.advance(7_200_000)
    const again = await post(sent)
    expect([again.status, again.notice]).toEqual([409, en.again])
    expect((await post({ ...sent, order: again.form })).status).toBe(303)
  })

  test('at an old price is shown again with the new one, and then ordered at that', async () => {
    const sent = await picked({ Soda: '2' })
    await change(soda.id, { price: 1_100 })
    const before = await shop.rows()
    const again = await post(sent)
    expect([again.status, again.notice]).toEqual([409, en.order_price])
    expect(again.text).toContain('Total <b>TZS\u00a02,200</b>')
    expect(changesBetween(before, await shop.rows())).toEqual({})
    const field = again.fields.get('Soda') ?? ''
    expect((await post({ [field]: '2', order: again.form })).status).toBe(303)
    expect(await newestSession()).toMatchObject({ amount: 2_200 })
    await change(soda.id, { price: 1_000 })
  })

  test('of an item that is sold by weight since is shown again, and so is one sold by the piece', async () => {
    const pieces = await picked({ Soda: '2' })
    await change(soda.id, { sold_by_weight: true, wholesale: null })
    const again = await post(pieces)
    expect([again.status, again.notice]).toEqual([409, en.order_price])
    const kilos = await picked({ Soda: '2' })
    expect((await post(kilos)).status).toBe(303)
    const more = await picked({ Soda: '2' })
    await change(soda.id, { sold_by_weight: false })
    expect((await post(more)).notice).toBe(en.order_price)
    await change(soda.id, { wholesale: { from: 10, price: 900 } })
  })

  test('of a wholesale price that ended is shown again', async () => {
    const sent = await picked({ Soda: '12' })
    await change(soda.id, { wholesale: null })
    expect((await post(sent)).notice).toBe(en.order_price)
    await change(soda.id, { wholesale: { from: 12, price: 900 } })
  })

  test('of what is sold out or deleted since is shown again without it', async () => {
    const cake = await add({ name: 'Cake', price: 2_000 })
    const sent = await picked({ Soda: '1', Cake: '1' })
    await change(cake.id, { available: false })
    const sold = await post(sent)
    expect([sold.status, sold.notice, sold.items[0]]).toEqual([409, en.order_gone, 'Soda'])
    expect(sold.text).toContain('Cake. Check it')
    await shop.request({ as: 'owner', method: 'DELETE', path: `/api/v1/products/${cake.id}` })
    const deleted = await post(sent)
    expect(deleted.text).toContain('no longer in your order. Check it')
    const { Soda = '' } = Object.fromEntries(deleted.fields)
    expect((await post({ [Soda]: '1', order: deleted.form })).status).toBe(303)
  })

  const many = Array.from({ length: 51 }, (_, index) => [`prod_${String(index).padStart(32, '0')}.500`, '1'])
  test.each<[string, Record<string, string>, string | undefined]>([
    ['nothing', {}, en.order_empty],
    ['zeros', { Soda: '0', Tea: ' ' }, en.order_empty],
    ['a word', { Soda: 'two' }, en.order_quantity],
    ['a negative number', { Soda: '-1' }, en.order_quantity],
    ['half a piece', { Soda: '0.5' }, en.order_quantity],
    ['too many', { Soda: '100' }, en.order_quantity],
    ['too much weight', { Rice: '99.5' }, en.order_quantity],
    ['too many items', { Soda: '1', ...Object.fromEntries(many) }, en.order_gone],
    ['less than a payment', { Rice: '0.1' }, en.order_low],
    ['an item of nobody', { 'prod_x.1000': '1' }, en.order_empty],
  ])('of %s is refused, and nothing is written', async (_, quantities, notice) => {
    const sent = await picked(quantities)
    const before = await shop.rows()
    const answer = await post(sent)
    expect([answer.status, answer.notice]).toEqual([notice === en.order_gone ? 409 : 400, notice])
    expect(changesBetween(before, await shop.rows())).toEqual({})
  })

  test('without the text of a page is shown first, because it could be another customer’s', async () => {
    for (const order of ['', 'x'])
      expect((await post({ ...(await picked({ Soda: '1' })), order })).notice).toBe(en.again)
  })

  test('at a shop without a network is shown again, with the reason', async () => {
    const json = { name: 'Live', shop_page: true }
    const made = await shop.request({ as: 'owner of live', path: profiles, json })
    const { pathname } = new URL(textAt(made, 'data.shop_url'))
    const answer = await pageOf(await postForm(shop, pathname, await picked({ Soda: '1' })))
    expect([answer.status, answer.notice]).toEqual([409, en.closed])
  })

  test('another merchant’s product cannot be ordered', async () => {
    const json = { name: 'Foreign', price: 1_000 }
    const id = textAt(await shop.request({ as: 'stranger', path: '/api/v1/products', json }), 'data.id')
    expect((await post(await picked({ [`${id}.1000`]: '1' }))).notice).toBe(en.order_gone)
  })
})

test('a page reads a part of the list, however much of it is sold out', async () => {
  const lines = Array.from({ length: 150 }, (_, index) => `Aa sold out ${index},500,N`)
  const raw = ['name,price,available', ...lines].join('\n')
  const headers = { 'content-type': 'text/csv' }
  const path = '/api/v1/products/import'
  expect((await shop.request({ as: 'owner', method: 'POST', path, raw, headers })).status).toBe(200)
  const first = await open()
  expect(first.items).toEqual([])
  const from = /name="from" value="(\d+)"|value="(\d+)" name="from"/.exec(first.text)
  expect((await open(`?from=${from?.[1] ?? from?.[2]}`)).items).toEqual(['Rice', 'Soda', 'Tea'])
})

/** A name of 30 random letters, which compression shortens as little as it shortens a name of 60. */
const longName = (text: string) =>
  new Bun.CryptoHasher('sha256').update(text).digest('base64url').slice(0, 30)

/** Opens a shop with these lines of a price list, and returns how its page is opened as a browser does. */
async function openListed(lines: (string | number)[][]) {
  const shop = await openEndpointShop()
  const asOwner = (request: object) => shop.request({ as: 'owner', path: profiles, ...request })
  const { pathname } = new URL(
    textAt(await asOwner({ json: { name: 'Shop', shop_page: true } }), 'data.shop_url'),
  )
  const headers = { 'content-type': 'text/csv' }
  const imported = await asOwner({ path: '/api/v1/products/import', raw: csvOf(lines), headers })
  expect(imported.json).toMatchObject({ data: { errors: [] } })
  return {
    close: () => shop.close(),
    view: async (query: Record<string, string>) => {
      const path = `${pathname}?${new URLSearchParams(query)}`
      const answer = await shop.send({ path, headers: { accept: 'text/html', 'accept-encoding': 'gzip' } })
      expect(answer.headers.get('content-encoding')).toBe('gzip')
      const { text, items } = await pageOf(answer)
      return { text, items, size: Number(answer.headers.get('content-length')) }
    },
  }
}

test('a page whose last product has 100 variations is sent with at most 20 kB, in both languages', async () => {
  const lines = Array.from({ length: 129 }, (_, index) => {
    const [product, variation] = index < 29 ? [`A ${index}`, ''] : ['Z', `V ${index}`]
    const names = [`${product} ${longName(product)}`, `${product} ${longName(`${product} sw`)}`]
    const category = `Group ${Math.min(index, 29) % 12}`
    return [...names, variation && longName(variation), category, 1_000 + 37 * index, 12, 990]
  })
  lines.unshift(['name', 'name_sw', 'variation', 'category', 'price', 'wholesale_from', 'wholesale_price'])
  const { view, close } = await openListed(lines)
  const viewFields = async (query: Record<string, string>) => {
    const { text, items, size } = await view(query)
    expect(items.length).toBe(129)
    expect(size).toBeWithin(1, 20_001)
    return [...text.matchAll(/name="(prod_[^"]+)"/g)].map(([, field = '']) => field)
  }
  for (const lang of ['en', 'sw']) {
    const fields = await viewFields({ lang })
    // All that an order can have is chosen, and half of it is wrong.
    const chosen = fields.slice(0, 50).map((field, index) => [field, index % 2 === 0 ? '3' : '300'])
    await viewFields({ lang, ...Object.fromEntries(chosen) })
  }
  await close()
})

test('a page of 500 categories offers the first hundred and the chosen one, with at most 20 kB', async () => {
  const categories = Array.from({ length: 500 }, (_, index) => `${1_000 + index} ${longName(`${index}`)}`)
  const lines = categories.map((category, index) => [
    `A ${index} ${longName(category)}`,
    category,
    1_000 + index,
  ])
  const { view, close } = await openListed([['name', 'category', 'price'], ...lines])
  const categoriesIn = (text: string) =>
    categories.filter(
      category => text.includes(`value="${category}"`) && text.includes(`>${category}</button>`),
    )
  const first = await view({})
  expect(first.size).toBeWithin(1, 20_001)
  expect(categoriesIn(first.text)).toEqual(categories.slice(0, 100))
  const last = categories.at(-1) ?? ''
  const chosen = await view({ category: last })
  expect(chosen.items).toEqual([lines.at(-1)?.[0] as string])
  expect(categoriesIn(chosen.text)).toEqual([...categories.slice(0, 100), last])
  await close()
})

describe('customers behind one address', () => {
  /** Opens a shop with a limit, and its page at which they all look. */
  async function openLimited() {
    const limited = await openEndpointShop({ rateLimit: 60 })
    const create = async (path: string, json: object) =>
      at(await limited.request({ as: 'owner', path, json }), 'data')
    const { id } = (await create('/api/v1/products', { name: 'Soda', price: 1_000 })) as ProductView
    const made = (await create(profiles, { name: 'Shop', shop_page: true })) as ProfileView
    const { pathname } = new URL(made.shop_url)
    let orders = 0
    return {
      looks: async (query = '') => (await limited.send({ path: `${pathname}${query}` })).status,
      seesPicture: async () => (await limited.send({ path: '/logo/none' })).status,
      orders: async (count = '1') =>
        (
          await postForm(limited, pathname, {
            [`${id}.1000`]: count,
            order: String(++orders).padStart(16, '0'),
          })
        ).status,
      guesses: async (profile: string) => (await limited.send({ path: `/shop/${profile}` })).status,
      close: () => limited.close(),
    }
  }

  test('do not wait for each other, until they order more than thirty times a minute', async () => {
    const { looks, seesPicture, orders, close } = await openLimited()
    const statuses: number[] = []
    for (let customer = 0; customer < 40; customer++) {
      for (const query of ['', '?q=so', '?q=', '?lang=sw', '?from=0']) statuses.push(await looks(query))
      for (let picture = 0; picture < 10; picture++) statuses.push(await seesPicture())
      statuses.push(await orders('none'))
      if (customer < 30) statuses.push(await orders())
    }
    const counts = Object.groupBy(statuses, status => status)
    expect(Object.entries(counts).map(([status, all]) => [status, all?.length])).toEqual([
      ['200', 200],
      ['303', 30],
      ['400', 40],
      ['404', 400],
    ])
    expect([await orders(), await orders('none')]).toEqual([429, 400])
    await close()
  })

  test('who guess pages that do not exist must wait', async () => {
    const { looks, guesses, close } = await openLimited()
    for (let count = 0; count < 60; count++) await guesses(`prof_${count}`)
    expect([await guesses('prof_x'), await looks()]).toEqual([429, 200])
    await close()
  })
})
