// Which payment networks this till knows to be down: from its own sales at once, and from other tills' sales
// through the server.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type ApiResult, dataOf, getJson } from '../../kit/api.ts'
import { newListeners } from '../../kit/listeners.ts'
import type { CreatePayment, Payment } from '../../kit/payment.ts'
import {
  downMethods,
  healthAfterAnswer,
  healthAfterPayment,
  healthFromReport,
  methodOfPayment,
  type NetworkHealth,
  type NetworkMethod,
  type PausedNetwork,
  pausedNetworks,
  type TillCircuit,
} from './network-health.model.ts'

let health: NetworkHealth = {}
let paused: readonly PausedNetwork[] = []
const listeners = newListeners()

/** Replaces what this till knows, and notifies the page if it changed. */
function setHealth(next: NetworkHealth): void {
  if (next === health) return
  health = next
  listeners.call()
}

/** Notes whether the answer to a create request shows that its network is down. */
export const recordAnswer = (order: CreatePayment, answer: ApiResult<Payment>): void =>
  setHealth(healthAfterAnswer(health, methodOfPayment(order), answer, Date.now()))

/** Notes whether an update of a payment shows that its network is down or works again. */
export const recordPayment = (payment: Payment): void =>
  setHealth(healthAfterPayment(health, payment, Date.now()))

/**
 * How often the server is asked, so that a till that has not sold for a while knows of an outage within 5 s.
 */
const refreshMs = 4_000

/** Fetches the server's report. It covers all sales of the account, so it replaces what was known here. */
async function refreshFromServer(): Promise<void> {
  if (document.hidden) return
  const answer = await dataOf<Report>(getJson('/api/v1/till/networks'))
  if (!answer.ok) return
  setPaused(pausedNetworks(answer.value.circuits))
  setHealth(healthFromReport(health, answer.value.down, Date.now()))
}

interface Report {
  readonly down: NetworkMethod[]
  readonly circuits: TillCircuit[]
}

/** Replaces the paused networks, and notifies the page if they changed. */
function setPaused(next: readonly PausedNetwork[]): void {
  if (JSON.stringify(next) === JSON.stringify(paused)) return
  paused = next
  listeners.call()
}

/** Returns the networks that are paused because they fail. */
export const usePausedNetworks = (): readonly PausedNetwork[] =>
  useSyncExternalStore(listeners.subscribe, () => paused)

/** How often the age of the failures is checked, because each is shown only for a while. */
const expiryCheckMs = 5_000

/** Returns the payment methods whose network is down now. Only a paired till (`isAtTill`) asks the server. */
export function useDownMethods(isAtTill: boolean): NetworkMethod[] {
  const current = useSyncExternalStore(listeners.subscribe, () => health)
  const [now, setNow] = useState(() => Date.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change is shown at once
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), expiryCheckMs)
    return () => clearInterval(timer)
  }, [current])
  useEffect(() => {
    if (!isAtTill) return
    void refreshFromServer()
    const timer = setInterval(() => void refreshFromServer(), refreshMs)
    return () => clearInterval(timer)
  }, [isAtTill])
  return downMethods(current, now)
}
