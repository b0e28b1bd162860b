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

const empty: PasswordForm = { current: '', next: '' }

export function LoginPassword() {
  const { t } = useTranslation(['login', 'kit'])
  const [form, setForm] = useState(empty)
  const [wasTried, setTried] = useState(false)
  const [isDone, setDone] = useState(false)
  const change = useAction(({ current, next }: PasswordForm, header) =>
    resultOf(api.api.v1.me.password.post({ current, new: next }, header)),
  )
  const faults = wasTried ? passwordFaults(form) : {}
  const wrong = wrongIn(change.apiError)
  const wordsOf = useRateLimitText()
  const field = (name: keyof PasswordForm, wasRefused: boolean) => ({
    name,
    className: 'short-field',
    value: form[name],
    error: faults[name]
      ? t(faults[name])
      : wasRefused && t(name === 'current' ? 'password_wrong' : 'password_short'),
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
    setTried(true)
    if (Object.keys(passwordFaults(form)).length > 0 || change.busy) return
    change.run(form, () => {
      setForm(empty)
      setTried(false)
      setDone(true)
    })
  }
  return (
    <Card title={t('password')} text={t('password_text')}>
      <form className="form" noValidate onSubmit={submit}>
        <HiddenUsername />
        <PasswordInput
          {...field('current', wrong === 'current')}
          label={t('password_current')}
          autoComplete="current-password"
        />
        <PasswordInput
          {...field('next', wrong === 'new')}
          label={t('password_new')}
          description={t('password_hint')}
          autoComplete="new-password"
        />
        <p className="form-error" role="alert">
          {change.apiError && !wrong && wordsOf(change.apiError)}
        </p>
        <ChangeButton isBusy={change.busy} isChanged={isDone} />
      </form>
    </Card>
  )
}

/** Password managers store the password under this e-mail. */
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

/** The field that the server rejected. */
function wrongIn(apiError: ApiError | undefined): 'current' | 'new' | undefined {
  if (apiError?.kind !== 'refused') return undefined
  return (['current', 'new'] as const).find(field => apiError.fields.includes(field))
}

/** The error in words, also after too many wrong passwords. */
export function useRateLimitText(): (apiError: ApiError) => string {
  const { t } = useTranslation('login')
  const errorText = useApiErrorText()
  return apiError =>
    apiError.kind === 'refused' && apiError.status === 429
      ? t('too_many_attempts', { seconds: Math.max(1, Math.ceil(apiError.retryAfterMs / 1_000)) })
      : errorText(apiError)
}
