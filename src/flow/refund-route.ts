// The connections that give a stored refund back.

import type { Account } from '../domain/account.ts'
import { fault } from '../domain/fault.ts'
import type { Refund } from '../domain/refund.ts'
import type { Tx } from '../store/engine/statement.ts'
import { findPayment } from '../store/payment.ts'
import type { Appliance } from './appliance.ts'
import { isRelayed, type Route, routeFor } from './connector.ts'

/**
 * Returns the connections that may give a refund back, best first. A network's own refund goes over the
 * connection that collected the money; a payout follows the routing.
 * @throws Fault `refund_network_gone`, or as `routeFor`
 */
export async function routeOfRefund(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  { paymentId, way, connection: id }: Refund,
): Promise<Route> {
  if (way === 'network') {
    const connection = appliance.connections.find(id)
    if (!connection) throw fault('refund_network_gone')
    return [connection]
  }
  const payment = paymentId === null ? undefined : await findPayment(tx, paymentId)
  return routeFor(appliance, account, { payOut: 'mobile', isRelayed: isRelayed(payment?.metadata ?? {}) })
}
