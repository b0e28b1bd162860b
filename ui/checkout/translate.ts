// The page's words in the customer's language, with values put in, and why an attempt failed.
import type { Locale } from '../../src/domain/profile.ts'
import { reasonOf } from '../kit/failure-reason.model.ts'
import { type CheckoutTextKey, checkout } from './checkout.text.ts'

/** Returns a text of the checkout in the page's language. */
export type Translate = (word: CheckoutTextKey, values?: Readonly<Record<string, string | number>>) => string

/** The name of each language, in that language. */
export const languageNames: Readonly<Record<Locale, string>> = { en: 'English', sw: 'Kiswahili' }

/** The characters that change the direction of the text after them: in a value, also of our own text. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Returns a function that looks a text up and puts values in for `{{name}}`, without direction marks. A
 * placeholder without a value stays, and the page's script fills it.
 */
export const textIn =
  <Key extends string>(words: Readonly<Record<Key, string>>) =>
  (word: Key, values: Readonly<Record<string, string | number>> = {}): string =>
    words[word].replace(/{{(\w+)}}/g, (placeholder, name: string) =>
      String(values[name] ?? placeholder).replace(directionMarks, ''),
    )

/** Returns the texts of the checkout in a language. */
export const translateIn = (locale: Locale): Translate => textIn(checkout[locale])

/**
 * Returns the keys of the texts that explain why an attempt is not paid and what to do now. Only the checkout
 * has the reasons `cancelled` and `checking`.
 */
export function failureTexts(reason: string): {
  readonly what: CheckoutTextKey
  readonly cure: CheckoutTextKey
} {
  const knownReason = reason === 'cancelled' || reason === 'checking' ? reason : reasonOf(reason)
  return { what: `reason_${knownReason}`, cure: `reason_${knownReason}_do` }
}
