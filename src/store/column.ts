// Column types in addition to text: whole number, flag, and json as text. They are the same on SQLite and
// PostgreSQL.
import { customType } from 'drizzle-orm/pg-core'
import { assert } from '../domain/fault.ts'

/** Returns the number to write. An assert fails unless it is null or a safe integer. */
const safeInteger = (value: number | null) => {
  // This runs for every number that is written, so the message is built only when the check fails.
  if (value !== null && !Number.isSafeInteger(value)) assert(false, `not a whole number: ${value}`)
  return value
}
/** Column of a whole number: an amount in shillings, a time in milliseconds, or a count. */
export const whole = customType<{ data: number; driverData: number | string | null }>({
  dataType: () => 'bigint',
  fromDriver: Number,
  toDriver: safeInteger,
})
/** Column of a boolean, stored as 0 or 1. */
export const flag = customType<{ data: boolean; driverData: number | string | null }>({
  dataType: () => 'smallint',
  fromDriver: value => Number(value) === 1,
  toDriver: value => (value === null ? null : Number(value)),
})
/** Column of a value that is stored as JSON text. */
export const json = customType<{ data: unknown; driverData: string | null }>({
  dataType: () => 'text',
  // Most values are the empty object, and comparing is faster than parsing.
  fromDriver: value => (value === '{}' ? {} : JSON.parse(value ?? 'null')),
  toDriver: value => (value === null ? null : JSON.stringify(value)),
})
