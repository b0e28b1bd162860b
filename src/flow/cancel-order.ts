// The job that withdraws an order at its network. Money that still arrives counts.

import { outcomeOf } from '../domain/answer.ts'
import { nextCheckMs } from '../domain/check-pace.ts'
import { findAttempt } from '../store/attempt.ts'
import type { Appliance } from './appliance.ts'
import { recordOutcome } from './attempt.ts'
import { cancellerOf } from './cancel-plan.ts'
import { askingOf, callAbout } from './network-call.ts'
import { isBeingSent } from './sending.ts'

/** This long after an order has expired, no network accepts money for it. */
const lateMoneyMs = 3_600_000
/** The wait before the next try while a call is still sending the order. */
const retryMs = 5_000

/**
 * Asks the network to withdraw the order of an attempt. A final answer is recorded: the order was withdrawn
 * (`failed`), or had been paid before that (`completed`).
 * @returns when to try again, milliseconds since 1970; undefined if there is nothing to withdraw, the answer
 * was final, or the network accepts no more money for the order
 */
export async function cancelOrder(appliance: Appliance, attemptId: string): Promise<number | undefined> {
  const { store, world } = appliance
  const attempt = await findAttempt(store.read, attemptId)
  const connection = attempt && cancellerOf(appliance, attempt)
  if (!connection || attempt.state === 'succeeded') return undefined
  if (await isBeingSent(appliance, attempt.networkReference)) return world.clock.now() + retryMs
  const asking = await askingOf(appliance, connection, attempt)
  const answer = await callAbout(appliance, connection, attempt, async call =>
    connection.cancel?.({ ...call, isEnded: true }),
  )
  const now = world.clock.now()
  // After a step the network needs another call, so a step is no answer yet.
  const outcome = answer.kind === 'step' ? undefined : outcomeOf(answer, asking)
  if (outcome?.kind === 'completed' || outcome?.kind === 'failed') {
    await store.write(tx => recordOutcome(tx, appliance, attempt, outcome, now))
    return undefined
  }
  const acceptsMoneyUntil = (attempt.plannedOrder?.expiresAt ?? 0) + lateMoneyMs
  return now < acceptsMoneyUntil ? now + nextCheckMs(connection.facts.checks, asking.ageMs) : undefined
}
