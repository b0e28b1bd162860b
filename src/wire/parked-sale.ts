// Parked sales in the API. Amounts are whole shillings.
import { type Static, Type } from '@sinclair/typebox'
import { type ParkedSale, parkedSaleMax } from '../domain/parked-sale.ts'
import { amountMax } from '../domain/payment-limit.ts'
import { nullable } from './choice.ts'
import { Stamp, stamp } from './money.ts'
import { type NameOf, StaffName } from './till.ts'

const Amount = Type.Integer({ minimum: 0, maximum: amountMax, description: 'Its total, in whole shillings' })
const Lines = Type.Integer({ minimum: 1, maximum: 100, description: 'How many lines it has' })
const Content = Type.Record(Type.String(), Type.Unknown(), {
  description: 'What the one who takes it up needs to go on, at most 64 kB. Kaunta returns it unchanged',
})

export const ParkSale = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: `By which staff find it, such as a table or a customer. At most ${parkedSaleMax.name} characters`,
    }),
    amount: Amount,
    line_count: Lines,
    content: Content,
  },
  { title: 'ParkSale' },
)

export const ParkedSaleView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    amount: Amount,
    line_count: Lines,
    parked_by: nullable(StaffName, { description: 'null for an API key' }),
    till: nullable(Type.String(), { description: 'The name of the till that parked it, if one did' }),
    created_at: Stamp,
  },
  { title: 'ParkedSale' },
)
export type ParkedSaleView = Static<typeof ParkedSaleView>

export const TakenSaleView = Type.Composite([ParkedSaleView, Type.Object({ content: Content })], {
  title: 'TakenSale',
})
export type TakenSaleView = Static<typeof TakenSaleView>

/** A parked sale in a list: without its content, and with the name of its till; null for no till. */
type ListedParkedSale = Omit<ParkedSale, 'content'> & { readonly tillName: string | null }

/** Returns a parked sale without its content. */
export const parkedSaleView = (parked: ListedParkedSale, nameOf: NameOf): ParkedSaleView => ({
  id: parked.id,
  name: parked.name,
  amount: parked.amount,
  line_count: parked.lineCount,
  parked_by: parked.parkedBy === null ? null : nameOf(parked.parkedBy),
  till: parked.tillName,
  created_at: stamp(parked.createdAt),
})
