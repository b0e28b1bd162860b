// A profile: how a checkout page looks and what its sessions fall back to. Each account always has a default
// one.
import type { Mode } from './account.ts'
import { badField } from './fault.ts'

export type Locale = 'en' | 'sw'
export const locales: readonly Locale[] = ['en', 'sw']

/** How a session may be paid. */
export const sessionMethods = ['mobile_money', 'qr', 'card'] as const
export type SessionMethod = (typeof sessionMethods)[number]

export interface Profile {
  /** `prof_` and 32 hex digits. */
  readonly id: string
  readonly accountId: string
  /** What the merchant calls it; customers never see it. */
  readonly name: string
  readonly merchantName: string
  /** The uploaded picture. */
  readonly logoId: string | null
  /** `#` and six hex digits, lower case. */
  readonly brandColor: string
  readonly locale: Locale
  readonly collectEmail: boolean
  readonly allowedMethods: readonly SessionMethod[]
  readonly redirectUrl: string | null
  readonly webhookUrl: string | null
  readonly isDefault: boolean
  readonly createdAt: number
  readonly deletedAt: number | null
}

/** A green that carries white text; the sandbox is amber, so that neither is taken for the other. */
const ownColors: Readonly<Record<Mode, string>> = { live: '#0b6e4f', sandbox: '#b45309' }

/** The profile every account starts with. */
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
  createdAt: now,
  deletedAt: null,
})

/** How many an account may have. */
export const profilesMax = 100

/** What a merchant may change; what is left out stays. */
export type ProfileChange = {
  readonly [Field in Exclude<keyof Profile, 'id' | 'accountId' | 'logoId' | 'createdAt' | 'deletedAt'>]?:
    | Profile[Field]
    | undefined
}

/**
 * The next value of a profile. The default moves by being given to another one, never by being taken away.
 * @throws Fault naming `is_default`
 */
export function changedProfile(profile: Profile, change: ProfileChange): Profile {
  if (profile.isDefault && change.isDefault === false)
    throw badField('is_default', 'default_profile_required')
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return { ...profile, ...given }
}
