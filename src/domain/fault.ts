// Two kinds of errors: a Fault when the caller may not or cannot do something, an assert when our code is
// wrong. fault-reason.ts and field-reason.ts list the reasons of faults. http/server/fault.ts maps a fault's
// kind to a status and an error_code.
import type { FaultEntry, FaultKind } from './fault-entry.ts'
import { type FaultReason, faultReasons } from './fault-reason.ts'
import { type FieldEntry, type FieldReason, fieldReasons } from './field-reason.ts'

export type Reason = FaultReason | FieldReason

/** Values for the placeholders of a message or a page's text. Public: no secrets, no phone numbers. */
export type Params = Readonly<Record<string, string | number>>

// Marked as pure, so that pages which do not use it are bundled without it.
const entries = /* @__PURE__ */ (() => ({ ...fieldReasons, ...faultReasons }))()

/** Returns every reason with its kind, message and cure, for the documentation. */
export const listReasons = () =>
  (Object.keys(entries) as Reason[]).map(reason => {
    const entry: FieldEntry & Partial<FaultEntry> = entries[reason]
    const { message, cure, kind = 'validation_error' } = entry
    const isField = entry.kind === undefined // a reason about one field, and not about a whole request
    return { reason, kind, isField, message, cure }
  })

type NamesIn<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
type NamesOf<R extends Reason> = NamesIn<(typeof entries)[R]['message']>
/** The params that a reason needs: none, or an object with all of them. */
export type ParamsOf<R extends Reason> = [NamesOf<R>] extends [never]
  ? []
  : [params: Readonly<Record<NamesOf<R>, string | number>>]

/** Returns the English message of a reason, for API developers. */
export const messageOf = <R extends Reason>(reason: R, ...[params]: ParamsOf<R>): string =>
  fillText(entries[reason].message, params)

/** Fills the `{names}` of a text with the values of params. */
export const fillText = (message: string, params: Params = {}): string =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))

/** A problem with one field (`details.amount`). Its message begins with the field's name. */
export interface Problem {
  readonly field: string
  readonly reason: Reason
  readonly params: Params
  readonly message: string
}

/** Builds the problem of a field. `params` fill the placeholders of the reason's message, if it has any. */
export const problem = <R extends FieldReason>(
  field: string,
  reason: R,
  ...[params]: ParamsOf<R>
): Problem => ({
  field,
  reason,
  params: params ?? {},
  message: `${field} ${fillText(fieldReasons[reason].message, params)}`,
})

/** Returns a list with the problem if the field is wrong, else an empty list. */
export const problemIf = <R extends FieldReason>(
  isWrong: boolean,
  field: string,
  reason: R,
  ...params: ParamsOf<R>
): Problem[] => (isWrong ? [problem(field, reason, ...params)] : [])

/** The caller may not or cannot do something. If it is thrown inside a write, the write is rolled back. */
export class Fault extends Error {
  readonly kind: FaultKind
  readonly reason: Reason
  readonly params: Params
  readonly problems: readonly Problem[]

  /** Called only by `fault`, `badField` and `badFields`. */
  constructor(kind: FaultKind, cause: Omit<Problem, 'field'>, problems: readonly Problem[]) {
    super(cause.message)
    this.name = 'Fault'
    this.kind = kind
    this.reason = cause.reason
    this.params = cause.params
    this.problems = problems
  }
}

/** Builds a fault about the whole request, to be thrown. `params` fill the placeholders of its message. */
export function fault<R extends FaultReason>(reason: R, ...[params]: ParamsOf<R>): Fault {
  const { kind, message, field }: FaultEntry = faultReasons[reason]
  const cause = { reason, params: params ?? {}, message: fillText(message, params) }
  return new Fault(kind, cause, field === undefined ? [] : [{ field, ...cause }])
}

/** The most characters of a caller's value that a fault repeats. */
const repeatedMax = 60
/** Returns the beginning of a value that the caller sent, short enough for the message of a fault. */
export const shortValue = (value: string): string => value.slice(0, repeatedMax)

/** Whether an error is the fault of a database that did not answer, or did not confirm a commit. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Fault && (error.reason === 'database_unavailable' || error.reason === 'write_unconfirmed')

/**
 * Ignores the error of a full disk or of a database that is away, for data that can be saved later. Rethrows
 * every other error.
 */
export function ignoreUnwritable(error: unknown): undefined {
  const isDiskFull = error instanceof Fault && error.reason === 'disk_full'
  if (isDatabaseAway(error) || isDiskFull) return undefined
  throw error
}

/** Builds a `validation_error` about one field, to be thrown. */
export const badField = <R extends FieldReason>(field: string, reason: R, ...params: ParamsOf<R>): Fault =>
  badFields([problem(field, reason, ...params)])

/** Builds a `validation_error` about several fields, with the reason and message of the first problem. */
export function badFields(problems: readonly Problem[]): Fault {
  const [first] = problems
  assert(first, 'a fault about fields names one')
  return new Fault('validation_error', first, problems)
}

/** Our code is wrong. It ends as a 500 without detail, and as a full log line. */
export class AssertionError extends Error {
  override name = 'AssertionError'
}

/** Throws an `AssertionError` unless the condition holds. The sentence states what must hold. */
export function assert(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new AssertionError(sentence)
}
