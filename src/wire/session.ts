// Checkout sessions in the API: the create request, and the views of the merchant and the customer.
import { type Static, Type } from '@sinclair/typebox'
import { amountMax, amountMin } from '../domain/payment-limit.ts'
import { locales, type Profile, sessionMethods } from '../domain/profile.ts'
import {
  type CheckoutDisplay,
  type CustomField,
  fieldTypes,
  type Session,
  sessionReference,
  sessionSeconds,
} from '../domain/session.ts'
import { sessionStatuses } from '../domain/session-status.ts'
import { choice } from './choice.ts'
import { LineItems, LineItemsView, lineItemsView } from './line-item.ts'
import { Stamp, stamp } from './money.ts'
import { Metadata } from './payment.ts'
import { logoUrl } from './profile.ts'

/** Returns the schema of a text of at most this many characters, which may be empty. */
const text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description === undefined ? {} : { description }) })
/** Returns the schema of a text of at most this many characters, which may not consist only of spaces. */
const requiredText = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', description: 'text, not only spaces' })

const CustomFieldShape = Type.Object(
  {
    key: Type.String({
      minLength: 1,
      maxLength: 40,
      pattern: '^[A-Za-z0-9_]+$',
      description: 'letters, digits and underscore',
    }),
    label: requiredText(200),
    type: choice(fieldTypes),
    required: Type.Boolean(),
    placeholder: Type.Optional(text(200)),
    options: Type.Optional(
      Type.Array(requiredText(200), { maxItems: 100, description: 'Choices of a `select`' }),
    ),
  },
  { title: 'CustomField', description: 'A question on the checkout page' },
)

const displayFields = {
  show_line_items: Type.Boolean(),
  line_items_style: choice(['compact', 'cards'] as const),
  show_description: Type.Boolean(),
  show_merchant_logo: Type.Boolean(),
  theme: choice(['light', 'dark'] as const),
  success_message: text(500),
  button_text: text(60),
}

const SessionCustomerFields = Type.Object(
  {
    name: Type.Optional(text(200)),
    phone: Type.Optional(text(30)),
    email: Type.Optional(
      Type.String({ maxLength: 320, pattern: '^$|^[^@\\s]+@[^@\\s]+$', description: 'an e-mail address' }),
    ),
  },
  { title: 'SessionCustomerFields', description: 'Pre-fills the form' },
)

/** The body of `POST /api/v1/sessions`. Unknown fields are ignored: branding comes from the profile. */
export const CreateSession = Type.Object(
  {
    amount: Type.Optional(
      Type.Integer({ minimum: 0, maximum: amountMax, description: `whole shillings, at least ${amountMin}` }),
    ),
    currency: Type.Optional(Type.Literal('TZS')),
    allowed_methods: Type.Optional(Type.Array(choice(sessionMethods), { minItems: 1, maxItems: 20 })),
    allow_custom_amount: Type.Optional(Type.Boolean({ description: 'The customer enters the amount' })),
    min_amount: Type.Optional(Type.Integer({ minimum: 0, maximum: amountMax })),
    max_amount: Type.Optional(Type.Integer({ minimum: 0, maximum: amountMax })),
    customer: Type.Optional(SessionCustomerFields),
    profile_id: Type.Optional(text(60, 'Default: your default profile')),
    redirect_url: Type.Optional(text(500, 'Where the customer goes after payment')),
    webhook_url: Type.Optional(text(500, 'Receives the payment events')),
    description: Type.Optional(text(500)),
    metadata: Type.Optional(Metadata),
    expires_in: Type.Optional(
      Type.Integer({
        minimum: sessionSeconds.min,
        maximum: sessionSeconds.max,
        description: `seconds; default ${sessionSeconds.usual}`,
      }),
    ),
    line_items: Type.Optional(LineItems),
    custom_fields: Type.Optional(Type.Array(CustomFieldShape, { maxItems: 20 })),
    display: Type.Optional(Type.Partial(Type.Object(displayFields), { title: 'DisplayFields' })),
  },
  { title: 'CreateSession' },
)
export type CreateSession = Static<typeof CreateSession>

/** How a checkout page looks unless its session asks for something else. */
export const displayDefaults: CheckoutDisplay = {
  show_line_items: false,
  line_items_style: 'compact',
  show_description: false,
  show_merchant_logo: false,
  theme: 'light',
  success_message: '',
  button_text: '',
}

const shownFields = {
  reference: Type.String({ description: 'Use it in paths' }),
  status: choice(sessionStatuses),
  amount: Type.Integer({
    description: 'Whole shillings; 0 when the customer chooses and no amount is suggested',
  }),
  currency: Type.Literal('TZS'),
  merchant_name: Type.String(),
  merchant_logo: Type.String(),
  brand_color: Type.String({ description: 'A hex colour, such as #0b6e4f' }),
  locale: choice(locales),
  customer_name: Type.String(),
  customer_phone: Type.String(),
  customer_email: Type.String(),
  allowed_methods: Type.Array(choice(sessionMethods)),
  description: Type.String(),
  collect_email: Type.Boolean(),
  allow_custom_amount: Type.Boolean(),
  min_amount: Type.Integer({ description: '0 unless the customer chooses' }),
  max_amount: Type.Integer(),
  line_items: LineItemsView,
  display: Type.Object(displayFields, { title: 'Display' }),
  expires_at: Stamp,
}

/** The fields that anyone with the link may read. */
export const CheckoutView = Type.Object(
  { ...shownFields, custom_fields: Type.Array(CustomFieldShape) },
  { title: 'Checkout', description: 'A session as the customer sees it' },
)
export type CheckoutView = Static<typeof CheckoutView>

export const SessionView = Type.Object(
  {
    id: Type.String(),
    ...shownFields,
    mode: Type.Literal('payment'),
    checkout_url: Type.String({ description: 'Give this to the customer' }),
    short_code: Type.String(),
    payment_link_url: Type.String({
      description: 'A short link to the same page; `?meta=` adds your own data',
    }),
    redirect_url: Type.String(),
    webhook_url: Type.String(),
    metadata: Metadata,
    custom_fields: Type.Array(
      Type.Composite([
        CustomFieldShape,
        Type.Object({ value: Type.Optional(Type.String({ description: 'The customer’s answer' })) }),
      ]),
    ),
    answers: Type.Record(Type.String(), Type.String(), { description: 'The customer’s answers by key' }),
    payment_reference: Type.String({
      description: 'The payment; empty until the customer starts to pay',
    }),
    late: Type.Boolean({ description: 'Completed after it had expired or been cancelled' }),
    completed_at: Type.Union([Stamp, Type.Null()]),
    created_at: Stamp,
  },
  { title: 'Session' },
)
export type SessionView = Static<typeof SessionView>

/** The base address of links, without a trailing slash. */
type Base = string

const checkoutUrl = (base: Base, { token }: Session): string => `${base}/checkout/${token}`
/** Returns the short link to the checkout page of a session. */
export const paymentLinkUrl = (base: Base, { shortCode }: Session): string => `${base}/p/${shortCode}`

/** Returns a custom field for the API, without optional fields that are not set. */
const customFieldView = ({
  key,
  label,
  type,
  required,
  placeholder,
  options,
}: CustomField): Static<typeof CustomFieldShape> => ({
  key,
  label,
  type,
  required,
  ...(placeholder === undefined ? {} : { placeholder }),
  ...(options === undefined ? {} : { options: [...options] }),
})

/** Returns a custom field with the customer's answer (`value`), if there is an answer. */
function answeredFieldView(field: CustomField, answers: Session['answers']) {
  const view = customFieldView(field)
  return Object.hasOwn(answers, field.key) ? { ...view, value: answers[field.key] ?? '' } : view
}

/** Returns what anyone with the link may read of a session, with the branding of its profile. */
export const checkoutView = (session: Session, profile: Profile, base: Base): CheckoutView => ({
  reference: sessionReference(session.id),
  status: session.status,
  amount: session.amount,
  currency: 'TZS',
  merchant_name: profile.merchantName,
  merchant_logo: logoUrl(base, profile.logoId),
  brand_color: profile.brandColor,
  locale: profile.locale,
  customer_name: session.customer.name,
  customer_phone: session.customer.phone,
  customer_email: session.customer.email,
  allowed_methods: [...session.allowedMethods],
  description: session.description ?? '',
  collect_email: profile.collectEmail,
  allow_custom_amount: session.allowCustomAmount,
  min_amount: session.amountMin,
  max_amount: session.amountMax,
  line_items: lineItemsView(session.lineItems),
  custom_fields: session.customFields.map(customFieldView),
  display: session.display,
  expires_at: stamp(session.expiresAt),
})

/** Returns a session as the merchant sees it: with its links, and with the customer's answers. */
export const sessionView = (session: Session, profile: Profile, base: Base): SessionView => ({
  id: session.id,
  ...checkoutView(session, profile, base),
  mode: 'payment',
  checkout_url: checkoutUrl(base, session),
  short_code: session.shortCode,
  payment_link_url: paymentLinkUrl(base, session),
  redirect_url: session.redirectUrl ?? '',
  webhook_url: session.webhookUrl ?? '',
  metadata: session.metadata,
  custom_fields: session.customFields.map(field => answeredFieldView(field, session.answers)),
  answers: session.answers,
  payment_reference: session.paymentId ?? '',
  late: session.late,
  completed_at: session.status === 'completed' ? stamp(session.endedAt) : null,
  created_at: stamp(session.createdAt),
})
