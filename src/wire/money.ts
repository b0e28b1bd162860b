// The small shapes that every representation shares: money, timestamps, envelopes.
import { type Static, Type } from '@sinclair/typebox'

export const Money = Type.Object({ value: Type.Integer({ description: 'Whole shillings' }), currency: Type.Literal('TZS') })
export type Money = Static<typeof Money>

/** Whole shillings as the wire shows them. */
export const money = (value: number): Money => ({ value, currency: 'TZS' })

/** A moment as ISO 8601 in UTC with milliseconds. @param time milliseconds since 1970 */
export function stamp(time: number): string
export function stamp(time: number | null): string | null
export function stamp(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

export const Stamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' })

/** The error envelope. */
export const ErrorView = Type.Object({
  status: Type.Literal('error'),
  code: Type.Integer({ description: 'HTTP status' }),
  error_code: Type.String(),
  message: Type.String(),
  errors: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
  request_id: Type.String(),
})
export type ErrorView = Static<typeof ErrorView>

/** The answer of the Payments API. */
export const success = <T>(code: number, data: T) => ({ status: 'success' as const, code, data })
