// The form that creates or changes a checkout profile, with a preview of the page next to it.
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, type ApiResult, api, dataOf, putFile, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { viewOfBrand } from '../links/checkout-preview.model.ts'
import { CheckoutPreview, FormWithPreview } from '../links/checkout-preview.tsx'
import { linkForm } from '../links/link-form.text.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useCreation } from '../parts/creation.ts'
import { useAccount } from '../parts/current-account.tsx'
import { Fields, useFieldForm } from '../parts/field-form.tsx'
import { StateChip } from '../parts/figure.tsx'
import { PageError } from '../parts/page-error.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { useUnsavedChanges } from '../parts/unsaved-changes.tsx'
import {
  brandOfDraft,
  isSameProfile,
  isSameProfileDraft,
  newProfileDraft,
  type Profile,
  type ProfileDraft,
  profileBody,
  profileDraftOf,
  profileFaults,
} from './profile.model.ts'
import { ProfileActions } from './profile-actions.tsx'
import { ProfileFields } from './profile-form.tsx'
import { profiles } from './profiles.text.ts'

addTexts('profiles', profiles)
addTexts('link-form', linkForm)

/** The page of a new profile, which begins with the values of the default one. */
export function ProfileNew() {
  const { t } = useTranslation('profiles')
  const navigate = useNavigate()
  const profiles = useRead(['profiles', 'all'], header =>
    api.api.v1.profiles.get({ query: { limit: 100 }, ...header }),
  )
  const defaultProfile = profiles.data?.data.find(({ is_default }) => is_default)
  return (
    <>
      <PageHead
        title={t('new_title')}
        text={t('new_text')}
        back={{ to: '/settings/branding', text: t('back') }}
      />
      <ApiErrorNote apiError={profiles.apiError} retry={profiles.retry} />
      {defaultProfile && (
        <ProfileForm
          initial={newProfileDraft(defaultProfile)}
          saved={undefined}
          onCreated={id => void navigate({ to: '/settings/branding/$id', params: { id } })}
        />
      )}
    </>
  )
}

/** The page that changes a profile. */
export function ProfilePage() {
  const { t } = useTranslation('profiles')
  const { id } = useParams({ from: '/settings/branding/$id' })
  const answer = useRead(['profiles', id], header => api.api.v1.profiles({ id }).get(header))
  const profile = answer.data?.data
  const back = { to: '/settings/branding', text: t('back') } as const
  if (answer.apiError) return <PageError failedRead={answer} title={t('title')} back={back} t={t} />
  if (!profile) return <PageSkeleton />
  return (
    <>
      <PageHead
        title={profile.name}
        text={
          profile.is_default && (
            <span className="head-state">
              <StateChip tone="good" icon="check" text={t('is_default')} /> {t('default_text')}
            </span>
          )
        }
        back={back}
      >
        <ProfileActions profile={profile} />
      </PageHead>
      <ProfileForm key={profile.id} initial={profileDraftOf(profile)} saved={profile} />
    </>
  )
}

/**
 * Returns what the preview shows: an example payment page with the draft's branding, in the draft's language.
 */
function usePreviewView(draft: ProfileDraft, saved: Profile | undefined) {
  const { i18n } = useTranslation('profiles')
  const { mode } = useAccount()
  // The example is in the language of the page that is shown.
  const sample = i18n.getFixedT(draft.locale, 'profiles')('sample')
  return viewOfBrand(brandOfDraft(draft, saved?.merchant_logo ?? ''), mode === 'sandbox', sample)
}

interface ConflictDialogProps {
  readonly open: boolean
  readonly isBusy: boolean
  readonly onClose: () => void
  readonly onOverwrite: () => void
  readonly onLoad: () => void
}

/**
 * Asks what to do when another window has saved the profile since this form read it: overwrite, or load the
 * other version.
 */
function ConflictDialog({ open, isBusy, onClose, onOverwrite, onLoad }: ConflictDialogProps) {
  const { t } = useTranslation('profiles')
  return (
    <ConfirmDialog
      title={t('conflict_title')}
      open={open}
      onClose={onClose}
      confirm={t('conflict_overwrite')}
      onConfirm={onOverwrite}
      isDanger
      isBusy={isBusy}
      apiError={undefined}
    >
      <p>{t('conflict_text')}</p>
      <button type="button" className="text-button" onClick={onLoad}>
        {t('conflict_load')}
      </button>
    </ConfirmDialog>
  )
}

interface ProfileFormProps {
  readonly initial: ProfileDraft
  /** The stored profile; undefined for a new one. */
  readonly saved: Profile | undefined
  /** Called with the id of a new profile. After a change the form stays. */
  readonly onCreated?: (id: string) => void
}

/** Holds the draft, saves it, and handles a conflict with another window. */
function ProfileForm({ initial, saved, onCreated }: ProfileFormProps) {
  const [draft, setDraft] = useState(initial)
  const [isSaved, setSaved] = useState(false)
  // The profile as this form last read or saved it. Another window may have saved it since.
  const [knownProfile, setKnownProfile] = useState(saved)
  const save = useSaveProfile(saved?.id)
  const isStale = save.apiError === staleApiError
  const form = useFieldForm(profileFaults(draft), isStale ? undefined : save.apiError)
  const unsaved = useUnsavedChanges(
    !isSameProfileDraft(draft, knownProfile ? profileDraftOf(knownProfile) : initial),
  )
  const change = (changes: Partial<ProfileDraft>) => {
    setSaved(false)
    setDraft(before => ({ ...before, ...changes }))
  }
  /** Saves the draft unless another window has stored a version other than `expected`. */
  const send = (expected: Profile | undefined) =>
    save.run({ draft, knownProfile: expected }, profile => {
      setSaved(true)
      setKnownProfile(profile)
      setDraft(before => (before === draft ? profileDraftOf(profile) : before))
      if (!saved) unsaved.leaveWithoutAsking(() => onCreated?.(profile.id))
    })
  const loadTheirs = () => {
    const theirs = save.theirs()
    if (!theirs) return
    save.reset()
    setKnownProfile(theirs)
    setDraft(profileDraftOf(theirs))
  }
  const view = usePreviewView(draft, knownProfile)
  return (
    <>
      <FormWithPreview preview={<CheckoutPreview view={view} />}>
        {previewButton => (
          <Fields form={form} onSubmit={() => send(knownProfile)}>
            <ProfileFields
              draft={draft}
              change={change}
              saved={knownProfile}
              isBusy={save.busy}
              isDone={isSaved}
              apiError={form.apiError}
              previewButton={previewButton}
            />
          </Fields>
        )}
      </FormWithPreview>
      {unsaved.dialog}
      <ConflictDialog
        open={isStale}
        isBusy={save.busy}
        // It closes when an answer is chosen: do not reset a save that is under way.
        onClose={() => isStale && save.reset()}
        onOverwrite={() => send(save.theirs())}
        onLoad={loadTheirs}
      />
    </>
  )
}

/** The error of a conflict. This page makes it, because the server accepts whichever save comes last. */
const staleApiError: ApiError = {
  kind: 'refused',
  status: 409,
  errorCode: 'stale',
  reason: undefined,
  params: {},
  fields: [],
  problems: {},
  retryAfterMs: 0,
}

interface ProfileSave {
  readonly draft: ProfileDraft
  /** The profile as this form last read or saved it; undefined for a new one. */
  readonly knownProfile: Profile | undefined
}

/**
 * Saves the fields of a profile, then a new picture. If the picture failed, the next try does not create the
 * profile again. If another window has saved the profile since this form read it, nothing is saved; `theirs`
 * then returns the other version.
 */
function useSaveProfile(savedId: string | undefined) {
  const storedId = useRef(savedId)
  const theirs = useRef<Profile>(undefined)
  const action = useCreation<ProfileSave, Profile>(
    async ({ draft, knownProfile }, header): Promise<ApiResult<Profile>> => {
      const body = profileBody(draft)
      if (knownProfile) {
        const stored = await resultOf(api.api.v1.profiles({ id: knownProfile.id }).get(header))
        if (!stored.ok) return stored
        theirs.current = stored.value.data
        if (!isSameProfile(knownProfile, stored.value.data)) return { ok: false, apiError: staleApiError }
      }
      const answer = storedId.current
        ? await resultOf(api.api.v1.profiles({ id: storedId.current }).patch(body, header))
        : await resultOf(api.api.v1.profiles.post(body, header))
      if (!answer.ok) return answer
      const profile = answer.value.data
      storedId.current = profile.id
      if (draft.logo.kind !== 'picked') return { ok: true, value: profile }
      const path = `/api/v1/profiles/${encodeURIComponent(profile.id)}/logo`
      return dataOf<Profile>(putFile(path, draft.logo.picture, header.headers))
    },
    ({ draft }) => profileBody(draft),
  )
  return { ...action, theirs: () => theirs.current }
}
