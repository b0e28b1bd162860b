// The stream of all payments that a caller may see: a till’s are those that were created at it.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { mobile, openEndpointShop, type TestRequest } from '../kit/endpoint.ts'
import { messagesOf, textAt } from '../kit/endpoint-answer.ts'
import { addCashiers, type PairedTill, pairTill, pins } from '../kit/endpoint-till.ts'

const shop = await openEndpointShop()
const crew = await addCashiers(shop)
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const path = '/v1/payments/events'
const asTill = ({ cookie }: PairedTill) => ({ headers: { cookie, 'kaunta-till': '1' } })
const sell = async (request: Omit<TestRequest, 'path'>) =>
  textAt(await shop.request({ ...request, path: '/v1/payments', json: mobile }), 'data.reference')
async function pay(reference: string): Promise<void> {
  const json = { outcome: 'completed' }
  await shop.request({ as: 'sandbox', path: `/v1/sandbox/payments/${reference}`, json })
  await shop.work()
}
async function listening(request: Omit<TestRequest, 'path'>) {
  const stream = messagesOf(await shop.send({ ...request, path }))
  expect(await stream.next()).toBe('retry: 1000')
  expect(await stream.next()).toBe('event: open\ndata: {}')
  return stream
}

describe('the stream of all payments', () => {
  test('sends a till its own, and an owner all of them', async () => {
    const at = (name: string) => pairTill(shop, name, { staffId: crew.neema, pin: pins.neema })
    const [door, bar] = [await at('Door'), await at('Bar')]
    const [own, other] = [await sell(asTill(door)), await sell(asTill(bar))]
    const [till, owner] = [await listening(asTill(door)), await listening({ as: 'owner' })]
    await pay(other)
    await pay(own)
    const heard = [await owner.next(), await owner.next()]
    expect(heard[0]).toContain(other)
    expect(heard[1]).toContain(own)
    const first = await till.next()
    expect(first).toStartWith('event: payment\n')
    expect(first).toContain(own)
    expect(first).toContain('"status":"completed"')
    await till.close()
    await owner.close()
  })

  test('sends a till the end of its link that was cancelled elsewhere, and not that of another till', async () => {
    const [gate, shed] = await Promise.all(
      ['Gate', 'Shed'].map(name => pairTill(shop, name, { staffId: crew.neema, pin: pins.neema })),
    )
    const link = async (till: PairedTill) =>
      textAt(
        await shop.request({ ...asTill(till), path: '/api/v1/sessions', json: { amount: 4_000 } }),
        'data.reference',
      )
    const cancel = (reference: string) =>
      shop.request({ as: 'owner', method: 'POST', path: `/api/v1/sessions/${reference}/cancel` })
    if (!gate || !shed) throw new Error('two tills were paired')
    const [own, other] = [await link(gate), await link(shed)]
    const stream = await listening(asTill(gate))
    await cancel(other)
    await cancel(own)
    expect(await stream.next()).toBe(
      `event: session\ndata: ${JSON.stringify({ reference: own, status: 'cancelled' })}`,
    )
    await stream.close()
  })

  test('ends for a till that its cashier has left', async () => {
    const till = await pairTill(shop, 'Yard', { staffId: crew.neema, pin: pins.neema })
    const own = await sell(asTill(till))
    const stream = await listening(asTill(till))
    await till.request({ method: 'POST', path: '/api/v1/till/logout' })
    await pay(own)
    expect(await stream.next()).toBe('end')
  })
})
