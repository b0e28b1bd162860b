// Other actions on a profile: make it the default, delete it.
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useAction } from '../parts/queries.ts'
import type { Profile } from './profile.model.ts'

export function ProfileActions({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profiles')
  if (profile.is_default) return <p className="page-note">{t('remove_default')}</p>
  return (
    <>
      <MakeDefault id={profile.id} />
      <Remove id={profile.id} />
    </>
  )
}

function MakeDefault({ id }: { readonly id: string }) {
  const { t } = useTranslation('profiles')
  const [open, setOpen] = useState(false)
  const action = useAction((_: undefined, header) =>
    resultOf(api.api.v1.profiles({ id }).patch({ is_default: true }, header)),
  )
  const close = () => {
    setOpen(false)
    action.reset()
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('make_default')}
      </Button>
      <ConfirmDialog
        title={t('default_title')}
        open={open}
        onClose={close}
        confirm={t('make_default')}
        onConfirm={() => action.run(undefined, close)}
        isBusy={action.busy}
        apiError={action.apiError}
      >
        <p>{t('default_effect')}</p>
      </ConfirmDialog>
    </>
  )
}

function Remove({ id }: { readonly id: string }) {
  const { t } = useTranslation('profiles')
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const action = useAction((_: undefined, header) =>
    resultOf(api.api.v1.profiles({ id }).delete(undefined, header)),
  )
  const close = () => {
    setOpen(false)
    action.reset()
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('remove')}
      </Button>
      <ConfirmDialog
        title={t('remove_title')}
        open={open}
        onClose={close}
        confirm={t('remove_confirm')}
        onConfirm={() => action.run(undefined, () => void navigate({ to: '/settings/branding' }))}
        isDanger
        isBusy={action.busy}
        apiError={action.apiError}
      >
        <p>{t('remove_text')}</p>
        <p>{t('remove_stay')}</p>
      </ConfirmDialog>
    </>
  )
}
