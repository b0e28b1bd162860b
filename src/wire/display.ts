// Displays on HTTP: as their till lists them, and what the customer's screen is told. No number, no note,
// nobody's name, no reference.
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { Account } from '../domain/account.ts'
import { type Display, type DisplaySale, displayPhases } from '../domain/display.ts'
import { amountMax } from '../domain/payment.ts'
import { LineItemShape } from './line-item.ts'
import { Stamp, stamp } from './money.ts'
import type { PairingView } from './till.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Shillings = Type.Integer({ description: 'Whole shillings' })

export const DisplayView = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'The device in words', examples: ['Chrome on Android'] }),
    paired_at: Stamp,
    last_seen_at: Stamp,
  },
  { title: 'TillDisplay' },
)
export type DisplayView = Static<typeof DisplayView>

export const displayView = ({ id, name, pairedAt, seenAt }: Display): DisplayView => ({
  id,
  name,
  paired_at: stamp(pairedAt ?? 0),
  last_seen_at: stamp(seenAt ?? 0),
})

/** Where a display's pairing code leads. Behind the #, so that it stands in no log. */
export const displayUrl = (publicUrl: string, code: string): string => `${publicUrl}/display#code=${code}`

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
  { code: Type.String({ minLength: 1, maxLength: 100, description: 'From the QR code the till shows' }) },
  { title: 'PairDisplay' },
)

export const SetDisplayContent = Type.Object(
  {
    reference: Type.Union([Type.String({ maxLength: 60 }), Type.Null()], {
      description:
        'A payment (`reference`), a link (`sess_…`) or a sale for cash (`cash_…`) of this till; null for none',
    }),
    amount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: amountMax,
        description: 'What is being asked for while there is no reference yet',
      }),
    ),
  },
  { title: 'ShowOnScreen' },
)
export const DisplayCountView = Type.Object(
  { displays: Type.Integer({ description: 'How many displays are paired with this till' }) },
  { title: 'Shown' },
)

const { name, quantity, unit_price } = LineItemShape.properties
const ShownItem = Type.Object({ name, quantity, unit_price }, { title: 'DisplayItem' })

const DisplaySaleView = Type.Object(
  {
    face: Type.Union(displayPhases.map(face => Type.Literal(face))),
    amount: Shillings,
    line_items: Type.Array(ShownItem, { description: 'What is sold; empty when the till did not say' }),
    qr: nullable(
      Type.String({ description: 'Names the QR code to be scanned: `GET /api/v1/display/qr.svg?name=`' }),
    ),
    digits: nullable(Type.String({ description: 'The payment number, beside the QR code of a payment' })),
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
      logo: nullable(Type.String({ description: 'A path on this box' })),
      mode: Type.Union([Type.Literal('live'), Type.Literal('sandbox')]),
    }),
    known: Type.Boolean({
      description: 'False until the till has said, since the box started, what its screen shows',
    }),
    sale: nullable(DisplaySaleView),
  },
  { title: 'DisplayState', description: 'What a display is to show now' },
)
export type DisplayState = Static<typeof DisplayState>

interface Facts {
  readonly account: Account
  readonly logoId: string | null
  readonly known: boolean
  readonly sale: DisplaySale | null
}

/** @param nameOfQr names what a QR code says */
export const displayState = (
  { account, logoId, known, sale }: Facts,
  nameOfQr: (text: string) => string,
): DisplayState => ({
  shop: { name: account.name, logo: logoId === null ? null : `/logo/${logoId}`, mode: account.mode },
  known,
  sale: sale && {
    face: sale.face,
    amount: sale.amount,
    line_items: sale.lineItems.map(({ name, quantity, unit_price }) => ({ name, quantity, unit_price })),
    qr: sale.qr === null ? null : nameOfQr(sale.qr),
    digits: sale.digits,
    ends_at: stamp(sale.endsAt),
    given: sale.given,
    change: sale.change,
  },
})
