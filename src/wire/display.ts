// Displays in the API: as their till lists them, and the content of the customer's screen. The content has no
// phone number, note, name or reference.

import { type Static, Type } from '@sinclair/typebox'
import type { Account } from '../domain/account.ts'
import { type Display, type DisplaySale, displayPhases } from '../domain/display.ts'
import type { LineItem } from '../domain/line-item.ts'
import { amountMax } from '../domain/payment-limit.ts'
import { nullable } from './choice.ts'
import { LineItemShape } from './line-item.ts'
import { Stamp, stamp } from './money.ts'
import type { PairingView } from './till.ts'

const Shillings = Type.Integer({ description: 'Whole shillings' })

export const DisplayView = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'The browser and its system', examples: ['Chrome on Android'] }),
    paired_at: Stamp,
    last_seen_at: Stamp,
  },
  { title: 'TillDisplay' },
)
export type DisplayView = Static<typeof DisplayView>

/** Returns a paired display as its till lists it. */
export const displayView = ({ id, name, pairedAt, seenAt }: Display): DisplayView => ({
  id,
  name,
  paired_at: stamp(pairedAt ?? 0),
  last_seen_at: stamp(seenAt ?? 0),
})

/** Returns the link with a display's pairing code. The code follows a #, so that no log contains it. */
export const displayUrl = (publicUrl: string, code: string): string => `${publicUrl}/display#code=${code}`

/** Returns a display's new pairing code, with its link and its expiry. */
export const displayPairingView = (
  { pairingExpiresAt }: Display,
  code: string,
  publicUrl: string,
): PairingView => ({
  pairing_code: code,
  pairing_url: displayUrl(publicUrl, code),
  pairing_expires_at: stamp(pairingExpiresAt ?? 0),
})

export const PairDisplay = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The code in the QR code that the till shows',
    }),
  },
  { title: 'PairDisplay' },
)

export const SetDisplayContent = Type.Object(
  {
    reference: Type.Union([Type.String({ maxLength: 60 }), Type.Null()], {
      description:
        'A payment (`reference`), a link (`sess_…`) or a cash sale (`cash_…`) of this till; null for none',
    }),
    amount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: amountMax,
        description: 'The amount of a sale that has no reference yet',
      }),
    ),
  },
  { title: 'SetDisplayContent' },
)
export const DisplayCountView = Type.Object(
  { displays: Type.Integer({ description: 'The number of displays paired with this till' }) },
  { title: 'DisplayCount' },
)

const { name, quantity, unit_price, by_weight, discount } = LineItemShape.properties
const DisplayItem = Type.Object({ name, quantity, unit_price, by_weight, discount }, { title: 'DisplayItem' })

const DisplaySaleView = Type.Object(
  {
    phase: Type.Union(displayPhases.map(phase => Type.Literal(phase))),
    amount: Shillings,
    line_items: Type.Array(DisplayItem, { description: 'The sold items; empty when none were given' }),
    qr: nullable(
      Type.String({ description: 'The name of the QR code to scan: `GET /api/v1/display/qr.svg?name=`' }),
    ),
    digits: nullable(Type.String({ description: 'The payment number, for the QR code of a payment' })),
    ends_at: nullable(Stamp),
    given: nullable(Shillings),
    change: nullable(Shillings),
  },
  { title: 'DisplaySale' },
)

export const DisplayState = Type.Object(
  {
    shop: Type.Object({
      name: Type.String(),
      logo: nullable(Type.String({ description: 'A path on this server' })),
      mode: Type.Union([Type.Literal('live'), Type.Literal('sandbox')]),
    }),
    known: Type.Boolean({
      description: 'False until the till has set the content after a restart of the server',
    }),
    sale: nullable(DisplaySaleView),
  },
  { title: 'DisplayState', description: 'The current content of a display' },
)
export type DisplayState = Static<typeof DisplayState>

interface DisplayContent {
  readonly account: Account
  readonly logoId: string | null
  readonly known: boolean // whether the till has set the content since the server started
  readonly sale: DisplaySale | null
}

/** Returns a sold item with only the fields that customers see: `by_weight` and `discount` only if set. */
const displayItem = ({ name, quantity, unit_price, by_weight, discount }: LineItem) => ({
  name,
  quantity,
  unit_price,
  ...(by_weight ? { by_weight } : {}),
  ...(discount ? { discount } : {}),
})

/**
 * Returns the content of a customer's screen: the shop, and the current sale if there is one.
 * @param nameOfQr returns, for the text of a QR code, the name under which the display loads its image
 */
export const displayState = (
  { account, logoId, known, sale }: DisplayContent,
  nameOfQr: (text: string) => string,
): DisplayState => ({
  shop: { name: account.name, logo: logoId === null ? null : `/logo/${logoId}`, mode: account.mode },
  known,
  sale: sale && {
    phase: sale.phase,
    amount: sale.amount,
    line_items: sale.lineItems.map(displayItem),
    qr: sale.qr === null ? null : nameOfQr(sale.qr),
    digits: sale.digits,
    ends_at: stamp(sale.endsAt),
    given: sale.given,
    change: sale.change,
  },
})
