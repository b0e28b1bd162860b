// The second factor of a person's login: on, off, and new backup codes.
import { Button, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { postJson } from '../../kit/api.ts'
import { refreshMe } from '../../kit/me.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Card } from '../parts/facts.tsx'
import { StateChip } from '../parts/figure.tsx'
import { useAction } from '../parts/queries.ts'
import { twoFactorErrorOf } from './login.model.ts'
import { BackupCodes, TwoFactorSetUp } from './two-factor-set-up.tsx'

export function TwoFactorCard({ on }: { readonly on: boolean }) {
  const { t } = useTranslation('login')
  const [open, setOpen] = useState<'set-up' | 'drop' | 'codes'>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const close = () => setOpen(undefined)
  return (
    <Card title={t('factor')} text={t('factor_text')} side={<TwoFactorState on={on} />}>
      <div className="save-line">
        {on ? (
          <>
            <Button variant="default" onClick={() => setOpen('codes')}>
              {t('factor_codes')}
            </Button>
            <Button variant="default" className="danger-outline" onClick={() => setOpen('drop')}>
              {t('factor_turn_off')}
            </Button>
          </>
        ) : (
          <Button onClick={() => setOpen('set-up')}>{t('factor_set_up')}</Button>
        )}
      </div>
      <TwoFactorSetUp open={open === 'set-up'} onClose={close} />
      <PasswordSheet
        title={t('factor_turn_off_title')}
        text={t('factor_turn_off_text')}
        confirm={t('factor_turn_off_confirm')}
        danger
        path="/api/auth/two-factor/disable"
        open={open === 'drop'}
        onClose={close}
        onDone={() => {
          close()
          void refreshMe()
        }}
      />
      <PasswordSheet
        title={t('factor_codes_new_title')}
        text={t('factor_codes_new_text')}
        confirm={t('factor_codes_create')}
        path="/api/auth/two-factor/generate-backup-codes"
        open={open === 'codes'}
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

function TwoFactorState({ on }: { readonly on: boolean }) {
  const { t } = useTranslation('login')
  return (
    <StateChip
      tone={on ? 'good' : 'neutral'}
      icon={on ? 'check' : 'ban'}
      text={t(on ? 'factor_on' : 'factor_off')}
    />
  )
}

/** The backup codes of an answer. */
export function backupCodesIn(answer: unknown): string[] {
  const { backupCodes }: { backupCodes?: unknown } = Object(answer)
  return Array.isArray(backupCodes) ? backupCodes.map(String) : []
}

interface PasswordSheetProps {
  readonly title: string
  readonly text: string
  readonly confirm: string
  readonly danger?: boolean
  readonly path: string
  readonly open: boolean
  readonly onClose: () => void
  readonly onDone: (answer: unknown) => void
}

/** Asks for the password before something of the login is changed. */
function PasswordSheet({
  title,
  text,
  confirm,
  danger = false,
  path,
  open,
  onClose,
  onDone,
}: PasswordSheetProps) {
  const { t } = useTranslation(['login', 'kit'])
  const [password, setPassword] = useState('')
  const action = useAction((_: undefined, named) => postJson(path, { password }, named.headers))
  const wrong = action.apiError !== undefined && twoFactorErrorOf(action.apiError) === 'password'
  const leave = () => {
    setPassword('')
    action.reset()
  }
  return (
    <ConfirmDialog
      title={title}
      open={open}
      onClose={() => {
        leave()
        onClose()
      }}
      confirm={confirm}
      danger={danger}
      onConfirm={() =>
        action.run(undefined, answer => {
          leave()
          onDone(answer)
        })
      }
      busy={action.busy}
      apiError={wrong ? undefined : action.apiError}
    >
      <p>{text}</p>
      <PasswordInput
        label={t('factor_password')}
        name="password"
        data-autofocus
        size="md"
        autoComplete="current-password"
        value={password}
        error={wrong && t('password_wrong')}
        onChange={event => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('kit:show_password') }}
      />
    </ConfirmDialog>
  )
}
