// Several attempts on one checkout page: what the page shows of the newest one, and of one that its network
// has not decided.
import { afterAll, expect, test } from 'bun:test'
import { checkout } from '../../ui/checkout/checkout.text.ts'
import { openEndpointShop } from '../kit/endpoint.ts'
import { openSession, ownAmount } from '../kit/endpoint-session.ts'

const shop = await openEndpointShop()
afterAll(() => shop.close())

const handset = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 (Linux; Android 13) Mobile Safari' }

test('each QR attempt has a picture of its own address, which browsers do not store', async () => {
  const customer = await openSession(shop, { ...ownAmount, allowed_methods: ['qr', 'card'] })
  const shownCode = async (amount: number) => {
    const attempt = await customer.tries({ payment_method: 'qr', amount })
    const html = await (await shop.send({ path: customer.path, headers: handset })).text()
    const address = /src="([^"]*qr\.svg[^"]*)"/.exec(html)?.[1] ?? ''
    const picture = await shop.send({ path: address })
    expect([picture.status, picture.headers.get('cache-control')]).toEqual([200, 'no-store'])
    return { ...attempt, address, svg: await picture.text() }
  }
  const first = await shownCode(2_000)
  await customer.giveUp(first.attempt_id)
  const second = await shownCode(8_000)
  expect(second.svg).not.toBe(first.svg)
  expect(second.address).not.toBe(first.address)
})

test.each(['en', 'sw'] as const)(
  'a push without an answer past its time is still checked, and may be tried again (%s)',
  async lang => {
    const customer = await openSession(shop)
    await customer.tries()
    shop.advance(180_000)
    const page = async () =>
      (await shop.send({ path: `${customer.path}?lang=${lang}`, headers: handset })).text()
    const html = await page()
    const words = checkout[lang]
    expect(html).toContain('<main data-state="form" data-checking="">')
    for (const text of [words.reason_checking, words.reason_checking_do]) expect(html).toContain(text)
    for (const text of [words.reason_expired, words.reason_expired_do]) expect(html).not.toContain(text)
    await customer.declines('payment_not_approved')
    expect(await page()).not.toContain('data-checking=""')
  },
)
