// Which connection serves an account, and plan → call → record: the one way to send an order to it. Only the
// flows of orders and their checks examine `reach`.
import type { Appliance } from '../appliance.ts'
import type { Connection, LocalConnection, NetworkConnection } from '../connector/connector.ts'
import type { Account } from '../domain/account.ts'
import type { Method } from '../domain/attempt.ts'
import { fault } from '../domain/fault.ts'
import type { Recipient } from '../domain/payout.ts'
import type { Tx } from '../store/statement.ts'
import { findKey, type IdempotentRequest, insertKey, responseOf, type StoredResponse } from './idempotency.ts'
import { networkWaitMs, withTimeout } from './timeout.ts'

/** What an account needs a connection for: to collect by a method, or to pay out to a channel. */
export type Purpose = { readonly collect: Method } | { readonly payOut: Recipient['channel'] }

const serves = ({ facts }: Connection, purpose: Purpose) =>
  'collect' in purpose ? facts.methods.includes(purpose.collect) : facts.payouts.includes(purpose.payOut)

/** Whether the account has a network for this. */
export const hasConnection = ({ connections }: Appliance, account: Account, purpose: Purpose): boolean =>
  connections.of(account).some(connection => serves(connection, purpose))

/** The connection that serves this account. @throws Fault `method_unavailable` */
export function connectionFor({ connections }: Appliance, account: Account, purpose: Purpose): Connection {
  const connection = connections.of(account).find(one => serves(one, purpose))
  if (connection) return connection
  const { mode } = account
  throw 'collect' in purpose
    ? fault('network_for_method_missing', { mode, method: purpose.collect })
    : fault('network_for_payout_missing', { mode, channel: purpose.payOut })
}

/** How one kind of order is sent. */
export interface OrderSteps<Plan, Answer, Value extends { readonly id: string }> {
  /** Decides on the order, on rows as they are locked now. */
  plan(tx: Tx, now: number): Promise<Plan>
  /** @returns undefined when nothing was sent */
  callLocal(connection: LocalConnection, tx: Tx, plan: Plan): Promise<Answer | undefined>
  /** The same. */
  callNetwork(connection: NetworkConnection, plan: Plan): Promise<Answer | undefined>
  /** Writes the plan, a local connection's answer included. */
  save(tx: Tx, plan: Plan, answer: Answer | undefined): Promise<Value>
  /** Writes a network's answer, on rows as they are locked then. */
  record(tx: Tx, plan: Plan, answer: Answer): Promise<Value>
  /**
   * The value as it was when a local connector had answered. With this the response is not stored under the
   * key, but rendered again for a replay.
   */
  asCreated?(tx: Tx, subject: string): Promise<Value>
}

export type SentOrder<Answer, Value> =
  | { readonly kind: 'replayed'; readonly response: StoredResponse }
  /** The key was claimed by a request that died, or whose order had no clear answer. */
  | { readonly kind: 'claimed'; readonly subject: string }
  | {
      readonly kind: 'sent'
      readonly value: Value
      /** undefined when the network has not answered in time. */
      readonly answer: Answer | undefined
      /** Stored under the key already. */
      readonly response: StoredResponse | undefined
    }

/**
 * Plan → call → record, once per idempotency key. A network is called between two transactions; a crash at
 * any point leaves a plan that its check job settles. A local connection answers inside the planning
 * transaction, so plan and record are one.
 */
export async function sendOrder<Plan, Answer, Value extends { readonly id: string }>(
  appliance: Appliance,
  connection: Connection,
  request: IdempotentRequest<Value> | undefined,
  steps: OrderSteps<Plan, Answer, Value>,
): Promise<SentOrder<Answer, Value>> {
  const { store, world } = appliance
  const save = async (tx: Tx, plan: Plan, answer: Answer | undefined) => {
    const value = await steps.save(tx, plan, answer)
    const response = answer && request?.render(value)
    const isRendered = connection.reach === 'local' && steps.asCreated !== undefined
    if (request) await insertKey(tx, appliance, request, value.id, response, isRendered)
    return { kind: 'sent', value, answer, response } as const
  }
  if (connection.reach === 'local')
    return store.write(async tx => {
      const known = request && (await knownUnder(tx, appliance, request, steps))
      if (known) return known
      const plan = await steps.plan(tx, world.clock.now())
      return save(tx, plan, await steps.callLocal(connection, tx, plan))
    })

  const planned = await store.write(async tx => {
    const known = request && (await knownUnder(tx, appliance, request, steps))
    if (known) return { known }
    const plan = await steps.plan(tx, world.clock.now())
    return { plan, saved: await save(tx, plan, undefined) }
  })
  if (planned.known) return planned.known
  const { plan, saved } = planned
  const call = async () => {
    const answer = await steps.callNetwork(connection, plan)
    return answer
      ? { ...saved, answer, value: await store.write(tx => steps.record(tx, plan, answer)) }
      : undefined
  }
  return (await withTimeout(appliance, networkWaitMs, call())) ?? saved
}

/** What the key was used for before. */
async function knownUnder<Value>(
  tx: Tx,
  appliance: Appliance,
  request: IdempotentRequest<Value>,
  { asCreated }: { asCreated?(tx: Tx, subject: string): Promise<Value> },
) {
  const stored = await findKey(tx, appliance, request)
  if (!stored) return undefined
  const isRendered = stored.status !== null && stored.body === null && asCreated
  const response = isRendered ? request.render(await asCreated(tx, stored.subject)) : responseOf(stored)
  return response
    ? ({ kind: 'replayed', response } as const)
    : ({ kind: 'claimed', subject: stored.subject } as const)
}
