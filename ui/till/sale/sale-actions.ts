// What a cashier does with the one sale: starts it, changes how it is paid, ends it.
import { readPhone } from '../../../src/domain/phone.ts'
import type { ApiError, ApiResult } from '../../kit/api.ts'
import type { Caller } from '../../kit/caller.ts'
import { serverNow } from '../../kit/clock.ts'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'
import { confirmPayment, fetchPayment, type Payment, pushPayment, voidPayment } from '../../kit/payment.ts'
import { cancelPaymentLink, createPaymentLink, type Session } from '../../kit/payment-link.ts'
import { type CashSale, voidCash } from '../../kit/till.ts'
import {
  linked,
  linkSeconds,
  newOrder,
  newSale,
  reopened,
  reopenedCash,
  type SaleDraft,
  type SaleLink,
  saleDraftOf,
  salePhaseOf,
} from './sale.model.ts'
import { refreshSale } from './sale-follow.ts'
import { resumeSale } from './sale-request.ts'
import { applyPayment, changeSale, putSale, saleState } from './sale-store.ts'

/** Starts a sale, unless there is one. */
export function startSale(caller: Caller, wish: SaleDraft): void {
  if (saleState().sale) return
  putSale(newSale({ key: newIdempotencyKey(), caller, order: newOrder(wish), startedAt: Date.now() }))
  resumeSale()
}

/** Starts a sale for cash. */
export function startCash(caller: Caller, wish: SaleDraft, given: number): void {
  if (saleState().sale) return
  const sale = newSale({ key: newIdempotencyKey(), caller, order: newOrder(wish), startedAt: Date.now() })
  putSale({ ...sale, cash: { key: newIdempotencyKey(), given, instead: null, done: null } })
  resumeSale()
}

/**
 * Takes cash for the sale that is shown; a payment or a link that is still open ends with it, in the same
 * moment.
 */
export function takeCash(given: number): void {
  const { sale } = saleState()
  if (!sale || sale.cash) return
  const link = sale.link?.reference ?? null
  const instead = link === null && sale.payment?.status === 'pending' ? sale.payment.reference : null
  changeSale(now => ({ ...now, cash: { key: newIdempotencyKey(), given, instead, link, done: null } }))
  resumeSale()
}

/** Takes a cash sale back, in the shift it was made in. */
export async function voidCashSale(done: CashSale, reason: string): Promise<ApiError | undefined> {
  const answer = await voidCash(done.id, reason)
  if (!answer.ok) return answer.apiError
  changeSale(sale =>
    sale.cash?.done?.id === done.id ? { ...sale, cash: { ...sale.cash, done: answer.value } } : sale,
  )
}

/** Shows a sale of the list. */
export async function openSale(caller: Caller, reference: string): Promise<ApiError | undefined> {
  const answer = await fetchPayment(caller, reference)
  if (!answer.ok) return answer.apiError
  showSale(caller, answer.value)
}
function showSale(caller: Caller, payment: Payment): void {
  putSale(reopened(caller, payment, Date.now()))
  void refreshSale()
}
export const openCash = (caller: Caller, cash: CashSale): void =>
  putSale(reopenedCash(caller, cash, Date.now()))

/**
 * Back to the keypad. The payment itself stays as it is; what the box has not answered for is put together
 * still.
 */
export function leaveSale(): void {
  const { sale } = saleState()
  const isAnswered = sale && (sale.payment || sale.link || sale.cash)
  if (isAnswered) putSale(undefined)
  else changeOrder()
}

/** Back to the keypad with what was to be sold, to change it. */
export const changeOrder = (): void => putSale(undefined, { refused: saleState().sale })

/** The same once more: another payment. */
export function sellAgain(): void {
  const { sale } = saleState()
  if (!sale) return
  const { phone_number: phone } = sale.order
  // Whose number it is only the cashier knows who typed it.
  const isKnown = phone === undefined || readPhone(phone) !== undefined
  if (!isKnown) changeOrder()
  else {
    leaveSale()
    startSale(sale.caller, saleDraftOf(sale.order))
  }
}

/** Asks the customer on the phone, beside whatever else is offered. @returns why not, if so */
export async function pushSale(phone: string): Promise<ApiError | undefined> {
  const { sale } = saleState()
  if (!sale?.payment) return undefined
  const answer = await pushPayment(sale.caller, sale.payment.reference, phone)
  if (!answer.ok) {
    await refreshSale()
    return answer.apiError
  }
  changeSale(now => ({ ...now, push: { phone, times: now.push?.phone === phone ? now.push.times + 1 : 1 } }))
}

const linkOf = (session: Session): SaleLink => ({
  reference: session.reference,
  url: session.payment_link_url,
  startsAt: new Date(serverNow()).toISOString(),
  expiresAt: session.expires_at,
  state: 'open',
})

/** Offers a payment link in the place of the QR: the open payment ends, so that nobody can pay twice. */
export async function offerLink(): Promise<ApiError | undefined> {
  const { sale } = saleState()
  if (!sale || sale.link) return undefined
  const { caller, order, payment } = sale
  const made = await createPaymentLink(caller, { ...saleDraftOf(order), expiresIn: linkSeconds })
  if (!made.ok) return made.apiError
  const voided = payment?.status === 'pending' ? await voidPayment(caller, payment.reference) : undefined
  if (voided && !voided.ok) {
    await cancelPaymentLink(caller, made.value.reference)
    await refreshSale()
    return saleState().sale?.payment?.status === 'pending' ? voided.apiError : undefined
  }
  changeSale(now => (now.payment?.status === 'completed' ? now : linked(now, linkOf(made.value))))
}

/** Back from a link to a QR: another payment, for the link is cancelled. */
export async function offerQr(): Promise<ApiError | undefined> {
  const { sale } = saleState()
  if (!sale?.link) return undefined
  const answer = await cancelPaymentLink(sale.caller, sale.link.reference)
  await refreshSale()
  const { sale: now } = saleState()
  const face = now && salePhaseOf(now)
  if (face === 'paid' || face === 'unknown') return undefined
  if (!answer.ok && answer.apiError.kind !== 'refused') return answer.apiError
  leaveSale()
  startSale(sale.caller, { ...saleDraftOf(sale.order), phone: undefined })
}

/** Cancels what is shown. @returns whether it has ended, one way or the other */
export async function cancelSale(): Promise<boolean> {
  const { sale } = saleState()
  if (!sale) return false
  if (sale.link) {
    await cancelPaymentLink(sale.caller, sale.link.reference)
    await refreshSale()
  } else if (sale.payment) {
    const answer = await voidPayment(sale.caller, sale.payment.reference)
    if (answer.ok) applyPayment(answer.value)
    else await refreshSale()
  }
  const { sale: now } = saleState()
  return now !== undefined && salePhaseOf(now) !== 'waiting'
}

export interface ManualConfirmation {
  readonly reason: string
  readonly receipt: string
  readonly pin: string
}
/** Says that it is paid, on the cashier's word. @returns why not, if so */
export async function confirmSale({
  reason,
  receipt,
  pin,
}: ManualConfirmation): Promise<ApiError | undefined> {
  const { sale } = saleState()
  if (!sale?.payment) return undefined
  const answer: ApiResult<Payment> = await confirmPayment(sale.caller, sale.payment.reference, {
    reason,
    receipt_number: receipt,
    ...(sale.caller.till === null ? {} : { pin }),
  })
  if (!answer.ok) return answer.apiError
  applyPayment(answer.value)
}
