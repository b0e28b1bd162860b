// What stands above the form when it came back: why no push was sent, which answers to check, or why the attempt
// before failed.
import type { CustomField } from '../../src/domain/session.ts'
import { fieldId } from './field.tsx'
import { Icon } from './icon.tsx'
import { TimeLeft } from './time-left.tsx'
import type { CheckoutState, PushRejection } from './view.ts'
import { failureWords, type Translate } from './words.ts'

type Form = Extract<CheckoutState, { kind: 'form' }>

/** Why no push was sent, and how long to wait. */
export function RefusedNotice({ refused: { reason, ms }, say }: { refused: PushRejection; say: Translate }) {
  return (
    <div className="alert" role="alert">
      <Icon name="alert" />
      <div>
        <h2>{say(reason)}</h2>
        <p>{say(`${reason}_do`)}</p>
        <p>
          <TimeLeft ms={ms} inside={time => say('push_wait', { time })} over={say('push_wait_over')} />
        </p>
      </div>
    </div>
  )
}

export function FormNotice({
  state,
  labels,
  say,
}: {
  state: Form
  labels: ReadonlyMap<string, string>
  say: Translate
}) {
  const broken = [...labels].filter(([name]) => state.problems[name])
  if (broken.length > 0)
    return (
      <div className="alert" role="alert">
        <Icon name="alert" />
        <div>
          <h2>{say(broken.length === 1 ? 'problems_one_title' : 'problems_title')}</h2>
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
  const { what, cure } = failureWords(state.failed)
  return (
    <div className="alert" role="alert">
      <Icon name="alert" />
      <div>
        <h2>{say(what)}</h2>
        <p>{say(cure)}</p>
      </div>
    </div>
  )
}

/** The form's fields in the order they stand in, by name. */
export const labelsOf = (say: Translate, fields: readonly CustomField[]): ReadonlyMap<string, string> =>
  new Map([
    ['amount', say('amount_own')],
    ['payment_method', say('methods')],
    ['customer_phone', say('phone')],
    ['customer_name', say('name')],
    ['customer_email', say('email')],
    ...fields.map(field => [`custom_fields.${field.key}`, field.label] as const),
  ])
