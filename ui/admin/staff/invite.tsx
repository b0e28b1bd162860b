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
import { useAccount } from '../parts/current-account.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { OptionCards } from '../parts/option-cards.tsx'
import { useAction } from '../parts/queries.ts'
import { useReauthentication } from '../parts/reauthentication.tsx'
import { inviteFaults, rolesGivenBy } from './staff.model.ts'

export interface NewInvitation {
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
  const [made, setMade] = useState<NewInvitation>()
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
      {made ? <InvitationLink made={made} onDone={close} /> : <InviteForm onMade={setMade} onAdded={close} />}
    </Sheet>
  )
}

/** A link for a login, or a cashier at once. */
function useAdding() {
  const invite = useReauthentication(
    useAction((body: { name: string; role: Role; email?: string }, header) =>
      resultOf(api.api.v1.invitations.post(body, header)),
    ),
  )
  const add = useAction((body: { name: string; pin: string }, header) =>
    resultOf(api.api.v1.staff.post(body, header)),
  )
  return { invite, add }
}

interface InviteFormProps {
  readonly onMade: (made: NewInvitation) => void
  /** A cashier is there, and nothing is left to show. */
  readonly onAdded: () => void
}

function InviteForm({ onMade, onAdded }: InviteFormProps) {
  const { t } = useTranslation('staff')
  const { pin_length: length } = useAccount()
  const [form, setForm] = useState({ name: '', email: '', pin: '' })
  const [role, setRole] = useState<Role>('cashier')
  const [wasTried, setTried] = useState(false)
  const { invite, add } = useAdding()
  const action = role === 'cashier' ? add : invite
  const found = inviteFaults(form, role, length)
  const faults = wasTried ? found : {}
  const problems = useFieldErrors()(action.apiError)
  const field = (name: 'name' | 'email' | 'pin') => ({
    name,
    size: 'md' as const,
    value: form[name],
    error: faults[name] ? t(faults[name], { length }) : problems[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget
      setForm(before => ({ ...before, [name]: value }))
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const [first] = Object.keys(found)
    if (first) return event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    const [name, email] = [form.name.trim(), form.email.trim()]
    if (action.busy) return
    if (role === 'cashier') add.run({ name, pin: form.pin }, onAdded)
    else invite.run({ name, role, ...(email ? { email } : {}) }, ({ data }) => onMade(data))
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
      <HowTheyComeIn role={role} length={length} field={field} />
      {invite.field}
      {Object.keys(problems).length === 0 && <ApiErrorNote apiError={action.apiError} />}
      <Button type="submit" size="md" fullWidth loading={action.busy} data-testid="make-link">
        {t(role === 'cashier' ? 'invite_cashier' : 'invite_confirm')}
      </Button>
    </form>
  )
}

interface HowTheyComeInProps {
  readonly role: Role
  readonly length: number
  readonly field: (name: 'email' | 'pin') => TextInputProps
}

/** A cashier by a PIN, everyone else by e-mail. */
function HowTheyComeIn({ role, length, field }: HowTheyComeInProps) {
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

/** The link of an invitation, shown this once. */
export function InvitationLink({
  made: { name, url, expires_at },
  onDone,
}: {
  readonly made: NewInvitation
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
