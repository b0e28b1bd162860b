// The credentials of a network: a form of the fields that it names, folded once they are stored.
import { Button, PasswordInput, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFieldErrors } from '../../kit/api-error.ts'
import { mailUrl } from '../../kit/message-link.model.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { useCurrentAccount } from '../parts/current-account.tsx'
import { Card } from '../parts/facts.tsx'
import { Icon } from '../parts/icon.tsx'
import { useReauthentication } from '../parts/reauthentication.tsx'
import { credentialsIn, fieldWords, isSwitch, missingField, type Network, stepsOf } from './network.model.ts'
import { useChangeNetwork } from './network.queries.ts'
import { titleOf } from './network-words.tsx'

interface CredentialCardProps {
  readonly network: Network
  /** Runs after the credentials are stored. */
  readonly onConnected: () => void
}

/**
 * Shows the form for a network's credentials; once they are stored, what is known of them and a button that
 * opens the form.
 */
export function CredentialCard({ network, onConnected }: CredentialCardProps) {
  const { t } = useTranslation('networks')
  const { connected, credentials } = network
  const [isOpen, setOpen] = useState(!connected)
  const storedValues = Object.values(credentials).join(', ')
  const closeForm = () => {
    setOpen(false)
    onConnected()
  }
  return (
    <>
      {isOpen && <StepCard networkName={network.name} />}
      <Card
        title={connected ? t('credentials') : t('connect_named', { network: titleOf(network, t) })}
        text={t('credentials_text')}
      >
        {isOpen ? (
          <CredentialForm network={network} onConnected={closeForm} />
        ) : (
          <div className="stack">
            <p className="muted-text">{t('credentials_stored', { values: storedValues })}</p>
            <div className="save-line">
              <Button variant="default" onClick={() => setOpen(true)}>
                {t('credentials_change')}
              </Button>
            </div>
          </div>
        )}
      </Card>
    </>
  )
}

/**
 * Lists what the shop must do before the form can be filled in; draws nothing for networks without such
 * steps.
 */
export function StepCard({ networkName }: { readonly networkName: string }) {
  const { t } = useTranslation('networks')
  const steps = stepsOf(networkName)
  if (steps.length === 0) return null
  return (
    <Card title={t('steps')}>
      <div className="stack">
        <ol className="network-steps">
          {steps.map(step => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
        {networkName === 'selcom' && <SelcomMail />}
      </div>
    </Card>
  )
}

/** Opens an e-mail that requests everything from Selcom, or copies its text for people who use webmail. */
function SelcomMail() {
  const { t } = useTranslation(['networks', 'admin'])
  const { me, account } = useCurrentAccount()
  const subject = t('selcom_mail_subject', { shop: account.name })
  const text = t('selcom_mail_text', { shop: account.name, name: me.staff?.name ?? '' })
  return (
    <div className="save-line">
      <a className="button-link" href={mailUrl(subject, text)} data-testid="selcom-mail">
        <Icon name="send" size={18} /> {t('selcom_mail')}
      </a>
      <CopyButton text={text} label={t('selcom_mail_copy')} done={t('admin:copied')} />
    </div>
  )
}

/**
 * Edits the fields that the network names. The password is asked for again, and errors appear at their
 * fields.
 */
function CredentialForm({ network, onConnected }: CredentialCardProps) {
  const { t } = useTranslation(['networks', 'admin'])
  const { name, fields, connected } = network
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [wasSubmitted, setSubmitted] = useState(false)
  const change = useReauthentication(useChangeNetwork(name))
  const fieldErrors = useFieldErrors(change.apiError)
  const hasFieldError = fields.some(({ key }) => fieldErrors[`credentials.${key}`])
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setSubmitted(true)
    const emptyField = missingField(fields, values)
    if (emptyField)
      return event.currentTarget.querySelector<HTMLInputElement>(`[name="${emptyField}"]`)?.focus()
    if (!change.busy) change.run({ credentials: credentialsIn(values), enabled: true }, onConnected)
  }
  return (
    <form className="form" noValidate autoComplete="off" onSubmit={submit} data-testid="credentials">
      {fields.map(field => (
        <CredentialField
          key={field.key}
          network={name}
          field={field}
          value={values[field.key] ?? ''}
          error={
            wasSubmitted && field.required && !values[field.key]?.trim()
              ? t('admin:field_empty')
              : fieldErrors[`credentials.${field.key}`]
          }
          onChange={value => setValues(before => ({ ...before, [field.key]: value }))}
        />
      ))}
      {change.passwordField}
      {!hasFieldError && <ApiErrorNote apiError={change.apiError} />}
      <div className="save-line">
        <Button type="submit" loading={change.busy} data-testid="connect">
          {t(connected ? 'credentials_save' : 'connect_and_test')}
        </Button>
      </div>
    </form>
  )
}

/** Characters, as the API limits a credential. */
const valueLengthMax = 2_000

interface CredentialFieldProps {
  readonly network: string
  readonly field: Network['fields'][number]
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** Shows one credential as a switch, a hidden text or a plain text. */
function CredentialField({ network, field, value, error, onChange }: CredentialFieldProps) {
  const { t } = useTranslation(['networks', 'kit'])
  const words = fieldWords(network, field.key)
  const label = words ? t(words.label) : field.label
  const description = words ? t(words.hint) : field.help
  if (isSwitch(network, field.key))
    return (
      <Switch
        name={field.key}
        label={label}
        description={description}
        error={error}
        checked={value === 'true'}
        onChange={event => onChange(event.currentTarget.checked ? 'true' : '')}
      />
    )
  const inputProps = {
    name: field.key,
    label: field.required ? label : t('optional', { label }),
    description,
    error,
    value,
    maxLength: valueLengthMax,
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  return field.secret ? (
    <PasswordInput
      {...inputProps}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('kit:show_password') }}
    />
  ) : (
    <TextInput {...inputProps} autoComplete="off" />
  )
}
