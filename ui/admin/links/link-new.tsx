// The form for a new payment link, with a preview of the page that it opens.
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiResult, api, resultOf } from '../../kit/api.ts'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'
import { addTexts } from '../../kit/language.ts'
import { SegmentedControl } from '../../kit/segmented-control.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { Fields, useFieldForm } from '../parts/field-form.tsx'
import { AmountField, AreaField, ChoiceField, TextField } from '../parts/form-field.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useAction, useRead } from '../parts/queries.ts'
import { SkeletonBar } from '../parts/skeleton.tsx'
import { useUnsavedChanges } from '../parts/unsaved-changes.tsx'
import { viewOfDraft } from './checkout-preview.model.ts'
import { CheckoutPreview, FormWithPreview } from './checkout-preview.tsx'
import type { PaymentLink } from './link.model.ts'
import { linkFaults } from './link-fault.model.ts'
import {
  type Branding,
  createBodyOf,
  type DraftProps,
  emptyLink,
  expiries,
  type LinkDraft,
} from './link-form.model.ts'
import { linkForm } from './link-form.text.ts'
import { LinkItems } from './link-items.tsx'
import { LinkMethods } from './link-method.tsx'
import { LinkAppearance, LinkCustomer, LinkDeveloperOptions, LinkFields } from './link-sections.tsx'
import { links } from './links.text.ts'

addTexts('links', links)
addTexts('link-form', linkForm)

/** Shows the form once the profiles are read. */
export function LinkNew() {
  const { t } = useTranslation(['link-form', 'links'])
  const profiles = useProfiles()
  return (
    <>
      <PageHead title={t('new_title')} text={t('new_text')} back={{ to: '/links', text: t('links:back') }} />
      <ApiErrorNote apiError={profiles.apiError} retry={profiles.retry} />
      {profiles.data ? (
        <LinkForm profiles={profiles.data.data} />
      ) : (
        profiles.pending && <SkeletonBar widthPercent={60} isTall />
      )}
    </>
  )
}

/** Reads all profiles: an account has at most 100. */
const useProfiles = () =>
  useRead(['profiles', 'all'], header => api.api.v1.profiles.get({ query: { limit: 100 }, ...header }))

type Profile = Branding & { readonly id: string; readonly name: string; readonly is_default: boolean }

/**
 * Shows the form for a new link with its preview. Submitting creates the link if the form has no faults, and
 * opens the page of the link. Draws nothing if the account has no profile.
 */
function LinkForm({ profiles }: { readonly profiles: readonly Profile[] }) {
  const { t } = useTranslation('link-form')
  const navigate = useNavigate()
  const { mode } = useAccount()
  const [typedDraft, setDraft] = useState(emptyLink)
  // If someone has deleted the chosen profile, the link uses the default profile, whose value is empty.
  const hasProfile = profiles.some(({ id }) => id === typedDraft.profile)
  const draft = hasProfile ? typedDraft : { ...typedDraft, profile: '' }
  const create = useCreateLink()
  const faults = linkFaults(draft)
  const form = useFieldForm(faults, create.apiError)
  const change = (changes: Partial<LinkDraft>) => setDraft(before => ({ ...before, ...changes }))
  const isChosen = ({ id, is_default }: Profile) => (draft.profile ? id === draft.profile : is_default)
  const profile = profiles.find(isChosen) ?? profiles[0]
  const hasChanges = JSON.stringify(typedDraft) !== JSON.stringify(emptyLink)
  const unsaved = useUnsavedChanges(hasChanges)
  const send = () =>
    create.run(draft, ({ reference }) =>
      unsaved.leaveWithoutAsking(() => void navigate({ to: '/links/$reference', params: { reference } })),
    )
  if (!profile) return null
  return (
    <>
      <FormWithPreview preview={<CheckoutPreview view={viewOfDraft(draft, profile, mode === 'sandbox')} />}>
        {previewButton => (
          <Fields form={form} onSubmit={send}>
            <section className="card card-body form">
              <AmountFields draft={draft} change={change} />
              <AreaField
                name="description"
                label={t('description')}
                hint={t('description_hint')}
                value={draft.description}
                onChange={description => change({ description })}
              />
              <ExpiryFields draft={draft} change={change} />
              <BrandingField profiles={profiles} draft={draft} change={change} />
              <LinkMethods draft={draft} change={change} profileMethods={profile.allowed_methods} />
            </section>
            <LinkItems draft={draft} change={change} />
            <LinkFields draft={draft} change={change} />
            <LinkAppearance draft={draft} change={change} />
            <LinkCustomer draft={draft} change={change} />
            <LinkDeveloperOptions draft={draft} change={change} />
            <ApiErrorNote apiError={form.apiError} />
            <div className="form-actions">
              {previewButton}
              <Button type="submit" size="md" loading={create.busy} data-testid="make">
                {t('create')}
              </Button>
            </div>
          </Fields>
        )}
      </FormWithPreview>
      {unsaved.dialog}
    </>
  )
}

/**
 * Returns the action that creates the link. The idempotency key changes only when the request does, so that
 * submitting the same form twice creates one link.
 */
function useCreateLink() {
  const lastRequest = useRef({ body: '', key: '' })
  return useAction<LinkDraft, PaymentLink>(async (draft, header): Promise<ApiResult<PaymentLink>> => {
    const body = createBodyOf(draft)
    const json = JSON.stringify(body)
    if (lastRequest.current.body !== json) lastRequest.current = { body: json, key: newIdempotencyKey() }
    const headers = { ...header.headers, 'idempotency-key': lastRequest.current.key }
    const answer = await resultOf(api.api.v1.sessions.post(body, { headers }))
    return answer.ok ? { ok: true, value: answer.value.data } : answer
  })
}

/** Edits the amount: fixed, or chosen by the customer between two bounds, with a suggested amount. */
function AmountFields({ draft, change }: DraftProps) {
  const { t } = useTranslation('link-form')
  const { open, amount, amountMin, amountMax } = draft
  return (
    <>
      <div className="choice">
        <span className="choice-label">{t('mode')}</span>
        <SegmentedControl
          label={t('mode')}
          value={open ? 'open' : 'fixed'}
          onChange={mode => change({ open: mode === 'open' })}
          choices={[
            { value: 'fixed', label: t('mode_fixed') },
            { value: 'open', label: t('mode_open') },
          ]}
        />
      </div>
      {open && (
        <div className="field-pair">
          <AmountField
            name="min_amount"
            label={t('minimum')}
            value={amountMin}
            onChange={value => change({ amountMin: value })}
          />
          <AmountField
            name="max_amount"
            label={t('maximum')}
            value={amountMax}
            onChange={value => change({ amountMax: value })}
          />
        </div>
      )}
      <AmountField
        name="amount"
        label={t(open ? 'amount_suggested' : 'amount')}
        {...(open ? { hint: t('amount_suggested_hint') } : {})}
        value={amount}
        onChange={value => change({ amount: value })}
      />
    </>
  )
}

/** Shows the choice of the profile. The default profile has the empty value, as in a new draft. */
function BrandingField({ profiles, draft, change }: DraftProps & { readonly profiles: readonly Profile[] }) {
  const { t } = useTranslation('link-form')
  return (
    <ChoiceField
      name="profile_id"
      label={t('profile')}
      hint={t('profile_hint')}
      value={draft.profile}
      onChange={id => change({ profile: id })}
      options={profiles.map(({ id, name, is_default }) => ({
        value: is_default ? '' : id,
        label: is_default ? t('profile_default', { name }) : name,
      }))}
    />
  )
}

/** Shows the choice of when the link expires: after one of the offered times, or after typed minutes. */
function ExpiryFields({ draft, change }: DraftProps) {
  const { t } = useTranslation('link-form')
  const isCustom = draft.expiry === 'own'
  return (
    <div className="field-pair">
      <ChoiceField
        // Errors about `expires_in` belong to the field that holds the time.
        name={isCustom ? 'expiry' : 'expires_in'}
        label={t('expiry')}
        value={draft.expiry}
        onChange={expiry => change({ expiry })}
        options={[
          ...expiries.map(seconds => ({ value: String(seconds), label: t(`expiry_${seconds}`) })),
          { value: 'own', label: t('expiry_custom') },
        ]}
      />
      {isCustom && (
        <TextField
          name="expires_in"
          label={t('minutes')}
          hint={t('minutes_hint')}
          unit={t('minutes_unit')}
          value={draft.minutes}
          onChange={minutes => change({ minutes })}
        />
      )}
    </div>
  )
}
