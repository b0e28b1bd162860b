// The circuit breaker of one payment method of one connection. After some failures in a row it is open, and
// orders go directly to the next network. After a while it is half open: one order tries the network again.
// Only orders count, not status checks.
//
//   closed ──failures──► open ──time──► half_open ──worked──► closed
//                         └────────────────┴── failed ──► open

/** How many failures in a row open the circuit. One may be chance, and each costs a customer time. */
export const failuresMax = 3
/** How long the circuit stays open before one order tests the network. */
export const openMs = 30_000

export type CircuitState = 'closed' | 'open' | 'half_open'

export interface Circuit {
  readonly failures: number // failures in a row
  readonly openedAt: number | null // when it opened; null while it is closed
  readonly tryFromMs: number // running time from which one order may test the network
  readonly isTrying: boolean
}

export const closedCircuit: Circuit = { failures: 0, openedAt: null, tryFromMs: 0, isTrying: false }

/**
 * Returns the circuit to use when another server has opened its circuit for the same network. `openedAt` is
 * by the clock, and `tryFromMs` by the running time of this server.
 */
export const circuitOpenedElsewhere = (openedAt: number, tryFromMs: number): Circuit => ({
  failures: failuresMax,
  openedAt,
  tryFromMs,
  isTrying: false,
})

/**
 * Returns whether a circuit is closed, open or half open now.
 * @param ranMs running time, so that setting the clock neither opens nor closes it
 */
export function stateOfCircuit({ openedAt, tryFromMs }: Circuit, ranMs: number): CircuitState {
  if (openedAt === null) return 'closed'
  return ranMs < tryFromMs ? 'open' : 'half_open'
}

/** Whether an order may be sent now. A half-open circuit admits one order at a time. */
export const admitsOrder = (circuit: Circuit, ranMs: number): boolean =>
  stateOfCircuit(circuit, ranMs) !== 'open' && !circuit.isTrying

/** Returns the circuit while an order is being sent: a half-open one then admits no other order. */
export const circuitWhileSending = (circuit: Circuit): Circuit =>
  circuit.openedAt === null ? circuit : { ...circuit, isTrying: true }

/**
 * Returns the circuit after an order: closed after a success, open after `failuresMax` failures in a row.
 * @param hasWorked whether the network worked; undefined if the call ended before the network could answer
 */
export function circuitAfterOrder(
  circuit: Circuit,
  hasWorked: boolean | undefined,
  at: { readonly now: number; readonly ranMs: number },
): Circuit {
  if (hasWorked) return closedCircuit
  if (hasWorked === undefined) return { ...circuit, isTrying: false }
  const failures = circuit.failures + 1
  if (failures < failuresMax) return { ...circuit, failures }
  return { failures, openedAt: circuit.openedAt ?? at.now, tryFromMs: at.ranMs + openMs, isTrying: false }
}
