// What a person may do at tills: their PIN, and whether they may confirm payments manually.
import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { useFieldErrors } from '../../kit/api-error.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { Card } from '../parts/facts.tsx'
import { StateChip } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { useAction } from '../parts/queries.ts'
import type { StaffPerson } from '../parts/staff.queries.ts'
import { pinFault } from './staff-pin.model.ts'

interface PinCardProps {
  readonly person: Pick<StaffPerson, 'id' | 'name' | 'pin_set'>
  /** Whether the person sets their own PIN. */
  readonly isOwn?: boolean
  readonly onSaved?: () => void
}

/** The card that sets a person's PIN for the tills. */
export function PinCard({ person: { id, name, pin_set }, isOwn = false, onSaved }: PinCardProps) {
  const { t } = useTranslation(['staff', 'kit'])
  const { mode, pin_length: length } = useAccount()
  const [pin, setPin] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const change = useAction((pin: string, header) =>
    resultOf(api.api.v1.staff({ id }).pin.put({ pin }, header)),
  )
  const fault = wasSubmitted ? pinFault(pin, length) : undefined
  const serverError = useFieldErrors(change.apiError).pin
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    if (pinFault(pin, length))
      return event.currentTarget.querySelector<HTMLInputElement>('[name=pin]')?.focus()
    if (change.busy) return
    change.run(pin, () => {
      setPin('')
      setSubmitted(false)
      setSaved(true)
      onSaved?.()
    })
  }
  return (
    <Card
      title={t('pin_card')}
      text={t(`pin_${isOwn ? 'own' : 'text'}_${mode === 'live' ? 'live' : 'practice'}`, { name })}
      side={<PinState isSet={pin_set} />}
    >
      <form className="form" noValidate onSubmit={submit}>
        <PasswordInput
          name="pin"
          className="short-field"
          label={t(pin_set ? 'pin_new' : 'pin')}
          description={t(isOwn ? 'pin_hint_own' : 'pin_hint', { length })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={length}
          value={pin}
          error={fault ? t(fault, { length }) : serverError}
          onChange={event => {
            setPin(event.currentTarget.value.replace(/\s/g, ''))
            setSaved(false)
          }}
          visibilityToggleButtonProps={{ 'aria-label': t('kit:show_password') }}
        />
        {!serverError && <ApiErrorNote apiError={change.apiError} />}
        <div className="save-line">
          <Button type="submit" variant="default" loading={change.busy}>
            {t(pin_set ? 'pin_change' : 'pin_save')}
          </Button>
          <PinSaved isSaved={isSaved} />
        </div>
      </form>
    </Card>
  )
}

/** Shows that the PIN was saved. */
function PinSaved({ isSaved }: { readonly isSaved: boolean }) {
  const { t } = useTranslation('staff')
  return (
    <span className="save-state" role="status">
      {isSaved && (
        <>
          <Icon name="check" size={16} /> {t('pin_saved')}
        </>
      )}
    </span>
  )
}

/** Shows whether the person has a PIN. */
function PinState({ isSet }: { readonly isSet: boolean }) {
  const { t } = useTranslation('staff')
  return isSet ? (
    <StateChip tone="good" icon="check" text={t('pin_set')} />
  ) : (
    <StateChip tone="neutral" icon="ban" text={t('pin_none')} />
  )
}

/**
 * The card that lets a person confirm payments manually. Only for roles without the right: owners and admins
 * need no permission.
 */
export function GrantCard({ person }: { readonly person: StaffPerson }) {
  const { t } = useTranslation('staff')
  const { id, name, may_confirm: isGranted } = person
  const [isDialogOpen, setDialogOpen] = useState(false)
  const setGrant = useAction((confirm_manually: boolean, header) =>
    resultOf(api.api.v1.staff({ id }).grants.put({ confirm_manually }, header)),
  )
  return (
    <Card
      title={t('grant_card')}
      text={t('grant_text')}
      side={
        isGranted ? (
          <StateChip tone="good" icon="check" text={t('grant_on')} />
        ) : (
          <StateChip tone="neutral" icon="ban" text={t('grant_off')} />
        )
      }
    >
      <div className="stack">
        <ApiErrorNote apiError={isDialogOpen ? undefined : setGrant.apiError} />
        <div className="save-line">
          <Button
            variant="default"
            loading={setGrant.busy && !isDialogOpen}
            onClick={() => {
              setGrant.reset()
              if (isGranted) setGrant.run(false)
              else setDialogOpen(true)
            }}
          >
            {t(isGranted ? 'grant_revoke' : 'grant_allow', { name })}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        title={t('grant_allow_title', { name })}
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        confirm={t('grant_confirm')}
        onConfirm={() => setGrant.run(true, () => setDialogOpen(false))}
        isBusy={setGrant.busy}
        apiError={setGrant.apiError}
      >
        <p>{t('grant_allow_text')}</p>
        <p>{t('grant_allow_audit')}</p>
      </ConfirmDialog>
    </Card>
  )
}
