// Tests whether the other server accepts a relay's requests, without moving money: once the key is accepted,
// an empty order is refused for its missing fields.
import type { NetworkTest } from '../../domain/network-test.ts'
import { type RelayClient, type RelayReply, type RelayRequest, shillings } from './client.ts'

const emptyOrder = { method: 'POST', body: '{}' } as const
/** The harmless requests, by the names of their tests. */
const requests: readonly (readonly [string, RelayRequest])[] = [
  ['orders', { ...emptyOrder, path: '/payments' }],
  ['order_status', { method: 'GET', path: '/payments?limit=1' }],
  ['payouts', { ...emptyOrder, path: '/payouts/send' }],
  ['payout_status', { method: 'GET', path: '/payouts?limit=1' }],
  ['balance', { method: 'GET', path: '/payments/balance' }],
]

/** Sends the harmless requests one after another, and returns the result of each. */
export async function testProducts(client: RelayClient): Promise<readonly NetworkTest[]> {
  const tests: NetworkTest[] = []
  for (const [name, request] of requests) {
    const reply = await client.send(request)
    const balance = name === 'balance' && reply.kind === 'yes' ? shillings(reply.data.available) : undefined
    const result = resultOf(reply, request.method === 'POST')
    tests.push({ name, result, ...(balance === undefined ? {} : { balance }) })
  }
  return tests
}

/**
 * Returns the result of a test.
 * @param isOrder whether an order without fields was sent: a server of this API must reject its fields
 */
function resultOf(reply: RelayReply, isOrder: boolean): NetworkTest['result'] {
  switch (reply.kind) {
    case 'yes':
      return isOrder ? 'not_this_api' : 'ok'
    case 'no':
      return isOrder ? 'ok' : 'not_this_api'
    case 'not let in':
      return reply.status === 401 ? 'credentials_wrong' : 'key_not_allowed'
    case 'absent':
    case 'too long':
    case 'unreadable':
      return 'not_this_api'
    case 'busy':
      return 'too_many_requests'
    case 'unsent':
      return reply.isRefused ? 'address_refused' : 'unreachable'
    case 'unknown':
      return 'silent'
  }
}
