// Inviting a team member: a short form, then the link and its QR code, which are shown this once.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '../../../src/domain/account.ts'
import { api, resultOf } from '../../kit/api.ts'
import { useFieldErrors } from '../../kit/api-error.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { OptionCards } from '../parts/option-cards.tsx'
import { QrCode } from '../parts/qr-code.tsx'
import { useAction } from '../parts/queries.ts'
import { useReauthentication } from '../parts/reauthentication.tsx'
import { inviteFaults, rolesGivenBy, whatsAppUrl } from './staff.model.ts'

interface Made {
  readonly name: string
  readonly url: string
  readonly expires_at: string
}
interface InviteProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function Invite({ open, onClose }: InviteProps) {
  const { t } = useTranslation('staff')
  const [made, setMade] = useState<Made>()
  const close = () => {
    onClose()
    setMade(undefined)
  }
  return (
    <Sheet
      title={made ? t('link_title', { name: made.name }) : t('invite_title')}
      open={open}
      onClose={close}
    >
      {made ? <Link made={made} onDone={close} /> : <InviteForm onMade={setMade} />}
    </Sheet>
  )
}

function InviteForm({ onMade }: { readonly onMade: (made: Made) => void }) {
  const { t } = useTranslation('staff')
  const [form, setForm] = useState({ name: '', email: '' })
  const [role, setRole] = useState<Role>('cashier')
  const [tried, setTried] = useState(false)
  const invite = useReauthentication(
    useAction((body: { name: string; role: Role; email?: string }, named) =>
      resultOf(api.api.v1.invitations.post(body, named)),
    ),
  )
  const faults = tried ? inviteFaults(form) : {}
  const problems = useFieldErrors()(invite.apiError)
  const field = (name: 'name' | 'email') => ({
    name,
    size: 'md' as const,
    value: form[name],
    error: faults[name] ? t(faults[name]) : problems[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget
      setForm(before => ({ ...before, [name]: value }))
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const [first] = Object.keys(inviteFaults(form))
    if (first) return event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    const email = form.email.trim()
    if (!invite.busy)
      invite.run({ name: form.name.trim(), role, ...(email ? { email } : {}) }, ({ data }) => onMade(data))
  }
  return (
    <form className="form" noValidate onSubmit={submit}>
      <TextInput
        {...field('name')}
        label={t('invite_name')}
        description={t('invite_name_hint')}
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      <RoleChoice role={role} onChange={setRole} />
      <TextInput
        {...field('email')}
        type="email"
        label={`${t('invite_email')} (${t('optional')})`}
        description={t('invite_email_hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {invite.field}
      {Object.keys(problems).length === 0 && <ApiErrorNote apiError={invite.apiError} />}
      <Button type="submit" size="md" fullWidth loading={invite.busy} data-testid="make-link">
        {t('invite_confirm')}
      </Button>
    </form>
  )
}

function RoleChoice({ role, onChange }: { readonly role: Role; readonly onChange: (role: Role) => void }) {
  const { t } = useTranslation('staff')
  const { role: mine } = useAccount()
  return (
    <OptionCards
      legend={t('invite_role')}
      value={role}
      onChange={onChange}
      options={rolesGivenBy(mine).map(value => ({
        value,
        title: t(`role_${value}`),
        text: t(`role_${value}_text`),
      }))}
    />
  )
}

function Link({
  made: { name, url, expires_at },
  onDone,
}: {
  readonly made: Made
  readonly onDone: () => void
}) {
  const { t } = useTranslation('staff')
  const { name: store } = useAccount()
  const [before, after] = t('link_text', { name, until: '\n' }).split('\n')
  return (
    <div className="stack invite-link">
      <p className="muted-text">
        {before}
        <Timestamp at={expires_at} />
        {after}
      </p>
      <QrCode text={url} label={t('link_qr')} />
      <div className="link-box" data-testid="invite-url">
        <code>{url}</code>
      </div>
      <CopyButton text={url} label={t('link_copy')} done={t('copied')} />
      <a
        className="button-link"
        href={whatsAppUrl(t('link_message', { name, store, url }))}
        target="_blank"
        rel="noreferrer"
      >
        {t('link_whatsapp')}
      </a>
      <Button size="md" onClick={onDone}>
        {t('done')}
      </Button>
    </div>
  )
}
