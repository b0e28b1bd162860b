// The second factor of a person's login: on, off, and new backup codes.
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { postJson } from '../../kit/api.ts'
import { normalizeCode } from '../../kit/login.model.ts'
import { refreshMe } from '../../kit/me.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Card } from '../parts/facts.tsx'
import { StateChip } from '../parts/figure.tsx'
import { useAction } from '../parts/queries.ts'
import { backupCodesIn, twoFactorErrorOf } from './login.model.ts'
import { BackupCodes, TwoFactorSetUp } from './two-factor-set-up.tsx'

/**
 * Shows whether the second factor is on, with buttons that switch it on or off or create new backup codes.
 * Each button opens a sheet.
 */
export function TwoFactorCard({ isOn }: { readonly isOn: boolean }) {
  const { t } = useTranslation('login')
  const [openSheet, setOpenSheet] = useState<'set-up' | 'turn-off' | 'codes'>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const close = () => setOpenSheet(undefined)
  return (
    <Card title={t('factor')} text={t('factor_text')} side={<TwoFactorState isOn={isOn} />}>
      <div className="save-line">
        {isOn ? (
          <>
            <Button variant="default" onClick={() => setOpenSheet('codes')}>
              {t('factor_codes')}
            </Button>
            <Button variant="default" className="danger-outline" onClick={() => setOpenSheet('turn-off')}>
              {t('factor_turn_off')}
            </Button>
          </>
        ) : (
          <Button onClick={() => setOpenSheet('set-up')}>{t('factor_set_up')}</Button>
        )}
      </div>
      <TwoFactorSetUp open={openSheet === 'set-up'} onClose={close} />
      <FactorSheet
        title={t('factor_turn_off_title')}
        text={t('factor_turn_off_text')}
        confirm={t('factor_turn_off_confirm')}
        isDanger
        path="/api/auth/two-factor/disable"
        open={openSheet === 'turn-off'}
        onClose={close}
        onDone={() => {
          close()
          void refreshMe()
        }}
      />
      <FactorSheet
        title={t('factor_codes_new_title')}
        text={t('factor_codes_new_text')}
        confirm={t('factor_codes_create')}
        path="/api/auth/two-factor/generate-backup-codes"
        open={openSheet === 'codes'}
        onClose={close}
        onDone={answer => {
          close()
          setCodes(backupCodesIn(answer))
        }}
      />
      <BackupCodes codes={codes} onClose={() => setCodes([])} />
    </Card>
  )
}

/** Shows whether the second factor is on. */
function TwoFactorState({ isOn }: { readonly isOn: boolean }) {
  const { t } = useTranslation('login')
  return (
    <StateChip
      tone={isOn ? 'good' : 'neutral'}
      icon={isOn ? 'check' : 'ban'}
      text={t(isOn ? 'factor_on' : 'factor_off')}
    />
  )
}

interface FactorSheetProps {
  readonly title: string
  readonly text: string
  readonly confirm: string
  readonly isDanger?: boolean
  /** The route that makes the change. */
  readonly path: string
  readonly open: boolean
  readonly onClose: () => void
  readonly onDone: (answer: unknown) => void
}

/**
 * Asks for the password and a code, and sends both to the route that makes a change. `onDone` receives the
 * answer. An error about the password or the code is shown at its field, any other error below the fields.
 */
function FactorSheet({
  title,
  text,
  confirm,
  isDanger = false,
  path,
  open,
  onClose,
  onDone,
}: FactorSheetProps) {
  const { t } = useTranslation(['login', 'kit'])
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const action = useAction((_: undefined, header) => postJson(path, { password, code }, header.headers))
  const error = action.apiError && twoFactorErrorOf(action.apiError)
  const isFieldError = error === 'password' || error === 'code'
  const clear = () => {
    setPassword('')
    setCode('')
    action.reset()
  }
  return (
    <ConfirmDialog
      title={title}
      open={open}
      onClose={() => {
        clear()
        onClose()
      }}
      confirm={confirm}
      isDanger={isDanger}
      onConfirm={() =>
        action.run(undefined, answer => {
          clear()
          onDone(answer)
        })
      }
      isBusy={action.busy}
      apiError={isFieldError ? undefined : action.apiError}
    >
      <p>{text}</p>
      <PasswordInput
        label={t('factor_password')}
        name="password"
        data-autofocus
        size="md"
        autoComplete="current-password"
        value={password}
        error={error === 'password' && t('password_wrong')}
        onChange={event => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('kit:show_password') }}
      />
      <CodeField code={code} isWrong={error === 'code'} onType={setCode} />
    </ConfirmDialog>
  )
}

interface CodeFieldProps {
  readonly code: string
  readonly isWrong: boolean
  readonly onType: (code: string) => void
}

/** Shows the field for a code: six digits of the app or, if the phone is lost, a backup code. */
function CodeField({ code, isWrong, onType }: CodeFieldProps) {
  const { t } = useTranslation('login')
  return (
    <TextInput
      label={t('factor_code_or_backup')}
      name="code"
      size="md"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      value={code}
      error={isWrong && t('factor_code_or_backup_wrong')}
      onChange={event => onType(normalizeCode(event.currentTarget.value, 'backup'))}
    />
  )
}
