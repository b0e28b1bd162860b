// Finds the connections that may send a stored refund.

import type { Account } from '../domain/account.ts'
import { fault } from '../domain/fault.ts'
import type { Refund } from '../domain/refund.ts'
import type { Tx } from '../store/engine/statement.ts'
import { findPayment } from '../store/payment.ts'
import type { Appliance } from './appliance.ts'
import { isRelayed, type Route, routeFor } from './connector.ts'

/**
 * Returns the connections that may send a refund, best first. A refund by the network goes over the
 * connection that collected the money; a payout follows the account's routing.
 * @throws Fault `refund_network_gone`, or as `routeFor`
 */
export async function routeOfRefund(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  { paymentId, way, connection: connectionId }: Refund,
): Promise<Route> {
  if (way === 'network') {
    const connection = appliance.connections.find(connectionId)
    if (!connection) throw fault('refund_network_gone')
    return [connection]
  }
  const payment = paymentId === null ? undefined : await findPayment(tx, paymentId)
  return routeFor(appliance, account, { payOut: 'mobile', isRelayed: isRelayed(payment?.metadata ?? {}) })
}
