// A form over the settings: values, errors, saving, and the sections and the save line that its page is made
// of.
import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { useFieldErrors } from '../../kit/api-error.ts'
import { refreshMe } from '../../kit/me.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { Icon } from '../parts/icon.tsx'
import { useAction } from '../parts/queries.ts'
import { useReauthentication } from '../parts/reauthentication.tsx'
import { problemFor, type SettingFault, type SettingModel, type Settings } from './setting.model.ts'

/** The server's answer with the settings. */
type Reply = NonNullable<Awaited<ReturnType<typeof api.api.v1.settings.get>>['data']>

/** What the form of a page is given. */
export interface SettingProps {
  readonly settings: Settings
  readonly onSaved: (reply: Reply) => void
}

/** A form that is being edited. `V` are its values, all of them texts. */
export interface Editing<V> {
  readonly values: V
  readonly setValue: (field: keyof V, value: string) => void
  /** What is wrong with a field, in words. */
  readonly errorOf: (field: keyof V & string) => string | undefined
  readonly isDirty: boolean
  readonly isSaved: boolean
  readonly busy: boolean
  /** The field for the password, once the server has asked for it. */
  readonly passwordField: ReactNode
  /** An error that belongs to no field. */
  readonly apiError: ReturnType<typeof useAction>['apiError']
  readonly save: (event: FormEvent<HTMLFormElement>) => void
  readonly discard: () => void
}

type Texts = Readonly<Record<string, string>>

/** Finds the element of a field in a form of settings. */
const fieldOf = (within: ParentNode, field: string) =>
  within.querySelector<HTMLElement>(`.setting-form [name="${field}"]`)

/**
 * Returns the first field that the server refused, and focuses it, because on a long page it may be out of
 * view.
 */
function useRefusedField(
  fields: readonly string[],
  serverErrors: Readonly<Record<string, string>>,
): string | undefined {
  const refusedField = fields.find(field => problemFor(serverErrors, field))
  useEffect(() => {
    if (refusedField) fieldOf(document, refusedField)?.focus()
  }, [refusedField])
  return refusedField
}

/**
 * Holds what was typed on top of what is stored. Errors show after the first attempt to save. Only changed
 * fields are sent, after the password if the server asks for it.
 */
export function useEditing<V extends Texts, P extends object>(
  form: SettingModel<V, P>,
  { settings, onSaved }: SettingProps,
): Editing<V> {
  const { t } = useTranslation('settings')
  const [edits, setEdits] = useState<Partial<V>>({})
  const [wasSubmitted, setSubmitted] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const change = useReauthentication(
    useAction((patch: P, header) => resultOf(api.api.v1.settings.patch(patch, header))),
    'money',
  )
  const stored = form.read(settings)
  const values: V = { ...stored, ...edits }
  const faults = form.faults(values)
  const serverErrors = useFieldErrors(change.apiError)
  const refusedField = useRefusedField(Object.keys(stored), serverErrors)
  const isDirty = Object.keys(stored).some(field => values[field] !== stored[field])
  const errorOf = (field: keyof V & string) => {
    const fault: SettingFault | undefined = wasSubmitted ? faults[field] : undefined
    if (typeof fault === 'object') return t(fault.key, { host: fault.host })
    return fault ? t(fault) : problemFor(serverErrors, field)
  }
  const reset = (savedEdits: Partial<V>) => {
    setEdits(current => (current === savedEdits ? {} : current)) // what was typed since then stays
    setSubmitted(false)
    change.reset()
  }
  return {
    values,
    setValue: (field, value) => {
      setEdits(before => ({ ...before, [field]: value }))
      setSaved(false)
      if (change.apiError) change.reset()
    },
    errorOf,
    isDirty,
    isSaved,
    busy: change.busy,
    passwordField: change.passwordField,
    apiError: refusedField ? undefined : change.apiError,
    save: event => {
      event.preventDefault()
      if (!isDirty || change.busy) return
      setSubmitted(true)
      const [firstFaulty] = Object.keys(faults)
      if (firstFaulty) return fieldOf(event.currentTarget, firstFaulty)?.focus()
      change.run(form.patch(values, stored), reply => {
        onSaved(reply as Reply)
        reset(edits)
        setSaved(true)
        void refreshMe()
      })
    },
    discard: () => {
      reset(edits)
      setSaved(false)
    },
  }
}

interface SectionProps {
  readonly title: string
  readonly text: string
  /** A `GuideLink` to what explains these settings. */
  readonly guide?: ReactNode
  readonly children: ReactNode
}

/**
 * Draws a card of a form. Its title and text are next to its fields, or above them where the card is narrow.
 */
export const SettingSection = ({ title, text, guide, children }: SectionProps) => (
  <section className="card setting-section">
    <header>
      <h2>{title}</h2>
      <p>{text}</p>
      {guide}
    </header>
    <div className="form">{children}</div>
  </section>
)

/** Draws Save and Discard with the state of the form. They stay in view while something is unsaved. */
function SaveLine<V>({ editing }: { readonly editing: Editing<V> }) {
  const { t } = useTranslation('settings')
  const { isDirty, isSaved, busy, passwordField, apiError, discard } = editing
  return (
    <div className="save-bar" data-open={isDirty || undefined}>
      {passwordField}
      <ApiErrorNote apiError={apiError} />
      <div className="save-line">
        <Button type="submit" disabled={!isDirty} loading={busy}>
          {t('save')}
        </Button>
        {isDirty && (
          <Button variant="default" onClick={discard} disabled={busy}>
            {t('discard')}
          </Button>
        )}
        <span className={isDirty ? 'save-state save-open' : 'save-state'} role="status">
          {isDirty && t('unsaved')}
          {!isDirty && isSaved && (
            <>
              <Icon name="check" size={16} /> {t('saved')}
            </>
          )}
        </span>
      </div>
    </div>
  )
}

interface SettingFormProps<V> {
  readonly name: string
  readonly editing: Editing<V>
  /** Whether this person may change nothing in it. */
  readonly isLocked: boolean
  readonly children: ReactNode
}

/** Draws a form with its save line, or with a note that it is read-only. */
export function SettingForm<V>({ name, editing, isLocked, children }: SettingFormProps<V>) {
  const { t } = useTranslation('settings')
  return (
    <form className="setting-form" noValidate onSubmit={editing.save} data-testid={`settings-${name}`}>
      {children}
      {isLocked ? <p className="muted-text">{t('read_only')}</p> : <SaveLine editing={editing} />}
    </form>
  )
}

/** Returns the properties of a text field of a form: name, value, error and change handler. */
export const settingField = <V extends Texts>(
  editing: Editing<V>,
  field: keyof V & string,
  isLocked: boolean,
) => ({
  name: field,
  value: editing.values[field] ?? '',
  error: editing.errorOf(field),
  disabled: isLocked,
  onChange: (event: { currentTarget: { value: string } }) =>
    editing.setValue(field, event.currentTarget.value),
})
