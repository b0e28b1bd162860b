// The settings of an account, as the API reads and shows them.
import { type Static, Type } from '@sinclair/typebox'
import type { Account } from '../domain/account.ts'
import { apiVersions } from '../domain/api-version.ts'
import { amountMax, expirySecondsMax } from '../domain/payment-limit.ts'
import type { Fee } from '../domain/posting.ts'
import { receiptLinesMax, receiptTextMax } from '../domain/receipt-detail.ts'
import { refundDaysMax } from '../domain/refund-way.ts'
import { quickAmountsMax, type SettingsRequest, webhookHostsMax } from '../domain/setting.ts'
import { choice, nullable } from './choice.ts'

const FeeShape = Type.Object(
  {
    basis_points: Type.Integer({ minimum: 0, maximum: 10_000, description: 'Hundredths of a percent' }),
    fixed: Type.Integer({ minimum: 0, maximum: amountMax, description: 'Whole shillings' }),
  },
  { title: 'Fee', description: 'The sum of both, at most the payment itself' },
)
type FeeShape = Static<typeof FeeShape>

const Version = choice(apiVersions)
const versionText = 'The default of requests without a version'
const Expiry = Type.Integer({
  minimum: 60,
  maximum: expirySecondsMax,
  description: 'How long a payment stays pending by default',
})
const phoneText = 'Whether `/phone` may read and answer prompts; of a sandbox account only'
const QuickAmounts = Type.Array(Type.Integer({ minimum: 1, maximum: amountMax }), {
  minItems: 1,
  maxItems: quickAmountsMax,
  description: 'What tills offer at one tap, in this order; whole shillings',
})
const RefundDays = Type.Integer({
  minimum: 1,
  maximum: refundDaysMax,
  description: 'How many days after it was paid a sale can be refunded',
})
const PinLength = Type.Integer({ minimum: 4, maximum: 8, description: 'How many digits a new PIN has' })
const blindText = 'At tills nobody sees what should be in the drawer before it is counted'
/** The longest text that the schema accepts, in characters. The domain checks the limit of each field. */
const readMax = 2_000
const ReceiptText = nullable(Type.String({ maxLength: readMax }))
const receiptTextText = `At most ${receiptTextMax} characters on ${receiptLinesMax} lines; null for none`
const receiptDetails = {
  address: { description: `Where the shop is, on receipts. ${receiptTextText}` },
  phone: { description: 'The shop’s phone, on receipts: a mobile number or a landline; null for none' },
  tin: { description: 'Taxpayer identification number, on receipts: `123-456-789`; null for none' },
  vrn: { description: 'VAT registration number, on receipts: `40012345A`; null for none' },
  receipt_header: { description: `Printed under the shop’s name. ${receiptTextText}` },
  receipt_footer: { description: `Printed below the sale, in place of the thanks. ${receiptTextText}` },
} as const
const feesText = 'Fees of the account, by payment type and for payouts'

export const SettingsView = Type.Object(
  {
    id: Type.String(),
    mode: Type.Union([Type.Literal('live'), Type.Literal('sandbox')]),
    name: Type.String(),
    city: Type.String({ description: 'Shown in QR codes' }),
    address: nullable(Type.String(), receiptDetails.address),
    phone: nullable(Type.String(), receiptDetails.phone),
    tin: nullable(Type.String(), receiptDetails.tin),
    vrn: nullable(Type.String(), receiptDetails.vrn),
    receipt_header: nullable(Type.String(), receiptDetails.receipt_header),
    receipt_footer: nullable(Type.String(), receiptDetails.receipt_footer),
    time_zone: Type.String({ description: 'Decides when a day begins' }),
    api_version: Version,
    expiry_seconds: Type.Integer(),
    amount_max: nullable(Type.Integer({ description: 'The maximum amount of a payment' })),
    payout_approval_above: nullable(
      Type.Integer({ description: 'Payouts of more than this wait for a second person; null for none' }),
    ),
    cash_refund_approval_above: nullable(
      Type.Integer({
        description:
          'Refunds of one sale of more than this in all need a second person’s PIN at the till; null for none',
      }),
    ),
    refund_days: RefundDays,
    simulated_phone: Type.Boolean({ description: phoneText }),
    quick_amounts: QuickAmounts,
    pin_length: PinLength,
    blind_count: Type.Boolean({ description: blindText }),
    fees: Type.Object(
      { 'dynamic-qr': FeeShape, mobile: FeeShape, card: FeeShape, payout: FeeShape },
      { description: feesText },
    ),
    webhook_url: nullable(Type.String({ description: 'The default address for events' })),
    webhook_hosts: Type.Array(Type.String(), {
      description: 'Hosts and networks that webhooks may reach besides the public internet',
    }),
  },
  { title: 'Settings' },
)
export type SettingsView = Static<typeof SettingsView>

export const ChangeSettings = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 200, description: 'At most 100 characters' })),
    city: Type.Optional(Type.String({ maxLength: 200, description: 'At most 60 characters' })),
    address: Type.Optional({ ...ReceiptText, ...receiptDetails.address }),
    phone: Type.Optional({ ...ReceiptText, ...receiptDetails.phone }),
    tin: Type.Optional({ ...ReceiptText, ...receiptDetails.tin }),
    vrn: Type.Optional({ ...ReceiptText, ...receiptDetails.vrn }),
    receipt_header: Type.Optional({ ...ReceiptText, ...receiptDetails.receipt_header }),
    receipt_footer: Type.Optional({ ...ReceiptText, ...receiptDetails.receipt_footer }),
    time_zone: Type.Optional(Type.String({ maxLength: 100, examples: ['Africa/Dar_es_Salaam'] })),
    api_version: Type.Optional({ ...Version, description: versionText }),
    expiry_seconds: Type.Optional(Expiry),
    amount_max: Type.Optional(nullable(Type.Integer({ description: 'From 500; null for no limit' }))),
    payout_approval_above: Type.Optional(
      nullable(Type.Integer({ description: 'Whole shillings, from 0; null for none. Only owners set it' })),
    ),
    cash_refund_approval_above: Type.Optional(
      nullable(Type.Integer({ description: 'Whole shillings, from 0; null for none. Only owners set it' })),
    ),
    refund_days: Type.Optional({
      ...RefundDays,
      description: `${RefundDays.description}. Only owners set it`,
    }),
    simulated_phone: Type.Optional(Type.Boolean({ description: `${phoneText}. Only owners set it` })),
    quick_amounts: Type.Optional(QuickAmounts),
    pin_length: Type.Optional(PinLength),
    blind_count: Type.Optional(Type.Boolean({ description: `${blindText}. Only owners set it` })),
    fees: Type.Optional(
      Type.Object(
        {
          'dynamic-qr': Type.Optional(FeeShape),
          mobile: Type.Optional(FeeShape),
          card: Type.Optional(FeeShape),
          payout: Type.Optional(FeeShape),
        },
        { description: `${feesText}; omitted ones stay unchanged` },
      ),
    ),
    webhook_url: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
    webhook_hosts: Type.Optional(
      Type.Array(Type.String({ maxLength: 255 }), {
        maxItems: webhookHostsMax,
        description:
          'Host names, addresses and networks such as `192.168.1.0/24`. Plain http and private addresses are allowed there',
      }),
    ),
  },
  { title: 'ChangeSettings' },
)
export type ChangeSettings = Static<typeof ChangeSettings>

const feeView = ({ basisPoints, fixed }: Fee): FeeShape => ({ basis_points: basisPoints, fixed })
const readFee = ({ basis_points, fixed }: FeeShape): Fee => ({ basisPoints: basis_points, fixed })

/** Returns the settings of an account for the API. */
export const settingsView = (account: Account): SettingsView => ({
  id: account.id,
  mode: account.mode,
  name: account.name,
  city: account.city,
  address: account.address,
  phone: account.phone,
  tin: account.tin,
  vrn: account.vrn,
  receipt_header: account.receiptHeader,
  receipt_footer: account.receiptFooter,
  time_zone: account.timeZone,
  api_version: account.apiVersion,
  expiry_seconds: account.expirySeconds,
  amount_max: account.amountMax,
  payout_approval_above: account.payoutApprovalAbove,
  cash_refund_approval_above: account.cashRefundApprovalAbove,
  refund_days: account.refundDays,
  simulated_phone: account.simulatedPhone,
  quick_amounts: [...account.quickAmounts],
  pin_length: account.pinLength,
  blind_count: account.blindCount,
  fees: {
    'dynamic-qr': feeView(account.fees['dynamic-qr']),
    mobile: feeView(account.fees.mobile),
    card: feeView(account.fees.card),
    payout: feeView(account.fees.payout),
  },
  webhook_url: account.webhookUrl,
  webhook_hosts: [...account.webhookHosts],
})

/** Returns the fees that a request changes. A way of payment without a new fee is left out. */
function readFees(fees: NonNullable<ChangeSettings['fees']>) {
  const changedFees: Partial<Record<keyof typeof fees, Fee>> = {}
  for (const way of ['dynamic-qr', 'mobile', 'card', 'payout'] as const) {
    const fee = fees[way]
    if (fee) changedFees[way] = readFee(fee)
  }
  return changedFees
}

/** Returns the settings that a request changes, with the domain's field names; undefined for no change. */
export const readSettings = ({ fees, ...body }: ChangeSettings): SettingsRequest => ({
  name: body.name,
  city: body.city,
  address: body.address,
  phone: body.phone,
  tin: body.tin,
  vrn: body.vrn,
  receiptHeader: body.receipt_header,
  receiptFooter: body.receipt_footer,
  timeZone: body.time_zone,
  apiVersion: body.api_version,
  expirySeconds: body.expiry_seconds,
  amountMax: body.amount_max,
  payoutApprovalAbove: body.payout_approval_above,
  cashRefundApprovalAbove: body.cash_refund_approval_above,
  refundDays: body.refund_days,
  simulatedPhone: body.simulated_phone,
  quickAmounts: body.quick_amounts,
  pinLength: body.pin_length,
  blindCount: body.blind_count,
  webhookUrl: body.webhook_url,
  webhookHosts: body.webhook_hosts,
  fees: fees && readFees(fees),
})
