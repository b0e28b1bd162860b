// The forms of the settings: their values as texts, validation, and the patch to send.

import { readWebhookHost } from '../../../src/domain/address.ts'
import type { ApiVersion } from '../../../src/domain/api-version.ts'
import { localPhone } from '../../../src/domain/local-phone.ts'
import { amountMax, amountMin, expirySecondsMax } from '../../../src/domain/payment-limit.ts'
import { webhookHostsMax } from '../../../src/domain/setting.ts'
import { readShillings, readWholeNumber } from '../../../src/domain/shillings.ts'

/** What has a fee. */
export const methods = ['dynamic-qr', 'mobile', 'card', 'payout'] as const
export type Method = (typeof methods)[number]
interface Fee {
  readonly basis_points: number
  readonly fixed: number
}

/** The settings in the API's answer. */
export interface Settings {
  readonly name: string
  readonly city: string
  readonly address: string | null
  readonly phone: string | null
  readonly tin: string | null
  readonly vrn: string | null
  readonly receipt_header: string | null
  readonly receipt_footer: string | null
  readonly time_zone: string
  readonly api_version: ApiVersion
  readonly expiry_seconds: number
  readonly amount_max: number | null
  readonly payout_approval_above: number | null
  readonly cash_refund_approval_above: number | null
  readonly simulated_phone: boolean
  readonly quick_amounts: readonly number[]
  readonly pin_length: number
  readonly blind_count: boolean
  readonly fees: Readonly<Record<Method, Fee>>
  readonly webhook_url: string | null
  readonly webhook_hosts: readonly string[]
}

/** What is wrong with a field: a text key, or one with the host that is wrong. */
export type SettingFault =
  | 'field_empty'
  | 'name_long'
  | 'city_long'
  | 'expiry_wrong'
  | 'amount_max_wrong'
  | 'quick_wrong'
  | 'pin_length_wrong'
  | 'approval_above_wrong'
  | 'fee_percent_wrong'
  | 'fee_fixed_wrong'
  | 'url_wrong'
  | 'hosts_many'
  | { readonly key: 'host_wrong'; readonly host: string }

type Texts = Readonly<Record<string, string>>
type Faults<V> = Partial<Record<keyof V, SettingFault>>
/** One form: its fields as texts, what is wrong with them, and the body of the request that changes them. */
export interface SettingModel<V extends Texts, P> {
  readonly read: (settings: Settings) => V
  readonly faults: (values: V) => Faults<V>
  readonly patch: (values: V, before: V) => P
}

/** The values of a form. */
export type ValuesOf<F> = F extends SettingModel<infer V, object> ? V : never

/** Joins two forms that are saved together. Their fields must differ. */
const joinModels = <A extends Texts, B extends Texts>(
  first: SettingModel<A, object>,
  second: SettingModel<B, object>,
): SettingModel<A & B, object> => ({
  read: settings => ({ ...first.read(settings), ...second.read(settings) }),
  faults: values => ({ ...first.faults(values), ...second.faults(values) }) as Faults<A & B>,
  patch: (values, before) => ({ ...first.patch(values, before), ...second.patch(values, before) }),
})

/** Returns the number of characters, without outer spaces. */
const lengthOf = (text: string) => [...text.trim()].length
/** Returns an object with the fault of a field; an empty object without a fault. */
const faultAt = <F extends string>(
  field: F,
  fault: SettingFault | false | undefined,
): Partial<Record<F, SettingFault>> => (fault ? { [field]: fault } : {}) as Partial<Record<F, SettingFault>>
/** Checks a name of 1 to `max` characters. */
const nameFault = (text: string, max: number, long: 'name_long' | 'city_long') =>
  lengthOf(text) === 0 ? ('field_empty' as const) : lengthOf(text) > max && long

/** The fields for receipts. Only the server checks them. */
const receiptFields = ['address', 'phone', 'tin', 'vrn', 'receipt_header', 'receipt_footer'] as const
type ReceiptField = (typeof receiptFields)[number]
export type ShopTexts = Readonly<Record<'name' | 'city' | 'time_zone' | ReceiptField, string>>

/** The form of the shop's name, receipts and time zone. */
export const shopForm = {
  read: ({ name, city, time_zone, ...settings }: Settings): ShopTexts => ({
    name,
    city,
    time_zone,
    address: settings.address ?? '',
    phone: localPhone(settings.phone ?? ''),
    tin: settings.tin ?? '',
    vrn: settings.vrn ?? '',
    receipt_header: settings.receipt_header ?? '',
    receipt_footer: settings.receipt_footer ?? '',
  }),
  faults: values => ({
    ...faultAt('name', nameFault(values.name, 100, 'name_long')),
    ...faultAt('city', nameFault(values.city, 60, 'city_long')),
  }),
  // Unchanged fields are not sent, because another person may have changed them since the page was opened.
  patch: (values, before) => ({
    ...(values.name === before.name ? {} : { name: values.name.trim() }),
    ...(values.city === before.city ? {} : { city: values.city.trim() }),
    ...(values.time_zone === before.time_zone ? {} : { time_zone: values.time_zone }),
    ...(Object.fromEntries(
      receiptFields
        .filter(field => values[field] !== before[field])
        .map(field => [field, values[field].trim() || null]),
    ) as Partial<Record<ReceiptField, string | null>>),
  }),
} satisfies SettingModel<ShopTexts, object>

/**
 * Returns a typed amount in whole shillings; NaN for anything else, so that every comparison with it is
 * false.
 */
export const sumIn = (text: string): number => readShillings(text) ?? Number.NaN

/** Returns typed minutes as seconds (1.5 as 90); NaN for a time that a payment may not wait. */
function secondsOf(text: string): number {
  const plain = String(readWholeNumber(text) ?? text.trim().replace(',', '.'))
  const seconds = /^\d{1,4}(\.\d{1,4})?$/.test(plain) ? Math.round(Number(plain) * 60) : Number.NaN
  return seconds >= 60 && seconds <= expirySecondsMax ? seconds : Number.NaN
}

/** Returns seconds as a text in minutes, with at most two decimals. */
const minutesText = (seconds: number) => String(Math.round((seconds / 60) * 100) / 100)

/** The form of a payment's expiry and largest amount. */
export const paymentForm = {
  read: ({ expiry_seconds, amount_max }: Settings) => ({
    expiry_seconds: minutesText(expiry_seconds),
    amount_max: amount_max === null ? '' : amount_max.toLocaleString('en-US'),
  }),
  faults: ({ expiry_seconds, amount_max }) => ({
    ...faultAt('expiry_seconds', Number.isNaN(secondsOf(expiry_seconds)) && 'expiry_wrong'),
    ...faultAt(
      'amount_max',
      amount_max.trim() !== '' &&
        !(sumIn(amount_max) >= amountMin && sumIn(amount_max) <= amountMax) &&
        'amount_max_wrong',
    ),
  }),
  patch: (values, before) => ({
    ...(values.expiry_seconds === before.expiry_seconds
      ? {}
      : { expiry_seconds: secondsOf(values.expiry_seconds) }),
    ...(values.amount_max === before.amount_max
      ? {}
      : { amount_max: values.amount_max.trim() === '' ? null : sumIn(values.amount_max) }),
  }),
} satisfies SettingModel<{ expiry_seconds: string; amount_max: string }, object>

/** Returns the text of a sum above which a second person is needed; empty for none. */
export const approvalText = (above: number | null): string => above?.toLocaleString('en-US') ?? ''
/** Checks the text of a sum above which a second person is needed; it may be empty. */
export const approvalFault = (text: string): SettingFault | false =>
  text.trim() !== '' && !(sumIn(text) <= amountMax) && 'approval_above_wrong'
/** Returns the sum above which a second person is needed, in whole shillings; null for none. */
export const approvalIn = (text: string): number | null => (text.trim() === '' ? null : sumIn(text))

const payoutForm = {
  read: ({ payout_approval_above: above }: Settings) => ({ payout_approval_above: approvalText(above) }),
  faults: ({ payout_approval_above: above }) => faultAt('payout_approval_above', approvalFault(above)),
  patch: ({ payout_approval_above: above }, before) =>
    above === before.payout_approval_above ? {} : { payout_approval_above: approvalIn(above) },
} satisfies SettingModel<{ payout_approval_above: string }, object>

const phoneForm = {
  read: ({ simulated_phone }: Settings) => ({ simulated_phone: simulated_phone ? 'on' : 'off' }),
  faults: () => ({}),
  patch: ({ simulated_phone }, before) =>
    simulated_phone === before.simulated_phone ? {} : { simulated_phone: simulated_phone === 'on' },
} satisfies SettingModel<{ simulated_phone: string }, object>

/** Returns typed percent as basis points (`2.5` as 250); NaN for anything but 0 to 100 percent. */
export function basisPointsOf(text: string): number {
  const plain = text.trim().replace(',', '.').replace(/%$/, '').trim()
  const points = /^\d{1,3}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN
  return points <= 10_000 ? points : Number.NaN
}

type FeeField = `${Method}.${keyof Fee}`
export type FeeTexts = Readonly<Record<FeeField, string>>
const feeFields = methods.flatMap(method => [`${method}.basis_points`, `${method}.fixed`] as const)
/** Returns the text of one field of the fees: percent, or whole shillings. */
const feeText = (fees: Settings['fees'], field: FeeField): string => {
  const [method, feePart] = field.split('.') as [Method, keyof Fee]
  return feePart === 'fixed'
    ? fees[method].fixed.toLocaleString('en-US')
    : String(fees[method].basis_points / 100)
}
/** Checks one field of the fees. */
const feeFault = (field: FeeField, text: string) => {
  const isFixed = field.endsWith('.fixed')
  if (isFixed) return !(sumIn(text) <= amountMax) && 'fee_fixed_wrong'
  return Number.isNaN(basisPointsOf(text)) && 'fee_percent_wrong'
}

/** Reads the fee of a method from its two fields; undefined while one of them is wrong. */
export function feeIn(values: FeeTexts, method: Method): Fee | undefined {
  const [points, fixed] = [`${method}.basis_points`, `${method}.fixed`] as const
  if (feeFault(points, values[points]) || feeFault(fixed, values[fixed])) return undefined
  return { basis_points: basisPointsOf(values[points]), fixed: sumIn(values[fixed]) }
}

/** The form of the fees. A method is sent whole when one of its fields was changed. */
export const feeForm = {
  read: ({ fees }: Settings) =>
    Object.fromEntries(feeFields.map(field => [field, feeText(fees, field)])) as FeeTexts,
  faults: values =>
    Object.assign({}, ...feeFields.map(field => faultAt(field, feeFault(field, values[field])))),
  patch: (values, before) => {
    const changed = methods.filter(method =>
      feeFields.some(field => field.startsWith(`${method}.`) && values[field] !== before[field]),
    )
    if (changed.length === 0) return {}
    const fees = changed.map(method => [method, feeIn(values, method) ?? { basis_points: 0, fixed: 0 }])
    return { fees: Object.fromEntries(fees) }
  },
} satisfies SettingModel<FeeTexts, object>

/** Returns the hosts in a text, separated by spaces, lines or commas. */
export const hostsOf = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map(host => host.toLowerCase())
    .filter(host => host !== '')

/** How many characters of a wrong host its error shows. */
const shownHostMax = 60

/** Returns what is wrong with the list of hosts that webhooks may reach; undefined if nothing is. */
function hostFault(text: string): SettingFault | undefined {
  const hosts = hostsOf(text)
  if (hosts.length > webhookHostsMax) return 'hosts_many'
  const wrong = hosts.find(host => readWebhookHost(host) !== true)
  return wrong === undefined ? undefined : { key: 'host_wrong', host: wrong.slice(0, shownHostMax) }
}

/** The form of the webhook address and the hosts that webhooks may reach. */
export const webhookForm = {
  read: ({ webhook_url, webhook_hosts }: Settings) => ({
    webhook_url: webhook_url ?? '',
    webhook_hosts: webhook_hosts.join('\n'),
  }),
  faults: ({ webhook_url: url, webhook_hosts }) => ({
    ...faultAt('webhook_url', url.trim() !== '' && !URL.canParse(url.trim()) && 'url_wrong'),
    ...faultAt('webhook_hosts', hostFault(webhook_hosts)),
  }),
  patch: (values, before) => ({
    ...(values.webhook_url === before.webhook_url ? {} : { webhook_url: values.webhook_url.trim() || null }),
    ...(values.webhook_hosts === before.webhook_hosts
      ? {}
      : { webhook_hosts: hostsOf(values.webhook_hosts) }),
  }),
} satisfies SettingModel<{ webhook_url: string; webhook_hosts: string }, object>

const versionForm = {
  read: ({ api_version }: Settings) => ({ api_version: api_version as string }),
  faults: () => ({}),
  patch: ({ api_version }, before) =>
    api_version === before.api_version ? {} : { api_version: api_version as ApiVersion },
} satisfies SettingModel<{ api_version: string }, object>

/**
 * Returns the server's error of a field as a sentence, without the field's API name at its start; undefined
 * if it has none.
 */
export function problemFor(problems: Readonly<Record<string, string>>, field: string): string | undefined {
  const name = Object.keys(problems).find(
    path => [field, `fees.${field}`].includes(path) || path.startsWith(`${field}.`),
  )
  const words = name === undefined ? undefined : problems[name]?.replace(/^[\w.-]+ (?=must|is|may|has)/, '')
  return words && words[0]?.toUpperCase() + words.slice(1)
}

/** The form of the page Money. */
export const moneyForm = joinModels(joinModels(paymentForm, payoutForm), feeForm)
/**
 * The form of the page Developers. Only a practice account shows the simulated phone; a live one never
 * changes it.
 */
export const developerForm = joinModels(joinModels(webhookForm, versionForm), phoneForm)
