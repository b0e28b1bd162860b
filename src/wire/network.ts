// Payment networks in the API: the supported ones, an account's connections, and the result of a test.
// Credentials are never returned: of a long one only its last four characters, so that a person can tell two
// apart.
import { type Static, Type } from '@sinclair/typebox'
import { networkErrorKinds } from '../domain/network-error.ts'
import { type NetworkTest, networkTestMessage } from '../domain/network-test.ts'
import { choice, nullable } from './choice.ts'
import { Money } from './money.ts'

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
    live_only: Type.Boolean({ description: 'It has no test environment' }),
    connected: Type.Boolean(),
    enabled: Type.Boolean({ description: 'Whether new payments and payouts may use it' }),
    environment: Type.Union([Type.Literal('live'), Type.Literal('test')]),
    state: Type.Union(
      [
        Type.Literal('off'),
        Type.Literal('unused'),
        Type.Literal('ok'),
        Type.Literal('failing'),
        Type.Literal('silent'),
      ],
      {
        description:
          'How its last answer was: `unused` when it was not called since the start. `silent`: the phone of a till number sent nothing for an hour, though sales went on',
      },
    ),
    last_ok_at: Time,
    last_error: nullable(
      Type.Object({
        at: Type.String({ format: 'date-time' }),
        kind: choice(networkErrorKinds),
        message: Type.String(),
      }),
    ),
    balance: nullable(
      Type.Object(
        { amount: Money, at: Type.String({ format: 'date-time' }) },
        { description: 'What can be paid out over it, as it said when it was last tested' },
      ),
    ),
    credentials: Type.Record(Type.String(), Type.String(), {
      description: 'What is stored, by key: the last four characters of a long one, else nothing of it',
    }),
    values: Type.Record(Type.String(), Type.String(), {
      description: 'Settings that are no credentials, as they are stored, by key',
    }),
    callback_url: nullable(
      Type.String({ description: 'Where the network may call; it is sent with each order' }),
    ),
    sms_url: Type.Optional(
      Type.String({
        description: 'Of a till number, in the answer to a change only: where its phone forwards SMS to',
      }),
    ),
    sms_secret: Type.Optional(
      Type.String({ description: 'With `sms_url`: what the phone may sign its messages with' }),
    ),
    setup_url: Type.Optional(
      Type.String({
        description:
          'With `sms_url`: where the phone fetches the rule of its forwarding app, for half an hour',
      }),
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
    replace_phone: Type.Optional(
      Type.Boolean({
        description:
          'Of a till number: `true` gives its phone another address and secret; what the former phone sends is rejected',
      }),
    ),
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

/** From this length on, the last four characters of a credential reveal nothing useful. */
const longCredentialMin = 12

/** Returns what the API shows of a stored credential: its last four characters, or nothing of a short one. */
export const maskCredential = (value: string): string =>
  value.length < longCredentialMin ? '…' : `…${value.slice(-4)}`

/** Returns the result of each test of a network, with its message. `ok` is true if every test passed. */
export const networkTestView = (tests: readonly NetworkTest[]): NetworkTestView => ({
  ok: tests.every(({ result }) => result === 'ok'),
  checks: tests.map(test => ({
    name: test.name,
    ok: test.result === 'ok',
    result: test.result,
    message: networkTestMessage(test),
  })),
})
