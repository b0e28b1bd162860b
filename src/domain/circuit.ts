// The circuit breaker of one way of one connection. After failures in a row it is open, and orders go
// directly to the next network. After a while one order tries it again: half open. Only orders count, not
// status checks.
//
//   closed ──failures──► open ──time──► half_open ──worked──► closed
//                         └────────────────┴── failed ──► open

/**
 * How many failures in a row open the circuit. A single one may be chance, and each costs a customer time.
 */
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

/** The circuit after another server opened it. */
export const circuitOpenedElsewhere = (openedAt: number, tryFromMs: number): Circuit => ({
  failures: failuresMax,
  openedAt,
  tryFromMs,
  isTrying: false,
})

/** @param ranMs running time: setting the clock neither opens nor closes it */
export const stateOfCircuit = ({ openedAt, tryFromMs }: Circuit, ranMs: number): CircuitState =>
  openedAt === null ? 'closed' : ranMs < tryFromMs ? 'open' : 'half_open'

export const admitsOrder = (circuit: Circuit, ranMs: number): boolean =>
  stateOfCircuit(circuit, ranMs) !== 'open' && !circuit.isTrying

/** The circuit while an order is being sent. A half-open circuit admits only one order. */
export const whileSending = (circuit: Circuit): Circuit =>
  circuit.openedAt === null ? circuit : { ...circuit, isTrying: true }

/** @param hasWorked undefined when the call ended before the network could answer */
export function afterOrder(
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
