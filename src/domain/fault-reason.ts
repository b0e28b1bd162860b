// Reasons for refusing a whole request: reason → kind, message and cure. {names} in a message are its params.
// field-reason.ts has the reasons about one field. Pages have texts of their own: ui/kit/errors.text.ts.
import { accessReasons } from './access-reason.ts'
import { paymentReasons } from './payment-reason.ts'
import { productReasons } from './product-reason.ts'
import { reconciliationReasons } from './reconciliation-reason.ts'
import { refundReasons } from './refund-reason.ts'
import { shopReasons } from './shop-reason.ts'
import { smsReasons } from './sms-reason.ts'

// Marked as pure, like `entries` in fault.ts.
export const faultReasons = /* @__PURE__ */ (() => ({
  ...accessReasons,
  ...paymentReasons,
  ...productReasons,
  ...reconciliationReasons,
  ...refundReasons,
  ...shopReasons,
  ...smsReasons,
}))()

export type FaultReason = keyof typeof faultReasons
