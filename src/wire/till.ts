// Tills in the API: for admins, and for the till device. Amounts are whole shillings.

import { type Static, Type } from '@sinclair/typebox'
import type { Account } from '../domain/account.ts'
import { networkMethods } from '../domain/network-health.ts'
import { isUnconfirmed, type Payment } from '../domain/payment.ts'
import { paymentStatuses } from '../domain/payment-type.ts'
import { maskAllButLastDigits } from '../domain/phone.ts'
import { printerOf } from '../domain/printer.ts'
import { receiptShop } from '../domain/receipt-shop.ts'
import { type CashSale, saleMethodOf, saleMethods } from '../domain/shift.ts'
import type { Till } from '../domain/till.ts'
import { AcceptedTypes } from './answer.ts'
import { choice, nullable } from './choice.ts'
import { LineItemsView, lineItemsView } from './line-item.ts'
import { Stamp, stamp } from './money.ts'
import { PrinterView, TillPrinterView } from './printer.ts'
import { ReceiptShopView } from './receipt-shop.ts'
import { Circuit } from './routing.ts'
import { RoleName } from './staff.ts'

const Text = Type.String()
export const Shillings = Type.Integer({ description: 'Whole shillings' })

export const StaffName = Type.Object(
  { id: Text, name: Type.String({ description: 'Empty when the person was deleted' }) },
  { title: 'StaffName' },
)
export type StaffName = Static<typeof StaffName>
export const SignInName = Type.Object(
  {
    id: Text,
    name: Text,
    pin_length: Type.Integer({ description: 'How many digits their PIN has' }),
    may_approve_refunds: Type.Boolean({ description: 'May approve cash refunds of others' }),
  },
  { title: 'SignInName' },
)
/** Returns the name of a person of the account by their id. */
export type NameOf = (staffId: string) => StaffName

const OpenShift = Type.Object({ id: Text, opened_at: Stamp }, { title: 'OpenShift' })
type OpenShift = Static<typeof OpenShift>
export const AfterShift = Type.Object(
  { count: Type.Integer(), gross: Shillings },
  { title: 'AfterShift', description: 'Sales since the last shift closed, which belong to the next shift' },
)

const tillFields = {
  id: Text,
  name: Text,
  created_at: Stamp,
  paired_at: nullable(Stamp),
  last_seen_at: nullable(Stamp),
  staff: nullable(StaffName),
  shift: nullable(OpenShift),
  after_shift: AfterShift,
  pairing_expires_at: nullable(Type.String({ ...Stamp, description: 'When the open pairing code expires' })),
  printer: nullable(PrinterView),
  revoked_at: nullable(Stamp),
}
export const TillView = Type.Object(tillFields, { title: 'Till' })
export type TillView = Static<typeof TillView>

const pairingFields = {
  pairing_code: Type.String({ description: 'Pairs one browser, within ten minutes' }),
  pairing_url: Type.String({ description: 'The content of the QR code: open it on the till device' }),
  pairing_expires_at: Stamp,
}
export const PairingView = Type.Object(pairingFields, { title: 'Pairing' })
export type PairingView = Static<typeof PairingView>
export const NewTillView = Type.Object({ ...tillFields, ...pairingFields }, { title: 'NewTill' })

export const NameTill = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 200 }) },
  { title: 'NameTill' },
)

/** Facts about a till that are not in its row. */
interface TillFacts {
  readonly seenAt: number | null
  readonly staff: StaffName | null
  readonly openShift: OpenShift | null
  readonly afterShift: Static<typeof AfterShift>
}

/** Returns a till as admins see it. */
export const tillView = (till: Till, { seenAt, staff, openShift, afterShift }: TillFacts): TillView => ({
  id: till.id,
  name: till.name,
  created_at: stamp(till.createdAt),
  paired_at: stamp(till.pairedAt),
  last_seen_at: stamp(seenAt),
  staff,
  shift: openShift,
  after_shift: afterShift,
  pairing_expires_at: stamp(till.pairingExpiresAt),
  printer: printerOf(till),
  revoked_at: stamp(till.revokedAt),
})

/** Returns the link of a till's pairing code. The browser that opens the link is paired with the till. */
export const pairingUrl = (publicUrl: string, code: string): string => `${publicUrl}/till?pair=${code}`

/** Returns a till's new pairing code, with its link and its expiry. */
export const pairingView = (till: Till, code: string, publicUrl: string): PairingView => ({
  pairing_code: code,
  pairing_url: pairingUrl(publicUrl, code),
  pairing_expires_at: stamp(till.pairingExpiresAt ?? 0),
})

export const TillMeView = Type.Object(
  {
    till: Type.Object({ id: Text, name: Text, printer: nullable(TillPrinterView) }),
    account: Type.Object({
      id: Text,
      name: Text,
      mode: Type.Union([Type.Literal('live'), Type.Literal('sandbox')]),
      time_zone: Text,
      receipt: ReceiptShopView,
      takes: AcceptedTypes,
      quick_amounts: Type.Array(Shillings),
      simulated_phone: Type.Boolean({ description: 'Whether `/phone` answers prompts of this account' }),
    }),
    staff: nullable(
      Type.Object({
        id: Text,
        name: Text,
        role: RoleName,
        may_confirm: Type.Boolean({ description: 'May confirm payments manually' }),
      }),
    ),
    shift: nullable(OpenShift),
    displays: Type.Integer({ description: 'How many customer displays are paired with it' }),
  },
  { title: 'TillMe', description: 'The till of a paired browser' },
)
export type TillMeView = Static<typeof TillMeView>

/** Returns the printer as its till device sees it: without the address, which only the server needs. */
const tillPrinter = (till: Till): TillMeView['till']['printer'] => {
  const printer = printerOf(till)
  return printer && { paper: printer.paper, auto: printer.auto }
}

/**
 * Returns a till as its own device sees it.
 * @param takes the payment types for which a network is connected
 * @param shift the open shift; null for none
 * @param displays how many customer displays are paired with the till
 */
export const tillMeView = (
  { till, account }: { readonly till: Till; readonly account: Account },
  takes: Static<typeof AcceptedTypes>,
  staff: TillMeView['staff'],
  shift: OpenShift | null,
  displays: number,
): TillMeView => ({
  till: { id: till.id, name: till.name, printer: tillPrinter(till) },
  account: {
    id: account.id,
    name: account.name,
    mode: account.mode,
    time_zone: account.timeZone,
    receipt: receiptShop(account),
    takes,
    quick_amounts: [...account.quickAmounts],
    simulated_phone: account.mode === 'sandbox' && account.simulatedPhone,
  },
  staff,
  shift,
  displays,
})

export const NetworksView = Type.Object(
  {
    down: Type.Array(Type.Union(networkMethods.map(way => Type.Literal(way)))),
    circuits: Type.Array(
      Type.Object(
        {
          network: Type.String(),
          title: Type.String({ description: 'The network as it writes itself' }),
          way: Type.String(),
          ...Circuit.properties,
        },
        { title: 'TillCircuit' },
      ),
      { description: 'Networks whose orders pause while they fail, and since when' },
    ),
  },
  {
    title: 'TillNetworks',
    description: 'Payment methods whose network failed in the last two minutes, at any till',
  },
)

const Method = choice(saleMethods)
export const SaleView = Type.Object(
  {
    reference: Text,
    kind: Type.Union([Type.Literal('payment'), Type.Literal('cash')]),
    method: Method,
    state: choice(paymentStatuses),
    amount: Shillings,
    note: nullable(Text),
    line_items: LineItemsView,
    phone_hint: nullable(Type.String({ description: 'The last digits of the customer’s number' })),
    cashier: StaffName,
    created_at: Stamp,
    completed_at: nullable(Stamp),
    outcome_unknown: Type.Boolean(),
    late: Type.Boolean(),
    manual_confirmation: Type.Boolean({
      description: 'Confirmed by a person, and not by the network so far',
    }),
    given: nullable(Shillings),
    change: nullable(Shillings),
    refunded: Type.Integer({ description: 'Whole shillings that were given back of it' }),
  },
  { title: 'Sale', description: 'A payment or a cash sale of a till' },
)
export type SaleView = Static<typeof SaleView>

/** Returns the note that the till stored in the metadata of a payment; null for none. */
const noteOf = ({ metadata: { note } }: Payment) => (typeof note === 'string' ? note : null)

/** Returns a payment as a sale of its till. */
export const paymentSale = (payment: Payment, nameOf: NameOf): SaleView => ({
  reference: payment.id,
  kind: 'payment',
  method: saleMethodOf[payment.type],
  state: payment.status,
  amount: payment.amount,
  note: noteOf(payment),
  line_items: lineItemsView(payment.lineItems),
  phone_hint: payment.phone === null ? null : maskAllButLastDigits(payment.phone),
  cashier: nameOf(payment.staffId ?? ''),
  created_at: stamp(payment.createdAt),
  completed_at: payment.status === 'completed' ? stamp(payment.endedAt) : null,
  outcome_unknown: payment.unknown,
  late: payment.late,
  manual_confirmation: isUnconfirmed(payment),
  given: null,
  change: null,
  refunded: payment.refunded,
})

/** Returns a cash sale as a sale of its till. @param refunded the sum of its refunds, in whole shillings */
export const cashAsSale = (sale: CashSale, nameOf: NameOf, refunded: number): SaleView => ({
  reference: sale.id,
  kind: 'cash',
  method: 'cash',
  state: sale.voidedAt === null ? 'completed' : 'voided',
  amount: sale.amount,
  note: sale.note,
  line_items: lineItemsView(sale.lineItems),
  phone_hint: null,
  cashier: nameOf(sale.cashier),
  created_at: stamp(sale.createdAt),
  completed_at: stamp(sale.createdAt),
  outcome_unknown: false,
  late: false,
  manual_confirmation: false,
  given: sale.given,
  change: sale.given - sale.amount,
  refunded,
})

export const PairTill = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The code in the QR code that the admin console shows',
    }),
  },
  { title: 'PairTill' },
)
export const SignIn = Type.Object(
  {
    staff_id: Type.String({ minLength: 1, maxLength: 60 }),
    pin: Type.String({ minLength: 1, maxLength: 20 }),
  },
  { title: 'SignInOnTill' },
)
export const SetPin = Type.Object(
  {
    pin: Type.String({
      maxLength: 20,
      description: 'As many digits as the shop’s `pin_length`, not easy to guess',
    }),
  },
  { title: 'SetPin' },
)
export const SetGrants = Type.Object(
  { confirm_manually: Type.Boolean({ description: 'The cashier may confirm payments manually' }) },
  { title: 'Grants' },
)
