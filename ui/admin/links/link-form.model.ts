// The form of a new payment link: its values, and the body of its request.

import type { LineItem } from '../../../src/domain/line-item.ts'
import type { Locale, SessionMethod } from '../../../src/domain/profile.ts'
import { type CustomField, type FieldType, sessionSeconds } from '../../../src/domain/session.ts'
import { readShillings, readWholeNumber } from '../../../src/domain/shillings.ts'
import type { CreateSession } from '../../../src/wire/session.ts'

/** Amounts and counts are kept as typed. `id` tells rows apart while they come and go. */
export interface ItemDraft {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly quantity: string
  readonly price: string
  readonly sku: string
}
export interface FieldDraft {
  readonly id: number
  readonly label: string
  /** Empty: derived from the label. */
  readonly key: string
  readonly type: FieldType
  readonly required: boolean
  readonly placeholder: string
  /** One choice a line. */
  readonly options: string
}
export interface MetadataDraft {
  readonly id: number
  readonly key: string
  readonly value: string
}

export interface LinkDraft {
  /** The customer chooses the amount. */
  readonly open: boolean
  readonly amount: string
  readonly amountMin: string
  readonly amountMax: string
  readonly description: string
  /** Seconds, or `own`: then minutes are typed. */
  readonly expiry: string
  readonly minutes: string
  /** Empty: the default profile. */
  readonly profile: string
  /** Undefined: those of the profile. */
  readonly methods: readonly SessionMethod[] | undefined
  readonly items: readonly ItemDraft[]
  readonly fields: readonly FieldDraft[]
  readonly pairs: readonly MetadataDraft[]
  readonly style: 'compact' | 'cards'
  readonly theme: 'light' | 'dark'
  readonly logo: boolean
  readonly button: string
  readonly success: string
  readonly redirect: string
  readonly webhook: string
  readonly name: string
  readonly phone: string
  readonly email: string
}

export interface DraftProps {
  readonly draft: LinkDraft
  readonly change: (part: Partial<LinkDraft>) => void
}

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

/** Seconds that are offered. */
export const expiries = [900, 3_600, 14_400, 43_200, 86_400] as const

const nextId = (rows: readonly { readonly id: number }[]) => Math.max(0, ...rows.map(({ id }) => id)) + 1
export const newItem = (rows: readonly ItemDraft[]): ItemDraft => ({
  id: nextId(rows),
  name: '',
  description: '',
  quantity: '1',
  price: '',
  sku: '',
})
export const newField = (rows: readonly FieldDraft[]): FieldDraft => ({
  id: nextId(rows),
  label: '',
  key: '',
  type: 'text',
  required: false,
  placeholder: '',
  options: '',
})
export const newMetadata = (rows: readonly MetadataDraft[]): MetadataDraft => ({
  id: nextId(rows),
  key: '',
  value: '',
})

export const secondsOf = ({ expiry, minutes }: LinkDraft): number | undefined => {
  if (expiry !== 'own') return Number(expiry)
  const number = readWholeNumber(minutes)
  return number === undefined ? undefined : number * 60
}

/** `Table number` → `table_number` */
export const fieldKeyOf = ({ key, label }: Pick<FieldDraft, 'key' | 'label'>): string =>
  key.trim() ||
  label
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40)

export const optionsOf = ({ options }: Pick<FieldDraft, 'options'>): string[] =>
  options
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

/** What the items cost together; undefined while one of them has no price. */
export function itemsTotalOf(items: readonly ItemDraft[]): number | undefined {
  const sums = items.map(
    ({ quantity, price }) => (readWholeNumber(quantity) ?? Number.NaN) * (readShillings(price) ?? Number.NaN),
  )
  const sum = sums.reduce((all, amount) => all + amount, 0)
  return items.length > 0 && Number.isSafeInteger(sum) ? sum : undefined
}

const ifTyped = <K extends string>(name: K, text: string) =>
  (text.trim() === '' ? {} : { [name]: text.trim() }) as { [P in K]?: string }

export const itemOf = ({ name, description, quantity, price, sku }: ItemDraft): LineItem => ({
  name: name.trim(),
  quantity: readWholeNumber(quantity) ?? 1,
  unit_price: readShillings(price) ?? 0,
  ...ifTyped('description', description),
  ...ifTyped('sku', sku),
})

export const fieldOf = (draft: FieldDraft): CustomField & { options?: string[] } => ({
  key: fieldKeyOf(draft),
  label: draft.label.trim(),
  type: draft.type,
  required: draft.required,
  ...ifTyped('placeholder', draft.placeholder),
  ...(draft.type === 'select' ? { options: optionsOf(draft) } : {}),
})

/** The body of the request. @param draft without faults */
export function createBodyOf(draft: LinkDraft): CreateSession {
  const { open, items, fields, pairs, methods } = draft
  const amount = readShillings(draft.amount)
  return {
    ...(amount === undefined ? {} : { amount }),
    ...(open
      ? {
          allow_custom_amount: true,
          min_amount: readShillings(draft.amountMin) ?? 0,
          max_amount: readShillings(draft.amountMax) ?? 0,
        }
      : {}),
    ...ifTyped('description', draft.description),
    expires_in: secondsOf(draft) ?? sessionSeconds.usual,
    ...(draft.profile ? { profile_id: draft.profile } : {}),
    ...(methods ? { allowed_methods: [...methods] } : {}),
    ...(items.length > 0 ? { line_items: items.map(itemOf) } : {}),
    ...(fields.length > 0 ? { custom_fields: fields.map(fieldOf) } : {}),
    ...(pairs.length > 0
      ? { metadata: Object.fromEntries(pairs.map(({ key, value }) => [key, value])) }
      : {}),
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

/** What a page takes from its profile. */
export interface Branding {
  readonly merchant_name: string
  /** An address that the picture is loaded from, or empty. */
  readonly merchant_logo: string
  readonly brand_color: string
  readonly locale: Locale
  readonly collect_email: boolean
  readonly allowed_methods: readonly SessionMethod[]
}
