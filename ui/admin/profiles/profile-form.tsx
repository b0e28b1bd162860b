// The fields of a checkout profile.
import { Button, Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { SegmentedControl } from '../../kit/segmented-control.tsx'
import { MethodBoxes } from '../links/link-method.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { FieldError } from '../parts/field-form.tsx'
import { AddressFields, TextField } from '../parts/form-field.tsx'
import { CollapsibleCard } from '../parts/form-section.tsx'
import { colours, isColour, legibility, type Profile, type ProfileDraft } from './profile.model.ts'
import { languageNames } from './profile-list.tsx'
import { ProfileLogo } from './profile-logo.tsx'
import { ShopPage } from './profile-shop.tsx'

interface DraftProps {
  readonly draft: ProfileDraft
  readonly change: (changes: Partial<ProfileDraft>) => void
}
interface ProfileFieldsProps extends DraftProps {
  /** The stored profile; undefined for a new one. */
  readonly saved: Profile | undefined
  readonly isBusy: boolean
  /** Whether the draft was just saved. */
  readonly isDone: boolean
  readonly apiError: ApiError | undefined
  readonly previewButton: ReactNode
}

/** Draws all fields with the button that saves them. */
export function ProfileFields({
  draft,
  change,
  saved,
  isBusy,
  isDone,
  apiError,
  previewButton,
}: ProfileFieldsProps) {
  const { t } = useTranslation('profiles')
  return (
    <>
      <section className="card card-body form">
        <TextField
          name="name"
          label={t('name')}
          hint={t('name_hint')}
          value={draft.name}
          onChange={name => change({ name })}
        />
        <TextField
          name="merchant_name"
          label={t('shop')}
          hint={t('shop_hint')}
          value={draft.shop}
          onChange={shop => change({ shop })}
        />
        <ProfileLogo
          logo={draft.logo}
          saved={saved?.merchant_logo ?? ''}
          onChange={logo => change({ logo })}
        />
        <ColourField draft={draft} change={change} />
        <PageLanguage draft={draft} change={change} />
        <fieldset className="group-field">
          <legend>{t('methods')}</legend>
          <MethodBoxes chosen={draft.methods} onChange={methods => change({ methods })} />
          <FieldError name="allowed_methods" label={t('methods')} />
        </fieldset>
        <Checkbox
          label={t('email')}
          checked={draft.email}
          onChange={event => change({ email: event.currentTarget.checked })}
        />
      </section>
      <ShopPage open={draft.shopPage} onChange={shopPage => change({ shopPage })} saved={saved} />
      <DeveloperOptions draft={draft} change={change} />
      <ApiErrorNote apiError={apiError} />
      <div className="form-actions">
        <span role="status" className="form-done">
          {isDone && t('saved')}
        </span>
        {previewButton}
        <Button type="submit" size="md" loading={isBusy} data-testid="save">
          {t(saved ? 'save' : 'create_confirm')}
        </Button>
      </div>
    </>
  )
}

/** The choice of the language in which customers see their pages. */
function PageLanguage({ draft, change }: DraftProps) {
  const { t } = useTranslation('profiles')
  return (
    <div className="choice">
      <span className="choice-label">{t('language')}</span>
      <SegmentedControl
        label={t('language')}
        value={draft.locale}
        onChange={locale => change({ locale: locale === 'sw' ? 'sw' : 'en' })}
        choices={[
          { value: 'en', label: languageNames.en },
          { value: 'sw', label: languageNames.sw },
        ]}
      />
      <p className="form-note">{t('language_hint')}</p>
    </div>
  )
}

/** The folded addresses for developers: after the payment, and of the webhook. */
function DeveloperOptions({ draft, change }: DraftProps) {
  const { t } = useTranslation('profiles')
  return (
    <CollapsibleCard title={t('developer')} text={t('developer_text')}>
      <AddressFields
        redirect={draft.redirect}
        webhook={draft.webhook}
        hints={{ redirect: t('redirect_hint'), webhook: t('webhook_hint') }}
        change={change}
      />
    </CollapsibleCard>
  )
}

/**
 * The field for the brand colour: eight colours to choose from, any other by picker or code, and how well
 * text reads on it.
 */
function ColourField({ draft, change }: DraftProps) {
  const { t } = useTranslation('profiles')
  const { colour } = draft
  const isValid = isColour(colour)
  const textContrast = isValid ? legibility(colour) : undefined
  return (
    <fieldset className="group-field">
      <legend>{t('colour')}</legend>
      <div className="swatches">
        {colours.map(eachColour => (
          <button
            key={eachColour}
            type="button"
            className="swatch"
            style={{ background: eachColour }}
            aria-label={t('colour_use', { colour: eachColour })}
            aria-pressed={colour.toLowerCase() === eachColour}
            onClick={() => change({ colour: eachColour })}
          />
        ))}
      </div>
      <div className="colour-fields">
        <input
          type="color"
          aria-label={t('colour_pick')}
          value={isValid ? colour.toLowerCase() : '#000000'}
          onChange={event => change({ colour: event.currentTarget.value })}
        />
        <TextField
          name="brand_color"
          label={t('colour_code')}
          code
          value={colour}
          onChange={code => change({ colour: code.trim() })}
        />
      </div>
      {textContrast && (
        <p className="form-note" role="status">
          {t('colour_contrast', { ink: t(`ink_${textContrast.ink}`), ratio: textContrast.ratio })}{' '}
          {textContrast.shaded && t('colour_shade')}
        </p>
      )}
    </fieldset>
  )
}
