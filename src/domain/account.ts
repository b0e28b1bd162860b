// An account is a merchant on this box: live, or its sandbox twin. Who may do what is one table.

import type { FeeSchedule } from './posting.ts'

export type Mode = 'live' | 'sandbox'
export type Role = 'owner' | 'admin' | 'developer' | 'cashier'
export type ApiVersion = '2026-01-25' | '2026-01-01'
export const currentVersion: ApiVersion = '2026-01-25'
export const apiVersions: readonly ApiVersion[] = ['2026-01-25', '2026-01-01']

export const scopes = [
  'collection:create',
  'collection:read',
  'disbursement:create',
  'disbursement:read',
  'metrics:read',
] as const
export type Scope = (typeof scopes)[number]

export interface Account {
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
  /** The key before it, sealed, while webhooks carry a second signature. */
  readonly previousSigningKey: string | null
  /** When that ends. */
  readonly previousUntil: number | null
  readonly webhookUrl: string | null
  /** Host names and networks (CIDR) that webhooks may reach besides the public internet. */
  readonly webhookHosts: readonly string[]
  readonly fees: FeeSchedule
  readonly amountMax: number | null
  /** How long a payment stays pending unless the request says less. */
  readonly expirySeconds: number
  readonly createdAt: number
}

const everybody: readonly Role[] = ['owner', 'admin', 'developer', 'cashier']
const office: readonly Role[] = ['owner', 'admin', 'developer']
const bosses: readonly Role[] = ['owner', 'admin']

/**
 * What a person, a key or a till may do: the roles, and the scope a key needs; without a scope no key ever
 * may.
 */
const rights = {
  sell: { roles: everybody, scope: 'collection:create' },
  see_sales: { roles: everybody, scope: 'collection:read' },
  see_balance: { roles: office, scope: 'collection:read' },
  keys: { roles: office },
  pay_out: { roles: ['owner'], scope: 'disbursement:create' },
  see_payouts: { roles: office, scope: 'disbursement:read' },
  read_metrics: { roles: office, scope: 'metrics:read' },
  settle_unmatched: { roles: bosses },
  see_events: { roles: office, scope: 'collection:read' },
  send_events: { roles: office, scope: 'collection:create' },
  settings: { roles: bosses },
  profiles: { roles: bosses },
  staff: { roles: bosses },
  export: { roles: bosses },
  accounts: { roles: ['owner'] },
  hand_over: { roles: ['owner'] },
  tills: { roles: bosses },
  shifts: { roles: bosses },
  confirm_manually: { roles: bosses },
} as const satisfies Readonly<Record<string, { readonly roles: readonly Role[]; readonly scope?: Scope }>>
/** One row of the permission table. */
export type Right = keyof typeof rights
const table: Readonly<Record<Right, { readonly roles: readonly Role[]; readonly scope?: Scope }>> = rights

/** Whether a role may do it. */
export const roleMay = (role: Role, right: Right): boolean => table[right].roles.includes(role)

/** The scope a key needs for it; undefined when no key ever may. */
export const scopeFor = (right: Right): Scope | undefined => table[right].scope

/** The scope of a key that sends money out. */
export const payingScope: Scope = 'disbursement:create'

const allRights = Object.keys(rights) as Right[]

/**
 * Whether a role may give a key this scope: every right that the scope opens must be theirs, so that no key
 * may more than its maker.
 */
export const mayGiveScope = (role: Role, scope: Scope): boolean =>
  allRights.every(right => scopeFor(right) !== scope || roleMay(role, right))
