// Quantities as a shop writes them: pieces, or kilograms of goods sold by weight. The API counts grams.
import { gramsPerKilogram } from '../../../src/domain/price-line.ts'
import { readWholeNumber } from '../../../src/domain/shillings.ts'

/**
 * Reads a typed quantity in base units (pieces or grams); undefined if the text is no quantity. Kilograms may
 * have a comma or a point and three decimals.
 */
export function readQuantity(text: string, isWeighed: boolean): number | undefined {
  if (!isWeighed) return readWholeNumber(text)
  const kilos = text.trim().replace(',', '.')
  return /^\d{1,6}(\.\d{1,3})?$/.test(kilos) ? Math.round(Number(kilos) * gramsPerKilogram) : undefined
}

/**
 * Returns a quantity as a field shows it. Kilograms have no separators, because a comma is read as a decimal
 * point.
 */
export const quantityField = (quantity: number, isWeighed: boolean): string =>
  isWeighed ? String(quantity / gramsPerKilogram) : quantity.toLocaleString('en')

/** Returns a quantity as pages show it: `1,200` or `2.5 kg`, with a minus sign below zero. */
export function quantityText(quantity: number, isWeighed: boolean): string {
  const digits = (Math.abs(quantity) / (isWeighed ? gramsPerKilogram : 1)).toLocaleString('en')
  return `${quantity < 0 ? '−' : ''}${digits}${isWeighed ? '\u00a0kg' : ''}`
}
