// The texts for errors: one per reason of the API, in English and Swahili. {{names}} are the
// reason's params. Reasons that mean the same to a person share a text.
import type { Reason } from '../../src/domain/fault.ts'
import { accessTexts } from './error-access.text.ts'
import type { consoleTexts } from './error-console.text.ts'
import { fieldTexts } from './error-field.text.ts'
import { paymentTexts } from './error-payment.text.ts'
import type { productTexts } from './error-product.text.ts'
import { refundTexts } from './error-refund.text.ts'
import { inLanguages, type Text } from './error-shared.text.ts'
import { shopTexts } from './error-shop.text.ts'
import { smsTexts } from './error-sms.text.ts'

const texts: Readonly<Record<Exclude<Reason, keyof typeof consoleTexts | keyof typeof productTexts>, Text>> =
  {
    ...fieldTexts,
    ...accessTexts,
    ...paymentTexts,
    ...refundTexts,
    ...shopTexts,
    ...smsTexts,
  }

/** All but those of the console and of the price list (all-errors.text.ts). */
export const errors = inLanguages(texts)
