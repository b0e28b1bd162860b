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

/** Returns the key of a circuit: each connection has one for each way. */
const keyOf = (connection: string, way: Way) => `${connection} ${way}`
/** Returns the circuit of a connection for one way; a closed one when no order has failed. */
const circuitFor = ({ circuits }: Appliance, connection: string, way: Way): Circuit =>
  circuits.get(keyOf(connection, way)) ?? closedCircuit

/**
 * Returns whether a connection's orders of this way pass, are tested or are stopped, and since when.
 */
export function circuitOf(appliance: Appliance, connection: string, way: Way): CircuitView {
  const circuit = circuitFor(appliance, connection, way)
  return { state: stateOfCircuit(circuit, appliance.ranMs()), since: circuit.openedAt }
}

/** Returns whether an order would be sent now. A local connection calls no network and never fails. */
export const isAdmitted = (appliance: Appliance, { id, reach }: Connection, purpose: Purpose): boolean =>
  reach === 'local' || admitsOrder(circuitFor(appliance, id, wayOf(purpose)), appliance.ranMs())

type Answer = { readonly kind: string; readonly reason?: string; readonly unsent?: boolean }

/** Returns whether the network failed; a "no" to the payer or the recipient is not a failure. */
const isFailure = ({ kind, reason, unsent: isUnsent }: Answer) =>
  kind === 'unknown' || (kind === 'failed' && isUnsent === true && reason === unsent.reason)

/**
 * Sends an order through the circuit breaker of its connection and purpose, and counts whether the network
 * worked.
 * @returns the network's answer; `unsent` when the circuit is open
 */
export async function throughCircuit<A extends Answer>(
  appliance: Appliance,
  { id, connector }: NetworkConnection,
  purpose: Purpose,
  send: () => Promise<A>,
): Promise<A | typeof unsent> {
  const { circuits, world, ranMs } = appliance
  const way = wayOf(purpose)
  const key = keyOf(id, way)
  if (!admitsOrder(circuitFor(appliance, id, way), ranMs())) return unsent
  const sendingCircuit = circuitWhileSending(circuitFor(appliance, id, way))
  circuits.set(key, sendingCircuit)
  // Only one order of all nodes tests the network at a time. If this node dies during the test, another order
  // tests the network later.
  if (sendingCircuit.isTrying) sendCircuit(appliance, key, sendingCircuit.openedAt, openMs)
  let isWorking: boolean | undefined // undefined when `send` throws
  try {
    const answer = await send()
    isWorking = !isFailure(answer)
    return answer
  } finally {
    const before = circuitFor(appliance, id, way)
    const after = circuitAfterOrder(before, isWorking, { now: world.clock.now(), ranMs: ranMs() })
    circuits.set(key, after)
    if (before.openedAt !== null || after.openedAt !== null)
      sendCircuit(appliance, key, after.openedAt, after.tryFromMs - ranMs())
    if (before.openedAt === null && after.openedAt !== null)
      world.log('info', 'orders to a network pause, because it fails', {
        connection: id,
        network: connector,
        way,
      })
  }
}

/** Sends the circuits that are not closed to a node that has just started. */
export function sendCircuits({ circuits, ranMs, store }: Appliance): void {
  for (const [key, { openedAt, tryFromMs, isTrying }] of circuits)
    if (openedAt !== null) {
      const tryInMs = isTrying ? openMs : Math.max(0, tryFromMs - ranMs())
      store.channel?.send(`circuit_known ${key} ${openedAt} ${tryInMs}`)
    }
}

/**
 * Applies a circuit that another node sent when this node asked at its start, unless this node knows a newer
 * state of the circuit.
 */
export function putKnownCircuit(appliance: Appliance, words: readonly string[]): void {
  const [connection = '', way = ''] = words
  if (!appliance.circuits.has(`${connection} ${way}`)) putCircuit(appliance, words)
}

/**
 * Tells the other nodes the state of a circuit.
 * @param tryInMs a duration, because running time differs between nodes
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
export const brokenCircuits = (appliance: Appliance, connection: Connection): ReadonlyMap<Way, CircuitView> =>
  new Map(
    ways
      .map(way => [way, circuitOf(appliance, connection.id, way)] as const)
      .filter(([, { state }]) => state !== 'closed'),
  )
