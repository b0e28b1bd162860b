// A stop while webhooks wait for their receiver: sent ones are recorded, and the next start sends the others
// in order.
import { expect, test } from 'bun:test'
import { newJobLoop } from '../../src/job/loop.ts'
import { openEndpointShop } from '../kit/endpoint.ts'
import { at } from '../kit/endpoint-answer.ts'
import { until } from '../kit/wait.ts'

const webhook_url = 'http://192.168.1.20/hook'
/** Answered immediately, so that more are claimed. */
const answeredAtOnce = 9
const sold = 30

test('a stop records what was sent, and the next start sends the others in their order', async () => {
  const shop = await openEndpointShop()
  const { world } = shop.appliance
  const references: unknown[] = []
  for (let count = 0; count < sold; count++) {
    const json = { payment_type: 'dynamic-qr', details: { amount: 1_000, currency: 'TZS' }, webhook_url }
    const made = await shop.request({ as: 'sandbox', path: '/v1/payments', json })
    references.push(at(made, 'data.reference'))
    const path = `/v1/payments/${references.at(-1)}/void`
    expect((await shop.request({ as: 'sandbox', method: 'POST', path })).status).toBe(200)
  }
  const answered = { kind: 'answered', status: 200, headers: {}, body: '', tookMs: 0 } as const
  const receiver = Promise.withResolvers<typeof answered>()
  let asked = 0
  const request = async () => (++asked > answeredAtOnce ? receiver.promise : answered)
  const net = { ...world.net, request }
  const loop = newJobLoop({ ...shop.appliance, world: { ...world, net } }, () => {})
  const counts = async (where: string) => {
    const [row] = await shop.appliance.store.read.rows(`select count(*) from ${where}`)
    return Number(row?.[0])
  }
  await loop.start()
  await until(() => asked === answeredAtOnce + 4)
  // More are claimed than may call the receiver at a time.
  await until(async () => (await counts("job where state = 'claimed'")) > 4)

  const stopped = loop.stop()
  receiver.resolve(answered)
  await stopped
  expect(asked).toBe(answeredAtOnce + 4)
  expect(await counts("delivery where status = 'success'")).toBe(answeredAtOnce + 4)

  const again = newJobLoop(shop.appliance, () => {})
  await again.start()
  await until(async () => (await counts("delivery where status = 'success'")) === sold)
  await again.stop()
  const sent = shop.dispatches.map(({ body }) => JSON.parse(body).data.reference)
  expect(sent).toEqual(references.slice(answeredAtOnce + 4))
  await shop.close()
})
