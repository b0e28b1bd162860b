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

/** Returns the schema of the networks of one way of paying, first choice first; null for the default. */
const networkOrder = (description: string) =>
  Type.Optional(Type.Union([Names, Type.Null()], { description: `${description} Null: the default.` }))

/** The body of a change of the routing. A way that is missing or null gets the default order. */
export const ChangeRouting = Type.Object(
  {
    qr: networkOrder('QR codes.'),
    mobile: networkOrder('Pushes to a phone.'),
    'mobile.mpesa': networkOrder('Pushes to a number that is probably of M-Pesa; else as `mobile`.'),
    'mobile.mixx': networkOrder('The same of Mixx by Yas.'),
    'mobile.airtel': networkOrder('The same of Airtel Money.'),
    'mobile.halotel': networkOrder('The same of HaloPesa.'),
    card: networkOrder('Cards.'),
    'payout.mobile': networkOrder('Payouts to wallets.'),
    'payout.bank': networkOrder('Payouts to bank accounts.'),
  },
  { title: 'ChangeRouting' },
)
