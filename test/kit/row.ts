// Complete rows of a payment, a payout and a refund, and a request for a sale. A test changes what matters.

import type { Payment } from '../../src/domain/payment.ts'
import type { Payout } from '../../src/domain/payout.ts'
import type { Refund } from '../../src/domain/refund.ts'
import type { PaymentRequest } from '../../src/flow/create-payment.ts'

/** A QR payment of 10,000 shillings in the sandbox, created at 0 by an API key. */
export const pendingPayment: Payment = {
  number: 1,
  id: '019cacea-e080-7039-b736-3a5c0deedfd1',
  accountId: 'acct_1',
  type: 'dynamic-qr',
  status: 'pending',
  amount: 10_000,
  currency: 'TZS',
  connector: 'simulator',
  channelType: 'qr',
  provider: 'tanqr',
  phone: null,
  customer: {},
  metadata: {},
  webhookUrl: null,
  apiVersion: '2026-01-25',
  token: '12345674',
  qr: null,
  paymentUrl: null,
  redirectUrl: null,
  cancelUrl: null,
  externalReference: null,
  fees: null,
  failureReason: null,
  late: false,
  unknown: false,
  createdAt: 0,
  expiresAt: 14_400_000,
  dueAt: null,
  endedAt: null,
  sessionId: null,
  tillId: null,
  staffId: null,
  keyId: 'key_1',
  shiftId: null,
  manualConfirmation: null,
  lineItems: null,
  refunded: 0,
  tillNumber: null,
}

/** A payout of 20,000 shillings that was sent, with a fee of 1,500. */
export const sentPayout: Payout = {
  id: '01a1fe08-75bd-702a-a332-1e45424cbdf9',
  accountId: 'acct_1',
  status: 'pending',
  amount: 20_000,
  fees: 1_500,
  connector: 'simulator',
  connection: 'simulator',
  networkReference: 'Q5QZ6809W3QCCHW385YB',
  state: 'sent',
  recipient: { channel: 'mobile', name: 'Juma', phone: '+255713000000', provider: 'mixx' },
  narration: '',
  metadata: {},
  webhookUrl: null,
  apiVersion: '2026-01-25',
  externalReference: null,
  failureReason: null,
  staffId: null,
  keyId: 'key_1',
  createdAt: 0,
  completedAt: null,
  endedAt: null,
  approval: null,
  approvalRequestedBy: null,
  approvalBy: null,
  approvalAt: null,
  payer: 'Duka',
  ranAt: 0,
  yesCount: 0,
  memo: null,
  manualOutcome: null,
}

/** A refund by that payout. */
export const sentRefund: Refund = {
  ...sentPayout,
  recipient: { channel: 'mobile', phone: '+255754123456', provider: 'mpesa', name: 'ASHA MFANO' },
  paymentId: '01a1fe08-0000-702a-a332-1e45424cbdf9',
  cashSaleId: null,
  unmatchedId: null,
  way: 'payout',
  reason: 'broken',
  tillId: null,
  shiftId: null,
  approvedBy: null,
  origin: null,
  fromSales: false,
  claimTries: 0,
  lineItems: null,
}

/** A request for a QR payment of 5,000 shillings by the server itself. */
export const qrSale: PaymentRequest = {
  type: 'dynamic-qr',
  amount: 5_000,
  expiresInSeconds: undefined,
  phone: undefined,
  customer: {},
  metadata: {},
  webhookUrl: undefined,
  apiVersion: '2026-01-25',
  createdBy: { kind: 'server' },
}
