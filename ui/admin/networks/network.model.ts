// Payment networks as the console shows them: the look of their states, the words of their fields, and the
// order of the networks that take a way of paying.
import { ways } from '../../../src/domain/routing.ts'
import type { api } from '../../kit/api.ts'
import type { Tone } from '../parts/figure.tsx'
import type { IconName } from '../parts/icon.tsx'
import type { NetworkWord } from './networks.text.ts'
import type { RoutingWord } from './routing.text.ts'

type NetworksReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.networks.get>>['data']>
export type Network = NetworksReply['data']['items'][number]
type RoutingReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.routing.get>>['data']>
export type RoutedWay = RoutingReply['data']['items'][number]
export type Way = RoutedWay['way']

export const tillNumberName = 'till-number'

export type ShownState = Network['state'] | 'none' | 'waiting'
/** `none`: not connected. `waiting`: the phone of a till number has not sent its first message. */
export const shownStateOf = ({ connected, name, state }: Network): ShownState =>
  !connected ? 'none' : name === tillNumberName && state === 'unused' ? 'waiting' : state

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

/** The words of a field that this console knows; undefined for a network that came later. */
export function fieldWords(
  network: string,
  key: string,
): { readonly label: NetworkWord; readonly hint: NetworkWord } | undefined {
  const label = fieldLabels[`${network} ${key}`]
  return label && { label, hint: `${label}_hint` as NetworkWord }
}
const fieldLabels: Readonly<Record<string, NetworkWord>> = {
  'selcom vendor': 'selcom_vendor',
  'selcom api_key': 'selcom_api_key',
  'selcom api_secret': 'selcom_api_secret',
  'selcom pin': 'selcom_pin',
  'selcom refunds': 'selcom_refunds',
  'relay url': 'relay_url',
  'relay api_key': 'relay_api_key',
}

/** Whether a field is on or off; its values are `true` and nothing. */
export const isSwitch = (network: string, key: string): boolean => `${network} ${key}` === 'selcom refunds'

const steps: Readonly<Record<string, readonly NetworkWord[]>> = {
  selcom: ['selcom_step_ask', 'selcom_step_products', 'selcom_step_address'],
  relay: ['relay_step_ask', 'relay_step_key'],
  [tillNumberName]: ['till_number_step_phone', 'till_number_step_app', 'till_number_step_qr'],
}
/** Steps before the form, for the networks that have any. */
export const stepsOf = (network: string): readonly NetworkWord[] => steps[network] ?? []

/** Values as typed, without the empty ones. */
export const credentialsIn = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))

/** The field that must be filled in first; undefined when none is missing. */
export const missingField = (
  fields: Network['fields'],
  values: Readonly<Record<string, string>>,
): string | undefined => fields.find(({ key, required }) => required && !values[key]?.trim())?.key

export const isProviderWay = (way: Way): boolean => way.startsWith('mobile.')
export const wayName = (way: Way): RoutingWord => `way_${way.replace('.', '_')}` as RoutingWord

/** Networks to choose from: those of the account, and those that were chosen before. */
export const choicesOf = ({ choices, networks }: RoutedWay): readonly string[] =>
  choices.filter(({ used, name }) => used || networks.includes(name)).map(({ name }) => name)

/** One place up or down; as it was at the ends. */
export function movePlace(names: readonly string[], from: number, to: number): readonly string[] {
  const name = names[from]
  if (name === undefined || to < 0 || to >= names.length) return names
  const rest = names.filter((_, index) => index !== from)
  return [...rest.slice(0, to), name, ...rest.slice(to)]
}

/** What the owner changed; null for a way that is to follow the default again. */
export type RoutingEdits = Readonly<Partial<Record<Way, readonly string[] | null>>>

/** The whole routing, as it is to be stored. */
export const routingBody = (items: readonly RoutedWay[], edits: RoutingEdits) =>
  Object.fromEntries(
    ways.map(way => {
      const item = items.find(eachItem => eachItem.way === way)
      const stored = item && !item.is_default ? item.networks : null
      const edit = edits[way]
      return [way, edit === undefined ? stored : edit]
    }),
  )

/** Since when a network is left out of a way after failures; undefined when it is not. */
export function pausedSinceOf(items: readonly RoutedWay[], name: string): string | undefined {
  const circuits = items.flatMap(({ choices }) => choices.filter(choice => choice.name === name))
  return circuits.find(({ circuit }) => circuit.state === 'open')?.circuit.since ?? undefined
}

/** What the phone of a till number is set up with. */
export interface PhoneSetup {
  readonly sms_url: string
  readonly sms_secret: string
  readonly setup_url: string
}
/** Whether a stored value is one. */
export const isPhoneSetup = (value: unknown): value is PhoneSetup =>
  typeof value === 'object' &&
  value !== null &&
  ['sms_url', 'sms_secret', 'setup_url'].every(name => typeof Reflect.get(value, name) === 'string')
/** The phone's set-up in the answer to a change of a till number. */
export const phoneSetupIn = ({ sms_url, sms_secret, setup_url }: Network): PhoneSetup | undefined =>
  sms_url && sms_secret && setup_url ? { sms_url, sms_secret, setup_url } : undefined

const checkNames: Readonly<Record<string, NetworkWord>> = {
  orders: 'check_orders',
  payouts_mobile: 'check_payouts_mobile',
  payouts_bank: 'check_payouts_bank',
  balance: 'check_balance',
  order_status: 'check_order_status',
  payouts: 'check_payouts',
  payout_status: 'check_payout_status',
}
const results: Readonly<Record<string, NetworkWord>> = {
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
/** The words of a check, and of what it found; undefined for those that came later. */
export const checkName = (name: string): NetworkWord | undefined => checkNames[name]
export const checkResult = (result: string): NetworkWord | undefined => results[result]
