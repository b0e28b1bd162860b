// The routing of an account in the API: the networks of each way of paying, in order.
import { type Static, Type } from '@sinclair/typebox'
import { ways } from '../domain/routing.ts'

const Names = Type.Array(Type.String({ maxLength: 60 }), { maxItems: 20 })
const Way = Type.Unsafe<(typeof ways)[number]>(Type.Union(ways.map(way => Type.Literal(way))))

export const Circuit = Type.Object(
  {
    state: Type.Union([Type.Literal('closed'), Type.Literal('half_open'), Type.Literal('open')], {
      description:
        '`closed`: orders are sent. `open`: after failures in a row nothing is sent for a while. `half_open`: the next order tries it',
    }),
    since: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When it opened; null while it is closed',
    }),
  },
  { title: 'Circuit' },
)

export const RoutingView = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          way: Way,
          networks: Type.Array(Type.String(), {
            description: 'Names, first choice first: as they were set, or as the default is now',
          }),
          is_default: Type.Boolean(),
          choices: Type.Array(
            Type.Object({
              name: Type.String(),
              used: Type.Boolean({ description: 'Connected and switched on; another one is left out' }),
              circuit: Circuit,
            }),
            { description: 'Every network that can serve this way' },
          ),
        },
        { title: 'RoutedWay' },
      ),
    ),
  },
  { title: 'Routing' },
)
export type RoutingView = Static<typeof RoutingView>

/** Returns the schema of the networks of one way, in order; null for the default. */
const list = (description: string) =>
  Type.Optional(Type.Union([Names, Type.Null()], { description: `${description} Null: the default.` }))

/** A missing or null way has the default. */
export const ChangeRouting = Type.Object(
  {
    qr: list('QR codes.'),
    mobile: list('Pushes to a phone.'),
    'mobile.mpesa': list('Pushes to a number that is probably of M-Pesa; else as `mobile`.'),
    'mobile.mixx': list('The same of Mixx by Yas.'),
    'mobile.airtel': list('The same of Airtel Money.'),
    'mobile.halotel': list('The same of HaloPesa.'),
    card: list('Cards.'),
    'payout.mobile': list('Payouts to wallets.'),
    'payout.bank': list('Payouts to bank accounts.'),
  },
  { title: 'ChangeRouting' },
)
