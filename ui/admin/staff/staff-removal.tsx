// What cannot be undone: removing a person, leaving, transferring ownership.
import { Button, PasswordInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { refreshMe } from '../../kit/me.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { Card } from '../parts/facts.tsx'
import { useAction } from '../parts/queries.ts'
import type { StaffPerson } from '../parts/staff.queries.ts'
import { RemainingKeys } from './staff-keys.tsx'

interface RemoveCardProps {
  readonly person: StaffPerson
  readonly isMine: boolean
}

/**
 * Removes a person from the shop, or lets a person leave it, after a question that names the keys that
 * remain.
 */
export function RemoveCard({ person, isMine }: RemoveCardProps) {
  const { id, name } = person
  const { t } = useTranslation('staff')
  const { name: store } = useAccount()
  const navigate = useNavigate()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const remove = useAction((_: undefined, header) =>
    resultOf(api.api.v1.staff({ id }).delete(undefined, header)),
  )
  const openDialog = () => {
    remove.reset()
    setDialogOpen(true)
  }
  const onRemoved = () => {
    if (isMine) void refreshMe()
    else void navigate({ to: '/staff' })
  }
  return (
    <Card
      title={t(isMine ? 'leave_card' : 'remove_card')}
      text={isMine ? t('leave_card_text') : t('remove_card_text', { name })}
    >
      <Button variant="default" className="danger-outline" onClick={openDialog}>
        {isMine ? t('leave') : t('remove', { name })}
      </Button>
      <ConfirmDialog
        title={isMine ? t('leave_title', { store }) : t('remove_title', { name, store })}
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        confirm={isMine ? t('leave_confirm') : t('remove_confirm', { name })}
        isDanger
        onConfirm={() => remove.run(undefined, onRemoved)}
        isBusy={remove.busy}
        apiError={remove.apiError}
      >
        <p>{t(isMine ? 'leave_card_text' : 'remove_text')}</p>
        <RemainingKeys person={person} />
      </ConfirmDialog>
    </Card>
  )
}

/**
 * Draws the card that makes another person the owner. Its dialog asks for the owner's password, because an
 * unattended browser must not give a shop away.
 */
export function HandOverCard({ person: { id, name } }: { readonly person: StaffPerson }) {
  const { t } = useTranslation(['staff', 'kit'])
  const { name: store } = useAccount()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [password, setPassword] = useState('')
  const handOver = useAction(async (_: undefined, header) => {
    const confirmed = await resultOf(api.api.v1.me.confirm.post({ password }, header))
    return confirmed.ok ? resultOf(api.api.v1['hand-over']({ id }).post(undefined, header)) : confirmed
  })
  const isPasswordWrong =
    handOver.apiError?.kind === 'refused' && handOver.apiError.fields.includes('password')
  const close = () => {
    setDialogOpen(false)
    setPassword('')
    handOver.reset()
  }
  return (
    <Card title={t('transfer_card')} text={t('transfer_card_text', { name })}>
      <Button variant="default" className="danger-outline" onClick={() => setDialogOpen(true)}>
        {t('transfer', { name })}
      </Button>
      <ConfirmDialog
        title={t('transfer_title', { name, store })}
        open={isDialogOpen}
        onClose={close}
        confirm={t('transfer_confirm')}
        isDanger
        onConfirm={() =>
          handOver.run(undefined, () => {
            close()
            void refreshMe()
          })
        }
        isBusy={handOver.busy}
        apiError={isPasswordWrong ? undefined : handOver.apiError}
      >
        <p>{t('transfer_text', { name })}</p>
        <PasswordInput
          label={t('password_yours')}
          data-autofocus
          size="md"
          autoComplete="current-password"
          value={password}
          error={isPasswordWrong && t('password_wrong')}
          onChange={event => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('kit:show_password') }}
        />
      </ConfirmDialog>
    </Card>
  )
}
