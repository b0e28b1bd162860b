// How a typed sum reads, to show with an error.
import { readSum } from '../../src/domain/shillings.ts'
import { moneyOf } from './money.ts'

/** An unreadable text is shown up to this many characters, which is enough for any sum. */
const shownMax = 24

/**
 * Returns how a typed sum reads, or that it cannot be read, as the key of a text (in `kit` and in the
 * checkout) with its values. Undefined for an empty field.
 */
export function sumReading(typed: string) {
  const text = typed.trim()
  if (text === '') return undefined
  const sum = readSum(text)
  if (sum.kind === 'unreadable')
    return { key: 'sum_unreadable', values: { text: text.slice(0, shownMax) } } as const
  const money = sum.kind === 'whole' ? moneyOf(sum.amount) : `TZS\u00a0${sum.amount}`
  return { key: 'sum_understood', values: { money } } as const
}
