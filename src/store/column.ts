// Column types in addition to text: whole number, flag, and json as text. They are the same on SQLite and
// PostgreSQL.
import { customType } from 'drizzle-orm/pg-core'
import { assert } from '../domain/fault.ts'

const safeInteger = (value: number | null) => {
  // The message is made only when needed, because this runs for every number that is written.
  if (value !== null && !Number.isSafeInteger(value)) assert(false, `not a whole number: ${value}`)
  return value
}
export const whole = customType<{ data: number; driverData: number | string | null }>({
  dataType: () => 'bigint',
  fromDriver: Number,
  toDriver: safeInteger,
})
export const flag = customType<{ data: boolean; driverData: number | string | null }>({
  dataType: () => 'smallint',
  fromDriver: value => Number(value) === 1,
  toDriver: value => (value === null ? null : value ? 1 : 0),
})
export const json = customType<{ data: unknown; driverData: string | null }>({
  dataType: () => 'text',
  fromDriver: value => (value === '{}' ? {} : JSON.parse(value ?? 'null')), // most are empty
  toDriver: value => (value === null ? null : JSON.stringify(value)),
})
