// The settings of an account: the right that each needs, and the values that it accepts. A change is accepted
// or refused as a whole.
import type { Account, Right } from './account.ts'
import { plainHost, readWebhookHost, readWebhookUrl, type WebAddressReason } from './address.ts'
import type { ChangedField } from './audit-log.ts'
import { readTimeZone } from './day.ts'
import { badFields, type Problem, problem } from './fault.ts'
import { amountMax, amountMin } from './payment-limit.ts'
import { nameProblems, visibleName } from './plain-text.ts'
import type { FeeSchedule } from './posting.ts'
import { readReceiptDetails, receiptDetailProblems } from './receipt-detail.ts'

export const webhookHostsMax = 50
const nameMax = 100
const cityMax = 60
export const quickAmountsMax = 4

/**
 * Each setting by its name in the API, and the right that changes it: developers change webhooks, owners and
 * admins the rest.
 */
export const settings = {
  name: { field: 'name', right: 'settings' },
  city: { field: 'city', right: 'settings' },
  address: { field: 'address', right: 'settings' },
  phone: { field: 'phone', right: 'settings' },
  tin: { field: 'tin', right: 'settings' },
  vrn: { field: 'vrn', right: 'settings' },
  receiptHeader: { field: 'receipt_header', right: 'settings' },
  receiptFooter: { field: 'receipt_footer', right: 'settings' },
  timeZone: { field: 'time_zone', right: 'settings' },
  apiVersion: { field: 'api_version', right: 'settings' },
  expirySeconds: { field: 'expiry_seconds', right: 'settings' },
  amountMax: { field: 'amount_max', right: 'settings' },
  payoutApprovalAbove: { field: 'payout_approval_above', right: 'pay_out' },
  cashRefundApprovalAbove: { field: 'cash_refund_approval_above', right: 'accounts' },
  refundDays: { field: 'refund_days', right: 'accounts' },
  simulatedPhone: { field: 'simulated_phone', right: 'accounts' },
  quickAmounts: { field: 'quick_amounts', right: 'settings' },
  pinLength: { field: 'pin_length', right: 'settings' },
  blindCount: { field: 'blind_count', right: 'accounts' },
  fees: { field: 'fees', right: 'settings' },
  webhookUrl: { field: 'webhook_url', right: 'keys' },
  webhookHosts: { field: 'webhook_hosts', right: 'settings' },
} as const satisfies Partial<Record<keyof Account, { field: string; right: Right }>>

export type AccountSetting = keyof typeof settings
type Settings = Pick<Account, AccountSetting>
const settingNames = Object.keys(settings) as AccountSetting[]

/** A requested change; fees by payment type. */
export type SettingsRequest = {
  readonly [Name in Exclude<AccountSetting, 'fees'>]?: Settings[Name] | undefined
} & {
  readonly fees?: Partial<FeeSchedule> | undefined
}

/** The amounts above which a second person is needed; null if none is. */
const approvalSettings = ['payoutApprovalAbove', 'cashRefundApprovalAbove'] as const

/** Whether a change raises or removes a limit up to which no second person is needed. */
export const raisesApproval = (before: Account, after: Account): boolean =>
  approvalSettings.some(name => {
    const [limitBefore, limitAfter] = [before[name], after[name]]
    if (limitBefore === null) return false
    return limitAfter === null || limitAfter > limitBefore
  })

/** Returns the settings that a request names. */
export const requestedSettings = (request: SettingsRequest): AccountSetting[] =>
  settingNames.filter(name => request[name] !== undefined)

/**
 * Applies a request to an account.
 * @returns the new account, and the names of the settings whose values have changed
 * @throws Fault `validation_error` naming every wrong value
 */
export function applySettings(
  account: Account,
  request: SettingsRequest,
): { account: Account; changed: AccountSetting[] } {
  const requested = { ...account }
  for (const name of requestedSettings(request)) Object.assign(requested, { [name]: request[name] })
  const hosts = requested.webhookHosts.map(host => plainHost(host.trim()))
  const next: Account = {
    ...requested,
    name: visibleName(requested.name),
    city: visibleName(requested.city),
    ...readReceiptDetails(requested),
    timeZone: readTimeZone(requested.timeZone) ?? requested.timeZone,
    fees: { ...account.fees, ...request.fees },
    webhookHosts: [...new Set(hosts)],
  }
  const { mode, webhookUrl, webhookHosts } = next
  // Checks the address only if the request is about webhooks: one that an earlier release accepted stays.
  const isWebhookRequested = request.webhookUrl !== undefined || request.webhookHosts !== undefined
  const urlOrReason =
    webhookUrl !== null && isWebhookRequested
      ? readWebhookUrl(webhookUrl, { mode, allowed: webhookHosts })
      : null
  const problems = problemsOf(next)
  if (webhookUrl !== null && typeof urlOrReason === 'string')
    problems.push(urlProblem(webhookUrl, request, urlOrReason))
  if (problems.length > 0) throw badFields(problems)
  // A requested address is stored in the form of the URL parser.
  const hasNewUrl = urlOrReason instanceof URL && request.webhookUrl !== undefined
  const changedAccount = hasNewUrl ? { ...next, webhookUrl: urlOrReason.href } : next
  const isChanged = (name: AccountSetting) =>
    JSON.stringify(changedAccount[name]) !== JSON.stringify(account[name])
  return { account: changedAccount, changed: settingNames.filter(isChanged) }
}

/** Returns a problem for each invalid setting, except the webhook address. */
function problemsOf(account: Account): Problem[] {
  const { name, city, timeZone, amountMax: accountMax, quickAmounts, webhookHosts } = account
  const problems: Problem[] = []
  if (name === '' || [...name].length > nameMax)
    problems.push(problem('name', 'length_out_of_range', { max: nameMax }))
  problems.push(...nameProblems('name', name), ...nameProblems('city', city))
  if (city === '' || [...city].length > cityMax)
    problems.push(problem('city', 'length_out_of_range', { max: cityMax }))
  problems.push(...receiptDetailProblems(account))
  if (!readTimeZone(timeZone)) problems.push(problem('time_zone', 'time_zone_unknown'))
  if (accountMax !== null && (accountMax < amountMin || accountMax > amountMax))
    problems.push(problem('amount_max', 'account_limit_out_of_range', { min: amountMin, max: amountMax }))
  for (const setting of approvalSettings) {
    const limit = account[setting]
    if (limit !== null && (limit < 0 || limit > amountMax))
      problems.push(
        problem(settings[setting].field, 'account_limit_out_of_range', { min: 0, max: amountMax }),
      )
  }
  quickAmounts.forEach((amount, index) => {
    if (quickAmounts.indexOf(amount) < index)
      problems.push(problem(`quick_amounts.${index}`, 'quick_amount_twice'))
  })
  webhookHosts.forEach((host, index) => {
    const result = readWebhookHost(host)
    if (result !== true) problems.push(problem(`webhook_hosts.${index}`, result))
  })
  return problems
}

/** Returns the problem of a rejected address: of the hosts if they no longer allow an address in use. */
function urlProblem(webhookUrl: string, request: SettingsRequest, reason: WebAddressReason): Problem {
  return request.webhookUrl === undefined
    ? problem('webhook_hosts', 'webhook_host_in_use', { host: new URL(webhookUrl).host })
    : problem('webhook_url', reason)
}

const auditTextMax = 500
/** Shortens a text for the audit log to `auditTextMax` characters, with an ellipsis at the end. */
const auditText = (text: string) =>
  text.length > auditTextMax ? `${text.slice(0, auditTextMax - 1)}…` : text

/** Returns an address without user, password and query, which may be secret; other texts stay as they are. */
export function addressWithoutSecrets(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return text
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname}`
}

/** Returns the name in the API and the value of each setting, without secrets. Each fee is an entry. */
const settingValues = (account: Account): [field: string, value: string | number | null][] => [
  ['name', account.name],
  ['city', account.city],
  ['address', account.address],
  ['phone', account.phone],
  ['tin', account.tin],
  ['vrn', account.vrn],
  ['receipt_header', account.receiptHeader],
  ['receipt_footer', account.receiptFooter],
  ['time_zone', account.timeZone],
  ['api_version', account.apiVersion],
  ['expiry_seconds', account.expirySeconds],
  ['amount_max', account.amountMax],
  ['payout_approval_above', account.payoutApprovalAbove],
  ['cash_refund_approval_above', account.cashRefundApprovalAbove],
  ['refund_days', account.refundDays],
  ['simulated_phone', account.simulatedPhone ? 'on' : 'off'],
  ['quick_amounts', account.quickAmounts.join(' · ')],
  ['pin_length', account.pinLength],
  ['blind_count', account.blindCount ? 'on' : 'off'],
  ...Object.entries(account.fees).flatMap(([way, { basisPoints, fixed }]): [string, number][] => [
    [`fees.${way}.basis_points`, basisPoints],
    [`fees.${way}.fixed`, fixed],
  ]),
  ['webhook_url', addressWithoutSecrets(account.webhookUrl)],
  ['webhook_hosts', account.webhookHosts.join(', ') || null],
]

/** Returns each changed value, before and after, for the audit log. */
export function settingChanges(before: Account, after: Account): ChangedField[] {
  const valuesBefore = new Map(settingValues(before))
  const shorten = (value: string | number | null) => (typeof value === 'string' ? auditText(value) : value)
  return settingValues(after)
    .filter(([field, to]) => valuesBefore.get(field) !== to)
    .map(([field, to]) => ({ field, from: shorten(valuesBefore.get(field) ?? null), to: shorten(to) }))
}
