// The second step of a login: the six digits of the authenticator app, or a backup code when the phone is
// lost.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, postJson } from './api.ts'
import { useApiErrorText } from './api-error.ts'
import { codeStep } from './code-step.text.ts'
import { addTexts } from './language.ts'
import { type CodeMethod, codeErrorOf, normalizeCode, totpDigits } from './login.model.ts'
import { refreshMe } from './me.ts'

addTexts('kit', codeStep)

const routes = {
  totp: '/api/auth/two-factor/verify-totp',
  backup: '/api/auth/two-factor/verify-backup-code',
} as const

interface CodeStepProps {
  /** Called when the sign-in has expired, so that the password is needed again. */
  readonly onExpired: () => void
  readonly onBack: () => void
}

/** Asks for the second factor. A right code logs the person in on this page. */
export function CodeStep({ onExpired, onBack }: CodeStepProps) {
  const { t } = useTranslation()
  const codeText = useCodeText()
  const [method, setMethod] = useState<CodeMethod>('totp')
  const [code, setCode] = useState('')
  const [trustsDevice, setTrustsDevice] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)

  async function send(codeToSend: string) {
    if (isBusy || codeToSend === '') return
    setBusy(true)
    setApiError(undefined)
    const answer = await postJson(routes[method], { code: codeToSend, trustDevice: trustsDevice })
    if (answer.ok) await refreshMe()
    else if (codeErrorOf(answer.apiError) === 'over') onExpired()
    else {
      setApiError(answer.apiError)
      if (method === 'totp') setCode('')
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(code)
  }
  const changeCode = (text: string) => {
    const newCode = normalizeCode(text, method)
    setCode(newCode)
    // A complete code is sent without pressing the button.
    if (method === 'totp' && newCode.length === totpDigits && newCode !== code) void send(newCode)
  }
  const switchMethod = () => {
    setMethod(method === 'totp' ? 'backup' : 'totp')
    setCode('')
    setApiError(undefined)
  }

  return (
    <form className="form" onSubmit={submit}>
      <p className="card-page-text">{t('login_code_text')}</p>
      <CodeField key={method} method={method} code={code} onType={changeCode} />
      <label className="tick">
        <input
          type="checkbox"
          checked={trustsDevice}
          onChange={event => setTrustsDevice(event.currentTarget.checked)}
        />
        {t('login_trust')}
      </label>
      <p className="form-error" role="alert">
        {apiError && codeText(apiError, method)}
      </p>
      <Button type="submit" size="lg" fullWidth loading={isBusy}>
        {t('login_confirm')}
      </Button>
      <Alternatives method={method} onSwitch={switchMethod} onBack={onBack} />
    </form>
  )
}

interface CodeFieldProps {
  readonly method: CodeMethod
  readonly code: string
  readonly onType: (text: string) => void
}

/** The field for the code, with the keyboard that fits. */
function CodeField({ method, code, onType }: CodeFieldProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      name="code"
      className={method === 'totp' ? 'code-field' : ''}
      label={t(method === 'totp' ? 'login_code' : 'login_backup')}
      size="md"
      inputMode={method === 'totp' ? 'numeric' : 'text'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      value={code}
      onChange={event => onType(event.currentTarget.value)}
    />
  )
}

interface AlternativesProps {
  readonly method: CodeMethod
  readonly onSwitch: () => void
  readonly onBack: () => void
}

/** Offers a backup code instead of the app's code (or the reverse), and another login. */
function Alternatives({ method, onSwitch, onBack }: AlternativesProps) {
  const { t } = useTranslation()
  return (
    <div className="form-alternatives">
      <button type="button" onClick={onSwitch}>
        {t(method === 'totp' ? 'login_backup_use' : 'login_code_use')}
      </button>
      <button type="button" onClick={onBack}>
        {t('login_other')}
      </button>
    </div>
  )
}

/** Returns a function that gives the text for a rejected code. */
function useCodeText(): (apiError: ApiError, method: CodeMethod) => string {
  const { t } = useTranslation()
  const errorText = useApiErrorText()
  return (apiError, method) => {
    const kind = codeErrorOf(apiError)
    if (kind === 'wrong') return t(method === 'totp' ? 'login_code_wrong' : 'login_backup_wrong')
    if (kind === 'locked') return t('login_locked')
    if (kind !== 'slow' || apiError.kind !== 'refused') return errorText(apiError)
    return t('login_slow', { seconds: Math.max(1, Math.ceil(apiError.retryAfterMs / 1_000)) })
  }
}
