// The base of links follows this computer's address: the server may start before the network, and a router
// may give another address while it runs.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { openEndpointShop, qr, type TestRequest } from '../kit/endpoint.ts'
import { textAt } from '../kit/endpoint-answer.ts'
import { addCashiers, pairTill, pins } from '../kit/endpoint-till.ts'

/** Hashing PINs is slow on purpose, and slower on a busy machine. */
setDefaultTimeout(300_000)

const shop = await openEndpointShop()
afterAll(() => shop.close())
const { neema } = await addCashiers(shop)
const till = await pairTill(shop, 'Front', { staffId: neema, pin: pins.neema })
const session = { amount: 5_000, allowed_methods: ['mobile_money'] }

const links: [link: string, request: TestRequest & { readonly onTill?: true }, field: string][] = [
  ['a payment', { as: 'sandbox', path: '/v1/payments', json: qr }, 'data.payment_url'],
  ['a session', { as: 'sandbox', path: '/api/v1/sessions', json: session }, 'data.checkout_url'],
  [
    'a pairing code of a till',
    { as: 'owner', path: '/api/v1/tills', json: { name: 'Back' } },
    'data.pairing_url',
  ],
  [
    'a pairing code of a display',
    { onTill: true, method: 'POST', path: '/api/v1/till/displays' },
    'data.pairing_url',
  ],
]
test.each(links)('%s has the address of now', async (_, { onTill, ...request }, field) => {
  for (const base of ['http://192.168.1.10:8080', 'http://192.168.1.20:8080']) {
    shop.flags.publicUrl = base
    const answer = await (onTill ? till : shop).request(request)
    expect(textAt(answer, field)).toStartWith(`${base}/`)
  }
})
