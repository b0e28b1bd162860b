// The form of a checkout profile: its values, which rules they break, what is
// sent, how its colour reads.
import type { Locale, SessionMethod } from '../../../src/domain/profile.ts'
import type { CreateProfile, ProfileView } from '../../../src/wire/profile.ts'
import { contrast, textOn } from '../../checkout/colour.ts'
import { paletteOf } from '../../checkout/palette.ts'
import type { Branding } from '../links/link-form.model.ts'
import { addressChecks } from '../parts/address-fault.model.ts'
import { type FieldFaults, faultsIn, requiredTextFault } from '../parts/form-fault.model.ts'

export type Profile = ProfileView

/** The picture: as it is, a new one to send, or none. */
export type LogoDraft =
  | { readonly kind: 'kept' | 'none' }
  | { readonly kind: 'picked'; readonly picture: Blob; readonly url: string }

export interface ProfileDraft {
  readonly name: string
  readonly shop: string
  readonly logo: LogoDraft
  readonly colour: string
  readonly locale: Locale
  readonly email: boolean
  readonly methods: readonly SessionMethod[]
  readonly redirect: string
  readonly webhook: string
  readonly shopPage: boolean
}

/** What a new profile begins with. @param like the default one, which knows the shop's ways to pay */
export const newProfileDraft = (like: Profile): ProfileDraft => ({
  ...profileDraftOf(like),
  name: '',
  logo: { kind: 'none' },
  redirect: '',
  webhook: '',
  shopPage: false,
})

export const profileDraftOf = (profile: Profile): ProfileDraft => ({
  name: profile.name,
  shop: profile.merchant_name,
  logo: { kind: profile.merchant_logo === '' ? 'none' : 'kept' },
  colour: profile.brand_color,
  locale: profile.locale,
  email: profile.collect_email,
  methods: profile.allowed_methods,
  redirect: profile.redirect_url,
  webhook: profile.webhook_url,
  shopPage: profile.shop_page,
})

/** Whether saving either draft has the same result. */
export const isSameProfileDraft = (a: ProfileDraft, b: ProfileDraft): boolean =>
  JSON.stringify([profileBody(a), urlOf(a)]) === JSON.stringify([profileBody(b), urlOf(b)])
const urlOf = ({ logo }: ProfileDraft) => (logo.kind === 'picked' ? logo.url : logo.kind)

/** Whether nothing was changed that the form holds: which one is the default is decided elsewhere. */
export const isSameProfile = (a: Profile, b: Profile): boolean =>
  isSameProfileDraft(profileDraftOf(a), profileDraftOf(b)) && a.merchant_logo === b.merchant_logo

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** The rules of the API, checked before the request. */
export const profileFaults = (draft: ProfileDraft): FieldFaults =>
  faultsIn([
    ['name', requiredTextFault(draft.name, 100)],
    ['merchant_name', requiredTextFault(draft.shop, 100)],
    ['brand_color', !isColour(draft.colour) && 'colour'],
    ['allowed_methods', draft.methods.length === 0 && 'methods'],
    ...addressChecks(draft.redirect, draft.webhook),
  ])

/** The body of the request; a new picture is sent after it. */
export const profileBody = (draft: ProfileDraft): CreateProfile => ({
  name: draft.name.trim(),
  merchant_name: draft.shop.trim(),
  brand_color: draft.colour,
  locale: draft.locale,
  collect_email: draft.email,
  allowed_methods: [...draft.methods],
  redirect_url: draft.redirect.trim(),
  webhook_url: draft.webhook.trim(),
  shop_page: draft.shopPage,
  ...(draft.logo.kind === 'none' ? { merchant_logo: null } : {}),
})

/** The branding that the preview shows. @param saved the address of the stored picture */
export const brandOfDraft = (draft: ProfileDraft, saved: string): Branding => ({
  merchant_name: draft.shop,
  merchant_logo: draft.logo.kind === 'picked' ? draft.logo.url : draft.logo.kind === 'kept' ? saved : '',
  brand_color: draft.colour,
  locale: draft.locale,
  collect_email: draft.email,
  allowed_methods: draft.methods,
})

/** How words read on the colour, and whether lines and links need another shade of it. */
export function legibility(colour: string): {
  readonly ink: 'white' | 'black'
  readonly ratio: string
  readonly shaded: boolean
} {
  const ink = textOn(colour)
  return {
    ink: ink === '#ffffff' ? 'white' : 'black',
    ratio: contrast(colour, ink).toFixed(1),
    shaded: paletteOf('light', colour).accent !== colour.toLowerCase(),
  }
}

/** Colours that carry white words, as a beginning. */
export const colours = [
  '#0b6e4f',
  '#0b5d86',
  '#1d4ed8',
  '#6d28d9',
  '#be185d',
  '#b91c1c',
  '#b45309',
  '#1f2937',
] as const
