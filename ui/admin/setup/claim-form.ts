// The state of the set-up form: its values, the error of each field, and the requests that create the shop.
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { scopes } from '../../../src/domain/account.ts'
import type { Locale } from '../../../src/domain/profile.ts'
import { type ApiError, api, resultOf } from '../../kit/api.ts'
import { useApiErrorText, useFieldErrors } from '../../kit/api-error.ts'
import { accountHeader } from '../parts/queries.ts'
import { homeZone, likelyZone } from '../parts/time-zone.model.ts'
import { type ClaimField, type ClaimForm, claimFaults, emptyClaim, type FirstRun } from './claim.model.ts'

export interface ClaimFormState {
  readonly ref: RefObject<HTMLFormElement | null>
  readonly values: ClaimForm
  /** The customers' language: that of the page until one is chosen. */
  readonly locale: Locale
  readonly busy: boolean
  readonly changeValues: (changes: Partial<ClaimForm>) => void
  readonly fieldError: (name: ClaimField) => string | undefined
  /** An error that belongs to no field. */
  readonly formError: string | undefined
  readonly submit: (event: FormEvent) => void
}

/**
 * Holds the set-up form and creates the shop with the claim code of the set-up link. `onReady` gets the
 * practice account once both accounts exist and are set up.
 */
export function useClaimForm(code: string, onReady: (firstRun: FirstRun) => void): ClaimFormState {
  const { t, i18n } = useTranslation(['admin', 'kit'])
  const ref = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<ClaimForm>(() => ({
    ...emptyClaim,
    timeZone: likelyZone(deviceZone()),
  }))
  const [wasSubmitted, setSubmitted] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)
  const locale = values.locale ?? (i18n.language === 'sw' ? 'sw' : 'en')
  const faults = wasSubmitted ? claimFaults(values) : {}
  const errors = useClaimErrors(apiError, values)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setSubmitted(true)
    setApiError(undefined)
    const [firstFaultyField] = Object.keys(claimFaults(values))
    if (firstFaultyField)
      return ref.current?.querySelector<HTMLInputElement>(`[name=${firstFaultyField}]`)?.focus()
    setBusy(true)
    const { timeZone, ...claim } = values
    const answer = await resultOf(
      api.api.v1.setup.claim.post({ code, ...claim, locale, email: claim.email.trim() }),
    )
    if (answer.ok) onReady(await setUpAccounts(answer.value.data, timeZone))
    else setApiError(answer.apiError)
    setBusy(false)
  }

  return {
    ref,
    values,
    locale,
    busy: isBusy,
    changeValues(changes) {
      setValues(before => ({ ...before, ...changes }))
      if (errors.field !== undefined && errors.field in changes) setApiError(undefined)
    },
    fieldError(name) {
      const fault = faults[name]
      return fault ? t(fault) : errors.textOf(name)
    },
    formError: errors.formText,
    submit: event => void submit(event),
  }
}

/** Decides where the server's error is shown: at its field where the form has it, else below the form. */
function useClaimErrors(apiError: ApiError | undefined, values: ClaimForm) {
  const { t } = useTranslation('admin')
  const errorText = useApiErrorText()
  const fieldErrors = useFieldErrors(apiError)
  const field = apiError?.kind === 'refused' ? apiError.fields[0] : undefined
  const textOf = (name: ClaimField) => {
    if (field !== name || apiError?.kind !== 'refused') return undefined
    return apiError.reason === 'email_taken' ? t('email_taken') : fieldErrors[name]
  }
  const formText = () => {
    if (!apiError || (field && field in values)) return undefined
    if (apiError.kind === 'refused' && apiError.status === 403) return t('claim_code_bad')
    if (apiError.kind === 'refused' && apiError.status === 409) return t('claim_done_already')
    return errorText(apiError)
  }
  return { field, textOf, formText: formText() }
}

/** Returns the time zone of this device. */
const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

interface CreatedAccounts {
  readonly account: { readonly id: string }
  readonly sandbox_account: { readonly id: string }
}

/**
 * Gives both accounts their time zone, and the practice account its first API key. What fails here can be
 * done in the console later.
 */
async function setUpAccounts(
  { account, sandbox_account: sandbox }: CreatedAccounts,
  timeZone: string,
): Promise<FirstRun> {
  if (timeZone !== homeZone)
    for (const { id } of [account, sandbox])
      await resultOf(api.api.v1.settings.patch({ time_zone: timeZone }, accountHeader(id)))
  const created = await resultOf(
    api.api.v1.keys.post({ name: 'First key', scopes: [...scopes] }, accountHeader(sandbox.id)),
  )
  return { account: sandbox.id, key: created.ok ? created.value.data.key : undefined }
}
