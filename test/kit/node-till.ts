// A till that sells on one node while its database has faults, and checks what must be there afterwards.
import { expect } from 'bun:test'
import type { Cluster } from '../../scripts/postgres/cluster.ts'
import type { Binary } from './binary.ts'
import { until } from './wait.ts'

const sale = JSON.stringify({ payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } })

/** Returns a till that sells on one node and records what was acknowledged. */
export function tillOf(box: Binary, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const acknowledged: string[] = []
  return {
    acknowledged,
    /** @returns the status, and the reason of a failure */
    async sell(): Promise<string> {
      const answer = await fetch(`${box.url}/v1/payments`, { method: 'POST', headers, body: sale })
      const { data, reason } = Object(await answer.json())
      if (answer.status === 201) acknowledged.push(data.reference)
      return answer.status === 201 ? '201' : `${answer.status} ${reason}`
    },
    async read(): Promise<string> {
      const answer = await fetch(`${box.url}/v1/payments`, { headers })
      const { reason } = Object(await answer.json())
      return answer.status === 200 ? '200' : `${answer.status} ${reason}`
    },
    /** Returns the answer to a balancer. */
    async ready(): Promise<string> {
      const answer = await fetch(`${box.url}/ready`, { headers: { host: 'localhost' } })
      const { reason } = Object(await answer.json())
      return answer.status === 200 ? '200' : `${answer.status} ${reason}`
    },
    /** Repeats until the answer is this. */
    async until(wanted: string, ask: () => Promise<string> = () => this.sell()): Promise<void> {
      await until(async () => (await ask()) === wanted)
    },
  }
}

/** Checks that the database has everything that was acknowledged. */
export async function expectKept(
  cluster: Cluster,
  database: string,
  acknowledged: readonly string[],
): Promise<void> {
  const ids = (await cluster.sql('select id from payment', database)).flat()
  expect(acknowledged.length).toBeGreaterThan(0)
  expect(acknowledged.filter(id => !ids.includes(id))).toEqual([])
}
