// What a till shows as left of an item whose stock is counted.

/**
 * Returns how many a till shows as left: undefined while stock is above the low mark, and never below zero.
 * Without a low mark it shows only that none is left.
 * @param onHand in base units; null if stock is not counted, or before the first movement
 */
export const leftShown = (onHand: number | null, lowAt: number | null): number | undefined =>
  onHand === null || onHand > (lowAt ?? 0) ? undefined : Math.max(0, onHand)
