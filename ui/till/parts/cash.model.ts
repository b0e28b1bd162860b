// What a customer may hand over for an amount, and what goes back. Notes of the Bank of Tanzania.

const notes = [500, 1_000, 2_000, 5_000, 10_000] as const

/**
 * Returns the sums that a customer is likely to hand over, smallest first: the amount itself, and the amount
 * rounded up to a multiple of each note; at most `max` sums. 12,300 gives 12,300, 12,500, 13,000 and 14,000.
 */
export function givenAmounts(amount: number, max = 4): number[] {
  if (amount <= 0) return []
  const whole = notes.map(note => Math.ceil(amount / note) * note)
  return [...new Set([amount, ...whole])].sort((a, b) => a - b).slice(0, max)
}

/** Returns the change in whole shillings; undefined while too little was given. */
export const changeOf = (amount: number, given: number): number | undefined =>
  given >= amount ? given - amount : undefined
