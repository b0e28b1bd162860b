// The page's words in the customer's language, with values put in, and why an attempt failed.
import type { Locale } from '../../src/domain/profile.ts'
import { reasonOf } from '../kit/failure-reason.model.ts'
import { type CheckoutTextKey, checkout } from './checkout.text.ts'

export type Translate = (word: CheckoutTextKey, values?: Readonly<Record<string, string | number>>) => string

/** Names of languages, each in itself. */
export const languageNames: Readonly<Record<Locale, string>> = { en: 'English', sw: 'Kiswahili' }

/** Marks that turn the direction of what follows, which in a sentence would be our own words. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * A value is put in without marks that turn it; what is not given stays as written, so that the page's script
 * can put it in.
 */
export const textIn =
  <Key extends string>(words: Readonly<Record<Key, string>>) =>
  (word: Key, values: Readonly<Record<string, string | number>> = {}): string =>
    words[word].replace(/{{(\w+)}}/g, (written, name: string) =>
      String(values[name] ?? written).replace(turns, ''),
    )

export const translateIn = (locale: Locale): Translate => textIn(checkout[locale])

/** The texts of why an attempt failed, and of what to do now. Only here `cancelled` is a reason. */
export function failureTexts(reason: string): {
  readonly what: CheckoutTextKey
  readonly cure: CheckoutTextKey
} {
  const known = reason === 'cancelled' ? reason : reasonOf(reason)
  return { what: `reason_${known}`, cure: `reason_${known}_do` }
}
