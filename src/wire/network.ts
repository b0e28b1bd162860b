// Payment networks in the API: what this build knows, what an account has connected, and the result of a test.
// No credential comes back: of a long one its last four characters, so that a person can tell two from each other.
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { type NetworkTest, networkTestMessage } from '../domain/network-test.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Time = nullable(Type.String({ format: 'date-time' }))
const Channel = Type.Union([Type.Literal('mobile'), Type.Literal('bank')])
const Method = Type.Union([Type.Literal('qr'), Type.Literal('push'), Type.Literal('card')])

const FieldView = Type.Object(
  {
    key: Type.String(),
    label: Type.String(),
    help: Type.String(),
    secret: Type.Boolean(),
    required: Type.Boolean(),
  },
  { title: 'CredentialField' },
)

export const NetworkView = Type.Object(
  {
    name: Type.String({ description: 'In addresses, such as `selcom`' }),
    title: Type.String(),
    methods: Type.Array(Method),
    payouts: Type.Array(Channel),
    fields: Type.Array(FieldView, { description: 'What the network gives a merchant' }),
    connected: Type.Boolean(),
    enabled: Type.Boolean({ description: 'Whether new payments and payouts may use it' }),
    environment: Type.Union([Type.Literal('live'), Type.Literal('test')]),
    state: Type.Union(
      [Type.Literal('off'), Type.Literal('unused'), Type.Literal('ok'), Type.Literal('failing')],
      {
        description: 'How its last answer was: `unused` when it was not called since the start',
      },
    ),
    last_ok_at: Time,
    last_error: nullable(Type.Object({ at: Type.String({ format: 'date-time' }), message: Type.String() })),
    credentials: Type.Record(Type.String(), Type.String(), {
      description: 'What is stored, by key: the last four characters of a long one, else nothing of it',
    }),
    sms_url: Type.Optional(
      Type.String({
        description: 'Of a till number: where the phone that receives its SMS forwards them to',
      }),
    ),
    sms_secret: Type.Optional(
      Type.String({ description: 'Of a till number: what the phone may sign its messages with' }),
    ),
  },
  { title: 'Network' },
)
export type NetworkView = Static<typeof NetworkView>
export const NetworksView = Type.Object({ items: Type.Array(NetworkView) }, { title: 'Networks' })

export const ConnectNetwork = Type.Object(
  {
    credentials: Type.Optional(
      Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: 2_000 }), {
        description: 'By the keys of the network’s fields; without them the stored ones stay',
      }),
    ),
    enabled: Type.Optional(Type.Boolean({ description: 'Default: true' })),
  },
  { title: 'ConnectNetwork' },
)

export const NetworkTestView = Type.Object(
  {
    ok: Type.Boolean(),
    checks: Type.Array(
      Type.Object({ name: Type.String(), ok: Type.Boolean(), result: Type.String(), message: Type.String() }),
    ),
  },
  { title: 'NetworkTest' },
)
export type NetworkTestView = Static<typeof NetworkTestView>

/** Long enough that four characters of it give nothing away. */
const maskedFrom = 12
/** A credential as a person may see it. */
export const maskedCredential = (value: string): string =>
  value.length < maskedFrom ? '…' : `…${value.slice(-4)}`

export const networkTestView = (tests: readonly NetworkTest[]): NetworkTestView => ({
  ok: tests.every(({ result }) => result === 'ok'),
  checks: tests.map(test => ({
    name: test.name,
    ok: test.result === 'ok',
    result: test.result,
    message: networkTestMessage(test),
  })),
})
