// Which sales of an account a caller may see and change. A till: sales created at it, and paid orders of shop
// pages. A cashier without a till: sales they created elsewhere. All other callers: every sale. A sale out of
// scope is not found.
import type { ActorColumns } from './actor.ts'
import type { PaymentStatus } from './payment.ts'
import type { SessionStatus } from './session.ts'
import type { CashSale } from './shift.ts'
import { isShopOrder } from './shop-order.ts'

export interface SalesScope {
  readonly tillId?: string | undefined // only sales created at this till
  readonly staffId?: string | undefined // only sales that this person created elsewhere than at a till
}

interface ScopedSale extends ActorColumns {
  readonly status: SessionStatus | PaymentStatus
}

export const isInScope = (scope: SalesScope, sale: ScopedSale): boolean =>
  (scope.tillId === undefined ||
    sale.tillId === scope.tillId ||
    (sale.status === 'completed' && isShopOrder(sale))) &&
  (scope.staffId === undefined || (sale.staffId === scope.staffId && sale.tillId === null))

/** A cash sale is always of a till. */
export const isCashInScope = (scope: SalesScope, { cashier, tillId }: Pick<CashSale, 'cashier' | 'tillId'>) =>
  isInScope(scope, { staffId: cashier, tillId, keyId: null, status: 'completed' })
