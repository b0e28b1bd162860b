// What an invited person sees: the shop, their role, and the form that creates their login and logs
// them in.
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, api, resultOf } from '../../kit/api.ts'
import { useApiErrorText, useFieldErrors } from '../../kit/api-error.ts'
import { CardPage } from '../../kit/card-page.tsx'
import { addTexts } from '../../kit/language.ts'
import { useMe } from '../../kit/me.ts'
import { Loading } from '../../kit/page.tsx'
import { ApiFailure, valueOrThrow } from '../../kit/query.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { exactTimeOf } from '../parts/time.model.ts'
import { type JoinForm, joinFaults } from './staff.model.ts'
import { staff } from './staff.text.ts'

addTexts('staff', staff)

/** Reads what the invitation with this code is for. Throws `ApiFailure` when the code is no longer valid. */
const readInvited = (code: string) => valueOrThrow(resultOf(api.api.v1.join.get({ query: { code } })))
type Invited = Awaited<ReturnType<typeof readInvited>>['data']

/** The page of an invitation's link: the form, or why the link does not work any more. */
export function Join({ code }: { readonly code: string }) {
  const { t } = useTranslation('staff')
  const { data, error, refetch } = useQuery({
    queryKey: ['join', code],
    queryFn: () => readInvited(code),
    refetchOnWindowFocus: false,
  })
  if (data) return <Invitation code={code} invited={data.data} />
  if (!error) return <Loading />
  const apiError: ApiError = error instanceof ApiFailure ? error.apiError : { kind: 'unreachable' }
  const isCodeInvalid = apiError.kind === 'refused' && [400, 403].includes(apiError.status)
  return (
    <CardPage title={t('join_invalid')} text={isCodeInvalid ? t('join_invalid_text') : undefined}>
      {!isCodeInvalid && <ApiErrorNote apiError={apiError} retry={() => void refetch()} />}
      <ToLogin />
    </CardPage>
  )
}

/**
 * Draws a valid invitation with its form. A person who is logged in already is warned that they will be
 * logged out.
 */
function Invitation({ code, invited }: { readonly code: string; readonly invited: Invited }) {
  const { t, i18n } = useTranslation('staff')
  const me = useMe()
  const until = exactTimeOf(invited.expires_at, invited.time_zone, i18n.language)
  const role = t(`role_${invited.role}`)
  return (
    <CardPage
      title={t('join_title', { store: invited.store })}
      text={t('join_text', { role, text: t(`role_${invited.role}_text`) })}
      isWide
    >
      {me?.staff && <p className="info-note">{t('join_other', { name: me.staff.name })}</p>}
      <JoinFormFields code={code} invited={invited} />
      <p className="card-page-text">{t('join_expires', { until: until.replace(/:\d\d$/, '') })}</p>
    </CardPage>
  )
}

/** Focuses the field of a form by its name. */
const focusField = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()

/**
 * Holds the form's values and sends them. Once the server asks for the code of a second factor, `asksTotp`
 * shows its field.
 */
function useJoin(code: string, invited: Invited) {
  const [form, setForm] = useState<JoinForm>({
    name: invited.name,
    email: invited.email ?? '',
    password: '',
    totp: '',
  })
  const [wasSubmitted, setSubmitted] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  const [asksTotp, setAsksTotp] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setSubmitted(true)
    setApiError(undefined)
    const [firstName] = Object.keys(joinFaults(form, asksTotp))
    if (firstName) return focusField(event.currentTarget, firstName)
    setBusy(true)
    const { totp, ...entry } = { ...form, name: form.name.trim(), email: form.email.trim() }
    const answer = await resultOf(api.api.v1.join.post({ code, ...entry, ...(asksTotp ? { totp } : {}) }))
    // Loads the console again, without data of another login.
    if (answer.ok) return location.replace('/admin')
    setBusy(false)
    setApiError(answer.apiError)
    if (answer.apiError.kind === 'refused' && answer.apiError.fields.includes('totp')) {
      setSubmitted(false)
      setAsksTotp(true)
    }
  }
  const change = (name: keyof JoinForm, value: string) => {
    setForm(before => ({ ...before, [name]: value }))
    setApiError(undefined)
  }
  const faults = wasSubmitted ? joinFaults(form, asksTotp) : {}
  return { form, faults, apiError, asksTotp, busy: isBusy, submit, change }
}

/** Draws the fields of the new or existing login. The e-mail is fixed if the invitation names it. */
function JoinFormFields({ code, invited }: { readonly code: string; readonly invited: Invited }) {
  const { t } = useTranslation(['staff', 'kit'])
  const { form, faults, apiError, asksTotp, busy, submit, change } = useJoin(code, invited)
  const fieldErrors = useFieldErrors(apiError)
  const field = (name: keyof JoinForm, errorText: string | undefined) => ({
    name,
    size: 'md' as const,
    value: form[name],
    error: faults[name] ? t(faults[name]) : errorText,
    onChange: (event: { currentTarget: HTMLInputElement }) => change(name, event.currentTarget.value),
  })
  // Logged out here means that the e-mail has a login already, with another password.
  const passwordError =
    apiError?.kind === 'logged_out' ? t('join_known') : fieldErrors.password && t('password_short')
  const isTotpWrong = asksTotp && form.totp !== '' && fieldErrors.totp !== undefined
  return (
    <form className="form" noValidate onSubmit={submit}>
      <TextInput
        {...field('name', fieldErrors.name)}
        label={t('join_name')}
        maxLength={100}
        autoComplete="name"
      />
      <TextInput
        {...field('email', fieldErrors.email && t('email_wrong'))}
        type="email"
        label={t('join_email')}
        {...(invited.email ? { readOnly: true, description: t('join_email_fixed') } : {})}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordInput
        {...field('password', passwordError)}
        label={t('join_password')}
        description={t('join_password_hint')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('kit:show_password') }}
      />
      {asksTotp && (
        <TextInput
          {...field('totp', isTotpWrong ? t('join_totp_wrong') : undefined)}
          className="code-field"
          label={t('join_totp')}
          description={t('join_totp_hint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
      )}
      <JoinError apiError={apiError} isAtFields={Object.keys(fieldErrors).length > 0} />
      <Button type="submit" size="lg" fullWidth loading={busy} data-testid="join">
        {t('join_confirm')}
      </Button>
      {apiError?.kind === 'refused' && apiError.status === 409 && <ToLogin />}
    </form>
  )
}

interface JoinErrorProps {
  readonly apiError: ApiError | undefined
  /** Whether the fields show the error already. */
  readonly isAtFields: boolean
}

/** Shows an error that belongs to no field. */
function JoinError({ apiError, isAtFields }: JoinErrorProps) {
  const { t } = useTranslation('staff')
  const errorText = useApiErrorText()
  const text = () => {
    if (!apiError || isAtFields || apiError.kind === 'logged_out') return undefined
    if (apiError.kind === 'refused' && apiError.status === 403) return t('join_invalid_text')
    if (apiError.kind === 'refused' && apiError.status === 409) return t('join_member')
    return errorText(apiError)
  }
  return (
    <p className="form-error" role="alert">
      {text()}
    </p>
  )
}

/** The link to the login page. */
function ToLogin() {
  const { t } = useTranslation('staff')
  return (
    <a className="button-link" href="/admin">
      {t('join_to_login')}
    </a>
  )
}
