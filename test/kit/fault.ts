// Reads faults in tests: reason, params and fields, never the English message.
import { Fault, type Params, type Reason } from '../../src/domain/fault.ts'

/** Returns the fault that the call throws; undefined when it succeeds. */
export function faultOf(call: () => unknown): Fault | undefined {
  try {
    call()
    return undefined
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}

/** Returns the field of the fault; undefined when the call succeeds. */
export const fieldOfFault = (call: () => unknown): string | undefined => faultOf(call)?.problems[0]?.field

/** What is wrong with one field, without its message. */
export interface FieldFault {
  readonly field: string
  readonly reason: Reason
  readonly params: Params
}

/** Returns all field problems; empty when the call succeeds. */
export const fieldFaultsOf = (call: () => unknown): readonly FieldFault[] =>
  (faultOf(call)?.problems ?? []).map(({ field, reason, params }) => ({ field, reason, params }))
