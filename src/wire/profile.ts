// Payment profiles in the API: the requests and the view.
import { type Static, Type } from '@sinclair/typebox'
import { locales, type Profile, sessionMethods, shopPath } from '../domain/profile.ts'
import { choice } from './choice.ts'
import { Stamp, stamp } from './money.ts'

const name = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Your name for it; customers never see it',
})
const Locale = choice(locales, { description: 'The language of the page until the customer chooses' })
const Methods = Type.Array(choice(sessionMethods), {
  minItems: 1,
  maxItems: 20,
  description: 'The payment methods of its sessions',
})
/** Returns the schema of an optional text. In a request, null or an empty text removes the stored text. */
const removableText = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ maxLength: 500 }), Type.Null()], {
      description: `${description}; null or empty for none`,
    }),
  )

const fields = {
  merchant_name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Shown above the amount. Default for a new profile: the account’s name',
    }),
  ),
  merchant_logo: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description:
        'null or empty removes it; `data:image/png;base64,…` (also jpeg, webp, gif) sets it. For larger images use `PUT /api/v1/profiles/{id}/logo`',
    }),
  ),
  brand_color: Type.Optional(
    Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: '# and six hex digits, such as #0b6e4f' }),
  ),
  locale: Type.Optional(Locale),
  collect_email: Type.Optional(Type.Boolean({ description: 'Whether the page asks for an e-mail address' })),
  allowed_methods: Type.Optional(Methods),
  redirect_url: removableText('Default `redirect_url` of its sessions'),
  webhook_url: removableText('Default `webhook_url` of its sessions'),
  is_default: Type.Optional(
    Type.Boolean({
      description: 'true makes it the default profile. There is always exactly one',
    }),
  ),
  shop_page: Type.Optional(
    Type.Boolean({ description: 'Whether customers can order from the price list at its `shop_url`' }),
  ),
}

/** The body of `POST /api/v1/profiles`. */
export const CreateProfile = Type.Object({ name, ...fields }, { title: 'CreateProfile' })
export type CreateProfile = Static<typeof CreateProfile>

/** The body of `PATCH` and `PUT`: omitted fields stay unchanged. */
export const ChangeProfile = Type.Object({ name: Type.Optional(name), ...fields }, { title: 'ChangeProfile' })
export type ChangeProfile = Static<typeof ChangeProfile>

export const ProfileView = Type.Object(
  {
    id: Type.String({ description: 'The `profile_id` of sessions' }),
    name: Type.String(),
    merchant_name: Type.String(),
    merchant_logo: Type.String({ description: 'The URL of the logo, or empty' }),
    brand_color: Type.String(),
    locale: Locale,
    collect_email: Type.Boolean(),
    allowed_methods: Methods,
    redirect_url: Type.String({ description: 'Empty for none' }),
    webhook_url: Type.String({ description: 'Empty for none' }),
    is_default: Type.Boolean({ description: 'Used by sessions without a `profile_id`' }),
    shop_page: Type.Boolean({ description: 'Whether its shop page is open' }),
    shop_url: Type.String({ description: 'The address of its shop page' }),
    created_at: Stamp,
  },
  { title: 'Profile' },
)
export type ProfileView = Static<typeof ProfileView>

/** Returns the URL of a profile's logo; empty when it has none. */
export const logoUrl = (publicUrl: string, logoId: string | null): string =>
  logoId === null ? '' : `${publicUrl}/logo/${logoId}`

/** Returns a profile as the merchant sees it. @param publicUrl the base URL of links for customers */
export const profileView = (profile: Profile, publicUrl: string): ProfileView => ({
  id: profile.id,
  name: profile.name,
  merchant_name: profile.merchantName,
  merchant_logo: logoUrl(publicUrl, profile.logoId),
  brand_color: profile.brandColor,
  locale: profile.locale,
  collect_email: profile.collectEmail,
  allowed_methods: [...profile.allowedMethods],
  redirect_url: profile.redirectUrl ?? '',
  webhook_url: profile.webhookUrl ?? '',
  is_default: profile.isDefault,
  shop_page: profile.shopPage,
  shop_url: `${publicUrl}${shopPath(profile.id)}`,
  created_at: stamp(profile.createdAt),
})
