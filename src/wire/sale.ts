// Sales in the console: payments and cash in one list, with who sold them and where.
import { type Static, Type } from '@sinclair/typebox'
import { PaymentView } from './payment.ts'
import { CashView } from './shift.ts'

const Named = Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()])

export const ListedSaleView = Type.Object(
  {
    reference: Type.String({ description: 'Of the payment, or the id of the cash sale' }),
    payment: Type.Union([PaymentView, Type.Null()]),
    cash: Type.Union([CashView, Type.Null()]),
    till: Named,
    cashier: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()], {
      description: 'Who sold it; null where a program or a customer did',
    }),
    shift: Type.Union([Type.String(), Type.Null()], { description: 'The shift that counts it' }),
    refunded: Type.Integer({ minimum: 0, description: 'What was given back of it, in whole shillings' }),
    description: Type.String({ description: 'Of its payment link; empty without one' }),
  },
  { title: 'ListedSale' },
)
export type ListedSaleView = Static<typeof ListedSaleView>
