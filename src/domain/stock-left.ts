// What a till shows as left of an item whose stock is counted.

/**
 * Returns the number that a till shows as left of an item, at least 0; undefined if it shows none, because
 * more is on hand than the low mark.
 * @param onHand in base units; null if stock is not counted, or before the first movement
 * @param lowAt the low mark in base units; null for none, and then a till shows only that nothing is left
 */
export function leftShown(onHand: number | null, lowAt: number | null): number | undefined {
  if (onHand === null || onHand > (lowAt ?? 0)) return undefined
  return Math.max(0, onHand)
}
