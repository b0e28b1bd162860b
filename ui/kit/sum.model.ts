// How a typed sum reads, to show with an error.
import { readSum } from '../../src/domain/shillings.ts'
import { moneyOf } from './money.ts'

/** Long enough for any sum. */
const shownMax = 24

/**
 * How a typed sum reads, or that it cannot be read: the key of a text in `kit` and in the checkout, with its
 * values. Undefined for an empty field.
 */
export function sumReading(typed: string) {
  const text = typed.trim()
  if (text === '') return undefined
  const read = readSum(text)
  if (read.kind === 'unreadable')
    return { key: 'sum_unreadable', values: { text: text.slice(0, shownMax) } } as const
  const money = read.kind === 'whole' ? moneyOf(read.amount) : `TZS\u00a0${read.amount}`
  return { key: 'sum_understood', values: { money } } as const
}
