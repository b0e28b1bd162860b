// The set-up form. It asks for what is needed and nothing else, and says at the field what is wrong with it.
import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { scopes } from '../../../src/domain/account.ts'
import { type ApiError, api, resultOf } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { CardPage } from '../../kit/card-page.tsx'
import { useErrorTexts } from '../../kit/error-reason.ts'
import { accountHeader } from '../parts/queries.ts'
import {
  type ClaimField,
  type ClaimForm,
  claimFaults,
  emptyClaim,
  type FirstRun,
  homeZone,
  likelyZone,
  zoneName,
  zonesFor,
} from './claim.model.ts'

interface ClaimProps {
  readonly code: string
  readonly onReady: (first: FirstRun) => void
}

export function Claim({ code, onReady }: ClaimProps) {
  const { t, i18n } = useTranslation(['admin', 'kit'])
  const errorText = useApiErrorText()
  const refusalWords = useErrorTexts()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<ClaimForm>(() => ({
    ...emptyClaim,
    timeZone: likelyZone(deviceZone()),
  }))
  const [tried, setTried] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  const locale = values.locale ?? (i18n.language === 'sw' ? 'sw' : 'en')
  const faults = tried ? claimFaults(values) : {}

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setTried(true)
    setApiError(undefined)
    const [first] = Object.keys(claimFaults(values))
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    setBusy(true)
    const { timeZone, ...claim } = values
    const answer = await resultOf(
      api.api.v1.setup.claim.post({ code, ...claim, locale, email: claim.email.trim() }),
    )
    if (answer.ok) onReady(await furnished(answer.value.data, timeZone))
    else setApiError(answer.apiError)
    setBusy(false)
  }

  /** The box's word on one field, beside that field. */
  const refusedField = apiError?.kind === 'refused' ? apiError.fields[0] : undefined
  const refusal = (field: ClaimField) => {
    if (refusedField !== field || apiError?.kind !== 'refused') return undefined
    return field === 'email'
      ? t(apiError.message.includes('belongs') ? 'email_taken' : 'email_wrong')
      : refusalWords.whole(apiError)
  }
  const whole = () => {
    if (!apiError || (refusedField && refusedField in values)) return undefined
    if (apiError.kind === 'refused' && apiError.status === 403) return t('claim_code_bad')
    if (apiError.kind === 'refused' && apiError.status === 409) return t('claim_done_already')
    return errorText(apiError)
  }
  const field = (name: ClaimField) => {
    const fault = faults[name]
    return {
      name,
      value: values[name],
      size: 'md' as const,
      error: fault ? t(fault) : refusal(name),
      onChange: (event: { currentTarget: HTMLInputElement }) => {
        const { value } = event.currentTarget
        setValues(before => ({ ...before, [name]: value }))
        if (refusedField === name) setApiError(undefined)
      },
    }
  }

  return (
    <CardPage title={t('claim_title')} text={t('claim_text')} wide>
      <form ref={form} className="form" noValidate onSubmit={submit}>
        <fieldset className="group">
          <legend>{t('claim_shop')}</legend>
          <TextInput
            {...field('store')}
            label={t('store')}
            description={t('store_hint')}
            maxLength={100}
            autoComplete="organization"
            autoFocus
          />
          <TextInput {...field('city')} label={t('city')} maxLength={60} autoComplete="address-level2" />
          <NativeSelect
            name="timeZone"
            size="md"
            label={t('time_zone')}
            description={t('time_zone_hint')}
            value={values.timeZone}
            onChange={event => {
              const timeZone = event.currentTarget.value
              setValues(before => ({ ...before, timeZone }))
            }}
            data={zonesFor(Intl.supportedValuesOf('timeZone'), values.timeZone).map(value => ({
              value,
              label: zoneName(value),
            }))}
          />
          <NativeSelect
            name="locale"
            size="md"
            label={t('customer_language')}
            description={t('customer_language_hint')}
            value={locale}
            onChange={event => {
              const locale = event.currentTarget.value === 'sw' ? 'sw' : 'en'
              setValues(before => ({ ...before, locale }))
            }}
            data={[
              { value: 'en', label: 'English' },
              { value: 'sw', label: 'Kiswahili' },
            ]}
          />
        </fieldset>
        <fieldset className="group">
          <legend>{t('claim_you')}</legend>
          <TextInput {...field('name')} label={t('name')} maxLength={100} autoComplete="name" />
          <TextInput
            {...field('email')}
            type="email"
            label={t('kit:email')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <PasswordInput
            {...field('password')}
            label={t('kit:password')}
            description={t('password_hint')}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('kit:show_password') }}
          />
        </fieldset>
        <p className="form-error" role="alert">
          {whole()}
        </p>
        <Button type="submit" size="lg" fullWidth loading={busy} data-testid="claim">
          {t('claim')}
        </Button>
      </form>
    </CardPage>
  )
}

const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

interface Claimed {
  readonly account: { readonly id: string }
  readonly sandbox_account: { readonly id: string }
}

/**
 * Gives both accounts their time zone, and the practice account its first key. What fails here can be done in
 * the console later.
 */
async function furnished(
  { account, sandbox_account: sandbox }: Claimed,
  timeZone: string,
): Promise<FirstRun> {
  if (timeZone !== homeZone)
    for (const { id } of [account, sandbox])
      await resultOf(api.api.v1.settings.patch({ time_zone: timeZone }, accountHeader(id)))
  const made = await resultOf(
    api.api.v1.keys.post({ name: 'First key', scopes: [...scopes] }, accountHeader(sandbox.id)),
  )
  return { account: sandbox.id, key: made.ok ? made.value.data.key : undefined }
}
