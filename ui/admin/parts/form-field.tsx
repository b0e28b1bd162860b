// Fields of the forms for links and profiles. Each says at itself what is wrong with it: our own words once
// it was left or the form was sent, the box's words until it is changed.
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
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
import { amountMax, amountMin } from '../../../src/domain/payment.ts'
import type { ApiError } from '../../kit/api.ts'
import { useErrorTexts } from '../../kit/error-reason.ts'
import { Icon } from '../../kit/icon.tsx'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { numberIn } from '../links/session-form.model.ts'
import type { Faults } from '../links/session-problem.model.ts'

type ErrorOf = (name: string, label: string) => string | undefined
const ErrorContext = createContext<ErrorOf>(() => undefined)

interface FieldForm {
  readonly ref: RefObject<HTMLFormElement | null>
  readonly errorOf: ErrorOf
  /** What none of the fields tells. */
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

/** @param trouble what came of sending the form */
export function useFieldForm(faults: Faults, apiError: ApiError | undefined): FieldForm {
  const { t } = useTranslation('links')
  const ref = useRef<HTMLFormElement>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const problems = useErrorTexts().byField(apiError)
  const named = Object.keys(problems).join('\n')
  const [atFields, setAtFields] = useState(false)
  useEffect(() => {
    const names = named.split('\n').filter(Boolean)
    const found = names.filter(name => goTo(ref.current, name))
    setAtFields(names.length > 0 && found.length === names.length)
  }, [named])
  return {
    ref,
    apiError: atFields ? undefined : apiError,
    errorOf(name, label) {
      const fault = faults[name]
      if (fault)
        return tried || left.has(name)
          ? t(`fault_${fault}`, { min: moneyOf(amountMin), max: moneyOf(amountMax) })
          : undefined
      const words = changed.has(name) ? undefined : problems[name]
      // The box begins with the field as its API calls it.
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
  <ErrorContext value={form.errorOf}>
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
  </ErrorContext>
)

/** What is wrong with a field that is none of the parts below. */
export function FieldError({ name, label }: { readonly name: string; readonly label: string }) {
  const error = useContext(ErrorContext)(name, label)
  return (
    <p className="field-error" role="alert">
      {error}
    </p>
  )
}

interface FieldProps {
  /** As the box names it. */
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

interface TextFieldProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'tel' | 'url'
  readonly placeholder?: string
  readonly unit?: string
  readonly code?: boolean
}

const modes = { text: 'text', email: 'email', tel: 'tel', url: 'url' } as const

export function TextField({
  name,
  label,
  hint,
  value,
  onChange,
  type = 'text',
  placeholder,
  unit,
  code,
}: TextFieldProps) {
  return (
    <TextInput
      name={name}
      label={label}
      description={hint}
      error={useContext(ErrorContext)(name, label)}
      type={type === 'email' ? 'text' : type}
      inputMode={modes[type]}
      {...(placeholder ? { placeholder } : {})}
      {...(unit ? { rightSection: <span className="field-unit">{unit}</span>, rightSectionWidth: 76 } : {})}
      {...(code ? { className: 'mono-field' } : {})}
      spellCheck={type === 'text' && !code}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

/** Whole shillings: groups the digits while the end is typed; in the middle the cursor would jump. */
export function AmountField({ name, label, hint, value, onChange }: FieldProps) {
  const grouped = (text: string) => {
    const amount = numberIn(text)
    return amount === undefined ? text : digitsOf(amount)
  }
  return (
    <TextInput
      name={name}
      label={label}
      description={hint}
      error={useContext(ErrorContext)(name, label)}
      className="amount-field"
      leftSection="TZS"
      leftSectionWidth={52}
      inputMode="numeric"
      value={value}
      onChange={({ currentTarget: { value: text, selectionStart } }) =>
        onChange(selectionStart === text.length ? grouped(text) : text)
      }
      onBlur={() => onChange(grouped(value))}
    />
  )
}

export function AreaField({
  name,
  label,
  hint,
  value,
  onChange,
  rows = 2,
}: FieldProps & { readonly rows?: number }) {
  return (
    <Textarea
      name={name}
      label={label}
      description={hint}
      error={useContext(ErrorContext)(name, label)}
      rows={rows}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

interface ChoiceFieldProps extends FieldProps {
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

export function ChoiceField({ name, label, hint, value, onChange, options }: ChoiceFieldProps) {
  return (
    <NativeSelect
      name={name}
      label={label}
      description={hint}
      error={useContext(ErrorContext)(name, label)}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      data={[...options]}
    />
  )
}

interface AddressFieldsProps {
  readonly redirect: string
  readonly webhook: string
  readonly hints: { readonly redirect: string; readonly webhook: string }
  readonly change: (part: { readonly redirect?: string; readonly webhook?: string }) => void
}

/** Where the customer goes after paying, and which software is told. */
export function AddressFields({ redirect, webhook, hints, change }: AddressFieldsProps) {
  const { t } = useTranslation('links')
  return (
    <>
      <TextField
        name="redirect_url"
        type="url"
        label={t('redirect')}
        hint={hints.redirect}
        value={redirect}
        onChange={redirect => change({ redirect })}
      />
      <TextField
        name="webhook_url"
        type="url"
        label={t('webhook')}
        hint={hints.webhook}
        value={webhook}
        onChange={webhook => change({ webhook })}
      />
    </>
  )
}

interface FoldProps {
  readonly title: string
  readonly text: string
  /** How much is in it. */
  readonly count?: number
  readonly children: ReactNode
}

/** A part of the form that most do not need. */
export const Fold = ({ title, text, count = 0, children }: FoldProps) => (
  <details className="card fold">
    <summary>
      <div>
        <h2 className="fold-title">
          {title}
          {count > 0 && <span className="fold-count">{count}</span>}
        </h2>
        <p className="fold-text">{text}</p>
      </div>
      <Icon name="down" size={20} />
    </summary>
    <div className="fold-body">{children}</div>
  </details>
)

interface RowsProps<T> {
  readonly rows: readonly T[]
  readonly onChange: (rows: readonly T[]) => void
  readonly make: (rows: readonly T[]) => T
  readonly most: number
  readonly add: string
  readonly remove: (at: number) => string
  readonly children: (row: T, at: number, change: (part: Partial<T>) => void) => ReactNode
}

/** Rows that come and go. */
export function Rows<T extends { readonly id: number }>({
  rows,
  onChange,
  make,
  most,
  add,
  remove,
  children,
}: RowsProps<T>) {
  return (
    <>
      {rows.map((row, at) => (
        <fieldset key={row.id} className="field-row">
          {children(row, at, part =>
            onChange(rows.map(one => (one.id === row.id ? { ...one, ...part } : one))),
          )}
          <button
            type="button"
            className="row-remove"
            aria-label={remove(at + 1)}
            title={remove(at + 1)}
            onClick={() => onChange(rows.filter(one => one.id !== row.id))}
          >
            <Icon name="cross" size={18} />
          </button>
        </fieldset>
      ))}
      {rows.length < most && (
        <button type="button" className="button-link row-add" onClick={() => onChange([...rows, make(rows)])}>
          <Icon name="plus" size={16} /> {add}
        </button>
      )}
    </>
  )
}
