// Endpoint tests as data: a request, the answer, and the changed rows.
import { expect, test } from 'bun:test'
import { type EndpointShop, type Headers, mobile, qr, type TestRequest } from './endpoint.ts'
import type { TestResponse } from './endpoint-answer.ts'
import { changesBetween } from './endpoint-rows.ts'

export interface Scenario {
  readonly request: TestRequest
  /** Fills the path's {reference}: a payment of the sandbox account made before. */
  readonly given?: 'pending' | 'mobile' | 'completed'
  readonly status: number
  readonly body?: object // at least this
  readonly headers?: Headers
  /** Rows added, altered or removed by table; none of any other. */
  readonly changes?: Record<string, number>
}

/** Runs one scenario: compares the answer, and the changed rows with no others. */
export async function runScenario(
  shop: EndpointShop,
  { request, given, status, body = {}, headers = {}, changes = {} }: Scenario,
): Promise<TestResponse> {
  const reference = given ? await givenPayment(shop, given) : ''
  // After this write, all writes of timers of an earlier scenario are stored.
  await shop.appliance.store.write(async () => {}, 'upkeep')
  const before = await shop.rows()
  const answer = await shop.request({ ...request, path: request.path.replace('{reference}', reference) })
  expect({ status: answer.status, text: answer.text }).toEqual({ status, text: answer.text })
  if (Object.keys(body).length > 0) expect(answer.json).toMatchObject(body)
  for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name)).toBe(value)
  expect(changesBetween(before, await shop.rows())).toEqual(changes)
  return answer
}

/** Plays a table of scenarios, each as a test of its name. */
export const testScenarios = (shop: EndpointShop, table: Readonly<Record<string, Scenario>>) =>
  test.each(Object.entries(table))('%s', async (_, scenario) => void (await runScenario(shop, scenario)))

async function givenPayment(shop: EndpointShop, kind: 'pending' | 'mobile' | 'completed'): Promise<string> {
  const { reference } = await shop.make(kind === 'mobile' ? mobile : qr)
  if (kind !== 'completed') return reference
  await shop.request({
    as: 'sandbox',
    path: `/v1/sandbox/payments/${reference}`,
    json: { outcome: 'completed' },
  })
  await shop.work()
  return reference
}
