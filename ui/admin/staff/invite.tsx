// Adding a team member: a cashier is a name and a PIN; who needs the console gets a link, shown this once, to
// join with an e-mail.
import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '../../../src/domain/account.ts'
import { api, resultOf } from '../../kit/api.ts'
import { useFieldErrors } from '../../kit/api-error.ts'
import { whatsAppUrl } from '../../kit/message-link.model.ts'
import { QrCode } from '../../kit/qr-code.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { useCreation } from '../parts/creation.ts'
import { useAccount } from '../parts/current-account.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { OptionCards } from '../parts/option-cards.tsx'
import { useReauthentication } from '../parts/reauthentication.tsx'
import { inviteFaults, rolesGivenBy } from './staff.model.ts'

/** An invitation with its link, which the server returns only once. */
export interface NewInvitation {
  readonly name: string
  readonly url: string
  readonly expires_at: string
}
interface InviteProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The sheet that adds a person: first the form, then the link of the invitation. */
export function Invite({ open, onClose }: InviteProps) {
  const { t } = useTranslation('staff')
  const [invitation, setInvitation] = useState<NewInvitation>()
  const close = () => {
    onClose()
    setInvitation(undefined)
  }
  return (
    <Sheet
      title={invitation ? t('link_title', { name: invitation.name }) : t('invite_title')}
      open={open}
      onClose={close}
    >
      {invitation ? (
        <InvitationLink invitation={invitation} onDone={close} />
      ) : (
        <InviteForm onInvited={setInvitation} onAdded={close} />
      )}
    </Sheet>
  )
}

/**
 * Returns the two ways to add a person: `invite` makes a link for a login, `add` adds a cashier with a PIN at
 * once.
 */
function useAdding() {
  const invite = useReauthentication(
    useCreation((body: { name: string; role: Role; email?: string }, header) =>
      resultOf(api.api.v1.invitations.post(body, header)),
    ),
  )
  const add = useCreation((body: { name: string; pin: string }, header) =>
    resultOf(api.api.v1.staff.post(body, header)),
  )
  return { invite, add }
}

interface InviteFormProps {
  readonly onInvited: (invitation: NewInvitation) => void
  /** Called when a cashier was added: there is no link to show. */
  readonly onAdded: () => void
}

/** Asks for name and role, and for a PIN or an e-mail depending on the role. */
function InviteForm({ onInvited, onAdded }: InviteFormProps) {
  const { t } = useTranslation('staff')
  const { pin_length: length } = useAccount()
  const [form, setForm] = useState({ name: '', email: '', pin: '' })
  const [role, setRole] = useState<Role>('cashier')
  const [wasSubmitted, setSubmitted] = useState(false)
  const { invite, add } = useAdding()
  const action = role === 'cashier' ? add : invite
  const allFaults = inviteFaults(form, role, length)
  const faults = wasSubmitted ? allFaults : {}
  const fieldErrors = useFieldErrors(action.apiError)
  const field = (name: 'name' | 'email' | 'pin') => ({
    name,
    size: 'md' as const,
    value: form[name],
    error: faults[name] ? t(faults[name], { length }) : fieldErrors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget
      setForm(before => ({ ...before, [name]: value }))
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    const [firstName] = Object.keys(allFaults)
    if (firstName) return event.currentTarget.querySelector<HTMLInputElement>(`[name=${firstName}]`)?.focus()
    const [name, email] = [form.name.trim(), form.email.trim()]
    if (action.busy) return
    if (role === 'cashier') add.run({ name, pin: form.pin }, onAdded)
    else invite.run({ name, role, ...(email ? { email } : {}) }, ({ data }) => onInvited(data))
  }
  return (
    <form className="form" noValidate onSubmit={submit}>
      <TextInput
        {...field('name')}
        label={t('invite_name')}
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      <RoleChoice role={role} onChange={setRole} />
      <SignInField role={role} length={length} field={field} />
      {invite.passwordField}
      {Object.keys(fieldErrors).length === 0 && <ApiErrorNote apiError={action.apiError} />}
      <Button type="submit" size="md" fullWidth loading={action.busy} data-testid="make-link">
        {t(role === 'cashier' ? 'invite_cashier' : 'invite_confirm')}
      </Button>
    </form>
  )
}

interface SignInFieldProps {
  readonly role: Role
  /** The digits of a PIN. */
  readonly length: number
  readonly field: (name: 'email' | 'pin') => TextInputProps
}

/** The field by which the person will sign in: a cashier by a PIN, everyone else by e-mail. */
function SignInField({ role, length, field }: SignInFieldProps) {
  const { t } = useTranslation('staff')
  return role === 'cashier' ? (
    <TextInput
      {...field('pin')}
      className="short-field"
      label={t('pin')}
      description={t('invite_pin_hint', { length })}
      inputMode="numeric"
      autoComplete="off"
      maxLength={length}
    />
  ) : (
    <TextInput
      {...field('email')}
      type="email"
      label={`${t('invite_email')} (${t('optional')})`}
      description={t('invite_email_hint')}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

/** The choice of the roles that this person may give. */
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

/**
 * Shows the link of an invitation as a QR code, to copy, and to send by WhatsApp. The server returns the link
 * only once.
 */
export function InvitationLink({
  invitation: { name, url, expires_at },
  onDone,
}: {
  readonly invitation: NewInvitation
  readonly onDone: () => void
}) {
  const { t } = useTranslation('staff')
  const { name: store } = useAccount()
  // A line break marks where the time belongs in the text of each language.
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
