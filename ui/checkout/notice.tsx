// The notice above a form that was sent back: why no push was sent, which answers to check, or why the
// attempt before failed.
import type { CustomField } from '../../src/domain/session.ts'
import { fieldId } from './field.tsx'
import { Icon } from './icon.tsx'
import { TimeLeft } from './time-left.tsx'
import { failureTexts, type Translate } from './translate.ts'
import type { CheckoutState, PushRejection } from './view.ts'

type Form = Extract<CheckoutState, { kind: 'form' }>

/** Why no push was sent, and how long to wait. */
export function RefusedNotice({ refused: { reason, ms }, t }: { refused: PushRejection; t: Translate }) {
  return (
    <div className="alert" role="alert">
      <Icon name="alert" />
      <div>
        <h2>{t(reason)}</h2>
        <p>{t(`${reason}_do`)}</p>
        <p>
          <TimeLeft ms={ms} inside={time => t('push_wait', { time })} over={t('push_wait_over')} />
        </p>
      </div>
    </div>
  )
}

export function FormNotice({
  state,
  labels,
  t,
}: {
  state: Form
  labels: ReadonlyMap<string, string>
  t: Translate
}) {
  const broken = [...labels].filter(([name]) => state.problems[name])
  if (broken.length > 0)
    return (
      <div className="alert" role="alert">
        <Icon name="alert" />
        <div>
          <h2>{t(problemsTitleOf(broken.map(([name]) => name)))}</h2>
          <ul>
            {broken.map(([name, label]) => (
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
  return (
    <div className="alert" role="alert">
      <Icon name="alert" />
      <div>
        <h2>{t(what)}</h2>
        <p>{t(cure)}</p>
      </div>
    </div>
  )
}

/** The labels of the form's fields, in their order, by name. */
export const labelsOf = (t: Translate, fields: readonly CustomField[]): ReadonlyMap<string, string> =>
  new Map([
    ['amount', t('amount_own')],
    ['payment_method', t('methods')],
    ['customer_phone', t('phone')],
    ['customer_name', t('name')],
    ['customer_email', t('email')],
    ...fields.map(field => [`custom_fields.${field.key}`, field.label] as const),
  ])

/** What is to be corrected: the number, one answer, or several. */
const problemsTitleOf = (names: readonly string[]) =>
  names.length > 1
    ? 'problems_title'
    : names[0] === 'customer_phone'
      ? 'problems_phone_title'
      : 'problems_one_title'
