// Watches parked sales while others are sold, by the stream of this till's sales. They are kept in this
// browser's storage, so that a reload forgets none.
import { useSyncExternalStore } from 'react'
import { type Caller, isSameCaller } from '../../kit/caller.ts'
import { newListeners } from '../../kit/listeners.ts'
import { fetchPayment, type Payment } from '../../kit/payment.ts'
import { fetchPaymentLink } from '../../kit/payment-link.ts'
import { playTone } from '../../kit/sound.ts'
import { readStored, writeStored } from '../../kit/storage.ts'
import { isPayment, type SalesNews } from '../parts/sales-stream.ts'
import {
  afterNews,
  areParked,
  callerOf,
  linkOf,
  type ParkedSale,
  parkedAs,
  parkedOf,
  referenceOf,
  withoutParked,
  withoutSale,
  withParked,
} from './parked.model.ts'
import type { Sale } from './sale.model.ts'

const parkedStorageKey = 'till.parked'

let parked: readonly ParkedSale[] = readStored(parkedStorageKey, areParked) ?? []
const listeners = newListeners()

function setParked(next: readonly ParkedSale[]): void {
  parked = next
  writeStored(parkedStorageKey, next.length === 0 ? undefined : next)
  listeners.call()
}

/** Watches a sale that is left while it is open. */
export function watchParked(sale: Sale): void {
  const one = parkedOf(sale)
  if (!one) return
  setParked(withParked(parked, one))
  // It may have ended as it was left.
  void askFor(one)
}

/** The sale is on the screen again, which tells of it itself. */
export function unpark(reference: string): void {
  if (parkedAs(parked, reference)) setParked(withoutSale(parked, reference))
}

/** The parked sale of a payment or link, as it was last heard of. */
export const parkedSale = (reference: string): Sale | undefined => parkedAs(parked, reference)?.sale

/** The cashier has seen that it is paid. */
export const dismissParked = (one: ParkedSale): void => setParked(withoutParked(parked, one))

/** Reads the state of a parked sale: of its payment, or of its link, which may have a payment by now. */
async function askFor(one: ParkedSale): Promise<void> {
  let reference = referenceOf(one)
  const linkReference = linkOf(one)
  if (reference === null && linkReference !== null) {
    const link = await fetchPaymentLink(callerOf(one), linkReference)
    if (!link.ok) return
    reference = link.value.payment_reference === '' ? null : link.value.payment_reference
    if (reference === null) {
      if (['expired', 'cancelled'].includes(link.value.status)) dismissParked(one)
      return
    }
  }
  if (reference === null) return
  const payment = await fetchPayment(callerOf(one), reference)
  if (payment.ok) applyNews(one, payment.value)
}

function applyNews(one: ParkedSale, payment: Payment): void {
  if (!parked.includes(one)) return
  const next = afterNews(one, payment)
  if (next && isSameNews(one, next)) return
  setParked(parked.flatMap(other => (other === one ? (next ? [next] : []) : [other])))
  if (next?.paid) playTone('paid')
}

const isSameNews = (one: ParkedSale, next: ParkedSale): boolean =>
  referenceOf(one) === referenceOf(next) &&
  one.paid === next.paid &&
  one.sale.payment?.outcome_unknown === next.sale.payment?.outcome_unknown

/** News of this caller's sales, over their stream. */
export function hearOfParked(news: SalesNews, caller: Caller): void {
  for (const one of parked) {
    if (!waitsFor(caller)(one)) continue
    if (news && referenceOf(one) !== null) {
      if (isPayment(news) && referenceOf(one) === news.reference) applyNews(one, news)
    } else void askFor(one)
  }
}

/** Whether a parked sale is this caller's, and its end is still to come. */
const waitsFor =
  (caller: Caller) =>
  (one: ParkedSale): boolean =>
    !one.paid && isSameCaller(callerOf(one), caller)

/** All parked sales of this browser. */
export const useParked = (): readonly ParkedSale[] => useSyncExternalStore(listeners.subscribe, () => parked)
