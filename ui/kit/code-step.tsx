// The second step of a login: the six digits of the authenticator app, or a backup code when the phone is
// lost.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, postJson } from './api.ts'
import { useApiErrorText } from './api-error.ts'
import { codeStep } from './code-step.text.ts'
import { addTexts } from './language.ts'
import { type CodeMethod, codeErrorOf, normalizeCode } from './login.model.ts'
import { refreshMe } from './me.ts'

addTexts('kit', codeStep)

const routes = {
  totp: '/api/auth/two-factor/verify-totp',
  backup: '/api/auth/two-factor/verify-backup-code',
} as const

/** The length of an authenticator app's code. */
const codeDigits = 6

interface CodeStepProps {
  /** The server wants the password again. */
  readonly onOver: () => void
  readonly onBack: () => void
}

/** Asks for the second factor. A right code logs the person in on this page. */
export function CodeStep({ onOver, onBack }: CodeStepProps) {
  const { t } = useTranslation()
  const codeText = useCodeText()
  const [way, setWay] = useState<CodeMethod>('totp')
  const [code, setCode] = useState('')
  const [trust, setTrust] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)

  async function send(typed: string) {
    if (isBusy || typed === '') return
    setBusy(true)
    setApiError(undefined)
    const answer = await postJson(routes[way], { code: typed, trustDevice: trust })
    if (answer.ok) await refreshMe()
    else if (codeErrorOf(answer.apiError) === 'over') onOver()
    else {
      setApiError(answer.apiError)
      if (way === 'totp') setCode('')
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(code)
  }
  const type = (text: string) => {
    const typed = normalizeCode(text, way)
    setCode(typed)
    // A complete code is sent without pressing the button.
    if (way === 'totp' && typed.length === codeDigits && typed !== code) void send(typed)
  }
  const switchWay = () => {
    setWay(way === 'totp' ? 'backup' : 'totp')
    setCode('')
    setApiError(undefined)
  }

  return (
    <form className="form" onSubmit={submit}>
      <p className="card-page-text">{t('login_code_text')}</p>
      <CodeField key={way} way={way} code={code} onType={type} />
      <label className="tick">
        <input type="checkbox" checked={trust} onChange={event => setTrust(event.currentTarget.checked)} />
        {t('login_trust')}
      </label>
      <p className="form-error" role="alert">
        {apiError && codeText(apiError, way)}
      </p>
      <Button type="submit" size="lg" fullWidth loading={isBusy}>
        {t('login_confirm')}
      </Button>
      <Alternatives way={way} onSwitch={switchWay} onBack={onBack} />
    </form>
  )
}

interface CodeFieldProps {
  readonly way: CodeMethod
  readonly code: string
  readonly onType: (text: string) => void
}

/** The field for the code, with the keyboard that fits. */
function CodeField({ way, code, onType }: CodeFieldProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      name="code"
      className={way === 'totp' ? 'code-field' : ''}
      label={t(way === 'totp' ? 'login_code' : 'login_backup')}
      size="md"
      inputMode={way === 'totp' ? 'numeric' : 'text'}
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
  readonly way: CodeMethod
  readonly onSwitch: () => void
  readonly onBack: () => void
}

/** Offers a backup code instead of the app's code (or the reverse), and another login. */
function Alternatives({ way, onSwitch, onBack }: AlternativesProps) {
  const { t } = useTranslation()
  return (
    <div className="form-alternatives">
      <button type="button" onClick={onSwitch}>
        {t(way === 'totp' ? 'login_backup_use' : 'login_code_use')}
      </button>
      <button type="button" onClick={onBack}>
        {t('login_other')}
      </button>
    </div>
  )
}

/** Returns a function that gives the text for a rejected code. */
function useCodeText(): (apiError: ApiError, way: CodeMethod) => string {
  const { t } = useTranslation()
  const errorText = useApiErrorText()
  return (apiError, way) => {
    const kind = codeErrorOf(apiError)
    if (kind === 'wrong') return t(way === 'totp' ? 'login_code_wrong' : 'login_backup_wrong')
    if (kind === 'locked') return t('login_locked')
    if (kind !== 'slow' || apiError.kind !== 'refused') return errorText(apiError)
    return t('login_slow', { seconds: Math.max(1, Math.ceil(apiError.retryAfterMs / 1_000)) })
  }
}
