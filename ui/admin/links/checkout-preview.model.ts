// What the preview of a checkout page shows: a link while it is written, or a profile while it is changed.
import { sessionSeconds } from '../../../src/domain/session.ts'
import { readShillings } from '../../../src/domain/shillings.ts'
import type { CheckoutView } from '../../checkout/view.ts'
import { type Branding, fieldOf, itemOf, type LinkDraft, secondsOf } from './link-form.model.ts'

/**
 * Returns the address that the preview loads the logo from; null without a logo. A picture that a person has
 * just chosen is in the browser, at a `blob:` or `data:` address. Of a stored logo only the path is used,
 * because this server has the picture even if the address names another host.
 */
export const logoPath = (url: string): string | null => {
  if (url === '') return null
  const isInBrowser = url.startsWith('blob:') || url.startsWith('data:')
  return isInBrowser ? url : new URL(url, 'http://server').pathname
}

/** Returns the parts of a checkout page that its profile decides, and those equal in all previews. */
const brandOf = (
  { merchant_name, merchant_logo, brand_color, locale, collect_email }: Branding,
  isSandbox: boolean,
) => ({
  path: '/checkout/preview',
  merchantName: merchant_name.trim() || '…',
  logo: logoPath(merchant_logo),
  brandColor: brand_color,
  locale,
  collectEmail: collect_email,
  sandbox: isSandbox,
  meta: null,
  refused: null,
})

/**
 * Returns the checkout page of a link whose form is being filled in. An amount that is missing or invalid is
 * shown as 0. Items and fields without a name are left out.
 */
export function viewOfDraft(draft: LinkDraft, brand: Branding, isSandbox: boolean): CheckoutView {
  const { open: isCustomAmount } = draft
  const brandParts = brandOf(brand, isSandbox)
  const amount = readShillings(draft.amount)
  const bounds = { min: readShillings(draft.amountMin) ?? 0, max: readShillings(draft.amountMax) ?? 0 }
  const methods = draft.methods?.length ? draft.methods : brand.allowed_methods
  const expiryMs = (secondsOf(draft) ?? sessionSeconds.usual) * 1_000
  return {
    ...brandParts,
    logo: draft.logo ? brandParts.logo : null,
    theme: draft.theme,
    amount: isCustomAmount ? null : (amount ?? 0),
    custom: isCustomAmount ? bounds : null,
    lineItems: draft.items.filter(({ name }) => name.trim() !== '').map(itemOf),
    lineItemsStyle: draft.style,
    description: draft.description.trim() || null,
    methods,
    customFields: draft.fields.filter(({ label }) => label.trim() !== '').map(fieldOf),
    buttonText: draft.button.trim(),
    successMessage: draft.success.trim(),
    state: {
      kind: 'form',
      values: {
        payment_method: methods[0] ?? '',
        amount: isCustomAmount && amount !== undefined ? String(amount) : '',
        customer_phone: draft.phone.trim(),
        customer_name: draft.name.trim(),
        customer_email: draft.email.trim(),
      },
      problems: {},
      failed: null,
      now: 0, // the page shows only the time left until `expiresAt`
      expiresAt: expiryMs,
    },
  }
}

/** Returns the checkout page of an example sale of TZS 12,500, with the branding of a profile. */
export const viewOfBrand = (brand: Branding, isSandbox: boolean, description: string): CheckoutView => ({
  ...brandOf(brand, isSandbox),
  theme: 'light',
  amount: 12_500,
  custom: null,
  lineItems: [],
  lineItemsStyle: 'compact',
  description,
  methods: brand.allowed_methods,
  customFields: [],
  buttonText: '',
  successMessage: '',
  state: {
    kind: 'form',
    values: { payment_method: brand.allowed_methods[0] ?? '' },
    problems: {},
    failed: null,
    now: 0,
    expiresAt: 3_600_000, // in an hour, since `now` is 0
  },
})
