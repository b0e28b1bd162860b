// A checkout profile, made or changed, with the page it dresses beside it.
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Answer, api, asked, putFile } from '../kit/api.ts'
import { addTexts } from '../text/language.ts'
import { links } from '../text/links.ts'
import { profiles } from '../text/profiles.ts'
import { useAct, useRead } from './box.ts'
import { Empty } from './empty.tsx'
import { State } from './figure.tsx'
import { PageHead } from './page-head.tsx'
import { brandOfDraft, draftOf, newDraft, type Profile, type ProfileDraft, profileBody, profileFaults } from './profile.model.ts'
import { ProfileActs } from './profile-act.tsx'
import { ProfileFields } from './profile-form.tsx'
import { useAccount } from './seat.tsx'
import { Fields, useFieldForm } from './session-field.tsx'
import { PagePreview, WithPreview } from './session-preview.tsx'
import { viewOfBrand } from './session-view.model.ts'
import { PageSkeleton } from './skeleton.tsx'
import { TroubleNote } from './trouble-note.tsx'

addTexts('profiles', profiles)
addTexts('links', links)

export function ProfileNew() {
  const { t } = useTranslation('profiles')
  const navigate = useNavigate()
  const found = useRead(['profiles', 'all'], named => api.api.v1.profiles.get({ query: { limit: 100 }, ...named }))
  const usual = found.data?.data.find(({ is_default }) => is_default)
  return (
    <>
      <PageHead title={t('new_title')} text={t('new_text')} back={{ to: '/profiles', text: t('back') }} />
      <TroubleNote trouble={found.trouble} again={found.again} />
      {usual && (
        <ProfileForm
          begin={newDraft(usual)}
          saved={undefined}
          onSaved={id => void navigate({ to: '/profiles/$id', params: { id } })}
        />
      )}
    </>
  )
}

export function ProfilePage() {
  const { t } = useTranslation('profiles')
  const { id } = useParams({ from: '/profiles/$id' })
  const found = useRead(['profiles', id], named => api.api.v1.profiles({ id }).get(named))
  const profile = found.data?.data
  if (found.trouble?.kind === 'refused' && found.trouble.status === 404)
    return (
      <>
        <PageHead title={t('title')} back={{ to: '/profiles', text: t('back') }} />
        <Empty icon="search" title={t('lost')} text={t('lost_text')} />
      </>
    )
  if (found.trouble) return <TroubleNote trouble={found.trouble} again={found.again} />
  if (!profile) return <PageSkeleton />
  return (
    <>
      <PageHead
        title={profile.name}
        text={
          profile.is_default && (
            <span className="head-state">
              <State tone="good" icon="check" text={t('is_default')} /> {t('default_text')}
            </span>
          )
        }
        back={{ to: '/profiles', text: t('back') }}
      >
        <ProfileActs profile={profile} />
      </PageHead>
      <ProfileForm key={profile.id} begin={draftOf(profile)} saved={profile} onSaved={() => {}} />
    </>
  )
}

interface ProfileFormProps {
  readonly begin: ProfileDraft
  /** As the box has it; undefined for a new one. */
  readonly saved: Profile | undefined
  readonly onSaved: (id: string) => void
}

function ProfileForm({ begin, saved, onSaved }: ProfileFormProps) {
  const { t } = useTranslation('profiles')
  const { mode } = useAccount()
  const [draft, setDraft] = useState(begin)
  const [done, setDone] = useState(false)
  const save = useSave(saved?.id)
  const form = useFieldForm(profileFaults(draft), save.trouble)
  const change = (part: Partial<ProfileDraft>) => {
    setDone(false)
    setDraft(before => ({ ...before, ...part }))
  }
  const send = () =>
    save.run(draft, id => {
      setDone(true)
      setDraft(before => (before.logo.kind === 'picked' ? { ...before, logo: { kind: 'kept' } } : before))
      onSaved(id)
    })
  const brand = brandOfDraft(draft, saved?.merchant_logo ?? '')
  return (
    <WithPreview preview={<PagePreview view={viewOfBrand(brand, mode === 'sandbox', t('sample'))} />}>
      {showPreview => (
        <Fields form={form} onSubmit={send}>
          <ProfileFields
            draft={draft}
            change={change}
            saved={saved}
            busy={save.busy}
            done={done}
            trouble={form.trouble}
            showPreview={showPreview}
          />
        </Fields>
      )}
    </WithPreview>
  )
}

/** Saves the fields, then a new picture. A profile that was made while its picture failed is not made twice. */
function useSave(savedId: string | undefined) {
  const made = useRef(savedId)
  return useAct<ProfileDraft, string>(async (draft, named): Promise<Answer<string>> => {
    const body = profileBody(draft)
    const answer = made.current
      ? await asked(api.api.v1.profiles({ id: made.current }).patch(body, named))
      : await asked(api.api.v1.profiles.post(body, named))
    if (!answer.ok) return answer
    const { id } = answer.value.data
    made.current = id
    if (draft.logo.kind !== 'picked') return { ok: true, value: id }
    const sent = await putFile(`/api/v1/profiles/${encodeURIComponent(id)}/logo`, draft.logo.picture, named.headers)
    return sent.ok ? { ok: true, value: id } : sent
  })
}
