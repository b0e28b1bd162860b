// The texts for errors of payment SMS. Part of errors.text.ts.
import type { smsReasons } from '../../src/domain/sms-reason.ts'
import { done, failed, gone, notAllowed, paymentMoved, type Text } from './error-shared.text.ts'

export const smsTexts = {
  sms_address_not_found: gone,
  sms_setup_expired: gone,
  sms_signature_missing: failed,
  sms_signature_wrong: failed,
  sms_not_found: gone,
  sms_ended: done,
  sms_without_amount: [
    'This SMS has no amount or no transaction id. Confirm the payment manually.',
    'SMS hii haina kiasi au namba ya muamala. Thibitisha malipo mwenyewe.',
  ],
  sms_not_for_payment: paymentMoved,
  sms_needs_manager: notAllowed,
} as const satisfies Readonly<Record<keyof typeof smsReasons, Text>>
