// The login inside a page: e-mail, password, Enter; then a code, for logins with a second factor. The page
// stays where it is.
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type ComponentProps, type FormEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, postJson } from './api.ts'
import { useApiErrorText } from './api-error.ts'
import { isTwoFactorRequired } from './login.model.ts'
import { refreshMe } from './me.ts'

/** Loaded when it is needed, because few logins have a second factor. */
const CodeStep = lazy(() => import('./code-step.tsx').then(({ CodeStep }) => ({ default: CodeStep })))

/** The step for the code, which loads later. */
const LaterCodeStep = (props: ComponentProps<typeof CodeStep>) => (
  <Suspense>
    <CodeStep {...props} />
  </Suspense>
)

/** Logs a person in on this page. Afterwards the page shows what it has for that person. */
export function LoginForm() {
  const { t } = useTranslation()
  const loginErrorText = useLoginErrorText()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [apiError, setApiError] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)
  const [step, setStep] = useState<'password' | 'code' | 'expired'>('password')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setApiError(undefined)
    const answer = await postJson('/api/auth/sign-in/email', { email: email.trim(), password })
    if (!answer.ok) setApiError(answer.apiError)
    else if (isTwoFactorRequired(answer.value)) setStep('code')
    else await refreshMe()
    setBusy(false)
  }

  if (step === 'code')
    return <LaterCodeStep onExpired={() => setStep('expired')} onBack={() => setStep('password')} />
  return (
    <form className="form" onSubmit={submit}>
      <TextInput
        type="email"
        name="email"
        label={t('email')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        required
        withAsterisk={false}
        autoFocus
        value={email}
        onChange={event => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        name="password"
        label={t('password')}
        autoComplete="current-password"
        size="md"
        required
        withAsterisk={false}
        value={password}
        onChange={event => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
      />
      <p className="form-error" role="alert">
        {apiError ? loginErrorText(apiError) : step === 'expired' && t('login_code_expired')}
      </p>
      <Button type="submit" size="lg" fullWidth loading={isBusy}>
        {t('log_in')}
      </Button>
    </form>
  )
}

/** Returns a function that gives the text for a rejected login. */
function useLoginErrorText(): (apiError: ApiError) => string {
  const { t } = useTranslation()
  const errorText = useApiErrorText()
  return apiError => {
    if (apiError.kind !== 'refused') return errorText(apiError)
    if (apiError.status === 401 || apiError.status === 400) return t('login_wrong')
    if (apiError.reason === 'request_from_other_site') return t('login_foreign')
    if (apiError.status === 429)
      return t('login_slow', { seconds: Math.max(1, Math.ceil(apiError.retryAfterMs / 1_000)) })
    return errorText(apiError)
  }
}
