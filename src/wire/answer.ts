// The smaller answers of the API: balances, keys, accounts, unmatched money, the simulated phone.

import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { NamedActorView } from './actor.ts'
import { nullable } from './choice.ts'
import { Money, Stamp } from './money.ts'
import { ReceiptShopView } from './receipt-shop.ts'

const Text = Type.String()

/** Returns the schema of the sessions API's envelope around `data`. @param code the HTTP status */
export const Success = <T extends TSchema>(code: number, data: T) =>
  Type.Object({ status: Type.Literal('success'), code: Type.Literal(code), data })

/** Returns the schema of the other APIs' envelope around `data`. @param code the HTTP status */
export const Answer = <T extends TSchema>(code: number, data: T) =>
  Type.Object({ code: Type.Literal(code), data })

/** The envelope of an answer without data. */
export const Message = Type.Object({ code: Type.Literal(200), message: Text }, { title: 'Message' })
/** The envelope of the sessions API for an answer without data. */
export const Done = Type.Object(
  { status: Type.Literal('success'), code: Type.Literal(200), message: Text },
  { title: 'Done' },
)

const HasMore = Type.Optional(
  Type.Boolean({ description: 'With a cursor: whether there are items beyond this page' }),
)

const Offset = Type.Integer({ description: 'Items before this page; with a cursor counted up to 10,000' })

/** Returns the schema of a page of a list. */
export const Items = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    total: Type.Integer({ description: 'All matching items, not only this page' }),
    total_capped: Type.Optional(
      Type.Literal(true, { description: 'There may be more than `total`: counting stopped there' }),
    ),
    has_more: HasMore,
    limit: Type.Integer(),
    offset: Offset,
  })

/** Returns the schema of a page of a list in the sessions API. */
export const ListEnvelope = <T extends TSchema>(item: T) =>
  Type.Object({
    status: Type.Literal('success'),
    code: Type.Literal(200),
    data: Type.Array(item),
    meta: Type.Object({
      total: Type.Integer({ description: 'All matching items, not only this page' }),
      total_capped: Type.Optional(
        Type.Literal(true, { description: 'There may be more than `total`: counting stopped there' }),
      ),
      has_more: HasMore,
      limit: Type.Integer(),
      offset: Offset,
    }),
  })

export const BalanceView = Type.Object(
  {
    object: Type.Literal('balance'),
    api_version: Text,
    available: Money,
    balance: Money,
  },
  {
    title: 'Balance',
    description: '`available` can be paid out; `balance` also includes the amounts held by pending payouts',
  },
)
export type BalanceView = Static<typeof BalanceView>

export const PushView = Type.Object(
  {
    status: Type.Literal(200),
    message: Text,
    data: Type.Object({
      reference: Text,
      external_reference: Text,
      status: Text,
      phone: Type.String({ description: 'The phone that got the push, as +255…' }),
    }),
  },
  { title: 'Push' },
)

export const PayoutFeeView = Type.Object(
  {
    amount: Type.Integer(),
    fee_amount: Type.Integer(),
    total_amount: Type.Integer({ description: 'Amount and fee' }),
    currency: Type.Literal('TZS'),
  },
  { title: 'PayoutFee', description: 'Whole shillings' },
)
export type PayoutFeeView = Static<typeof PayoutFeeView>

export const AcceptedTypes = Type.Object(
  { 'dynamic-qr': Type.Boolean(), mobile: Type.Boolean() },
  { description: 'Whether a network is connected, by payment type' },
)

export const AccountView = Type.Object(
  {
    id: Text,
    name: Text,
    mode: Type.Union([Type.Literal('live'), Type.Literal('sandbox')]),
    role: Type.Union([
      Type.Literal('owner'),
      Type.Literal('admin'),
      Type.Literal('developer'),
      Type.Literal('cashier'),
    ]),
    time_zone: Text,
    receipt: ReceiptShopView,
    takes: AcceptedTypes,
    pin_set: Type.Optional(Type.Boolean({ description: 'Whether the caller has a PIN for its tills' })),
    server_admin: Type.Optional(
      Type.Boolean({ description: 'Whether the caller administers the server here: backups' }),
    ),
    quick_amounts: Type.Array(Type.Integer(), { description: 'What tills offer at one tap' }),
    pin_length: Type.Integer({ description: 'How many digits a new PIN has' }),
    simulated_phone: Type.Optional(
      Type.Boolean({ description: 'Whether `/phone` may read and answer its prompts' }),
    ),
  },
  { title: 'Account' },
)
export type AccountView = Static<typeof AccountView>

export const SetupView = Type.Object(
  { claimed: Type.Boolean({ description: 'The server has an owner' }) },
  { title: 'Setup' },
)

export const ClaimedView = Type.Object(
  { account: AccountView, sandbox_account: AccountView },
  { title: 'Claimed' },
)

const nullableAccount = nullable(AccountView)
export const JoinedView = Type.Object(
  { account: nullableAccount, sandbox_account: nullableAccount },
  { title: 'Joined', description: 'The accounts of the new member; null for one they were not invited to' },
)

export const MeView = Type.Object(
  {
    staff: nullable(
      Type.Object({
        id: Text,
        name: Text,
        email: Text,
        two_factor: Type.Boolean({ description: 'Logging in needs a second factor' }),
      }),
    ),
    account: Type.String({ description: 'The account of this request' }),
    accounts: Type.Array(AccountView, {
      description: 'The accounts of this person, live ones first; empty for an API key',
    }),
  },
  { title: 'Me' },
)

export const TokenView = Type.Object(
  { token: Text, token_type: Type.Literal('Bearer'), expires_at: Stamp },
  { title: 'Token', description: 'A JWT of one hour, for one account' },
)

export const WebhookSecretView = Type.Object(
  {
    code: Type.Literal(200),
    webhook_secret: Type.String({ description: 'The whole key, including `whsec_`' }),
  },
  { title: 'WebhookSecret' },
)

const keyFields = {
  id: Text,
  name: Text,
  hint: Type.String({ description: 'The key’s first and last characters' }),
  scopes: Type.Array(Text),
  created_at: Stamp,
  created_by: NamedActorView,
  last_used_at: nullable(
    Type.String({
      format: 'date-time',
      description: 'Null when never used. A power cut may lose the last two minutes',
    }),
  ),
  revoked_at: nullable(Stamp),
}
export const KeyView = Type.Object(keyFields, { title: 'Key' })
export type KeyView = Static<typeof KeyView>

export const NewKeyView = Type.Object(
  { ...keyFields, key: Type.String({ description: 'The secret, which is not shown again' }) },
  { title: 'NewKey' },
)

export const UnmatchedView = Type.Object(
  {
    id: Text,
    payment_reference: Text,
    amount: Money,
    reason: Type.Union([Type.Literal('other_amount'), Type.Literal('paid_twice')]),
    created_at: Stamp,
    resolution: nullable(Type.Union([Type.Literal('kept'), Type.Literal('returned')])),
    note: nullable(Text),
    settled_by: nullable(NamedActorView),
    settled_at: nullable(Stamp),
  },
  { title: 'Unmatched', description: 'Confirmed money that fits no open payment' },
)
export type UnmatchedView = Static<typeof UnmatchedView>

export const PromptView = Type.Object(
  {
    id: Text,
    payee: Text,
    method: Text,
    amount: Money,
    payment_token: Text,
    state: Type.String({ description: 'pending, completed, failed, expired or unknown' }),
    failure_reason: nullable(Text),
    created_at: Stamp,
    expires_at: Stamp,
  },
  { title: 'Prompt' },
)
export type PromptView = Static<typeof PromptView>

export const HealthView = Type.Object({ status: Type.Literal('ok'), version: Text }, { title: 'Health' })

export const LedgerStatus = Type.Union(
  [Type.Literal('ok'), Type.Literal('wrong'), Type.Literal('unchecked')],
  { description: 'The result of the last ledger check. `wrong`: balances differ from their postings' },
)
export const ClockStatus = Type.Union([Type.Literal('ok'), Type.Literal('unreliable')], {
  description:
    '`unreliable`: the clock jumped within the last day and no network has confirmed it since, or it is behind a known time. Set the date',
})

export const ReadyView = Type.Object(
  {
    status: Type.Union([Type.Literal('ready'), Type.Literal('not ready')]),
    reason: Type.Optional(
      Type.String({ description: 'Why it cannot write, as in errors: `disk_full`, `write_unconfirmed`' }),
    ),
    writable: Type.Boolean({ description: 'A write succeeded within the last second' }),
    jobs: Type.Boolean({ description: 'The job loop runs' }),
    ledger: LedgerStatus,
    clock: ClockStatus,
  },
  { title: 'Ready' },
)
