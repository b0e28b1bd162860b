// The form of a checkout profile: its values, validation, the request's body, and how text reads on a colour.
import type { Locale, SessionMethod } from '../../../src/domain/profile.ts'
import type { CreateProfile, ProfileView } from '../../../src/wire/profile.ts'
import { contrast, textOn } from '../../checkout/colour.ts'
import { paletteOf } from '../../checkout/palette.ts'
import type { Branding } from '../links/link-form.model.ts'
import { addressChecks } from '../parts/address-fault.model.ts'
import { type FieldFaults, faultsIn, requiredTextFault } from '../parts/form-fault.model.ts'

export type Profile = ProfileView

/** The logo: the stored one, none, or a new one to send. */
export type LogoDraft =
  | { readonly kind: 'kept' | 'none' }
  | { readonly kind: 'picked'; readonly picture: Blob; readonly url: string }

/** The form as it is typed. */
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

/**
 * Returns the form of a new profile. It takes colour, methods and the like from the default profile, but no
 * name, logo or addresses.
 */
export const newProfileDraft = (defaultProfile: Profile): ProfileDraft => ({
  ...profileDraftOf(defaultProfile),
  name: '',
  logo: { kind: 'none' },
  redirect: '',
  webhook: '',
  shopPage: false,
})

/** Returns the form of a stored profile. */
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

/** Returns a text that tells logos apart: the URL of a newly picked one, else `kept` or `none`. */
const urlOf = ({ logo }: ProfileDraft) => (logo.kind === 'picked' ? logo.url : logo.kind)

/**
 * Whether two versions of a profile have the same values in the form. Whether it is the default does not
 * count, because another button changes that.
 */
export const isSameProfile = (a: Profile, b: Profile): boolean =>
  isSameProfileDraft(profileDraftOf(a), profileDraftOf(b)) && a.merchant_logo === b.merchant_logo

/** Whether a text is a colour as `#0b6e4f`. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** Finds what is wrong with the form before it is sent. */
export const profileFaults = (draft: ProfileDraft): FieldFaults =>
  faultsIn([
    ['name', requiredTextFault(draft.name, 100)],
    ['merchant_name', requiredTextFault(draft.shop, 100)],
    ['brand_color', !isColour(draft.colour) && 'colour'],
    ['allowed_methods', draft.methods.length === 0 && 'methods'],
    ...addressChecks(draft.redirect, draft.webhook),
  ])

/** Returns the body of the request. A new picture is sent after it. */
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

/** Returns the branding that the preview shows. `savedLogo` is the address of the stored picture. */
export const brandOfDraft = (draft: ProfileDraft, savedLogo: string): Branding => ({
  merchant_name: draft.shop,
  merchant_logo: logoUrlOf(draft, savedLogo),
  brand_color: draft.colour,
  locale: draft.locale,
  collect_email: draft.email,
  allowed_methods: draft.methods,
})

/** Returns the address of the draft's logo; empty if it has none. */
function logoUrlOf({ logo }: ProfileDraft, savedLogo: string): string {
  if (logo.kind === 'picked') return logo.url
  return logo.kind === 'kept' ? savedLogo : ''
}

/**
 * Returns the text colour on a brand colour, their contrast ratio (WCAG), and whether lines and links need
 * another shade of it.
 */
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

/** The colours that the form offers. White text is readable on each. */
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
