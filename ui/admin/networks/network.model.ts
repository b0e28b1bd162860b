// Payment networks as the console shows them: the look of their states, the texts of their fields, and the
// order in which networks are tried for a way of paying.
import { ways } from '../../../src/domain/routing.ts'
import type { api } from '../../kit/api.ts'
import type { Tone } from '../parts/figure.tsx'
import type { IconName } from '../parts/icon.tsx'
import type { NetworkWord } from './networks.text.ts'
import type { RoutingWord } from './routing.text.ts'

type NetworksReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.networks.get>>['data']>
/** A network that this server knows, with the account’s connection to it. */
export type Network = NetworksReply['data']['items'][number]
type RoutingReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.routing.get>>['data']>
/** A way of paying with the networks that may take it, and their order. */
export type RoutedWay = RoutingReply['data']['items'][number]
export type Way = RoutedWay['way']

/** The network of a shop’s own till number, which has pages of its own. */
export const tillNumberName = 'till-number'

export type ShownState = Network['state'] | 'none' | 'waiting'
/**
 * Returns the state of a network that pages show. `none`: not connected. `waiting`: the phone of a till
 * number has not sent its first SMS.
 */
export const shownStateOf = ({ connected, name, state }: Network): ShownState => {
  if (!connected) return 'none'
  return name === tillNumberName && state === 'unused' ? 'waiting' : state
}

/** Color and icon of each state. */
export const networkStateChips: Readonly<
  Record<ShownState, { readonly tone: Tone; readonly icon: IconName }>
> = {
  none: { tone: 'neutral', icon: 'plus' },
  off: { tone: 'neutral', icon: 'ban' },
  unused: { tone: 'open', icon: 'clock' },
  waiting: { tone: 'open', icon: 'clock' },
  ok: { tone: 'good', icon: 'check' },
  failing: { tone: 'bad', icon: 'warn' },
  silent: { tone: 'warning', icon: 'warn' },
}

/**
 * Returns the text keys of a credential field; undefined for a network that this console does not know yet.
 */
export function fieldWords(
  network: string,
  key: string,
): { readonly label: NetworkWord; readonly hint: NetworkWord } | undefined {
  const label = fieldLabels[`${network} ${key}`]
  return label && { label, hint: `${label}_hint` as NetworkWord }
}
/** Text keys by network and field. */
const fieldLabels: Readonly<Record<string, NetworkWord>> = {
  'selcom vendor': 'selcom_vendor',
  'selcom api_key': 'selcom_api_key',
  'selcom api_secret': 'selcom_api_secret',
  'selcom pin': 'selcom_pin',
  'selcom refunds': 'selcom_refunds',
  'relay url': 'relay_url',
  'relay api_key': 'relay_api_key',
}

/** Returns whether a field is shown as a switch, whose values are `true` and empty. */
export const isSwitch = (network: string, key: string): boolean => `${network} ${key}` === 'selcom refunds'

/** What to do before the form can be filled in, by network. */
const steps: Readonly<Record<string, readonly NetworkWord[]>> = {
  selcom: ['selcom_step_ask', 'selcom_step_products', 'selcom_step_address'],
  relay: ['relay_step_ask', 'relay_step_key'],
  [tillNumberName]: ['till_number_step_phone', 'till_number_step_app', 'till_number_step_qr'],
}
/**
 * Returns the text keys of what to do before a network can be connected; none for networks without such
 * steps.
 */
export const stepsOf = (network: string): readonly NetworkWord[] => steps[network] ?? []

/** Returns the credentials to send: the values as typed, without the empty ones. */
export const credentialsIn = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))

/** Returns the key of the first required field that is empty; undefined when none is. */
export const missingField = (
  fields: Network['fields'],
  values: Readonly<Record<string, string>>,
): string | undefined => fields.find(({ key, required }) => required && !values[key]?.trim())?.key

/** Returns whether a way is that of one provider, such as `mobile.mpesa`. */
export const isProviderWay = (way: Way): boolean => way.startsWith('mobile.')
/** Returns the text key of a way of paying. */
export const wayName = (way: Way): RoutingWord => `way_${way.replace('.', '_')}` as RoutingWord

/**
 * Returns the names of the networks to choose from: those that the account uses, and those already in the
 * order.
 */
export const choicesOf = ({ choices, networks }: RoutedWay): readonly string[] =>
  choices.filter(({ used, name }) => used || networks.includes(name)).map(({ name }) => name)

/** Returns the order with the network at `from` moved to `to`; unchanged if one of them does not exist. */
export function moveNetwork(names: readonly string[], from: number, to: number): readonly string[] {
  const name = names[from]
  if (name === undefined || to < 0 || to >= names.length) return names
  const others = names.filter((_, index) => index !== from)
  return [...others.slice(0, to), name, ...others.slice(to)]
}

/** The orders that the owner changed; null for a way that is to follow the default again. */
export type RoutingEdits = Readonly<Partial<Record<Way, readonly string[] | null>>>

/**
 * Returns the whole routing to store: for each way of paying the edited networks or, without an edit, the
 * stored ones. Null means the default.
 */
export const routingBody = (items: readonly RoutedWay[], edits: RoutingEdits) =>
  Object.fromEntries(
    ways.map(way => {
      const item = items.find(routed => routed.way === way)
      const stored = item && !item.is_default ? item.networks : null
      const edit = edits[way]
      return [way, edit === undefined ? stored : edit]
    }),
  )

/**
 * Returns since when a network is not tried for some way of paying because it failed; undefined when it is
 * tried.
 */
export function pausedSinceOf(items: readonly RoutedWay[], name: string): string | undefined {
  const circuits = items.flatMap(({ choices }) => choices.filter(choice => choice.name === name))
  return circuits.find(({ circuit }) => circuit.state === 'open')?.circuit.since ?? undefined
}

/** The address and secret that the phone of a till number sends its SMS with. */
export interface PhoneSetup {
  readonly sms_url: string
  readonly sms_secret: string
  readonly setup_url: string
}
/** Returns whether a value from browser storage is a set-up. */
export const isPhoneSetup = (value: unknown): value is PhoneSetup =>
  typeof value === 'object' &&
  value !== null &&
  ['sms_url', 'sms_secret', 'setup_url'].every(name => typeof Reflect.get(value, name) === 'string')
/** Returns the set-up in the answer to a change of a till number; undefined when the phone stays the same. */
export const phoneSetupIn = ({ sms_url, sms_secret, setup_url }: Network): PhoneSetup | undefined =>
  sms_url && sms_secret && setup_url ? { sms_url, sms_secret, setup_url } : undefined

/** Text keys of the products that a test checks. */
const checkNames: Readonly<Record<string, NetworkWord>> = {
  orders: 'check_orders',
  payouts_mobile: 'check_payouts_mobile',
  payouts_bank: 'check_payouts_bank',
  balance: 'check_balance',
  order_status: 'check_order_status',
  payouts: 'check_payouts',
  payout_status: 'check_payout_status',
}
/** Text keys of what a check can find. */
const checkResults: Readonly<Record<string, NetworkWord>> = {
  ok: 'result_ok',
  credentials_wrong: 'result_credentials_wrong',
  pin_wrong: 'result_pin_wrong',
  product_off: 'result_product_off',
  address_not_listed: 'result_address_not_listed',
  unreachable: 'result_unreachable',
  silent: 'result_silent',
  key_not_allowed: 'result_key_not_allowed',
  not_this_api: 'result_not_this_api',
  too_many_requests: 'result_too_many_requests',
  address_refused: 'result_address_refused',
}
/** Returns the text key of a check; undefined for checks that this console does not know yet. */
export const checkName = (name: string): NetworkWord | undefined => checkNames[name]
/** Returns the text key of what a check found; undefined for results that this console does not know yet. */
export const checkResult = (result: string): NetworkWord | undefined => checkResults[result]
