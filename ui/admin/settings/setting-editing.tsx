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

type Reply = NonNullable<Awaited<ReturnType<typeof api.api.v1.settings.get>>['data']>

/** What the form of a page is given. */
export interface SettingProps {
  readonly settings: Settings
  readonly onSaved: (reply: Reply) => void
}

export interface Editing<V> {
  readonly values: V
  readonly set: (field: keyof V, value: string) => void
  /** What is wrong with a field, in words. */
  readonly error: (field: keyof V & string) => string | undefined
  readonly isDirty: boolean
  readonly isSaved: boolean
  readonly busy: boolean
  /** The password, once the server has asked for it. */
  readonly password: ReactNode
  /** An error that belongs to no field. */
  readonly apiError: ReturnType<typeof useAction>['apiError']
  readonly save: (event: FormEvent<HTMLFormElement>) => void
  readonly discard: () => void
}

type Texts = Readonly<Record<string, string>>

const fieldOf = (within: ParentNode, field: string) =>
  within.querySelector<HTMLElement>(`.setting-form [name="${field}"]`)

/** The first field that the server refused. It is focused: on a long page it may be out of view. */
function useRefusedField(
  fields: readonly string[],
  problems: Readonly<Record<string, string>>,
): string | undefined {
  const refused = fields.find(field => problemFor(problems, field))
  useEffect(() => {
    if (refused) fieldOf(document, refused)?.focus()
  }, [refused])
  return refused
}

/** Edits a form's fields over what is stored. Errors show after the first attempt to save. */
export function useEditing<V extends Texts, P extends object>(
  form: SettingModel<V, P>,
  { settings, onSaved }: SettingProps,
): Editing<V> {
  const { t } = useTranslation('settings')
  const [edits, setEdits] = useState<Partial<V>>({})
  const [wasTried, setTried] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const change = useReauthentication(
    useAction((patch: P, header) => resultOf(api.api.v1.settings.patch(patch, header))),
    'money',
  )
  const stored = form.read(settings)
  const values: V = { ...stored, ...edits }
  const faults = form.faults(values)
  const problems = useFieldErrors()(change.apiError)
  const refused = useRefusedField(Object.keys(stored), problems)
  const isDirty = Object.keys(stored).some(field => values[field] !== stored[field])
  const error = (field: keyof V & string) => {
    const fault: SettingFault | undefined = wasTried ? faults[field] : undefined
    if (typeof fault === 'object') return t(fault.key, { host: fault.host })
    return fault ? t(fault) : problemFor(problems, field)
  }
  const reset = (done: Partial<V>) => {
    setEdits(now => (now === done ? {} : now)) // what was typed since then stays
    setTried(false)
    change.reset()
  }
  return {
    values,
    set: (field, value) => {
      setEdits(before => ({ ...before, [field]: value }))
      setSaved(false)
      if (change.apiError) change.reset()
    },
    error,
    isDirty,
    isSaved,
    busy: change.busy,
    password: change.field,
    apiError: refused ? undefined : change.apiError,
    save: event => {
      event.preventDefault()
      if (!isDirty || change.busy) return
      setTried(true)
      const [first] = Object.keys(faults)
      if (first) return fieldOf(event.currentTarget, first)?.focus()
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

/** A card of a form. Its title and text are next to its fields, or above them where the card is narrow. */
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

/** Save and Discard with what they are about; they stay in view while something is not saved. */
function SaveLine<V>({ editing }: { readonly editing: Editing<V> }) {
  const { t } = useTranslation('settings')
  const { isDirty, isSaved, busy, password, apiError, discard } = editing
  return (
    <div className="save-bar" data-open={isDirty || undefined}>
      {password}
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

interface FormProps<V> {
  readonly name: string
  readonly editing: Editing<V>
  /** Nothing in it may be changed. */
  readonly isLocked: boolean
  readonly children: ReactNode
}

export function SettingForm<V>({ name, editing, isLocked, children }: FormProps<V>) {
  const { t } = useTranslation('settings')
  return (
    <form className="setting-form" noValidate onSubmit={editing.save} data-testid={`settings-${name}`}>
      {children}
      {isLocked ? <p className="muted-text">{t('read_only')}</p> : <SaveLine editing={editing} />}
    </form>
  )
}

/** What a text field of a form is given. */
export const settingField = <V extends Texts>(
  editing: Editing<V>,
  field: keyof V & string,
  isLocked: boolean,
) => ({
  name: field,
  value: editing.values[field] ?? '',
  error: editing.error(field),
  disabled: isLocked,
  onChange: (event: { currentTarget: { value: string } }) => editing.set(field, event.currentTarget.value),
})
