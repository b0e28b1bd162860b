// Reads refunds, and how a sale could be refunded before a person confirms it.

import type { Account } from '../domain/account.ts'
import { fault, shortValue } from '../domain/fault.ts'
import { needsApproval } from '../domain/payout-approval.ts'
import type { Refund } from '../domain/refund.ts'
import { decideRefund, refundableOf, refundWaysFor } from '../domain/refund-way.ts'
import { isCashInScope, type SalesScope } from '../domain/sales-scope.ts'
import { findCash } from '../store/cash.ts'
import { findRefund } from '../store/payout.ts'
import type { Appliance } from './appliance.ts'
import { getPayment } from './payment.ts'
import { lookUpWalletName } from './refund.ts'
import { refundFee } from './refund-plan.ts'
import { findRefundable, type RefundPlace } from './refund-source.ts'
import { assertNotOfTwin } from './twin.ts'

/**
 * Returns a refund of the account.
 * @param salesScope limits the sales whose refunds the caller may see; by default all of the account
 * @throws Fault `refund_not_found`, or as `assertNotOfTwin` and `saleOfRefunds`
 */
export async function getRefund(
  appliance: Appliance,
  account: Account,
  id: string,
  salesScope: SalesScope = {},
): Promise<Refund> {
  const refund = await findRefund(appliance.store.read, id)
  assertNotOfTwin(account, refund?.accountId)
  if (refund?.accountId !== account.id) throw fault('refund_not_found', { id: shortValue(id) })
  // Throws when the sale of the refund is outside the scope.
  await saleOfRefunds(appliance, account, refund.paymentId ?? refund.cashSaleId ?? '', salesScope)
  return refund
}

/**
 * Finds a sale that the caller may see, and returns its id, as the filter for a list of its refunds.
 * @param reference of a payment, or the id of a cash sale
 * @throws Fault `cash_sale_not_found`, or as `getPayment`
 */
export async function saleOfRefunds(
  appliance: Appliance,
  account: Account,
  reference: string,
  salesScope: SalesScope,
): Promise<{ readonly paymentId: string } | { readonly cashSaleId: string }> {
  if (!reference.startsWith('cash_'))
    return { paymentId: (await getPayment(appliance, account, reference, salesScope)).id }
  const cash = await findCash(appliance.store.read, reference)
  if (cash?.accountId !== account.id || !isCashInScope(salesScope, cash))
    throw fault('cash_sale_not_found', { id: shortValue(reference) })
  return { cashSaleId: cash.id }
}

/**
 * Returns what may be given back of a sale, the refund that is made by default, and each possible way with
 * its fee. The default's wallet has its holder's name from the network.
 * @param sale `amount`: whole shillings; undefined for all that is left
 * @throws Fault as `findRefundable` and `decideRefund`
 */
export async function refundOptions(
  appliance: Appliance,
  account: Account,
  sale: Omit<RefundPlace, 'account'> & { readonly amount: number | undefined },
) {
  const { read } = appliance.store
  const { facts, isRelayed, unapproved } = await findRefundable(read, appliance, { account, ...sale })
  const decision = decideRefund(facts, { amount: sale.amount })
  const wallet = decision.wallet && (await lookUpWalletName(appliance, account, decision, isRelayed))
  return {
    source: facts.source,
    lines: facts.lines,
    left: refundableOf(facts.source),
    decision: { ...decision, wallet },
    ways: refundWaysFor(facts, decision.amount).map(way => ({
      way,
      fee: refundFee(account, way, decision.amount),
    })),
    isApprovalNeeded: decision.way !== 'cash' && needsApproval(account, decision.amount + unapproved),
  }
}
