// One field of the form: label, hint, input and what is wrong with it, tied together for screen readers.
import type { ReactNode } from 'react'
import type { CustomField } from '../../src/domain/session.ts'
import { moneyOf } from '../kit/money.ts'
import { sumReading } from '../kit/sum.model.ts'
import type { Translate } from './translate.ts'
import type { CheckoutState, FieldProblem } from './view.ts'

/** What each field needs of its form. */
export interface FormContext {
  readonly state: Extract<CheckoutState, { kind: 'form' }>
  readonly t: Translate
  /** The name of the first wrong field, which gets the focus; undefined if all are right. */
  readonly focus: string | undefined
}

/** Returns the id of a field's input, by the name under which it is sent. */
export const fieldId = (name: string) => `f-${name}`

/** Returns the text of a wrong field. The one of an amount begins with how the typed text reads. */
function problemText(problem: FieldProblem, typed: string, t: Translate): string {
  if (problem.kind !== 'amount') return t(`problem_${problem.kind}`)
  const reading = sumReading(typed)
  const bounds = t('problem_amount', { min: moneyOf(problem.min), max: moneyOf(problem.max) })
  return reading ? `${t(reading.key, reading.values)} ${bounds}` : bounds
}

/**
 * Returns the attributes that every input of the form has. The text of an error replaces the hint and
 * includes what the hint explains.
 */
export function inputProps(name: string, { state, focus }: FormContext, { hasHint } = { hasHint: false }) {
  const problem = state.problems[name]
  const hintId = hasHint ? `${fieldId(name)}-hint` : undefined
  const describedBy = problem ? `${fieldId(name)}-problem` : hintId
  return {
    id: fieldId(name),
    name,
    defaultValue: state.values[name] ?? '',
    ...(problem ? { 'aria-invalid': true } : {}),
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(focus === name ? { autoFocus: true } : {}),
  }
}

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly isOptional?: boolean
  readonly hint?: string
  readonly context: FormContext
  readonly children: ReactNode
}

/** Shows one field: its label, its input (the children), and its problem or else its hint. */
export function Field({ name, label, isOptional, hint, context, children }: FieldProps) {
  const { t, state } = context
  return (
    <div className="field">
      <label htmlFor={fieldId(name)}>
        {label}
        {isOptional && <span className="optional"> ({t('optional')})</span>}
      </label>
      {children}
      <Problem name={name} state={state} t={t} />
      {hint && !state.problems[name] && (
        <p className="hint" id={`${fieldId(name)}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** Shows what is wrong with a field; nothing if it is right. */
export function Problem({ name, state, t }: { name: string; state: FormContext['state']; t: Translate }) {
  const problem = state.problems[name]
  if (!problem) return null
  return (
    <p className="problem" id={`${fieldId(name)}-problem`}>
      {problemText(problem, state.values[name] ?? '', t)}
    </p>
  )
}

/** The type and keyboard of the input for each kind of custom field. */
const inputAttributes = {
  text: { type: 'text' },
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none' },
  phone: { type: 'tel', inputMode: 'tel' },
  // Not type number: that drops what it does not understand and changes with the mouse wheel.
  number: { type: 'text', inputMode: 'decimal' },
  date: { type: 'date' },
} as const

/** Shows a field that the merchant has added to the form. */
export function CustomFieldInput({ field, context }: { field: CustomField; context: FormContext }) {
  const name = `custom_fields.${field.key}`
  const props = { ...inputProps(name, context), required: field.required }
  const placeholder = field.placeholder ? { placeholder: field.placeholder } : {}
  return (
    <Field name={name} label={field.label} isOptional={!field.required} context={context}>
      {field.type === 'select' ? (
        <select {...props}>
          <option value="">{field.placeholder || context.t('choose')}</option>
          {field.options?.map(option => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : field.type === 'textarea' ? (
        <textarea {...props} {...placeholder} rows={3} />
      ) : (
        <input {...props} {...placeholder} {...inputAttributes[field.type]} />
      )}
    </Field>
  )
}
