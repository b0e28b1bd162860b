// The page's words in the customer's language, with values put in, and why an attempt failed.
import type { Locale } from '../../src/domain/profile.ts'
import { type CheckoutWord, checkout } from '../text/checkout.ts'

export type Say = (word: CheckoutWord, values?: Readonly<Record<string, string | number>>) => string

/** Names of languages, each in itself. */
export const languageNames: Readonly<Record<Locale, string>> = { en: 'English', sw: 'Kiswahili' }

/** Marks that turn the direction of what follows, which in a sentence would be our own words. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g

/** A value is put in without marks that turn it; what is not given stays as written, so that the page's script can put it in. */
export const sayIn = (locale: Locale): Say => {
  const words = checkout[locale]
  return (word, values = {}) =>
    words[word].replace(/{{(\w+)}}/g, (written, name: string) => String(values[name] ?? written).replace(turns, ''))
}

/** Other spellings of a reason that has words here. */
const alike: Readonly<Record<string, string>> = {
  declined: 'payment_not_approved',
  user_cancelled: 'payment_not_approved',
  transaction_already_in_process: 'in_process',
}

/** Why an attempt failed and what to do now. A reason without words of its own counts as unspecified. */
export function failureWords(reason: string): { readonly what: CheckoutWord; readonly cure: CheckoutWord } {
  const known = `reason_${alike[reason] ?? reason}`
  const what = isWord(known) && isWord(`${known}_do`) ? known : 'reason_unspecified_failure'
  return { what, cure: `${what}_do` as CheckoutWord }
}

const isWord = (word: string): word is CheckoutWord => Object.hasOwn(checkout.en, word)
