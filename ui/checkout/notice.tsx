// The notice above a form that was sent back: why no push was sent, which answers to check, or why the
// attempt before failed.
import type { CustomField } from '../../src/domain/session.ts'
import { fieldId } from './field.tsx'
import { Icon } from './icon.tsx'
import { TimeLeft } from './time-left.tsx'
import { failureTexts, type Translate } from './translate.ts'
import type { CheckoutState, PushRejection } from './view.ts'

type Form = Extract<CheckoutState, { kind: 'form' }>

interface RefusedProps {
  readonly refused: PushRejection
  readonly t: Translate
  /** Selects the button that sends the request again. */
  readonly buttonSelector: string
}

/**
 * Explains why no push was sent, and how long to wait. Where scripts run, a request that came too soon is
 * sent again automatically when the wait is over.
 */
export function RefusedNotice({ refused: { reason, ms }, t, buttonSelector }: RefusedProps) {
  const isTooSoon = reason === 'push_too_soon'
  // The page's script puts the seconds in.
  const text = t('push_sending', { seconds: '{{seconds}}' })
  const cure = <p>{t(`${reason}_do`)}</p>
  return (
    <div className={isTooSoon ? 'alert neutral' : 'alert'} role={isTooSoon ? 'status' : 'alert'}>
      <Icon name={isTooSoon ? 'clock' : 'alert'} />
      <div>
        <h2>{t(reason)}</h2>
        {isTooSoon ? <noscript>{cure}</noscript> : cure}
        <p>
          <TimeLeft
            ms={ms}
            sentence={time => t('push_wait', { time })}
            overText={t(isTooSoon ? 'sending' : 'push_wait_over')}
            autoPress={isTooSoon ? { text, buttonSelector } : undefined}
          />
        </p>
      </div>
    </div>
  )
}

/** Lists the fields to correct; if there are none, explains why the previous attempt is not paid. */
export function FormNotice({
  state,
  labels,
  t,
}: {
  state: Form
  labels: ReadonlyMap<string, string>
  t: Translate
}) {
  const wrongFields = [...labels].filter(([name]) => state.problems[name])
  if (wrongFields.length > 0)
    return (
      <div className="alert" role="alert">
        <Icon name="alert" />
        <div>
          <h2>{t(problemsTitleOf(wrongFields.map(([name]) => name)))}</h2>
          <ul>
            {wrongFields.map(([name, label]) => (
              <li key={name}>
                <a href={`#${fieldId(name)}`}>{label}</a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    )
  if (state.failed === null) return null
  const { what, cure } = failureTexts(state.failed)
  const isChecking = state.failed === 'checking'
  return (
    <div className={isChecking ? 'alert neutral' : 'alert'} role={isChecking ? 'status' : 'alert'}>
      <Icon name={isChecking ? 'clock' : 'alert'} />
      <div>
        <h2>{t(what)}</h2>
        <p>{t(cure)}</p>
      </div>
    </div>
  )
}

/** Returns the labels of the form's fields by field name, in the order of the form. */
export const labelsOf = (t: Translate, fields: readonly CustomField[]): ReadonlyMap<string, string> =>
  new Map([
    ['amount', t('amount_own')],
    ['payment_method', t('methods')],
    ['customer_phone', t('phone')],
    ['customer_name', t('name')],
    ['customer_email', t('email')],
    ...fields.map(field => [`custom_fields.${field.key}`, field.label] as const),
  ])

/** Returns the title of the list of wrong fields: it names the number, one answer, or several. */
function problemsTitleOf(names: readonly string[]) {
  if (names.length > 1) return 'problems_title'
  return names[0] === 'customer_phone' ? 'problems_phone_title' : 'problems_one_title'
}
