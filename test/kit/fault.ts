// What a fault says, for tests: its reason, its params and the fields it names. Never its English message.
import { Fault, type Params, type Reason } from '../../src/domain/fault.ts'

/** The fault that the call throws; undefined where nothing is refused. */
export function faultOf(call: () => unknown): Fault | undefined {
  try {
    call()
    return undefined
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}

/** The field that it names; undefined where nothing is refused. */
export const fieldOfFault = (call: () => unknown): string | undefined => faultOf(call)?.problems[0]?.field

/** What is wrong with one field, without its message. */
export interface FieldFault {
  readonly field: string
  readonly reason: Reason
  readonly params: Params
}

/** Everything that is wrong with fields; empty where nothing is refused. */
export const fieldFaultsOf = (call: () => unknown): readonly FieldFault[] =>
  (faultOf(call)?.problems ?? []).map(({ field, reason, params }) => ({ field, reason, params }))
