// The form that changes the password.
import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, api, resultOf } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { useCurrentAccount } from '../parts/current-account.tsx'
import { Card } from '../parts/facts.tsx'
import { Icon } from '../parts/icon.tsx'
import { useAction } from '../parts/queries.ts'
import { type PasswordForm, passwordFaults } from './login.model.ts'

const emptyForm: PasswordForm = { current: '', next: '' }

/**
 * Shows the form that changes the person's password. Errors of the fields appear once the form was submitted,
 * or if the server rejected a field.
 */
export function LoginPassword() {
  const { t } = useTranslation(['login', 'kit'])
  const [form, setForm] = useState(emptyForm)
  const [wasSubmitted, setSubmitted] = useState(false)
  const [isDone, setDone] = useState(false)
  const change = useAction(({ current, next }: PasswordForm, header) =>
    resultOf(api.api.v1.me.password.post({ current, new: next }, header)),
  )
  const faults = wasSubmitted ? passwordFaults(form) : {}
  const refusedField = refusedFieldOf(change.apiError)
  const errorText = useRateLimitText()
  /** Returns the props of a field. A rejection by the server is shown until the field is edited. */
  const fieldProps = (name: keyof PasswordForm, wasRefused: boolean, refusedText: string) => ({
    name,
    className: 'short-field',
    value: form[name],
    error: faults[name] ? t(faults[name]) : wasRefused && refusedText,
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget
      setForm(before => ({ ...before, [name]: value }))
      setDone(false)
      if (wasRefused) change.reset()
    },
    visibilityToggleButtonProps: { 'aria-label': t('kit:show_password') },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (Object.keys(passwordFaults(form)).length > 0 || change.busy) return
    change.run(form, () => {
      setForm(emptyForm)
      setSubmitted(false)
      setDone(true)
    })
  }
  return (
    <Card title={t('password')} text={t('password_text')}>
      <form className="form" noValidate onSubmit={submit}>
        <HiddenUsername />
        <PasswordInput
          {...fieldProps('current', refusedField === 'current', t('password_wrong'))}
          label={t('password_current')}
          autoComplete="current-password"
        />
        <PasswordInput
          {...fieldProps('next', refusedField === 'new', t('password_short'))}
          label={t('password_new')}
          description={t('password_hint')}
          autoComplete="new-password"
        />
        <p className="form-error" role="alert">
          {change.apiError && !refusedField && errorText(change.apiError)}
        </p>
        <ChangeButton isBusy={change.busy} isChanged={isDone} />
      </form>
    </Card>
  )
}

/** Draws an invisible field with the person's e-mail, under which password managers store the password. */
function HiddenUsername() {
  const { me } = useCurrentAccount()
  return (
    <input
      type="email"
      className="visually-hidden"
      autoComplete="username"
      value={me.staff?.email ?? ''}
      readOnly
      tabIndex={-1}
      aria-hidden
    />
  )
}

/** Shows the button that submits the form and, after the password was changed, a note next to the button. */
function ChangeButton({ isBusy, isChanged }: { readonly isBusy: boolean; readonly isChanged: boolean }) {
  const { t } = useTranslation('login')
  return (
    <div className="save-line">
      <Button type="submit" loading={isBusy}>
        {t('password_change')}
      </Button>
      <span className="save-state" role="status">
        {isChanged && (
          <>
            <Icon name="check" size={16} /> {t('password_changed')}
          </>
        )}
      </span>
    </div>
  )
}

/** Returns which password the server rejected; undefined if there is no error, or it is about neither. */
function refusedFieldOf(apiError: ApiError | undefined): 'current' | 'new' | undefined {
  if (apiError?.kind !== 'refused') return undefined
  return (['current', 'new'] as const).find(field => apiError.fields.includes(field))
}

/**
 * Returns a function that returns the text of an error. After too many attempts (status 429), the text
 * contains how many seconds the person has to wait.
 */
export function useRateLimitText(): (apiError: ApiError) => string {
  const { t } = useTranslation('login')
  const errorText = useApiErrorText()
  return apiError => {
    const isLimited = apiError.kind === 'refused' && apiError.status === 429
    if (!isLimited) return errorText(apiError)
    return t('too_many_attempts', { seconds: Math.max(1, Math.ceil(apiError.retryAfterMs / 1_000)) })
  }
}
