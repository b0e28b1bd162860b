// A form that shows each error at its field: our own once the field was left or the form was sent, the
// server's until the field is changed. The fields themselves are in form-field.tsx.
import {
  createContext,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { amountMax, amountMin } from '../../../src/domain/payment-limit.ts'
import type { ApiError } from '../../kit/api.ts'
import { useFieldErrors } from '../../kit/api-error.ts'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import { form } from './form.text.ts'
import type { FieldFaults } from './form-fault.model.ts'

addTexts('form', form)

/** Returns the error of the field with this API name in the person's language; undefined to show none. */
type ErrorOf = (name: string, label: string) => string | undefined
const FieldErrorContext = createContext<ErrorOf>(() => undefined)

export interface FieldForm {
  readonly ref: RefObject<HTMLFormElement | null>
  readonly errorOf: ErrorOf
  /** An error that belongs to no field. */
  readonly apiError: ApiError | undefined
  readonly onBlur: (event: FormEvent) => void
  readonly onInput: (event: FormEvent) => void
  /** Shows every fault and focuses the first faulty field. Returns true when there is none. */
  readonly validate: () => boolean
}

/** Returns the name of the field in which an event happened; empty if it happened elsewhere. */
const nameOf = ({ target }: FormEvent) =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement
    ? target.name
    : ''

/**
 * Decides which field errors a form shows. `faults` are the faults found in the browser, `apiError` is the
 * server's answer to the last attempt to save. If the form has all fields that the server's error is about,
 * the error is shown there; otherwise the result has it as `apiError`.
 */
export function useFieldForm(faults: FieldFaults, apiError: ApiError | undefined): FieldForm {
  const { t } = useTranslation('form')
  const ref = useRef<HTMLFormElement>(null)
  const [leftFields, setLeftFields] = useState<ReadonlySet<string>>(new Set())
  const [wasSubmitted, setSubmitted] = useState(false)
  const [changedFields, setChangedFields] = useState<ReadonlySet<string>>(new Set())
  const serverErrors = useFieldErrors(apiError)
  // A string, so that the effect below runs only when the names change.
  const namesText = Object.keys(serverErrors).join('\n')
  const [isAtFields, setAtFields] = useState(false)
  // Before the paint, or the error would be shown at its field and above the form for a moment.
  useLayoutEffect(() => {
    const names = namesText.split('\n').filter(Boolean)
    const namesInForm = names.filter(name => focusField(ref.current, name))
    setAtFields(names.length > 0 && namesInForm.length === names.length)
  }, [namesText])
  return {
    ref,
    apiError: isAtFields ? undefined : apiError,
    errorOf(name, label) {
      const fault = faults[name]
      if (fault)
        return wasSubmitted || leftFields.has(name)
          ? t(fault, { min: moneyOf(amountMin), max: moneyOf(amountMax) })
          : undefined
      const errorText = changedFields.has(name) ? undefined : serverErrors[name]
      // The server's text begins with the field's name in the API.
      return errorText?.startsWith(`${name} `) ? `${label}${errorText.slice(name.length)}` : errorText
    },
    onBlur: event => setLeftFields(before => new Set(before).add(nameOf(event))),
    onInput: event => setChangedFields(before => new Set(before).add(nameOf(event))),
    validate() {
      setSubmitted(true)
      setChangedFields(new Set())
      const [firstName] = Object.keys(faults)
      if (firstName) focusField(ref.current, firstName)
      return firstName === undefined
    },
  }
}

/**
 * Focuses the field with this name and opens the sections it is folded into. Returns whether the form has
 * such a field.
 */
function focusField(form: HTMLFormElement | null, name: string): boolean {
  const field = form?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
  for (let section = field?.closest('details'); section; section = section.parentElement?.closest('details'))
    section.open = true
  field?.focus()
  return field !== undefined && field !== null
}

interface FieldsProps {
  readonly form: FieldForm
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** Draws the form around its fields. `onSubmit` is called only when no field has a fault. */
export const Fields = ({ form, onSubmit, children }: FieldsProps) => (
  <FieldErrorContext value={form.errorOf}>
    <form
      ref={form.ref}
      className="field-form"
      noValidate
      autoComplete="off"
      onBlur={form.onBlur}
      onInput={form.onInput}
      onSubmit={event => {
        event.preventDefault()
        if (form.validate()) onSubmit()
      }}
    >
      {children}
    </form>
  </FieldErrorContext>
)

/** Shows the error of a field that form-field.tsx does not draw. */
export function FieldError({ name, label }: { readonly name: string; readonly label: string }) {
  const error = useFieldError(name, label)
  return (
    <p className="field-error" role="alert">
      {error}
    </p>
  )
}

/** Returns the error that the surrounding form shows at a field; undefined when it shows none. */
export const useFieldError = (name: string, label: string): string | undefined =>
  useContext(FieldErrorContext)(name, label)
