// A form that shows each error at its field: our own once the field was left or the form was sent, the
// server's until the field is changed. The fields themselves are in form-field.tsx.
import {
  createContext,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
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

type ErrorOf = (name: string, label: string) => string | undefined
const FieldErrorContext = createContext<ErrorOf>(() => undefined)

export interface FieldForm {
  readonly ref: RefObject<HTMLFormElement | null>
  readonly errorOf: ErrorOf
  /** An error that belongs to no field. */
  readonly apiError: ApiError | undefined
  readonly onBlur: (event: FormEvent) => void
  readonly onInput: (event: FormEvent) => void
  /** Shows every fault and goes to the first; true when there is none. */
  readonly ready: () => boolean
}

const nameOf = ({ target }: FormEvent) =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement
    ? target.name
    : ''

/** @param apiError the server's answer to the last attempt to save */
export function useFieldForm(faults: FieldFaults, apiError: ApiError | undefined): FieldForm {
  const { t } = useTranslation('form')
  const ref = useRef<HTMLFormElement>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [wasTried, setTried] = useState(false)
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const problems = useFieldErrors()(apiError)
  const named = Object.keys(problems).join('\n')
  const [isAtFields, setAtFields] = useState(false)
  useEffect(() => {
    const names = named.split('\n').filter(Boolean)
    const reached = names.filter(name => goTo(ref.current, name))
    setAtFields(names.length > 0 && reached.length === names.length)
  }, [named])
  return {
    ref,
    apiError: isAtFields ? undefined : apiError,
    errorOf(name, label) {
      const fault = faults[name]
      if (fault)
        return wasTried || left.has(name)
          ? t(fault, { min: moneyOf(amountMin), max: moneyOf(amountMax) })
          : undefined
      const words = changed.has(name) ? undefined : problems[name]
      // The server's text begins with the field's name in the API.
      return words?.startsWith(`${name} `) ? `${label}${words.slice(name.length)}` : words
    },
    onBlur: event => setLeft(before => new Set(before).add(nameOf(event))),
    onInput: event => setChanged(before => new Set(before).add(nameOf(event))),
    ready() {
      setTried(true)
      setChanged(new Set())
      const [found] = Object.keys(faults)
      if (found) goTo(ref.current, found)
      return found === undefined
    },
  }
}

/** Puts the cursor there, and opens what it is folded into. */
function goTo(form: HTMLFormElement | null, name: string): boolean {
  const field = form?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
  const fold = field?.closest('details')
  if (fold) fold.open = true
  field?.focus()
  return field !== undefined && field !== null
}

interface FieldsProps {
  readonly form: FieldForm
  readonly onSubmit: () => void
  readonly children: ReactNode
}

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
        if (form.ready()) onSubmit()
      }}
    >
      {children}
    </form>
  </FieldErrorContext>
)

/** The error of a field that is none of form-field.tsx. */
export function FieldError({ name, label }: { readonly name: string; readonly label: string }) {
  const error = useFieldError(name, label)
  return (
    <p className="field-error" role="alert">
      {error}
    </p>
  )
}

/** What is wrong with a field; undefined when it is fine. */
export const useFieldError = (name: string, label: string): string | undefined =>
  useContext(FieldErrorContext)(name, label)
