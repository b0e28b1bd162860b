// Routes an order to a connection and sends it: plan → call → record. Only the flows of orders and their
// checks examine `reach`.

import type { Connection, LocalConnection, NetworkConnection } from '../connector/connector.ts'
import { referenceName } from '../connector/relay/list.ts'
import type { Account } from '../domain/account.ts'
import { fault } from '../domain/fault.ts'
import type { Metadata } from '../domain/payment.ts'
import { relayConnector } from '../domain/relay.ts'
import { chooseNetworks, type Purpose } from '../domain/routing.ts'
import type { Read, Tx } from '../store/engine/statement.ts'
import { answerRead, type StoredAnswer } from '../store/idempotency.ts'
import type { Appliance } from './appliance.ts'
import { isAdmitted } from './circuit.ts'
import {
  findKey,
  findStoredUse,
  type IdempotentRequest,
  insertKey,
  responseOf,
  type StoredResponse,
} from './idempotency.ts'
import { networkWaitMs, withTimeout } from './timeout.ts'

/**
 * Returns the connections that can serve this purpose, in the order of the account's routing. An order that
 * another server relayed to us is not relayed again, because two servers could relay it in a circle.
 */
function routesFor({ connections }: Appliance, account: Account, purpose: Purpose) {
  const usable = connections
    .connectionsOf(account)
    .filter(({ connector }) => !purpose.isRelayed || connector !== relayConnector)
  return chooseNetworks(usable, account.routing, purpose)
}

/** Returns whether metadata shows that another server's relay sent the request. */
export const isRelayed = (metadata: Metadata): boolean => referenceName in metadata

/** Returns whether any connection of the account can serve this purpose. */
export const hasConnection = (appliance: Appliance, account: Account, purpose: Purpose): boolean =>
  routesFor(appliance, account, purpose).length > 0

/**
 * Returns whether orders of this purpose are stopped: there are connections that could serve it, and all of
 * their circuits are open.
 */
export function isLeftOut(appliance: Appliance, account: Account, purpose: Purpose): boolean {
  const candidates = routesFor(appliance, account, purpose)
  return candidates.length > 0 && candidates.every(connection => !isAdmitted(appliance, connection, purpose))
}

/**
 * A connection, followed by those that take the order when certainly nothing was sent over the one before.
 */
export type Route = readonly [first: Connection, ...next: Connection[]]

/**
 * Returns the connections that may take an order, best first. It skips those with an open circuit; if all
 * circuits are open, it returns only the first connection.
 * @throws Fault `relay_loop`, `network_for_method_missing` or `network_for_payout_missing`
 */
export function routeFor(appliance: Appliance, account: Account, purpose: Purpose): Route {
  const candidates = routesFor(appliance, account, purpose)
  const [first, ...next] = candidates.filter(connection => isAdmitted(appliance, connection, purpose))
  if (first) return [first, ...next]
  const [firstCandidate] = candidates
  if (firstCandidate) return [firstCandidate]
  if (purpose.isRelayed && hasConnection(appliance, account, { ...purpose, isRelayed: false }))
    throw fault('relay_loop')
  const { mode } = account
  throw 'collect' in purpose
    ? fault('network_for_method_missing', { mode, method: purpose.collect })
    : fault('network_for_payout_missing', { mode, channel: purpose.payOut })
}

/** How one kind of order is sent. */
export interface OrderSteps<Plan, Answer, Value extends { readonly id: string }> {
  /** Decides on the order in the writer's turn. */
  plan(tx: Tx, now: number): Promise<Plan>
  /** @returns undefined when nothing was sent */
  callLocal(connection: LocalConnection, tx: Tx, plan: Plan): Promise<Answer | undefined>
  /** @returns undefined when nothing was sent */
  callNetwork(connection: NetworkConnection, plan: Plan): Promise<Answer | undefined>
  /** Writes the plan, including a local connection's answer. */
  save(tx: Tx, plan: Plan, answer: Answer | undefined): Promise<Value>
  /** Writes a network's answer in a later transaction, which reads the rows again. */
  record(tx: Tx, plan: Plan, answer: Answer): Promise<Value>
  /**
   * Plans the order for another connection when this answer shows that nothing was sent, and writes both
   * orders, with the answer of a local connection.
   * @returns undefined when no other connection may take the order
   */
  reroute(
    tx: Tx,
    plan: Plan,
    answer: Answer,
    next: Connection,
  ): Promise<Rerouted<Plan, Answer, Value> | undefined>
  /**
   * Finds the value as it was when a local connector had answered. If given, a local connection's response is
   * not stored under the key; a replay renders it again.
   */
  asCreated?: FindAsCreated<Value>
}

/** Finds what a request created, as it was when a local connector had answered. */
type FindAsCreated<Value> = (read: Read, subject: string) => Promise<Value>

/** The steps that an order over a network needs. */
export type NetworkSteps<Plan, Answer, Value extends { readonly id: string }> = Pick<
  OrderSteps<Plan, Answer, Value>,
  'callNetwork' | 'record' | 'reroute'
>

/** An order that was planned again for another connection. */
export interface Rerouted<Plan, Answer, Value> {
  readonly plan: Plan
  readonly value: Value
  readonly answer: Answer | undefined // the answer of a local connection
}

/** The response to an earlier request with the same key, or the subject that this request created. */
type EarlierOrder =
  | { readonly kind: 'replayed'; readonly response: StoredResponse }
  /** The earlier request died, or its order had no clear answer, so the key has no response yet. */
  | { readonly kind: 'claimed'; readonly subject: string }

/** What became of a request to send an order. */
export type SentOrder<Answer, Value> =
  | EarlierOrder
  | {
      readonly kind: 'sent'
      readonly value: Value
      readonly answer: Answer | undefined // undefined when the network has not answered in time
      readonly response: StoredResponse | undefined // already stored under the key
    }

/**
 * Plans an order, calls its network and records the answer, once per idempotency key. A network is called
 * between two transactions: one stores the plan, the other the answer. After a crash between them, a status
 * check settles the planned order. A local connection answers inside the first transaction. The next
 * connection of the route takes the order only when certainly nothing was sent over the previous one.
 * @returns the sent order, or what an earlier request with the key sent
 * @throws Fault as `steps.plan`, or `idempotency_key_reused`
 */
export async function sendOrder<Plan, Answer extends MaybeUnsent, Value extends { readonly id: string }>(
  appliance: Appliance,
  [connection, ...others]: Route,
  request: IdempotentRequest<Value> | undefined,
  steps: OrderSteps<Plan, Answer, Value>,
): Promise<SentOrder<Answer, Value>> {
  const { store, world } = appliance
  /** Writes the order and uses up the key. If there is an answer, it also stores the response. */
  const save = async (tx: Tx, plan: Plan, answer: Answer | undefined) => {
    const value = await steps.save(tx, plan, answer)
    const response = answer && request?.render(value)
    const isRenderedAgain = connection.reach === 'local' && steps.asCreated !== undefined
    if (request) await insertKey(tx, appliance, request, value.id, response, isRenderedAgain)
    return { kind: 'sent', value, answer, response } as const
  }
  if (connection.reach === 'local') {
    const planAndCall = async (tx: Tx) => {
      const earlier = request && (await findEarlierResult(tx, appliance, request, steps))
      if (earlier) return earlier
      const plan = await steps.plan(tx, world.clock.now())
      const answer = await steps.callLocal(connection, tx, plan)
      return save(tx, plan, answer)
    }
    const keyRead = request && answerRead(request.accountId, request.key)
    return store.write(planAndCall, 'repeatable', keyRead)
  }

  const planned = await store.write(async tx => {
    const earlier = request && (await findEarlierResult(tx, appliance, request, steps))
    if (earlier) return { earlier }
    const plan = await steps.plan(tx, world.clock.now())
    return { plan, saved: await save(tx, plan, undefined) }
  })
  if (planned.earlier) return planned.earlier
  const { plan, saved } = planned
  // The call goes on after the timeout, and its answer is still recorded.
  const call = callNetworks(appliance, connection, others, plan, steps)
  const recorded = await withTimeout(appliance, networkWaitMs, call)
  return recorded ? { ...saved, ...recorded } : saved
}

/** An answer; `unsent` is true when certainly nothing was sent. */
interface MaybeUnsent {
  readonly kind: string
  readonly unsent?: boolean
}

/**
 * Calls a network and records its answer. If certainly nothing reached it, the next connection takes the
 * order, and so on.
 * @param connections those that may take the order after `network`
 * @returns the recorded value and answer; undefined when no answer was recorded
 */
export async function callNetworks<Plan, Answer extends MaybeUnsent, Value extends { readonly id: string }>(
  appliance: Appliance,
  network: NetworkConnection,
  connections: readonly Connection[],
  plan: Plan,
  steps: NetworkSteps<Plan, Answer, Value>,
): Promise<{ value: Value; answer: Answer } | undefined> {
  const [next, ...others] = connections
  const answer = await steps.callNetwork(network, plan)
  if (!answer) return undefined // the order was no longer to be sent
  const { rerouted, value } = await appliance.store.write(async tx => {
    const rerouted = next && answer.unsent ? await steps.reroute(tx, plan, answer, next) : undefined
    const value = rerouted ? rerouted.value : await steps.record(tx, plan, answer)
    return { rerouted, value }
  })
  if (!rerouted || !next) return { value, answer }
  if (next.reach === 'network') return callNetworks(appliance, next, others, rerouted.plan, steps)
  const { answer: localAnswer } = rerouted
  return localAnswer && { value, answer: localAnswer }
}

/**
 * Returns the response to the earlier request with this key, or the id of what that request created if its
 * response is not stored yet; undefined when the key is unused.
 * @throws Fault `idempotency_key_reused` when a different request used the key
 */
async function findEarlierResult<Value>(
  tx: Tx,
  appliance: Appliance,
  request: IdempotentRequest<Value>,
  { asCreated }: { asCreated?: FindAsCreated<Value> },
): Promise<EarlierOrder | undefined> {
  const stored = await findKey(tx, appliance, request)
  return stored && earlierOrderOf(tx, stored, request, asCreated)
}

/**
 * Returns the result of the earlier request with this key; undefined when the key is unused. It sends
 * nothing. It is for a request that would be refused now, because its order may have been sent before.
 * @param asCreated finds the created value, for a response that is rendered again
 * @throws Fault `idempotency_key_reused` when a different request used the key
 */
export async function findEarlierOrder<Value>(
  appliance: Appliance,
  request: IdempotentRequest<Value>,
  asCreated?: FindAsCreated<Value>,
): Promise<EarlierOrder | undefined> {
  const stored = await findStoredUse(appliance, request)
  return stored && earlierOrderOf(appliance.store.read, stored, request, asCreated)
}

/**
 * Returns the result of the earlier request with this key, if no connection can serve the purpose now;
 * otherwise undefined, because `sendOrder` then finds the earlier request itself.
 * @throws Fault `idempotency_key_reused` when a different request used the key
 */
export const findOrderWithoutRoute = async <Value>(
  appliance: Appliance,
  account: Account,
  purpose: Purpose,
  request: IdempotentRequest<Value> | undefined,
  asCreated?: FindAsCreated<Value>,
): Promise<EarlierOrder | undefined> =>
  request && !hasConnection(appliance, account, purpose)
    ? findEarlierOrder(appliance, request, asCreated)
    : undefined

/** Returns the result of a used key. Its response is rendered again if only the status was stored. */
async function earlierOrderOf<Value>(
  read: Read,
  stored: StoredAnswer,
  request: IdempotentRequest<Value>,
  asCreated: FindAsCreated<Value> | undefined,
): Promise<EarlierOrder> {
  const isOnlyStatusStored = stored.status !== null && stored.body === null
  const response =
    isOnlyStatusStored && asCreated
      ? request.render(await asCreated(read, stored.subject))
      : responseOf(stored)
  return response ? { kind: 'replayed', response } : { kind: 'claimed', subject: stored.subject }
}
