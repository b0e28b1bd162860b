// A profile: the look of a checkout page and the defaults of its sessions. Each account always has a default
// profile.
import type { Mode } from './account.ts'
import { badField } from './fault.ts'

export type Locale = 'en' | 'sw'
export const locales: readonly Locale[] = ['en', 'sw']

/** How a session may be paid. */
export const sessionMethods = ['mobile_money', 'qr', 'card'] as const
export type SessionMethod = (typeof sessionMethods)[number]

export interface Profile {
  readonly id: string // `prof_` and 32 hex digits
  readonly accountId: string
  readonly name: string // the merchant's name for it; customers never see it
  readonly merchantName: string
  readonly logoId: string | null // the uploaded picture
  readonly brandColor: string // `#` and six hex digits, lower case
  readonly locale: Locale
  readonly collectEmail: boolean
  readonly allowedMethods: readonly SessionMethod[]
  readonly redirectUrl: string | null
  readonly webhookUrl: string | null
  readonly isDefault: boolean
  readonly shopPage: boolean // customers order at /shop/{id}
  readonly shopOrders: number // the number of the last order there
  readonly createdAt: number
  readonly deletedAt: number | null
}

/** White text is readable on this green. The sandbox is amber, so that the two are not confused. */
const ownColors: Readonly<Record<Mode, string>> = { live: '#0b6e4f', sandbox: '#b45309' }

/** Returns the first profile of an account, which is its default. */
export const firstProfile = (
  id: string,
  account: { readonly id: string; readonly name: string; readonly mode: Mode },
  now: number,
): Profile => ({
  id,
  accountId: account.id,
  name: 'Default',
  merchantName: account.name,
  logoId: null,
  brandColor: ownColors[account.mode],
  locale: 'en',
  collectEmail: false,
  allowedMethods: ['mobile_money'],
  redirectUrl: null,
  webhookUrl: null,
  isDefault: true,
  shopPage: false,
  shopOrders: 0,
  createdAt: now,
  deletedAt: null,
})

export const shopPath = (profileId: string): string => `/shop/${profileId}`

export const profilesMax = 100

/** The fields that a merchant may change; omitted fields stay unchanged. */
export type ProfileChange = {
  readonly [Field in Exclude<
    keyof Profile,
    'id' | 'accountId' | 'logoId' | 'shopOrders' | 'createdAt' | 'deletedAt'
  >]?: Profile[Field] | undefined
}

/**
 * Applies a change to a profile.
 * @throws Fault `validation_error` naming `is_default`, because the default profile stays the default until
 * another one becomes it
 */
export function applyProfileChange(profile: Profile, change: ProfileChange): Profile {
  if (profile.isDefault && change.isDefault === false)
    throw badField('is_default', 'default_profile_required')
  const changedFields = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return { ...profile, ...changedFields }
}
