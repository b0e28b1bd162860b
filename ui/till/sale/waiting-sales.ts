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
  linkOf,
  referenceOf,
  type WaitingSale,
  waitingFrom,
  waitingSaleOf,
  withoutSale,
  withoutWaiting,
  withWaiting,
} from './waiting-sales.model.ts'

const storageKey = 'till.parked'

let waiting: readonly WaitingSale[] = readStored(storageKey, areWaitingSales) ?? []
const listeners = newListeners()

function setWaiting(next: readonly WaitingSale[]): void {
  waiting = next
  writeStored(storageKey, next.length === 0 ? undefined : next)
  listeners.call()
}

/** Watches a sale that is left while it is open. */
export function watchSale(sale: Sale): void {
  const waitingSale = waitingFrom(sale)
  if (!waitingSale) return
  setWaiting(withWaiting(waiting, waitingSale))
  // It may have ended as it was left.
  void askFor(waitingSale)
}

/** The sale is on the screen again, which tells of it itself. */
export function stopWatching(reference: string): void {
  if (waitingSaleOf(waiting, reference)) setWaiting(withoutSale(waiting, reference))
}

/** The watched sale of a payment or link, as it was last heard of. */
export const watchedSale = (reference: string): Sale | undefined => waitingSaleOf(waiting, reference)?.sale

/** The cashier has seen that it is paid. */
export const dismissPaid = (waitingSale: WaitingSale): void =>
  setWaiting(withoutWaiting(waiting, waitingSale))

/** Reads the state of a watched sale: of its payment, or of its link, which may have a payment by now. */
async function askFor(one: WaitingSale): Promise<void> {
  let reference = referenceOf(one)
  const linkReference = linkOf(one)
  if (reference === null && linkReference !== null) {
    const link = await fetchPaymentLink(callerOf(one), linkReference)
    if (!link.ok) return
    reference = link.value.payment_reference === '' ? null : link.value.payment_reference
    if (reference === null) {
      if (['expired', 'cancelled'].includes(link.value.status)) dismissPaid(one)
      return
    }
  }
  if (reference === null) return
  const payment = await fetchPayment(callerOf(one), reference)
  if (payment.ok) applyNews(one, payment.value)
}

function applyNews(one: WaitingSale, payment: Payment): void {
  if (!waiting.includes(one)) return
  const next = afterNews(one, payment)
  if (next && isSameNews(one, next)) return
  setWaiting(waiting.flatMap(other => (other === one ? (next ? [next] : []) : [other])))
  if (next?.paid) playTone('paid')
}

const isSameNews = (waitingSale: WaitingSale, next: WaitingSale): boolean =>
  referenceOf(waitingSale) === referenceOf(next) &&
  waitingSale.paid === next.paid &&
  waitingSale.sale.payment?.outcome_unknown === next.sale.payment?.outcome_unknown

/** News of this caller's sales, over their stream. */
export function readSalesNews(news: SalesNews, caller: Caller): void {
  for (const one of waiting) {
    if (!waitsFor(caller)(one)) continue
    if (news && referenceOf(one) !== null) {
      if (isPayment(news) && referenceOf(one) === news.reference) applyNews(one, news)
    } else void askFor(one)
  }
}

/** Whether a watched sale is this caller's, and its end is still to come. */
const waitsFor =
  (caller: Caller) =>
  (waitingSale: WaitingSale): boolean =>
    !waitingSale.paid && isSameCaller(callerOf(waitingSale), caller)

/** All watched sales of this browser. */
export const useWaitingSales = (): readonly WaitingSale[] =>
  useSyncExternalStore(listeners.subscribe, () => waiting)
