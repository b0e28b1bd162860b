// What this till knows of the payment networks behind the box, learned from its own sales.
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Answer } from '../kit/api.ts'
import type { Order, Payment } from '../kit/payment.ts'
import { afterAnswer, afterNews, downOf, type Way, type Weather, wayOf } from './network.model.ts'

let weather: Weather = {}
const listeners = new Set<() => void>()

function take(next: Weather): void {
  if (next === weather) return
  weather = next
  for (const listener of listeners) listener()
}

export const noteAnswer = (order: Order, answer: Answer<Payment>): void =>
  take(afterAnswer(weather, wayOf(order), answer, Date.now()))
export const noteNews = (payment: Payment): void => take(afterNews(weather, payment, Date.now()))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The ways to pay that their network does not serve just now. */
export function useDown(): Way[] {
  const known = useSyncExternalStore(subscribe, () => weather)
  const [now, setNow] = useState(() => Date.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: fresh news are looked at at once
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 5_000)
    return () => clearInterval(timer)
  }, [known])
  return downOf(known, now)
}
