// Schemas that all views share: money, timestamps, the success envelope.
import { type Static, Type } from '@sinclair/typebox'

// A titled schema is a component of the API reference.
export const Money = Type.Object(
  { value: Type.Integer({ description: 'Whole shillings' }), currency: Type.Literal('TZS') },
  { title: 'Money' },
)
export type Money = Static<typeof Money>

/** Returns an amount of money. @param value whole shillings */
export const money = (value: number): Money => ({ value, currency: 'TZS' })

/** Returns a time in ISO 8601, UTC, with milliseconds; null for null. @param time milliseconds since 1970 */
export function stamp(time: number): string
export function stamp(time: number | null): string | null
export function stamp(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

const daysPattern =
  '(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|[12]\\d)'
const datePattern = `\\d{4}-(?:${daysPattern})`
const clockPattern = '(?:[01]\\d|2[0-3]):[0-5]\\d'
/** A date, or a time in ISO 8601, for the document. domain/calendar.ts reads it. */
export const timePattern = `^${datePattern}(?:[T ]${clockPattern}(?::[0-5]\\d(?:\\.\\d{1,9})?)?(?:Z|[+-]${clockPattern})?)?$`

export const Stamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' })

/** Returns the success envelope of the sessions API. @param code the HTTP status */
export const success = <T>(code: number, data: T) => ({ status: 'success' as const, code, data })
