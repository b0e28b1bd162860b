// The circuit breaker of one way of one connection. After failures in a row it is open, and orders go to the next
// network at once. After a while one order tries it again: half open. What it sends counts, not status checks.
//
//   closed ──failures──► open ──time──► half_open ──worked──► closed
//                         └────────────────┴── failed ──► open

/** Failures in a row that open it: one may be chance, and each of them took a customer's time. */
export const failuresMax = 3
/** How long it is open before one order tries it. */
export const openMs = 30_000

export type CircuitState = 'closed' | 'open' | 'half_open'

export interface Circuit {
  /** Failures in a row. */
  readonly failures: number
  /** When it opened; null while it is closed. */
  readonly openedAt: number | null
  /** Running time from which one order may try it. */
  readonly tryFromMs: number
  /** That order is under way. */
  readonly isTrying: boolean
}

export const closedCircuit: Circuit = { failures: 0, openedAt: null, tryFromMs: 0, isTrying: false }

/** As another server has opened it. */
export const openedElsewhere = (openedAt: number, tryFromMs: number): Circuit => ({
  failures: failuresMax,
  openedAt,
  tryFromMs,
  isTrying: false,
})

/** @param ranMs running time: setting the clock neither opens nor closes it */
export const stateOfCircuit = ({ openedAt, tryFromMs }: Circuit, ranMs: number): CircuitState =>
  openedAt === null ? 'closed' : ranMs < tryFromMs ? 'open' : 'half_open'

/** Whether an order may be sent now. */
export const admitsOrder = (circuit: Circuit, ranMs: number): boolean =>
  stateOfCircuit(circuit, ranMs) !== 'open' && !circuit.isTrying

/** While an order is under way; of a half open one it is the only one. */
export const whileSending = (circuit: Circuit): Circuit =>
  circuit.openedAt === null ? circuit : { ...circuit, isTrying: true }

/** @param worked undefined when we ended before the network could say anything */
export function afterOrder(
  circuit: Circuit,
  worked: boolean | undefined,
  at: { readonly now: number; readonly ranMs: number },
): Circuit {
  if (worked) return closedCircuit
  if (worked === undefined) return { ...circuit, isTrying: false }
  const failures = circuit.failures + 1
  if (failures < failuresMax) return { ...circuit, failures }
  return { failures, openedAt: circuit.openedAt ?? at.now, tryFromMs: at.ranMs + openMs, isTrying: false }
}
