// The networks that this build supports: their abilities, the merchant's credentials for each, and how a
// connection is created from them.
import type { WebhookPolicy } from '../domain/address.ts'
import { type Problem, problem } from '../domain/fault.ts'
import type { OwnAddresses } from '../domain/printer.ts'
import { keyProblem, parseRelayAddress, readRelayAddress, relayConnector } from '../domain/relay.ts'
import type { Abilities } from '../domain/routing.ts'
import { readStoredTillNumber, readTillNumber, tillNumberConnector } from '../domain/till-number.ts'
import type { Clock, Net } from '../world.ts'
import type { Connection } from './connector.ts'
import { relayConnection } from './relay/relay.ts'
import { selcomConnection, selcomHosts } from './selcom/selcom.ts'
import { type OrderEnds, tillNumberConnection } from './till-number.ts'

/** One value that the network gave the merchant. */
interface CredentialField {
  readonly key: string
  readonly label: string
  readonly help: string
  readonly isSecret: boolean
  readonly isRequired: boolean
  readonly isShown?: true // a setting instead of a credential, which the owner may see again
}

/** Values by the keys of the fields; a value that was not given is missing. */
export type Credentials = Readonly<Record<string, string>>

interface ConnectionParts {
  readonly id: string
  readonly accountId: string
  readonly credentials: Credentials
  readonly mode: 'live' | 'sandbox'
  readonly net: Net
  readonly now: () => number
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  readonly after: Clock['after']
  readonly random: (length: number) => Uint8Array
  readonly callbackUrl: string // the address of the network's callbacks
  readonly addresses: NetworkAddresses
  /** Where a relay may send in addition to public addresses, and where it must never send. */
  readonly relayHosts: readonly string[]
  readonly own: OwnAddresses
  readonly orderEnds: OrderEnds
}

/** Base addresses by network, instead of the networks' own. */
export type NetworkAddresses = Readonly<Record<string, string | undefined>>

/** A network that this build supports, before an account is connected to it. */
export interface NetworkKind extends Abilities {
  readonly name: string
  readonly title: string
  readonly fields: readonly CredentialField[]
  /** Our own values in addition to the merchant's; they stay when the owner changes the others. */
  readonly ownKeys?: readonly string[]
  readonly hasCallback?: true // whether the network may call this server
  /** The merchant number at the network. New credentials of the same merchant continue its connection. */
  merchantOf(credentials: Credentials): string
  /** Problems of the values, by the keys of the fields. */
  problemsOf?(credentials: Credentials, policy: WebhookPolicy): readonly Problem[]
  readonly isLiveOnly?: true // it has no test environment, so a sandbox account cannot connect it
  connect(parts: ConnectionParts): Connection
}

const selcom: NetworkKind = {
  name: 'selcom',
  title: 'Selcom',
  methods: ['qr', 'push', 'card'],
  payouts: ['mobile', 'bank'],
  fields: [
    {
      key: 'vendor',
      label: 'Vendor ID',
      help: 'The till or vendor number of your contract with Selcom.',
      isSecret: false,
      isRequired: true,
    },
    {
      key: 'api_key',
      label: 'API key',
      help: 'From Selcom’s integration team, with the secret.',
      isSecret: true,
      isRequired: true,
    },
    {
      key: 'api_secret',
      label: 'API secret',
      help: 'From Selcom’s integration team. It signs each request.',
      isSecret: true,
      isRequired: true,
    },
    {
      key: 'pin',
      label: 'Float PIN',
      help: 'Of the account that payouts are paid from. Without it this network only collects.',
      isSecret: true,
      isRequired: false,
    },
    {
      key: 'refunds',
      label: 'Refund call',
      help: 'true: your contract has Selcom’s refund call. Without it refunds go by payout or in cash.',
      isSecret: false,
      isRequired: false,
      isShown: true,
    },
  ],
  hasCallback: true,
  merchantOf: ({ vendor = '' }) => vendor,
  connect: ({
    credentials: { vendor = '', api_key = '', api_secret = '', pin = '', refunds = '' },
    mode,
    addresses,
    ...parts
  }) =>
    selcomConnection({
      ...parts,
      credentials: { vendor, api_key, api_secret, pin },
      hasRefunds: refunds === 'true',
      baseUrl: addresses.selcom ?? selcomHosts[mode],
    }),
}

/** Returns the other server's address without a trailing slash; an invalid address stays as it is. */
const relayUrlOf = ({ url = '' }: Credentials) => parseRelayAddress(url)?.href.replace(/\/+$/, '') ?? url

const relay: NetworkKind = {
  name: relayConnector,
  title: 'Another server',
  methods: ['qr', 'push', 'card'],
  payouts: ['mobile', 'bank'],
  fields: [
    {
      key: 'url',
      label: 'Address',
      help: 'Of the other server, such as https://pay.example.com. The administrator of this server allows one in a private network.',
      isSecret: false,
      isRequired: true,
    },
    {
      key: 'api_key',
      label: 'API key',
      help: 'Made on the other server, with the rights to collect, and to pay out if you do that.',
      isSecret: true,
      isRequired: true,
    },
  ],
  problemsOf({ url = '', api_key = '' }, policy) {
    const urlOrReason = readRelayAddress(url, policy)
    const keyReason = keyProblem(api_key, policy.mode)
    const problems: Problem[] = []
    if (typeof urlOrReason === 'string') problems.push(problem('url', urlOrReason))
    if (keyReason) problems.push(problem('api_key', keyReason))
    return problems
  },
  merchantOf: relayUrlOf,
  connect: ({ credentials, mode, relayHosts, own, ...parts }) =>
    relayConnection({
      ...parts,
      baseUrl: relayUrlOf(credentials),
      apiKey: credentials.api_key ?? '',
      policy: { mode, allowed: relayHosts, ownAddresses: own.addresses, ownPorts: own.ports },
    }),
}

/** Returns a field for a setting that is not secret and may stay empty. */
const optionalField = (key: string, label: string, help: string): CredentialField => ({
  key,
  label,
  help,
  isSecret: false,
  isRequired: false,
  isShown: true,
})
/** Returns a field for a setting that is not secret and must be filled in. */
const requiredField = (key: string, label: string, help: string): CredentialField => ({
  ...optionalField(key, label, help),
  isRequired: true,
})

const tillNumber: NetworkKind = {
  name: tillNumberConnector,
  title: 'Own till number',
  methods: ['qr'],
  payouts: [],
  fields: [
    requiredField('number', 'Till number', 'Your Lipa Namba, or the number of your bank account.'),
    requiredField('name', 'Name', 'As it shows on the customer’s phone.'),
    requiredField('provider', 'Provider', 'mpesa, mixx, airtel, halotel, selcom, crdb or nmb.'),
    optionalField(
      'qr',
      'QR code',
      'The content of your printed TANQR code, so that sales show it with their amount.',
    ),
    optionalField(
      'qr_number',
      'Number in the code',
      'Only where the code pays another number: that number again, to confirm that its money is yours.',
    ),
    optionalField(
      'automatic',
      'Automatic',
      'true: an SMS that fits one sale alone completes it. Else a cashier does.',
    ),
    optionalField(
      'automatic_most',
      'Automatic up to',
      'Above this a cashier decides, with digits of the customer’s SMS. Without it: 20000.',
    ),
    optionalField('signed_only', 'Signed only', 'true: only messages that the phone signs are taken.'),
  ],
  ownKeys: ['phone_key'],
  isLiveOnly: true,
  problemsOf(credentials) {
    const settingsOrProblems = readTillNumber(credentials)
    return 'provider' in settingsOrProblems ? [] : settingsOrProblems
  },
  merchantOf: ({ provider = '', number = '' }) => `${provider} ${number}`,
  connect({ id, accountId, credentials, now, orderEnds }) {
    const { phone_key: phoneKey = '' } = credentials
    return tillNumberConnection(
      { ...readStoredTillNumber(credentials), connection: id, accountId, phoneKey },
      { findOrder: orderEnds, now },
    )
  },
}

/** The networks of this build in the order of the pages. */
export const networkKinds: readonly NetworkKind[] = [selcom, relay, tillNumber]
/** Returns a network of this build by its name; undefined for an unknown one. */
export const networkKind = (name: string): NetworkKind | undefined =>
  networkKinds.find(kind => kind.name === name)
