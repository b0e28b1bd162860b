// Other actions on a profile: make it the default, delete it.
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useAction } from '../parts/queries.ts'
import type { Profile } from './profile.model.ts'

/**
 * Draws the buttons that make a profile the default or delete it. The default itself can only be replaced.
 */
export function ProfileActions({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profiles')
  if (profile.is_default) return <p className="page-note">{t('remove_default')}</p>
  return (
    <>
      <MakeDefaultButton id={profile.id} />
      <RemoveButton id={profile.id} />
    </>
  )
}

/** Makes the profile the default of new payment links, after a question. */
function MakeDefaultButton({ id }: { readonly id: string }) {
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

/** Deletes the profile after a question, and returns to the list. */
function RemoveButton({ id }: { readonly id: string }) {
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
