// A cashier's actions on the current sale: start it, change the payment method, end it.
import { readPhone } from '../../../src/domain/phone.ts'
import type { ApiError } from '../../kit/api.ts'
import type { Caller } from '../../kit/caller.ts'
import { serverNow } from '../../kit/clock.ts'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'
import {
  claimPaymentSms,
  confirmPayment,
  fetchPayment,
  type Payment,
  pushPayment,
  voidPayment,
} from '../../kit/payment.ts'
import { cancelPaymentLink, createPaymentLink, type Session } from '../../kit/payment-link.ts'
import type { CashSale } from '../../kit/till.ts'
import {
  linkSeconds,
  newOrder,
  newSale,
  replacedByCash,
  type Sale,
  type SaleDraft,
  type SaleLink,
  saleDraftOf,
  saleOfCash,
  saleOfPayment,
  salePhaseOf,
  withLink,
} from './sale.model.ts'
import { refreshSale } from './sale-follow.ts'
import { resumeSale } from './sale-request.ts'
import { applyPayment, changeSale, putSale, saleState } from './sale-store.ts'
import { stopWatching, watchedSale, watchSale } from './waiting-sales.ts'

/** Returns a new sale with a new key. `draft` is what the cashier entered, to edit it again. */
const newSaleFrom = (caller: Caller, saleDraft: SaleDraft, draft: unknown): Sale =>
  newSale({
    key: newIdempotencyKey(),
    caller,
    order: newOrder(saleDraft),
    draft,
    startedAt: Date.now(),
  })

/** Starts a sale, unless one is open. `draft` is what the cashier entered, to edit it again. */
export function startSale(caller: Caller, saleDraft: SaleDraft, draft: unknown): void {
  if (saleState().sale) return
  putSale(newSaleFrom(caller, saleDraft, draft))
  resumeSale()
}

/**
 * Starts a cash sale, unless a sale is open. `given` is what the customer handed over, in whole shillings.
 */
export function startCash(caller: Caller, saleDraft: SaleDraft, draft: unknown, given: number): void {
  if (saleState().sale) return
  const sale = newSaleFrom(caller, saleDraft, draft)
  putSale({ ...sale, cash: { key: newIdempotencyKey(), given, instead: null, done: null } })
  resumeSale()
}

/** Takes cash for the current sale; the server ends its open payment or link in the same request. */
export function takeCash(given: number): void {
  const { sale } = saleState()
  if (!sale || sale.cash) return
  changeSale(current => ({
    ...current,
    cash: { key: newIdempotencyKey(), given, ...replacedByCash(current), done: null },
  }))
  resumeSale()
}

/** Records that all of the current cash sale was given back. */
export const markGivenBack = (): void =>
  changeSale(sale =>
    sale.cash?.done
      ? { ...sale, cash: { ...sale.cash, done: { ...sale.cash.done, state: 'voided' } } }
      : sale,
  )

/**
 * Opens a sale of the list. A watched sale is shown as it was left if the server cannot be reached. Returns
 * the error, if there is one.
 */
export async function openSale(
  caller: Caller,
  reference: string,
  cashier = '',
): Promise<ApiError | undefined> {
  const watched = watchedSale(reference)
  // A watched link without a payment has nothing to fetch.
  const answer = watched && !watched.payment ? undefined : await fetchPayment(caller, reference)
  if (answer?.ok) showSale(caller, answer.value, cashier)
  else if (watched && answer?.apiError.kind !== 'refused') showWaiting(watched, reference)
  else return answer?.apiError
}

/** Shows a watched sale again, which the screen now follows itself. */
function showWaiting(sale: Sale, reference: string): void {
  stopWatching(reference)
  putSale(sale)
  void refreshSale()
}

/** Shows a payment of the list as a sale. */
function showSale(caller: Caller, payment: Payment, cashier: string): void {
  stopWatching(payment.reference)
  putSale({ ...saleOfPayment(caller, payment, Date.now()), cashier })
  void refreshSale()
}

/** Opens a cash sale of the list. */
export const openCash = (caller: Caller, cash: CashSale): void =>
  putSale(saleOfCash(caller, cash, Date.now()))

/**
 * Leaves the current sale for the keypad. The payment stays as it is; a sale without an answer becomes a
 * draft again.
 */
export function leaveSale(): void {
  const { sale } = saleState()
  const isAnswered = sale && (sale.payment || sale.link || sale.cash)
  if (isAnswered) putSale(undefined)
  else editSale()
}

/** Leaves the current sale for the next customer. If it is still open, it is watched until it ends. */
export function beginNextSale(): void {
  const { sale } = saleState()
  if (sale) watchSale(sale)
  leaveSale()
}

/** Leaves the current sale, and returns it to the keypad as the draft. */
export const editSale = (): void => putSale(undefined, { saleToEdit: saleState().sale })

/** Starts the current sale again, as another payment. */
export function sellAgain(): void {
  const { sale } = saleState()
  if (!sale) return
  const { phone_number: phone } = sale.order
  // A sale opened from the list has only part of the number, so the cashier types it again.
  const isPhonePartial = phone !== undefined && readPhone(phone) === undefined
  if (isPhonePartial) editSale()
  else {
    leaveSale()
    startSale(sale.caller, saleDraftOf(sale.order), sale.draft)
  }
}

/** Starts the current sale again by another method: a push to this phone, or without a phone a QR code. */
export function sellByOtherMethod(phone: string | undefined): void {
  const { sale } = saleState()
  if (!sale) return
  leaveSale()
  startSale(sale.caller, { ...saleDraftOf(sale.order), phone }, sale.draft)
}

/** Sends a push for the current sale; its QR code stays valid. Returns the error, if there is one. */
export async function pushSale(phone: string): Promise<ApiError | undefined> {
  const { sale } = saleState()
  if (!sale?.payment) return undefined
  const answer = await pushPayment(sale.caller, sale.payment.reference, phone)
  if (!answer.ok) {
    await refreshSale()
    return answer.apiError
  }
  const sentCount = answer.value ? 1 : 0 // none is sent while the last one still waits on the phone
  changeSale(current => ({
    ...current,
    push: { phone, times: current.push?.phone === phone ? current.push.times + sentCount : 1 },
  }))
}

/** Returns the link of a session as the sale stores it. */
const newSaleLink = (session: Session): SaleLink => ({
  reference: session.reference,
  url: session.payment_link_url,
  startsAt: new Date(serverNow()).toISOString(),
  expiresAt: session.expires_at,
  state: 'open',
})

/**
 * Replaces the QR code by a payment link. The open payment is voided, so that the customer cannot pay twice.
 * Returns the error, if there is one.
 */
export async function offerLink(): Promise<ApiError | undefined> {
  const { sale } = saleState()
  if (!sale || sale.link) return undefined
  const { caller, order, payment } = sale
  const created = await createPaymentLink(caller, { ...saleDraftOf(order), expiresIn: linkSeconds })
  if (!created.ok) return created.apiError
  const voided = payment?.status === 'pending' ? await voidPayment(caller, payment.reference) : undefined
  if (voided && !voided.ok) {
    // Beside a payment that may be paid, the link must not stay open.
    await cancelPaymentLink(caller, created.value.reference)
    await refreshSale()
    return saleState().sale?.payment?.status === 'pending' ? voided.apiError : undefined
  }
  changeSale(current =>
    current.payment?.status === 'completed' ? current : withLink(current, newSaleLink(created.value)),
  )
}

/**
 * Replaces the link or the push by a QR code: cancels it and creates another payment. Returns the error, if
 * there is one.
 */
export async function offerQr(): Promise<ApiError | undefined> {
  const { sale } = saleState()
  if (!sale) return undefined
  const { caller, link, payment } = sale
  const answer = link
    ? await cancelPaymentLink(caller, link.reference)
    : payment && (await voidPayment(caller, payment.reference))
  await refreshSale()
  const { sale: refreshed } = saleState()
  const phase = refreshed && salePhaseOf(refreshed)
  // Another payment could charge the customer twice.
  if (!answer || phase === 'paid' || phase === 'unknown') return undefined
  // The server may refuse because the link or payment has ended. Any other error leaves it open.
  const isStillOpen = !link && phase === 'waiting'
  if (!answer.ok && (isStillOpen || answer.apiError.kind !== 'refused')) return answer.apiError
  sellByOtherMethod(undefined)
}

/** Cancels the current sale. Returns whether it has ended, in any way. */
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
  const { sale: refreshed } = saleState()
  return refreshed !== undefined && salePhaseOf(refreshed) !== 'waiting'
}

export interface ManualConfirmation {
  readonly reason: string
  readonly receipt: string
  readonly pin: string
}
/** Confirms the payment manually; a cashier at a till needs the PIN. Returns the error, if there is one. */
export async function confirmSale({
  reason,
  receipt,
  pin,
}: ManualConfirmation): Promise<ApiError | undefined> {
  const { sale } = saleState()
  if (!sale?.payment) return undefined
  const answer = await confirmPayment(sale.caller, sale.payment.reference, {
    reason,
    receipt_number: receipt,
    ...(sale.caller.till === null ? {} : { pin }),
  })
  if (!answer.ok) return answer.apiError
  applyPayment(answer.value)
}

/**
 * Completes the payment with the payment SMS that the cashier chose. `digits` are those of the SMS that the
 * customer can show. Returns the error, if there is one.
 */
export async function claimSms(sms: string, digits?: string): Promise<ApiError | undefined> {
  const { sale } = saleState()
  if (!sale?.payment) return undefined
  const choice = { sms, ...(digits === undefined ? {} : { digits }) }
  const answer = await claimPaymentSms(sale.caller, sale.payment.reference, choice)
  if (answer.ok) applyPayment(answer.value)
  else await refreshSale()
  return answer.ok ? undefined : answer.apiError
}
