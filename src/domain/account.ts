// An account is a merchant on this server: live, or its sandbox twin. One table lists who may do what.
import type { ApiVersion } from './api-version.ts'
import type { FeeSchedule } from './posting.ts'
import type { ReceiptDetails } from './receipt-shop.ts'
import type { Routing } from './routing.ts'

export type Mode = 'live' | 'sandbox'
export type Role = 'owner' | 'admin' | 'developer' | 'cashier'

export const scopes = [
  'catalog:read',
  'catalog:write',
  'collection:create',
  'collection:read',
  'collection:refund',
  'disbursement:create',
  'disbursement:read',
  'metrics:read',
  'webhook:manage',
] as const
/**
 * The scope of the key that the first start prints: it creates, simulates and reads sandbox payments and does
 * nothing else. No other key has it.
 */
export const trialScope = 'payment:try'
/**
 * Returns the scopes of an account's first key. A program with this key cannot sign webhooks. The key of the
 * sandbox cannot change the price list, because the live account sells with it.
 */
export const firstScopes = (mode: Mode): readonly Scope[] =>
  scopes.filter(scope => scope !== 'webhook:manage' && (mode === 'live' || scope !== 'catalog:write'))
export type Scope = (typeof scopes)[number] | typeof trialScope

export interface Account extends ReceiptDetails {
  readonly id: string
  readonly name: string
  readonly mode: Mode
  /** The other account of the same merchant, once there is one. */
  readonly twinId: string | null
  /** Printed in QR payloads. */
  readonly city: string
  readonly timeZone: string
  readonly apiVersion: ApiVersion
  /** The webhook signing key, sealed. */
  readonly signingKey: string
  /** The previous signing key, sealed, while webhooks carry a second signature. */
  readonly previousSigningKey: string | null
  /** When the second signature ends. */
  readonly previousUntil: number | null
  readonly webhookUrl: string | null
  /** Host names and networks (CIDR) that webhooks may reach in addition to the internet. */
  readonly webhookHosts: readonly string[]
  readonly fees: FeeSchedule
  readonly amountMax: number | null
  /** Payouts above this amount need a second person; null if none do. Whole shillings. */
  readonly payoutApprovalAbove: number | null
  /** For how many days after its completion a sale can be refunded. */
  readonly refundDays: number
  /** Refunds at a till above this amount need a second person's PIN; null if none do. Whole shillings. */
  readonly cashRefundApprovalAbove: number | null
  /** Whether the simulated phone at `/phone` may answer this account's prompts; only for the sandbox. */
  readonly simulatedPhone: boolean
  readonly routing: Routing
  /** The amounts that tills offer with one tap, in the shop's order. Whole shillings. */
  readonly quickAmounts: readonly number[]
  /** How many digits a new PIN has. */
  readonly pinLength: number
  /** Whether tills hide the expected cash until the drawer has been counted. */
  readonly blindCount: boolean
  /** How long a payment stays pending unless the request asks for less time. */
  readonly expirySeconds: number
  readonly createdAt: number
}

const allRoles: readonly Role[] = ['owner', 'admin', 'developer', 'cashier']
const consoleRoles: readonly Role[] = ['owner', 'admin', 'developer']
/** These rights send money out, so developers and their keys do not have them. */
const sellerRoles: readonly Role[] = ['owner', 'admin', 'cashier']
const managerRoles: readonly Role[] = ['owner', 'admin']

interface RightRow {
  readonly roles: readonly Role[]
  readonly scope?: Scope
  /** The trial key has this right, too. */
  readonly isTrial?: boolean
}

/**
 * What a person, a key or a till may do: the roles with each right, and the scope that a key needs. No key
 * has a right without a scope.
 */
const rights = {
  create_payments: { roles: allRoles, scope: 'collection:create', isTrial: true },
  see_payments: { roles: allRoles, scope: 'collection:read', isTrial: true },
  sell: { roles: allRoles, scope: 'collection:create' },
  refund: { roles: sellerRoles, scope: 'collection:refund' },
  withdraw_refunds: { roles: managerRoles, scope: 'collection:refund' },
  see_sales: { roles: allRoles, scope: 'collection:read' },
  see_balance: { roles: consoleRoles, scope: 'collection:read' },
  keys: { roles: consoleRoles },
  pay_out: { roles: ['owner'], scope: 'disbursement:create' },
  approve_payouts: { roles: managerRoles },
  approve_refunds: { roles: managerRoles },
  mark_payouts: { roles: ['owner'] },
  see_payouts: { roles: consoleRoles, scope: 'disbursement:read' },
  manage_signing_key: { roles: consoleRoles, scope: 'webhook:manage' },
  read_metrics: { roles: consoleRoles, scope: 'metrics:read' },
  settle_unmatched: { roles: managerRoles },
  reconcile: { roles: managerRoles },
  choose_sms: { roles: allRoles },
  see_events: { roles: consoleRoles, scope: 'collection:read' },
  send_events: { roles: consoleRoles, scope: 'collection:create' },
  settings: { roles: managerRoles },
  profiles: { roles: managerRoles },
  see_products: { roles: allRoles, scope: 'catalog:read' },
  see_costs: { roles: consoleRoles, scope: 'catalog:read' },
  create_products: { roles: managerRoles, scope: 'catalog:write' },
  products: { roles: managerRoles, scope: 'catalog:write' },
  staff: { roles: managerRoles },
  export: { roles: managerRoles },
  accounts: { roles: ['owner'] },
  hand_over: { roles: ['owner'] },
  acknowledge_notices: { roles: ['owner'] },
  networks: { roles: ['owner'] },
  upgrade: { roles: ['owner'] },
  tills: { roles: managerRoles },
  shifts: { roles: managerRoles },
  confirm_manually: { roles: managerRoles },
} as const satisfies Readonly<Record<string, RightRow>>
/** One row of the permission table. */
export type Right = keyof typeof rights
const table: Readonly<Record<Right, RightRow>> = rights

/** Whether a person with this role has a right in the console. */
export const roleMay = (role: Role, right: Right): boolean => table[right].roles.includes(role)

/**
 * The rights beyond those of a cashier that people have at a till if their role has them. A till is open all
 * day, so all others need the console.
 */
const extraTillRights: readonly Right[] = ['create_products']

/** Whether a person with this role has a right at a till: all rights of a cashier, and a few of the role. */
export const mayAtTill = (role: Role, right: Right): boolean =>
  roleMay('cashier', right) || (extraTillRights.includes(right) && roleMay(role, right))

/** Returns the scope that a key needs for a right; undefined when no key may have it. */
export const scopeFor = (right: Right): Scope | undefined => table[right].scope

/** Whether a key with these scopes has a right. */
export const keyMay = (scopes: readonly Scope[], right: Right): boolean => {
  const { scope, isTrial = false } = table[right]
  if (isTrial && scopes.includes(trialScope)) return true
  return scope !== undefined && scopes.includes(scope)
}

/** The scope of a key that sends money out. */
export const payingScope: Scope = 'disbursement:create'

const allRights = Object.keys(rights) as Right[]

/** Whether a role may give a key this scope: the role must have every right that the scope opens. */
export const mayGiveScope = (role: Role, scope: Scope): boolean =>
  scope !== trialScope && allRights.every(right => scopeFor(right) !== scope || roleMay(role, right))
