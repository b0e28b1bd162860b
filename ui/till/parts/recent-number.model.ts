// The numbers that a cashier's customers paid from last, offered for a request at one tap.

const recentMax = 20
const offeredMax = 3

/** `0754000001` for `+255754000001`; undefined for a number of which only the end is known. */
export const nationalOf = (e164: string): string | undefined =>
  /^\+255\d{9}$/.test(e164) ? `0${e164.slice(4)}` : undefined

/** The numbers after another one paid, latest first. @param phone E.164 */
export function numbersAfter(numbers: readonly string[], phone: string): readonly string[] {
  const paid = nationalOf(phone)
  return paid === undefined
    ? numbers
    : [paid, ...numbers.filter(number => number !== paid)].slice(0, recentMax)
}

/** Returns the numbers that contain the typed digits, latest first; none once a number is typed in full. */
export function numbersWith(numbers: readonly string[], digits: string): readonly string[] {
  const found = numbers.filter(number => number.includes(digits))
  const isTyped = found.some(number => digits === number || digits === number.slice(1))
  return isTyped ? [] : found.slice(0, offeredMax)
}
