// What a customer may hand over for an amount, and what goes back. Notes of the Bank of Tanzania.

const notes = [500, 1_000, 2_000, 5_000, 10_000] as const

/**
 * Likely sums in the customer's hand: the amount itself, then what the next whole notes make; smallest first.
 */
export function givenAmounts(amount: number, max = 4): number[] {
  if (amount <= 0) return []
  const whole = notes.map(note => Math.ceil(amount / note) * note)
  return [...new Set([amount, ...whole])].sort((a, b) => a - b).slice(0, max)
}

/** What goes back; undefined while too little was given. */
export const changeOf = (amount: number, given: number): number | undefined =>
  given >= amount ? given - amount : undefined
