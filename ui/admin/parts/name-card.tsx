// A card with a form that renames what the page is about.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiErrorNote } from './api-error-note.tsx'
import { Card } from './facts.tsx'
import { Icon } from './icon.tsx'
import type { Action } from './queries.ts'

interface NameCardProps<T> {
  readonly title: string
  /** The label of the field, for screen readers. */
  readonly label: string
  /** The stored name. */
  readonly name: string
  /** The error of an empty field. */
  readonly empty: string
  /** The label of the button. */
  readonly save: string
  readonly change: Action<{ readonly name: string }, T>
  readonly onDone?: () => void
}

/**
 * Draws the form that renames a till, product or other thing through `change`, and shows "saved" until the
 * name is edited again.
 */
export function NameCard<T>(props: NameCardProps<T>) {
  const { title, label, name: storedName, empty, save, change, onDone } = props
  const { t } = useTranslation('admin')
  const [name, setName] = useState(storedName)
  const [isSaved, setSaved] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || change.busy) return
    change.run({ name: name.trim() }, () => {
      setSaved(true)
      onDone?.()
    })
  }
  return (
    <Card title={title}>
      <form className="form" noValidate onSubmit={submit}>
        <TextInput
          aria-label={label}
          className="short-field"
          value={name}
          maxLength={100}
          autoComplete="off"
          error={name.trim() === '' && empty}
          onChange={event => {
            setName(event.currentTarget.value)
            setSaved(false)
          }}
        />
        <ApiErrorNote apiError={change.apiError} />
        <div className="save-line">
          <Button type="submit" variant="default" loading={change.busy} disabled={name.trim() === storedName}>
            {save}
          </Button>
          <span className="save-state" role="status">
            {isSaved && (
              <>
                <Icon name="check" size={16} /> {t('saved')}
              </>
            )}
          </span>
        </div>
      </form>
    </Card>
  )
}
