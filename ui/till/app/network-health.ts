// What this till knows of the payment networks behind the box: from its own sales at once, and from those of
// other tills by asking the box.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type ApiResult, dataOf, getJson } from '../../kit/api.ts'
import type { CreatePayment, Payment } from '../../kit/payment.ts'
import {
  afterAnswer,
  afterNews,
  downMethods,
  methodOfPayment,
  type NetworkHealth,
  type NetworkMethod,
  reportedBy,
} from './network-health.model.ts'

let weather: NetworkHealth = {}
const listeners = new Set<() => void>()

function take(next: NetworkHealth): void {
  if (next === weather) return
  weather = next
  for (const listener of listeners) listener()
}

export const noteAnswer = (order: CreatePayment, answer: ApiResult<Payment>): void =>
  take(afterAnswer(weather, methodOfPayment(order), answer, Date.now()))
export const noteNews = (payment: Payment): void => take(afterNews(weather, payment, Date.now()))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A till that has not sold for a while learns of trouble within 5 s. */
const askEveryMs = 4_000

/** The box hears of all sales of the account, so what it says takes the place of what was known here. */
async function askBox(): Promise<void> {
  if (document.hidden) return
  const answer = await dataOf<{ down: NetworkMethod[] }>(getJson('/api/v1/till/networks'))
  if (answer.ok) take(reportedBy(weather, answer.value.down, Date.now()))
}

/**
 * The ways to pay that their network does not serve just now. @param atTill whether this browser is a paired
 * till
 */
export function useDown(atTill: boolean): NetworkMethod[] {
  const known = useSyncExternalStore(subscribe, () => weather)
  const [now, setNow] = useState(() => Date.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: fresh news are looked at at once
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 5_000)
    return () => clearInterval(timer)
  }, [known])
  useEffect(() => {
    if (!atTill) return
    void askBox()
    const timer = setInterval(() => void askBox(), askEveryMs)
    return () => clearInterval(timer)
  }, [atTill])
  return downMethods(known, now)
}
