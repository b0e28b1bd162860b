// Watches sales that were left open while others are sold, by the stream of this till's sales. They are
// kept in this browser's storage, so that a reload forgets none.
import { useSyncExternalStore } from 'react'
import { type Caller, isSameCaller } from '../../kit/caller.ts'
import { newListeners } from '../../kit/listeners.ts'
import { fetchPayment, type Payment } from '../../kit/payment.ts'
import { fetchPaymentLink } from '../../kit/payment-link.ts'
import { playTone } from '../../kit/sound.ts'
import { readStored, writeStored } from '../../kit/storage.ts'
import { isPayment, type SalesNews } from '../parts/sales-stream.ts'
import type { Sale } from './sale.model.ts'
import {
  afterNews,
  areWaitingSales,
  callerOf,
  linkReferenceOf,
  paymentReferenceOf,
  type WaitingSale,
  waitingFrom,
  waitingSaleOf,
  withoutSale,
  withoutWaiting,
  withWaiting,
} from './waiting-sales.model.ts'

const waitingStorageKey = 'till.parked'

let waiting: readonly WaitingSale[] = readStored(waitingStorageKey, areWaitingSales) ?? []
const listeners = newListeners()

/** Replaces the list in memory and in the browser, and notifies the page. */
function setWaiting(next: readonly WaitingSale[]): void {
  waiting = next
  writeStored(waitingStorageKey, next.length === 0 ? undefined : next)
  listeners.call()
}

/** Watches a sale that is left while it is open. */
export function watchSale(sale: Sale): void {
  const waitingSale = waitingFrom(sale)
  if (!waitingSale) return
  setWaiting(withWaiting(waiting, waitingSale))
  // The sale may have ended at the moment when it was left.
  void fetchState(waitingSale)
}

/** Stops watching a sale, because it is on the screen again. */
export function stopWatching(reference: string): void {
  if (waitingSaleOf(waiting, reference)) setWaiting(withoutSale(waiting, reference))
}

/** Returns the watched sale of a payment or link, as last known. */
export const watchedSale = (reference: string): Sale | undefined => waitingSaleOf(waiting, reference)?.sale

/** Stops watching a sale, because the cashier has seen that it is paid. */
export const dismissPaid = (waitingSale: WaitingSale): void =>
  setWaiting(withoutWaiting(waiting, waitingSale))

/** Fetches the state of a watched sale: of its payment, or of its link, which may have a payment by now. */
async function fetchState(waitingSale: WaitingSale): Promise<void> {
  let reference = paymentReferenceOf(waitingSale)
  const linkReference = linkReferenceOf(waitingSale)
  if (reference === null && linkReference !== null) {
    const link = await fetchPaymentLink(callerOf(waitingSale), linkReference)
    if (!link.ok) return
    reference = link.value.payment_reference === '' ? null : link.value.payment_reference
    if (reference === null) {
      if (['expired', 'cancelled'].includes(link.value.status)) dismissPaid(waitingSale)
      return
    }
  }
  if (reference === null) return
  const payment = await fetchPayment(callerOf(waitingSale), reference)
  if (payment.ok) applyNews(waitingSale, payment.value)
}

/** Applies an update of a watched sale's payment, and plays the tone if it is paid. */
function applyNews(waitingSale: WaitingSale, payment: Payment): void {
  if (!waiting.includes(waitingSale)) return
  const next = afterNews(waitingSale, payment)
  if (next && isSameNews(waitingSale, next)) return
  const updated = waiting.map(other => (other === waitingSale ? next : other))
  setWaiting(updated.filter(other => other !== undefined))
  if (next?.paid) playTone('paid')
}

/** Returns whether an update changes nothing that the page shows. */
const isSameNews = (waitingSale: WaitingSale, next: WaitingSale): boolean =>
  paymentReferenceOf(waitingSale) === paymentReferenceOf(next) &&
  waitingSale.paid === next.paid &&
  waitingSale.sale.payment?.outcome_unknown === next.sale.payment?.outcome_unknown

/** Applies news of a caller's sales to the sales that this browser watches for that caller. */
export function readSalesNews(news: SalesNews, caller: Caller): void {
  for (const waitingSale of waiting) {
    if (!isWatchedFor(caller, waitingSale)) continue
    const reference = paymentReferenceOf(waitingSale)
    // Empty news means that anything may have changed. A sale by link has no reference of a payment, and news
    // of a payment does not name its link.
    if (!news || reference === null) void fetchState(waitingSale)
    else if (isPayment(news) && news.reference === reference) applyNews(waitingSale, news)
  }
}

/** Returns whether a watched sale is this caller's and not paid yet. */
const isWatchedFor = (caller: Caller, waitingSale: WaitingSale): boolean =>
  !waitingSale.paid && isSameCaller(callerOf(waitingSale), caller)

/** Returns all watched sales of this browser. */
export const useWaitingSales = (): readonly WaitingSale[] =>
  useSyncExternalStore(listeners.subscribe, () => waiting)
