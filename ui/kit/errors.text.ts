// What a page says of an error: one text per reason of the API, in English and Swahili. {{names}} are the
// reason's params. Reasons that mean the same to a person share a text.
import type { Reason } from '../../src/domain/fault.ts'
import { accessTexts } from './error-access.text.ts'
import { fieldTexts } from './error-field.text.ts'
import { paymentTexts } from './error-payment.text.ts'
import { reconciliationTexts } from './error-reconciliation.text.ts'
import type { Text } from './error-shared.text.ts'
import { shopTexts } from './error-shop.text.ts'
import { smsTexts } from './error-sms.text.ts'

const texts: Readonly<Record<Reason, Text>> = {
  ...fieldTexts,
  ...accessTexts,
  ...paymentTexts,
  ...reconciliationTexts,
  ...shopTexts,
  ...smsTexts,
}

const reasons = Object.keys(texts) as Reason[]
const inLanguage = (at: 0 | 1) =>
  Object.fromEntries(reasons.map(reason => [reason, texts[reason][at]])) as Record<Reason, string>

export const errors = { en: inLanguage(0), sw: inLanguage(1) }
