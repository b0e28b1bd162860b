// How a test or a person steers what a fake network does with an order or a payout:
// POST /_fake/orders/{its id, or "next"} with
//
//   answer    how it goes, in the network's own words, or "silence"
//   after_ms  when, from now; of "next" from its creation; at once without it
//   amount    what the customer pays, when not the order's amount
//   wallet    whose wallet pays, in the network's own words, when not that of the number: numbers move
//   callback  true: a callback also where the network sends none by itself; false: none
//   again     true: the answer replaces one that was given before, as when a network reverses a payment
//   drop      "before" or "after": the line of one request breaks before or after it was carried out
//   call      which request that is, by the end of its path: create-order-minimal, payments, process, …
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { FakeWorld } from './fake.ts'

const Steering = Type.Object(
  {
    answer: Type.Optional(Type.String()),
    after_ms: Type.Optional(Type.Integer({ minimum: 0 })),
    amount: Type.Optional(Type.Integer({ minimum: 1 })),
    wallet: Type.Optional(Type.String()),
    callback: Type.Optional(Type.Boolean()),
    again: Type.Optional(Type.Boolean()),
    drop: Type.Optional(Type.Union([Type.Literal('before'), Type.Literal('after')])),
    call: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type Steering = Static<typeof Steering>

export interface Steerings {
  /** Steers the order or payout with this id, or the "next" one. Throws when the JSON is no steering. */
  steer(id: string, json: unknown): void
  /** Moves the steering of the next order or payout to this one. */
  adopt(id: string): void
  /** The steering of an order that is being created: its own, or that of "next". */
  next(id: string): Steering | undefined
  /** Whether the connection breaks at this request. Each steering breaks one request. */
  takeDrop(id: string, path: string, when: 'before' | 'after'): boolean
}

/**
 * Creates the steerings of one network, whose outcomes are `answers`. `decide` is called when an order gets
 * its outcome, at once or later.
 */
export function newSteerings(
  world: FakeWorld,
  answers: readonly string[],
  decide: (id: string, steering: Steering) => void,
): Steerings {
  const steerings = new Map<string, Steering>()
  function plan(id: string, steering: Steering): void {
    if (!steering.answer || steering.answer === 'silence') return
    if (steering.after_ms) world.after(steering.after_ms, () => decide(id, steering))
    else decide(id, steering)
  }
  return {
    steer(id, json) {
      const steering = Value.Decode(Steering, json)
      const { answer } = steering
      if (answer !== undefined && answer !== 'silence' && !answers.includes(answer))
        throw new Error(`answer must be silence, ${answers.join(', ')}`)
      steerings.set(id, steering)
      if (id !== 'next') plan(id, steering)
    },
    adopt(id) {
      const steering = steerings.get('next')
      if (!steering) return
      steerings.delete('next')
      steerings.set(id, steering)
      plan(id, steering)
    },
    next: id => steerings.get(id) ?? steerings.get('next'),
    takeDrop(id, path, when) {
      const key = steerings.has(id) ? id : 'next'
      const steering = steerings.get(key)
      const isSteeredCall = path.endsWith(`/${steering?.call ?? path.split('/').at(-1)}`)
      if (steering?.drop !== when || !isSteeredCall) return false
      const { drop, call, ...rest } = steering
      steerings.set(key, rest)
      return true
    },
  }
}
