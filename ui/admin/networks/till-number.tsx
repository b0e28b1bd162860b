// The shop's own till number: its settings, and the phone that forwards the provider's SMS.
import { Button, Checkbox, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { smsProviders } from '../../../src/domain/sms-template.ts'
import { otherPayee } from '../../../src/domain/till-number.ts'
import { useFieldErrors } from '../../kit/api-error.ts'
import { SumInput } from '../../kit/sum-input.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { Card } from '../parts/facts.tsx'
import { useReauthentication } from '../parts/reauthentication.tsx'
import { credentialsIn, missingField, type Network, phoneSetupIn } from './network.model.ts'
import { useChangeNetwork } from './network.queries.ts'
import { StepCard } from './network-form.tsx'
import { usePhoneSetup } from './phone-setup.ts'
import { PhoneCard } from './till-number-phone.tsx'

/** Shows the steps and the form for a new till number; once it is stored, its phone and the form. */
export function TillNumberCards({ network }: { readonly network: Network }) {
  const { id } = useAccount()
  const [setup, setSetup] = usePhoneSetup(id, network)
  const isNew = !network.connected
  return (
    <>
      {isNew ? (
        <StepCard networkName={network.name} />
      ) : (
        <PhoneCard network={network} setup={setup} onSetup={setSetup} />
      )}
      <TillNumberForm network={network} onSaved={reply => isNew && setSetup(phoneSetupIn(reply))} />
    </>
  )
}

interface TillNumberFormProps {
  readonly network: Network
  readonly onSaved: (reply: Network) => void
}

/** Edits the till number. Saving leaves it on or off as it is; a new one is switched on. */
function TillNumberForm({ network, onSaved }: TillNumberFormProps) {
  const { t } = useTranslation(['networks', 'admin'])
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({})
  const [wasSubmitted, setSubmitted] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const change = useReauthentication(useChangeNetwork(network.name))
  const fieldErrors = useFieldErrors(change.apiError)
  // A new till number completes payments automatically until its owner switches that off.
  const values = { automatic: 'true', ...network.values, ...edits }
  const setValue = (key: string, value: string) => {
    setEdits(before => ({ ...before, [key]: value }))
    setSaved(false)
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setSubmitted(true)
    const emptyField = missingField(network.fields, values)
    if (emptyField) return event.currentTarget.querySelector<HTMLElement>(`[name="${emptyField}"]`)?.focus()
    if (change.busy) return
    change.run(
      { credentials: credentialsIn(values), enabled: network.enabled || !network.connected },
      reply => {
        setEdits({})
        setSaved(true)
        onSaved(reply.data)
      },
    )
  }
  const hasFieldError = network.fields.some(({ key }) => fieldErrors[`credentials.${key}`])
  const isDirty = !network.connected || Object.keys(edits).length > 0
  const formProps = { values, setValue, wasSubmitted, network, fieldErrors }
  return (
    <Card title={t('settings')} text={t('sms_warning')}>
      <form className="form" noValidate autoComplete="off" onSubmit={submit} data-testid="till-number">
        <NumberFields {...formProps} />
        <RuleFields {...formProps} />
        {change.passwordField}
        {!hasFieldError && <ApiErrorNote apiError={change.apiError} />}
        <div className="save-line">
          <Button type="submit" loading={change.busy} disabled={!isDirty} data-testid="connect">
            {t('till_number_save')}
          </Button>
          <span className="save-state" role="status">
            {isSaved && !isDirty && t('admin:saved')}
          </span>
        </div>
      </form>
    </Card>
  )
}

/** What the parts of the form share. */
interface FieldsProps {
  readonly values: Readonly<Record<string, string | undefined>>
  readonly setValue: (key: string, value: string) => void
  readonly wasSubmitted: boolean
  readonly network: Network
  readonly fieldErrors: Readonly<Record<string, string>>
}

type TextKey = 'number' | 'name' | 'provider' | 'qr' | 'automatic_most'

/** Returns a function that gives a text field its name, texts, value and error. */
function useTextField({ values, setValue, wasSubmitted, network, fieldErrors }: FieldsProps) {
  const { t } = useTranslation(['networks', 'admin'])
  return (key: TextKey) => {
    const value = values[key] ?? ''
    const isMissing =
      wasSubmitted && value.trim() === '' && network.fields.some(field => field.key === key && field.required)
    return {
      name: key,
      label: t(key),
      description: t(`${key}_hint`),
      value,
      error: isMissing ? t('admin:field_empty') : fieldErrors[`credentials.${key}`],
      onChange: (event: { currentTarget: { value: string } }) => setValue(key, event.currentTarget.value),
    }
  }
}

/** Edits provider, number, name and the merchant’s own QR code. */
function NumberFields(props: FieldsProps) {
  const { t } = useTranslation('networks')
  const fieldOf = useTextField(props)
  return (
    <>
      <NativeSelect
        {...fieldOf('provider')}
        className="short-field"
        data={[
          { value: '', label: t('provider_choose'), disabled: true },
          ...smsProviders.map(value => ({ value: value as string, label: t(`provider_${value}`) })),
        ]}
      />
      <TextInput {...fieldOf('number')} className="short-field" inputMode="numeric" autoComplete="off" />
      <TextInput {...fieldOf('name')} autoComplete="off" />
      <Textarea {...fieldOf('qr')} label={t('optional', { label: t('qr') })} rows={3} spellCheck={false} />
      <PayeeConfirmation {...props} />
    </>
  )
}

/**
 * Appears when the QR code pays another number than the one typed: the owner confirms that this number is
 * theirs.
 */
function PayeeConfirmation({ values, setValue }: FieldsProps) {
  const { t } = useTranslation('networks')
  const { number = '', qr = '' } = values
  const payee = otherPayee({ number, qr })
  if (!payee) return null
  return (
    <Checkbox
      name="qr_number"
      label={t('qr_number', { own: number, ...payee })}
      checked={values.qr_number === payee.number}
      onChange={event => setValue('qr_number', event.currentTarget.checked ? payee.number : '')}
    />
  )
}

/**
 * Edits whether SMS complete payments without a person, up to which amount, and whether unsigned SMS count.
 */
function RuleFields(props: FieldsProps) {
  const { t } = useTranslation('networks')
  const { values, setValue } = props
  const fieldOf = useTextField(props)
  return (
    <>
      <Switch
        name="automatic"
        label={t('automatic')}
        description={t('automatic_hint')}
        checked={values.automatic === 'true'}
        onChange={event => setValue('automatic', String(event.currentTarget.checked))}
      />
      {values.automatic === 'true' && (
        <SumInput
          {...fieldOf('automatic_most')}
          className="unit-field"
          leftSection={<span className="unit">TZS</span>}
          leftSectionWidth={52}
        />
      )}
      <Switch
        name="signed_only"
        label={t('signed_only')}
        description={t('signed_only_hint')}
        checked={values.signed_only === 'true'}
        onChange={event => setValue('signed_only', String(event.currentTarget.checked))}
      />
    </>
  )
}
