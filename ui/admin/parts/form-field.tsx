// The fields of field-form.tsx: text, amount, area, choice, and the two web addresses of a link.
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SumInput } from '../../kit/sum-input.tsx'
import { useFieldError } from './field-form.tsx'

/** What all fields share. `value` is what is typed, so an amount or number is a string, too. */
interface FieldProps {
  /** The field's name in the API. */
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

interface TextFieldProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'date'
  readonly placeholder?: string
  readonly unit?: string
  readonly code?: boolean
}

/** The keyboard that a phone shows for each type of field. */
const keyboards = { text: 'text', email: 'email', tel: 'tel', url: 'url', date: 'numeric' } as const

/**
 * A field for one line of text. An e-mail field is of type text, because browsers change what is typed into
 * their own e-mail fields; `code` shows fixed-width letters.
 */
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
      error={useFieldError(name, label)}
      type={type === 'email' ? 'text' : type}
      inputMode={keyboards[type]}
      {...(placeholder ? { placeholder } : {})}
      {...(unit ? { rightSection: <span className="field-unit">{unit}</span>, rightSectionWidth: 76 } : {})}
      {...(code ? { className: 'mono-field' } : {})}
      spellCheck={type === 'text' && !code}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

/** A field for an amount of whole shillings, which groups the digits while they are typed. */
export function AmountField({ name, label, hint, value, onChange }: FieldProps) {
  return (
    <SumInput
      name={name}
      label={label}
      description={hint}
      error={useFieldError(name, label)}
      className="amount-field"
      leftSection="TZS"
      leftSectionWidth={52}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

/** A field for several lines of text. */
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
      error={useFieldError(name, label)}
      rows={rows}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

interface ChoiceFieldProps extends FieldProps {
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** A drop-down field. */
export function ChoiceField({ name, label, hint, value, onChange, options }: ChoiceFieldProps) {
  return (
    <NativeSelect
      name={name}
      label={label}
      description={hint}
      error={useFieldError(name, label)}
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

/**
 * The fields for the page that customers return to after paying, and for the shop's own webhook. `change`
 * gets only the field that was changed.
 */
export function AddressFields({ redirect, webhook, hints, change }: AddressFieldsProps) {
  const { t } = useTranslation('link-form')
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
