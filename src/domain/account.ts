// An account is a merchant on this box: live, or its sandbox twin. Who may do what is one table.

import type { FeeSchedule } from './posting.ts'

export type Mode = 'live' | 'sandbox'
export type Role = 'owner' | 'admin' | 'developer' | 'cashier'
export type ApiVersion = '2026-01-25' | '2026-01-01'
export const currentVersion: ApiVersion = '2026-01-25'
export const apiVersions: readonly ApiVersion[] = ['2026-01-25', '2026-01-01']

export const scopes = ['collection:create', 'collection:read', 'disbursement:create', 'disbursement:read'] as const
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

/** What a person, a key or a till wants to do; one row of the permission table. */
export type Right =
  | 'sell'
  | 'see_sales'
  | 'see_balance'
  | 'see_events'
  | 'send_events'
  | 'keys'
  | 'pay_out'
  | 'see_payouts'
  | 'settle_unmatched'

const rightsOfRole: Readonly<Record<Role, readonly Right[]>> = {
  owner: ['sell', 'see_sales', 'see_balance', 'see_events', 'send_events', 'keys', 'pay_out', 'see_payouts', 'settle_unmatched'],
  admin: ['sell', 'see_sales', 'see_balance', 'see_events', 'send_events', 'keys', 'see_payouts', 'settle_unmatched'],
  developer: ['sell', 'see_sales', 'see_balance', 'see_events', 'send_events', 'keys', 'see_payouts'],
  cashier: ['sell', 'see_sales'],
}

const scopeOfRight: Readonly<Record<Right, Scope | undefined>> = {
  sell: 'collection:create',
  see_sales: 'collection:read',
  see_balance: 'collection:read',
  see_events: 'collection:read',
  send_events: 'collection:create',
  keys: undefined,
  pay_out: 'disbursement:create',
  see_payouts: 'disbursement:read',
  settle_unmatched: undefined,
}

/** Whether a role may do it. */
export const roleMay = (role: Role, right: Right): boolean => rightsOfRole[role].includes(right)

/** The scope a key needs for it; undefined when no key ever may. */
export const scopeFor = (right: Right): Scope | undefined => scopeOfRight[right]
