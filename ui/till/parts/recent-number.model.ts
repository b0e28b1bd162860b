// The numbers from which a cashier's customers last paid, offered for a request with one tap.

const recentMax = 20
const offeredMax = 3

/** Returns `0754000001` for `+255754000001`; undefined if only the end of the number is known. */
export const nationalNumberOf = (e164: string): string | undefined =>
  /^\+255\d{9}$/.test(e164) ? `0${e164.slice(4)}` : undefined

/** Returns the numbers, latest first, after a customer has paid from another one. `phone` is in E.164. */
export function numbersAfter(numbers: readonly string[], phone: string): readonly string[] {
  const paid = nationalNumberOf(phone)
  return paid === undefined
    ? numbers
    : [paid, ...numbers.filter(number => number !== paid)].slice(0, recentMax)
}

/** Returns the numbers to offer while digits are typed, latest first; none once a number is typed in full. */
export function numbersWith(numbers: readonly string[], digits: string): readonly string[] {
  const matches = numbers.filter(number => number.includes(digits))
  const isTyped = matches.some(number => digits === number || digits === number.slice(1))
  return isTyped ? [] : matches.slice(0, offeredMax)
}
