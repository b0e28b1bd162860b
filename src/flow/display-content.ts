// The content of a customer display. The till names the sale, and this file reads the state of the sale.

import {
  cashSale,
  type DisplayContent,
  type DisplaySale,
  linkSale,
  paymentSale,
  requestedSale,
} from '../domain/display.ts'
import { fault, shortValue } from '../domain/fault.ts'
import { listOpenAttempts } from '../store/attempt.ts'
import { findCash } from '../store/cash.ts'
import { findPayment } from '../store/payment.ts'
import { findSession } from '../store/session.ts'
import { paymentLinkUrl } from '../wire/session.ts'
import type { Appliance } from './appliance.ts'
import { putDisplayContent } from './node-display.ts'
import { getPayment } from './payment.ts'
import { getSession } from './session.ts'
import type { TillContext } from './shift.ts'

/** A till's report about its screen: one of its sales by reference, or an amount before the sale exists. */
export interface DisplayRequest {
  readonly reference: string | null
  readonly amount?: number | undefined // whole shillings
}

/** Shows a sale, or the amount of the next one, on the till's displays. @throws Fault as `contentFor` */
export async function setDisplayContent(
  appliance: Appliance,
  context: TillContext,
  request: DisplayRequest,
): Promise<void> {
  putDisplayContent(appliance, context.tillId, await contentFor(appliance, context, request))
}

/**
 * Returns the content that a till's report asks for, after checking that the sale belongs to the till. The
 * reference begins with `sess_` for a payment link and with `cash_` for a cash sale; others are payments.
 * @throws Fault `cash_sale_not_found`, or as `getSession` and `getPayment`, also for a sale of another till
 */
async function contentFor(
  appliance: Appliance,
  { account, tillId }: TillContext,
  { reference, amount }: DisplayRequest,
): Promise<DisplayContent> {
  if (reference === null) return amount === undefined ? { kind: 'nothing' } : { kind: 'asking', amount }
  if (reference.startsWith('sess_')) {
    const { id } = await getSession(appliance, account, reference, { tillId })
    return { kind: 'session', id }
  }
  if (!reference.startsWith('cash_')) {
    const { id } = await getPayment(appliance, account, reference, { tillId })
    return { kind: 'payment', id }
  }
  const cash = await findCash(appliance.store.read, reference)
  if (cash?.tillId !== tillId) throw fault('cash_sale_not_found', { id: shortValue(reference) })
  return { kind: 'cash', id: cash.id }
}

/** The content of a till's displays, and the payment whose changes affect them. */
export interface DisplayedSale {
  readonly sale: DisplaySale | null
  readonly paymentId: string | null
}
const nothing: DisplayedSale = { sale: null, paymentId: null }

/** Returns the sale on a till's displays; undefined if the till has reported none since the start. */
export async function displayedSaleOf(
  appliance: Appliance,
  tillId: string,
): Promise<DisplayedSale | undefined> {
  const content = appliance.displayContents.get(tillId)?.content
  const { read } = appliance.store
  switch (content?.kind) {
    case undefined:
      return undefined
    case 'nothing':
      return nothing
    case 'asking':
      return { ...nothing, sale: requestedSale(content.amount) }
    case 'payment':
      return displayedPayment(appliance, content.id, { byLink: false })
    case 'session': {
      const session = await findSession(read, content.id)
      if (!session) return nothing
      if (session.paymentId !== null) return displayedPayment(appliance, session.paymentId, { byLink: true })
      return { ...nothing, sale: linkSale(session, paymentLinkUrl(appliance.publicUrl, session)) }
    }
    case 'cash': {
      const cash = await findCash(read, content.id)
      return cash ? { ...nothing, sale: cashSale(cash) } : nothing
    }
  }
}

/** Returns what a display shows of a payment. @param options `byLink`: whether it is paid by payment link */
async function displayedPayment(
  { store }: Appliance,
  id: string,
  { byLink }: { readonly byLink: boolean },
): Promise<DisplayedSale> {
  const payment = await findPayment(store.read, id)
  if (!payment) return nothing
  const isPushed = (await listOpenAttempts(store.read, id)).some(({ method }) => method === 'push')
  return { sale: paymentSale(payment, { byLink, isPushed }), paymentId: id }
}
