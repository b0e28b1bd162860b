// The circuit breakers of all connections since the start. Every order passes through one, and pages show
// their state.

import type { Connection, NetworkConnection } from '../connector/connector.ts'
import { unsent } from '../domain/answer.ts'
import {
  admitsOrder,
  type Circuit,
  type CircuitState,
  circuitAfterOrder,
  circuitOpenedElsewhere,
  circuitWhileSending,
  closedCircuit,
  openMs,
  stateOfCircuit,
} from '../domain/circuit.ts'
import { type Purpose, type Way, wayOf, ways } from '../domain/routing.ts'
import type { Appliance } from './appliance.ts'

/** The state of a circuit breaker as pages show it. */
export interface CircuitView {
  readonly state: CircuitState
  readonly since: number | null // when it opened; null while it is closed
}

/** Returns the key of a circuit: each connection has one per way, such as `qr` or `payout.bank`. */
const keyOf = (connection: string, way: Way) => `${connection} ${way}`
/** Returns the circuit of a connection for one way; a closed one when no order has failed. */
const circuitFor = ({ circuits }: Appliance, connection: string, way: Way): Circuit =>
  circuits.get(keyOf(connection, way)) ?? closedCircuit

/** Returns the state of a connection's circuit for one way, and since when it has been open. */
export function circuitOf(appliance: Appliance, connection: string, way: Way): CircuitView {
  const circuit = circuitFor(appliance, connection, way)
  return { state: stateOfCircuit(circuit, appliance.ranMs()), since: circuit.openedAt }
}

/** Returns whether an order would be sent now. A local connection calls no network and never fails. */
export const isAdmitted = (appliance: Appliance, { id, reach }: Connection, purpose: Purpose): boolean =>
  reach === 'local' || admitsOrder(circuitFor(appliance, id, wayOf(purpose)), appliance.ranMs())

type Answer = { readonly kind: string; readonly reason?: string; readonly unsent?: boolean }

/**
 * Returns whether the network failed: it gave no clear answer, or received nothing. A "no" to the payer or
 * the recipient is not a failure.
 */
const isFailure = ({ kind, reason, unsent: isUnsent }: Answer) =>
  kind === 'unknown' || (kind === 'failed' && isUnsent === true && reason === unsent.reason)

/**
 * Sends an order, unless the circuit breaker of its connection and purpose is open, and counts whether the
 * network worked.
 * @returns the network's answer; `unsent` when the circuit is open
 */
export async function throughCircuit<A extends Answer>(
  appliance: Appliance,
  network: NetworkConnection,
  purpose: Purpose,
  send: () => Promise<A>,
): Promise<A | typeof unsent> {
  const way = wayOf(purpose)
  const circuit = circuitFor(appliance, network.id, way)
  if (!admitsOrder(circuit, appliance.ranMs())) return unsent
  const key = keyOf(network.id, way)
  const sendingCircuit = circuitWhileSending(circuit)
  appliance.circuits.set(key, sendingCircuit)
  // While one order tests the network, the other nodes must not test it too. Their circuits stay open for
  // `openMs`; after that, one of their orders may test the network, in case this node has died.
  if (sendingCircuit.isTrying) sendCircuit(appliance, key, sendingCircuit.openedAt, openMs)
  let hasWorked: boolean | undefined // undefined when `send` throws
  try {
    const answer = await send()
    hasWorked = !isFailure(answer)
    return answer
  } finally {
    countOrder(appliance, network, way, hasWorked)
  }
}

/** Counts an order in its circuit, and informs the other nodes, unless the circuit was and stays closed. */
function countOrder(
  appliance: Appliance,
  { id, connector }: NetworkConnection,
  way: Way,
  hasWorked: boolean | undefined,
): void {
  const { circuits, world, ranMs } = appliance
  const key = keyOf(id, way)
  const before = circuitFor(appliance, id, way)
  const after = circuitAfterOrder(before, hasWorked, { now: world.clock.now(), ranMs: ranMs() })
  circuits.set(key, after)
  const [wasOpen, isOpen] = [before.openedAt !== null, after.openedAt !== null]
  if (wasOpen || isOpen) sendCircuit(appliance, key, after.openedAt, after.tryFromMs - ranMs())
  if (wasOpen || !isOpen) return
  world.log('info', 'orders to a network pause, because it fails', {
    connection: id,
    network: connector,
    way,
  })
}

/** Sends the circuits that are not closed to the other nodes, one of which has just started. */
export function sendCircuits({ circuits, ranMs, store }: Appliance): void {
  for (const [key, { openedAt, tryFromMs, isTrying }] of circuits)
    if (openedAt !== null) {
      const tryInMs = isTrying ? openMs : Math.max(0, tryFromMs - ranMs())
      store.channel?.send(`circuit_known ${key} ${openedAt} ${tryInMs}`)
    }
}

/**
 * Applies a circuit that another node sent to answer this node's question at its start, unless this node has
 * received a newer state of the circuit since.
 * @param words as `sendCircuits` sends them
 */
export function putKnownCircuit(appliance: Appliance, words: readonly string[]): void {
  const [connection = '', way = ''] = words
  if (!appliance.circuits.has(`${connection} ${way}`)) putCircuit(appliance, words)
}

/**
 * Sends the state of a circuit to the other nodes.
 * @param tryInMs the wait until an order may test the network; running time itself differs between nodes
 */
function sendCircuit({ store }: Appliance, key: string, openedAt: number | null, tryInMs: number): void {
  store.channel?.send(`circuit ${key} ${openedAt ?? 'closed'} ${Math.max(0, tryInMs)}`)
}

/** Applies a circuit that another node opened or closed. @param words as `sendCircuit` sends them */
export function putCircuit({ circuits, ranMs }: Appliance, words: readonly string[]): void {
  const [connection = '', way = '', openedAt, tryInMs] = words
  const key = `${connection} ${way}`
  if (openedAt === 'closed') circuits.delete(key)
  else circuits.set(key, circuitOpenedElsewhere(Number(openedAt), ranMs() + Number(tryInMs)))
}

/** Returns the circuits of a connection that are not closed, by way. */
export function brokenCircuits(appliance: Appliance, connection: Connection): ReadonlyMap<Way, CircuitView> {
  const circuits = ways.map(way => [way, circuitOf(appliance, connection.id, way)] as const)
  return new Map(circuits.filter(([, { state }]) => state !== 'closed'))
}
