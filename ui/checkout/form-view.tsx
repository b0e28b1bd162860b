// The form: amount, payment method, phone number and the shop's custom fields. It posts without scripts too.
// The name is shown only where the shop has filled it in.
import { providerNames, readPhone } from '../../src/domain/phone.ts'
import type { SessionMethod } from '../../src/domain/profile.ts'
import { digitsOf, moneyOf } from '../kit/money.ts'
import { CustomFieldInput, Field, type FormContext, inputProps, Problem } from './field.tsx'
import { HiddenFields } from './hidden-fields.tsx'
import { Icon } from './icon.tsx'
import { FormNotice, labelsOf, RefusedNotice } from './notice.tsx'
import { TimeLeft } from './time-left.tsx'
import type { Translate } from './translate.ts'
import type { CheckoutView } from './view.ts'

/** The form shows how long its link is still valid if that is less than this. */
const expiryShownMs = 15 * 60_000

interface FormProps {
  readonly view: CheckoutView
  readonly state: FormContext['state']
  readonly t: Translate
}

/**
 * Shows the whole form. The server reports what is missing, in the page's language; the browser's own
 * messages are off.
 */
export function FormView({ view, state, t }: FormProps) {
  const labels = labelsOf(t, view.customFields)
  const context: FormContext = { state, t, focus: [...labels.keys()].find(name => state.problems[name]) }
  const leftMs = state.expiresAt - state.now
  return (
    <form method="post" action={`${view.path}/pay`} noValidate>
      {view.refused ? (
        <RefusedNotice refused={view.refused} t={t} buttonSelector="main form button.primary" />
      ) : (
        <FormNotice state={state} labels={labels} t={t} />
      )}
      <HiddenFields view={view} />
      {view.custom && <AmountField custom={view.custom} suggested={view.amount} context={context} />}
      <Methods methods={view.methods} context={context} />
      {(state.values.customer_name || state.problems.customer_name) && (
        <Field name="customer_name" label={t('name')} isOptional context={context}>
          <input {...inputProps('customer_name', context)} type="text" autoComplete="name" />
        </Field>
      )}
      {view.collectEmail && (
        <Field name="customer_email" label={t('email')} context={context}>
          <input
            {...inputProps('customer_email', context)}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            required
          />
        </Field>
      )}
      {view.customFields.map(field => (
        <CustomFieldInput key={field.key} field={field} context={context} />
      ))}
      <button type="submit" className="primary" data-busy={t('sending')}>
        {buttonText(view, t)}
      </button>
      {view.methods.includes('mobile_money') && (
        <p className="pin-note">
          <Icon name="lock" />
          <span>{t('pin_safe')}</span>
        </p>
      )}
      {leftMs < expiryShownMs && (
        <p className="expiry">
          <TimeLeft ms={leftMs} sentence={time => t('form_left', { time })} overText={t('form_expired')} />
        </p>
      )}
    </form>
  )
}

/**
 * Returns the text of the submit button: the profile's own, else the amount unless the customer chooses it.
 */
function buttonText({ buttonText, amount, custom }: CheckoutView, t: Translate): string {
  if (buttonText) return buttonText
  if (amount === null || custom) return t('pay')
  // On a narrow button the text may break before the digits.
  return t('pay_amount', { money: moneyOf(amount).replace('\u00a0', ' ') })
}

interface AmountProps {
  readonly custom: NonNullable<CheckoutView['custom']>
  readonly suggested: number | null
  readonly context: FormContext
}

/** Asks for the amount, between the bounds that the merchant has set. */
function AmountField({ custom, suggested, context }: AmountProps) {
  const { t, state } = context
  const hint = t('amount_bounds', { min: moneyOf(custom.min), max: moneyOf(custom.max) })
  const value = state.values.amount ?? (suggested === null ? '' : String(suggested))
  return (
    <Field name="amount" label={t('amount_own')} hint={hint} context={context}>
      <div className={`joined-field large ${invalidClass(context, 'amount')}`}>
        <span aria-hidden="true">TZS</span>
        <input
          {...inputProps('amount', context, { hasHint: true })}
          defaultValue={value.replace(/^\d+$/, digits => digitsOf(Number(digits)))}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          data-digits=""
          required
        />
      </div>
    </Field>
  )
}

const invalidClass = ({ state }: FormContext, name: string) => (state.problems[name] ? 'invalid' : '')

/**
 * Offers the payment methods. A single method is shown without a choice; of several, the chosen one opens
 * like a drawer with the fields it needs.
 */
function Methods({ methods, context }: { methods: readonly SessionMethod[]; context: FormContext }) {
  const { state, t } = context
  const firstMethod = methods[0] ?? 'mobile_money'
  const chosen = methods.find(method => method === state.values.payment_method) ?? firstMethod
  if (methods.length === 1)
    return (
      <>
        <input type="hidden" name="payment_method" value={firstMethod} />
        {firstMethod === 'mobile_money' ? (
          <PhoneField context={context} required />
        ) : (
          <p className="hint">{t(`method_${firstMethod}_text`)}</p>
        )}
      </>
    )
  return (
    <fieldset className="methods" id="f-payment_method">
      <legend>{t('methods')}</legend>
      <Problem name="payment_method" state={state} t={t} />
      {methods.map(method => (
        <div className="method" key={method}>
          <input
            type="radio"
            name="payment_method"
            id={`way-${method}`}
            value={method}
            defaultChecked={method === chosen}
            {...(context.focus === 'payment_method' && method === chosen ? { autoFocus: true } : {})}
          />
          <label htmlFor={`way-${method}`}>{t(`method_${method}`)}</label>
          <div className="method-fields">
            {method === 'mobile_money' ? (
              <PhoneField context={context} />
            ) : (
              <p className="hint">{t(`method_${method}_text`)}</p>
            )}
          </div>
        </div>
      ))}
    </fieldset>
  )
}

/** Asks for the number that receives the push. It is `required` only if there is no other method. */
function PhoneField({ context, required = false }: { context: FormContext; required?: boolean }) {
  const { t, state } = context
  const provider = readPhone(state.values.customer_phone ?? '')?.provider
  return (
    <Field name="customer_phone" label={t('phone')} hint={t('phone_hint')} context={context}>
      <div className={`joined-field ${invalidClass(context, 'customer_phone')}`}>
        <input
          {...inputProps('customer_phone', context, { hasHint: true })}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required={required}
          data-phone=""
        />
        <output htmlFor="f-customer_phone" id="network">
          {provider ? providerNames[provider] : ''}
        </output>
      </div>
    </Field>
  )
}
