// Tests whether each product of Selcom works with these credentials, without moving money: by the status of
// an unknown order, and the balance. A product that answers about the order is switched on.
import type { NetworkTest } from '../../domain/network-test.ts'
import { type SelcomClient, type SelcomReply, shillings } from './client.ts'

/** Sends a harmless request for each product, and returns the results. @param transid an unused reference */
export async function testProducts(client: SelcomClient, transid: string): Promise<readonly NetworkTest[]> {
  const { vendor, pin } = client.credentials
  return [
    testOf('orders', await client.call('GET', '/checkout/order-status', { order_id: transid })),
    testOf('payouts_mobile', await client.call('GET', '/walletcashin/query', { transid })),
    testOf('payouts_bank', await client.call('GET', '/qwiksend/query', { transid })),
    balanceTest(await client.call('POST', '/vendor/balance', { vendor, pin, transid })),
  ]
}

/** Returns the result of a test. Any answer about the unknown order means that the product is on. */
function testOf(name: string, reply: SelcomReply): NetworkTest {
  switch (reply.kind) {
    case 'unsent':
      return { name, result: 'unreachable' }
    case 'too long':
    case 'unknown':
      return { name, result: 'silent' }
    case 'not let in':
      return { name, result: rejectionOf(reply) }
    default:
      return { name, result: 'ok' }
  }
}

/**
 * Returns why Selcom rejected a request. A message with 4035 means that the product is off; any other 403
 * means that Selcom has not listed our address.
 */
function rejectionOf({ status, message }: Extract<SelcomReply, { kind: 'not let in' }>) {
  if (status === 401) return 'credentials_wrong'
  return /4035|not enabled/i.test(message) ? 'product_off' : 'address_not_listed'
}

/** Returns the result of the balance test. Only the balance needs the PIN, so a "no" is about the PIN. */
function balanceTest(reply: SelcomReply): NetworkTest {
  const isPinWrong = reply.kind === 'no' || (reply.kind === 'not let in' && /pin/i.test(reply.message))
  if (isPinWrong) return { name: 'balance', result: 'pin_wrong' }
  const balance = reply.kind === 'yes' ? shillings(reply.data.balance) : undefined
  return { ...testOf('balance', reply), ...(balance === undefined ? {} : { balance }) }
}
