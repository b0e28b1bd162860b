// Which sales of an account a caller may see and change. A till sees the sales created at it, and paid orders
// of shop pages. A cashier without a till sees the sales that they created elsewhere. All other callers see
// every sale. A sale out of scope is answered as not found.
import type { ActorColumns } from './actor.ts'
import type { PaymentStatus } from './payment-type.ts'
import type { SessionStatus } from './session-status.ts'
import type { CashSale } from './shift.ts'
import { isShopOrder } from './shop-order.ts'

export interface SalesScope {
  readonly tillId?: string | undefined // only sales created at this till
  readonly staffId?: string | undefined // only sales that this person created elsewhere than at a till
}

interface ScopedSale extends ActorColumns {
  readonly status: SessionStatus | PaymentStatus
}

/** Whether a caller with this scope may see a payment or session. */
export function isInScope({ tillId, staffId }: SalesScope, sale: ScopedSale): boolean {
  const isPaidOrder = sale.status === 'completed' && isShopOrder(sale)
  const isInTillScope = tillId === undefined || sale.tillId === tillId || isPaidOrder
  const isInStaffScope = staffId === undefined || (sale.staffId === staffId && sale.tillId === null)
  return isInTillScope && isInStaffScope
}

/** Whether a caller with this scope may see a cash sale, which always belongs to a till. */
export const isCashInScope = (scope: SalesScope, { cashier, tillId }: Pick<CashSale, 'cashier' | 'tillId'>) =>
  isInScope(scope, { staffId: cashier, tillId, keyId: null, status: 'completed' })
