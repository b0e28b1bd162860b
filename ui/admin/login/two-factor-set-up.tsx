// Switches the second factor on: asks for the password, shows the code for the app, checks its first digits,
// and shows the backup codes once.
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { postJson } from '../../kit/api.ts'
import { refreshMe } from '../../kit/me.ts'
import { QrCode } from '../../kit/qr-code.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { useAction } from '../parts/queries.ts'
import { backupCodesIn, normalizeTotp, totpKeyOf, twoFactorErrorOf } from './login.model.ts'
import { useRateLimitText } from './login-password.tsx'

/** What the server returns when the second factor is begun. */
interface Enrollment {
  /** The `otpauth:` address for the authenticator app. */
  readonly uri: string
  readonly codes: readonly string[]
}
interface FactorSetUpProps {
  readonly open: boolean
  readonly onClose: () => void
}

/**
 * Switches the second factor on in three steps: the person enters the password, scans the QR code and enters
 * a code of the app, and then sees the backup codes.
 */
export function TwoFactorSetUp({ open, onClose }: FactorSetUpProps) {
  const { t } = useTranslation('login')
  const [enrollment, setEnrollment] = useState<Enrollment>()
  const [isConfirmed, setConfirmed] = useState(false)
  const close = () => {
    onClose()
    setEnrollment(undefined)
    if (isConfirmed) void refreshMe()
    setConfirmed(false)
  }
  const firstTitle = enrollment ? 'factor_scan_title' : 'factor_start_title'
  const title = isConfirmed ? 'factor_codes_title' : firstTitle
  return (
    <Sheet title={t(title)} open={open} onClose={close}>
      {!enrollment && <PasswordStep onDone={setEnrollment} />}
      {enrollment && !isConfirmed && <ScanStep uri={enrollment.uri} onDone={() => setConfirmed(true)} />}
      {enrollment && isConfirmed && <CodeList codes={enrollment.codes} onClose={close} isFirst />}
    </Sheet>
  )
}

/** Asks for the password, and requests the key and the backup codes. `onDone` receives both. */
function PasswordStep({ onDone }: { readonly onDone: (enrollment: Enrollment) => void }) {
  const { t } = useTranslation(['login', 'kit'])
  const [password, setPassword] = useState('')
  const errorText = useRateLimitText()
  const enable = useAction((_: undefined, header) =>
    postJson('/api/auth/two-factor/enable', { password }, header.headers),
  )
  const isWrong = enable.apiError !== undefined && twoFactorErrorOf(enable.apiError) === 'password'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (enable.busy) return
    enable.run(undefined, answer =>
      onDone({ uri: String(Object(answer).totpURI), codes: backupCodesIn(answer) }),
    )
  }
  return (
    <form className="form" noValidate onSubmit={submit}>
      <p className="muted-text">{t('factor_start_text')}</p>
      <PasswordInput
        label={t('factor_password')}
        name="password"
        data-autofocus
        size="md"
        autoComplete="current-password"
        value={password}
        error={isWrong && t('password_wrong')}
        onChange={event => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('kit:show_password') }}
      />
      <p className="form-error" role="alert">
        {enable.apiError && !isWrong && errorText(enable.apiError)}
      </p>
      <Button type="submit" size="md" fullWidth loading={enable.busy}>
        {t('factor_start_continue')}
      </Button>
    </form>
  )
}

/**
 * Shows the key as a QR code and as text, and asks for the code that the authenticator app then shows.
 * `onDone` is called once the server has accepted the code.
 */
function ScanStep({ uri, onDone }: { readonly uri: string; readonly onDone: () => void }) {
  const { t } = useTranslation('login')
  const [code, setCode] = useState('')
  const errorText = useRateLimitText()
  const verify = useAction((typed: string, header) =>
    postJson('/api/auth/two-factor/verify-totp', { code: typed }, header.headers),
  )
  const isWrong = verify.apiError !== undefined && twoFactorErrorOf(verify.apiError) === 'code'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!verify.busy && code !== '') verify.run(code, onDone)
  }
  const key = totpKeyOf(uri)
  return (
    <form className="form" noValidate onSubmit={submit}>
      <p className="muted-text">{t('factor_scan_text')}</p>
      <QrCode text={uri} label={t('factor_qr')} />
      <div className="key-text">
        <p>{t('factor_key_text')}</p>
        <CopyField text={key.replaceAll(' ', '')} shown={key} label={t('factor_key')} />
      </div>
      <TextInput
        className="code-field"
        label={t('factor_code')}
        name="code"
        size="md"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={isWrong && t('factor_code_wrong')}
        onChange={event => {
          setCode(normalizeTotp(event.currentTarget.value))
          if (verify.apiError) verify.reset()
        }}
      />
      <p className="form-error" role="alert">
        {verify.apiError && !isWrong && errorText(verify.apiError)}
      </p>
      <Button type="submit" size="md" fullWidth loading={verify.busy}>
        {t('factor_scan_confirm')}
      </Button>
    </form>
  )
}

interface BackupCodesProps {
  /** The backup codes. If the list is empty, the sheet is closed. */
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** Shows new backup codes in a sheet of their own. */
export function BackupCodes({ codes, onClose }: BackupCodesProps) {
  const { t } = useTranslation('login')
  return (
    <Sheet title={t('factor_codes_title')} open={codes.length > 0} onClose={onClose}>
      <CodeList codes={codes} onClose={onClose} />
    </Sheet>
  )
}

/** Shows the backup codes to copy. With `isFirst`, a line confirms that the second factor is now on. */
function CodeList({ codes, onClose, isFirst = false }: BackupCodesProps & { readonly isFirst?: boolean }) {
  const { t } = useTranslation('login')
  return (
    <div className="stack">
      {isFirst && <p className="good-text">{t('factor_is_on')}</p>}
      <p className="muted-text">{t('factor_codes_text')}</p>
      <ol className="code-list" data-testid="backup-codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <CopyButton text={codes.join('\n')} label={t('factor_codes_copy')} done={t('copied')} />
      <Button size="md" onClick={onClose}>
        {t('factor_codes_saved')}
      </Button>
    </div>
  )
}
