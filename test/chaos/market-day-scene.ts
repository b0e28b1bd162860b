// What all people of a market day or month share: the shop, waits, requests that are repeated until there is
// an answer, and the errors that a client expects.
import { Fault } from '../../src/domain/fault.ts'
import type { Resolution } from '../../src/domain/unmatched.ts'
import type { SimulatedOutcome } from '../../src/flow/sandbox.ts'
import { ConnectionLost } from '../kit/simulated-people.ts'
import type { SimulatedShop } from '../kit/simulated-shop.ts'
import type { Chance } from '../kit/simulated-world.ts'
import type { Audit } from './market-day-check.ts'

/** What differs between a day and a month. */
export interface Habits {
  readonly unknown: number // how often the simulated network never gives the outcome of an order
  readonly sendsBack: number // how often, at each look, a simulated recipient sends a payout back
  /**
   * How long a live payout may be on its way; most take minutes. And how much later the money may come back.
   */
  readonly deliversWithinMs: number
  readonly returnsWithinMs: number
  readonly refunds: boolean // whether money is given back
}

/** Shared by all people: the shop, and waits, which the day does not end before. */
export interface Scene {
  readonly shop: SimulatedShop
  readonly audit: Audit
  readonly habits: Habits
  readonly later: (ms: number, deed: () => void) => void
  /** Waits for between two lengths of time, in milliseconds. */
  readonly waits: (least: number, most: number) => Promise<void>
  /** The admin's decisions on unmatched money; `refunded` gives it back from the refund button. */
  readonly decided: Map<string, Resolution | 'refunded'>
  readonly tills: { door?: string } // the till of live sales, once there is one
}

/**
 * Repeats a request with one key, sometimes in parallel, until there is an answer; every answer is the same.
 */
export async function asksUntilAnswered(
  { shop: { chance }, audit, waits }: Scene,
  key: string | undefined,
  ask: () => Promise<{ body: string }>,
): Promise<string | undefined> {
  const hears = () => ask().then(({ body }) => body, passes)
  for (let tries = 0; tries < 10; tries++) {
    if (tries > 0) await waits(500, 60_000)
    const times = key !== undefined && chance.happens(0.2) ? chance.between(2, 4) : 1
    const heard = await Promise.all(Array.from({ length: times }, hears))
    const bodies = new Set(heard.filter(body => body !== undefined))
    if (bodies.size > 1) audit.complain(`${key} was answered in two ways`)
    for (const body of bodies) audit.acknowledged(body)
    const [body] = bodies
    if (body !== undefined || key === undefined) return body
  }
  return undefined
}

export async function asksAgain(
  { audit }: Scene,
  [key, body]: readonly [string, string],
  same: () => Promise<{ body: string }>,
  other: () => Promise<unknown>,
): Promise<void> {
  const again = await same().then(answer => answer.body, passes)
  if (again !== undefined && again !== body) audit.complain(`${key} was answered in two ways`)
  try {
    await other()
    audit.complain(`${key} was taken for another request too`)
  } catch (error) {
    if (!(error instanceof Fault && error.kind === 'idempotency_mismatch')) passes(error)
  }
}

/**
 * Ignores errors that a client expects: the server is down, the network or the disk has failed, the balance
 * is too low, no way can give it back, or someone was quicker.
 */
export function passes(error: unknown): undefined {
  const kinds = [
    'network_unavailable',
    'storage_full',
    'conflict',
    'invalid_state',
    'invalid_request',
    'validation_error',
    'insufficient_balance',
    'method_unavailable',
  ]
  if (error instanceof ConnectionLost || (error instanceof Fault && kinds.includes(error.kind)))
    return undefined
  throw error
}

export const randomDecision = (chance: Chance, outcome?: SimulatedOutcome['outcome']): SimulatedOutcome => ({
  outcome: outcome ?? chance.pick('completed', 'completed', 'completed', 'failed', 'expired'),
  delayMs: chance.happens(0.5) ? chance.between(0, 600_000) : 0,
  times: chance.between(0, 3),
})
