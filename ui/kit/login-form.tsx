// The login inside a page: e-mail, password, Enter; then a code, for logins with a second factor. The page stays where it is.
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { post, type Trouble } from './api.ts'
import { useTroubleText } from './api-error.ts'
import { CodeStep } from './code-step.tsx'
import { wantsCode } from './login.model.ts'
import { refreshMe } from './me.ts'

export function LoginForm() {
  const { t } = useTranslation()
  const loginTrouble = useLoginTrouble()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [trouble, setTrouble] = useState<Trouble>()
  const [busy, setBusy] = useState(false)
  const [step, setStep] = useState<'password' | 'code' | 'over'>('password')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setTrouble(undefined)
    const answer = await post('/api/auth/sign-in/email', { email: email.trim(), password })
    if (!answer.ok) setTrouble(answer.trouble)
    else if (wantsCode(answer.value)) setStep('code')
    else await refreshMe()
    setBusy(false)
  }

  if (step === 'code') return <CodeStep onOver={() => setStep('over')} onBack={() => setStep('password')} />
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
      <p className="form-trouble" role="alert">
        {trouble ? loginTrouble(trouble) : step === 'over' && t('login_code_over')}
      </p>
      <Button type="submit" size="lg" fullWidth loading={busy}>
        {t('log_in')}
      </Button>
    </form>
  )
}

function useLoginTrouble(): (trouble: Trouble) => string {
  const { t } = useTranslation()
  const troubleText = useTroubleText()
  return trouble => {
    if (trouble.kind !== 'refused') return troubleText(trouble)
    if (trouble.status === 401 || trouble.status === 400) return t('login_wrong')
    if (trouble.errorCode === 'INVALID_ORIGIN') return t('login_foreign')
    if (trouble.status === 429) return t('login_slow', { seconds: Math.max(1, Math.ceil(trouble.retryAfterMs / 1_000)) })
    return troubleText(trouble)
  }
}
