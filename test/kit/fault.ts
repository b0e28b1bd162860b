// What a fault is about.
import { Fault } from '../../src/domain/fault.ts'

/** The field that it names; undefined where nothing is refused. */
export function fieldOfFault(call: () => unknown): string | undefined {
  try {
    call()
    return undefined
  } catch (error) {
    if (error instanceof Fault) return error.problems[0]?.field
    throw error
  }
}
