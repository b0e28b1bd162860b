// The form of a new payment link: its values, and the body of its request.

import type { LineItem } from '../../../src/domain/line-item.ts'
import type { Locale, SessionMethod } from '../../../src/domain/profile.ts'
import { type CustomField, type FieldType, sessionSeconds } from '../../../src/domain/session.ts'
import { readShillings, readWholeNumber } from '../../../src/domain/shillings.ts'
import type { CreateSession } from '../../../src/wire/session.ts'

/** An item as typed, also its amounts. `id` identifies the row while others are added and removed. */
export interface ItemDraft {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly quantity: string
  readonly price: string
  readonly sku: string
}
/** A question that the page asks the customer. */
export interface FieldDraft {
  readonly id: number
  readonly label: string
  /** If empty, the key is derived from the label. */
  readonly key: string
  readonly type: FieldType
  readonly required: boolean
  readonly placeholder: string
  /** The choices of a `select`, one per line. */
  readonly options: string
}
/** A pair of metadata as typed. */
export interface MetadataDraft {
  readonly id: number
  readonly key: string
  readonly value: string
}

/** How many items, custom fields and pairs of metadata a link may have. */
export const rowsMax = { items: 50, fields: 20, pairs: 50 } as const

/** All values of the form, as typed. */
export interface LinkDraft {
  /** Whether the customer chooses the amount, between `amountMin` and `amountMax`. */
  readonly open: boolean
  readonly amount: string
  readonly amountMin: string
  readonly amountMax: string
  readonly description: string
  /** Seconds until the link expires, or `own` if `minutes` holds the time. */
  readonly expiry: string
  readonly minutes: string
  /** The id of a profile; empty for the default profile. */
  readonly profile: string
  /** Undefined for the methods of the profile. */
  readonly methods: readonly SessionMethod[] | undefined
  readonly items: readonly ItemDraft[]
  readonly fields: readonly FieldDraft[]
  /** The metadata. */
  readonly pairs: readonly MetadataDraft[]
  /** How the page shows the items. */
  readonly style: 'compact' | 'cards'
  readonly theme: 'light' | 'dark'
  /** Whether the page shows the logo of the profile. */
  readonly logo: boolean
  /** Texts of the button and after payment; empty for the usual ones. */
  readonly button: string
  readonly success: string
  readonly redirect: string
  readonly webhook: string
  /** The customer, as far as the shop knows them. */
  readonly name: string
  readonly phone: string
  readonly email: string
}

/** Properties of a component that edits a part of the draft. */
export interface DraftProps {
  readonly draft: LinkDraft
  readonly change: (changes: Partial<LinkDraft>) => void
}

/** The form when it is opened. */
export const emptyLink: LinkDraft = {
  open: false,
  amount: '',
  amountMin: '',
  amountMax: '',
  description: '',
  expiry: String(sessionSeconds.usual),
  minutes: '',
  profile: '',
  methods: undefined,
  items: [],
  fields: [],
  pairs: [],
  style: 'compact',
  theme: 'light',
  logo: true,
  button: '',
  success: '',
  redirect: '',
  webhook: '',
  name: '',
  phone: '',
  email: '',
}

/** The times until expiry that the form offers, in seconds. */
export const expiries = [900, 3_600, 14_400, 43_200, 86_400] as const

/** Returns an id that no row has yet. */
const nextId = (rows: readonly { readonly id: number }[]) => Math.max(0, ...rows.map(({ id }) => id)) + 1
/** Returns an empty row for the items. */
export const newItem = (rows: readonly ItemDraft[]): ItemDraft => ({
  id: nextId(rows),
  name: '',
  description: '',
  quantity: '1',
  price: '',
  sku: '',
})
/** Returns an empty row for the custom fields. */
export const newField = (rows: readonly FieldDraft[]): FieldDraft => ({
  id: nextId(rows),
  label: '',
  key: '',
  type: 'text',
  required: false,
  placeholder: '',
  options: '',
})
/** Returns an empty row for the metadata. */
export const newMetadata = (rows: readonly MetadataDraft[]): MetadataDraft => ({
  id: nextId(rows),
  key: '',
  value: '',
})

/** Returns the seconds until the link expires; undefined if the typed minutes are not a whole number. */
export const secondsOf = ({ expiry, minutes }: LinkDraft): number | undefined => {
  if (expiry !== 'own') return Number(expiry)
  const wholeMinutes = readWholeNumber(minutes)
  return wholeMinutes === undefined ? undefined : wholeMinutes * 60
}

/**
 * Returns the key of a custom field: the typed key or, without one, a key from the label, such as
 * `table_number` for `Table number`. The API allows at most 40 characters, so a longer label is cut.
 */
export function fieldKeyOf({ key, label }: Pick<FieldDraft, 'key' | 'label'>): string {
  if (key.trim() !== '') return key.trim()
  const withoutAccents = label.normalize('NFKD').replace(/\p{Mark}/gu, '')
  const snakeCase = withoutAccents.toLowerCase().replace(/[^a-z0-9]+/g, '_')
  const withoutEdges = snakeCase.replace(/^_+|_+$/g, '')
  return withoutEdges.slice(0, 40)
}

/** Returns the choices of a field, which are typed one per line. Empty lines are left out. */
export const optionsOf = ({ options }: Pick<FieldDraft, 'options'>): string[] =>
  options
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

/** Returns the total of the items in shillings; undefined without items, or if one is incomplete. */
export function itemsTotalOf(items: readonly ItemDraft[]): number | undefined {
  let total = 0
  for (const item of items) {
    const quantity = readWholeNumber(item.quantity)
    const price = readShillings(item.price)
    if (quantity === undefined || price === undefined) return undefined
    total += quantity * price
  }
  return items.length > 0 && Number.isSafeInteger(total) ? total : undefined
}

/**
 * Returns an object to spread into the request: the trimmed text as the property `name`, or no property if
 * the text is empty.
 */
const ifTyped = <K extends string>(name: K, text: string) =>
  (text.trim() === '' ? {} : { [name]: text.trim() }) as { [P in K]?: string }

/** Returns an item for the request. In a preview, a missing quantity becomes 1 and a missing price 0. */
export const itemOf = ({ name, description, quantity, price, sku }: ItemDraft): LineItem => ({
  name: name.trim(),
  quantity: readWholeNumber(quantity) ?? 1,
  unit_price: readShillings(price) ?? 0,
  ...ifTyped('description', description),
  ...ifTyped('sku', sku),
})

/** Returns a custom field for the request. Only a `select` has choices. */
export const fieldOf = (draft: FieldDraft): CustomField & { options?: string[] } => ({
  key: fieldKeyOf(draft),
  label: draft.label.trim(),
  type: draft.type,
  required: draft.required,
  ...ifTyped('placeholder', draft.placeholder),
  ...(draft.type === 'select' ? { options: optionsOf(draft) } : {}),
})

/**
 * Returns the body of the request that creates the link. Empty values are left out, so that the server uses
 * its defaults. The draft must be without faults.
 */
export function createBodyOf(draft: LinkDraft): CreateSession {
  const { items, fields, pairs, methods } = draft
  const amount = readShillings(draft.amount)
  const customAmount = {
    allow_custom_amount: true,
    min_amount: readShillings(draft.amountMin) ?? 0,
    max_amount: readShillings(draft.amountMax) ?? 0,
  }
  const metadata = Object.fromEntries(pairs.map(({ key, value }) => [key, value]))
  return {
    ...(amount === undefined ? {} : { amount }),
    ...(draft.open ? customAmount : {}),
    ...ifTyped('description', draft.description),
    expires_in: secondsOf(draft) ?? sessionSeconds.usual,
    ...(draft.profile ? { profile_id: draft.profile } : {}),
    ...(methods ? { allowed_methods: [...methods] } : {}),
    ...(items.length > 0 ? { line_items: items.map(itemOf) } : {}),
    ...(fields.length > 0 ? { custom_fields: fields.map(fieldOf) } : {}),
    ...(pairs.length > 0 ? { metadata } : {}),
    customer: {
      ...ifTyped('name', draft.name),
      ...ifTyped('phone', draft.phone),
      ...ifTyped('email', draft.email),
    },
    ...ifTyped('redirect_url', draft.redirect),
    ...ifTyped('webhook_url', draft.webhook),
    display: {
      show_line_items: true,
      show_description: true,
      show_merchant_logo: draft.logo,
      line_items_style: draft.style,
      theme: draft.theme,
      button_text: draft.button.trim(),
      success_message: draft.success.trim(),
    },
  }
}

/** The parts of a checkout page that come from its profile. */
export interface Branding {
  readonly merchant_name: string
  /** An address that the picture is loaded from, or empty. */
  readonly merchant_logo: string
  readonly brand_color: string
  readonly locale: Locale
  readonly collect_email: boolean
  readonly allowed_methods: readonly SessionMethod[]
}
