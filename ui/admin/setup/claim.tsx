// The set-up form: the shop and its owner.
import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CardPage } from '../../kit/card-page.tsx'
import { addTexts } from '../../kit/language.ts'
import { zoneItem, zonesFor } from '../parts/time-zone.model.ts'
import type { ClaimField, FirstRun } from './claim.model.ts'
import { type ClaimFormState, useClaimForm } from './claim-form.ts'
import { setup } from './setup.text.ts'

addTexts('admin', setup)

interface ClaimProps {
  readonly code: string
  readonly onReady: (first: FirstRun) => void
}

/** The page of the set-up link. `onReady` is called once the shop exists and its owner is logged in. */
export function ClaimPage({ code, onReady }: ClaimProps) {
  const { t } = useTranslation('admin')
  const form = useClaimForm(code, onReady)
  return (
    <CardPage title={t('claim_title')} text={t('claim_text')} isWide>
      <form ref={form.ref} className="form" noValidate onSubmit={form.submit}>
        <ShopFields form={form} />
        <OwnerFields form={form} />
        <p className="form-error" role="alert">
          {form.formError}
        </p>
        <Button type="submit" size="lg" fullWidth loading={form.busy} data-testid="claim">
          {t('claim')}
        </Button>
      </form>
    </CardPage>
  )
}

interface FieldsProps {
  readonly form: ClaimFormState
}

/** Returns the properties of a text field: name, value, error and change handler. */
const fieldOf = (form: ClaimFormState, name: ClaimField) => ({
  name,
  size: 'md' as const,
  value: form.values[name],
  error: form.fieldError(name),
  onChange: (event: { currentTarget: HTMLInputElement }) =>
    form.changeValues({ [name]: event.currentTarget.value }),
})

/** The fields of the shop. */
function ShopFields({ form }: FieldsProps) {
  const { t } = useTranslation('admin')
  const zones = zonesFor(Intl.supportedValuesOf('timeZone'), form.values.timeZone)
  return (
    <fieldset className="group">
      <legend>{t('claim_shop')}</legend>
      <div className="group-pair">
        <TextInput
          {...fieldOf(form, 'store')}
          label={t('store')}
          description={t('store_hint')}
          maxLength={100}
          autoComplete="organization"
          autoFocus
        />
        <TextInput
          {...fieldOf(form, 'city')}
          label={t('city')}
          maxLength={60}
          autoComplete="address-level2"
        />
      </div>
      <div className="group-pair">
        <NativeSelect
          name="timeZone"
          size="md"
          label={t('time_zone')}
          description={t('time_zone_hint')}
          value={form.values.timeZone}
          onChange={event => form.changeValues({ timeZone: event.currentTarget.value })}
          data={[
            { group: t('zone_near'), items: zones.near.map(zoneItem) },
            { group: t('zone_all'), items: zones.others.map(zoneItem) },
          ]}
        />
        <NativeSelect
          name="locale"
          size="md"
          label={t('customer_language')}
          description={t('customer_language_hint')}
          value={form.locale}
          onChange={event => form.changeValues({ locale: event.currentTarget.value === 'sw' ? 'sw' : 'en' })}
          data={[
            { value: 'en', label: 'English' },
            { value: 'sw', label: 'Kiswahili' },
          ]}
        />
      </div>
    </fieldset>
  )
}

/** The fields of the owner's login. */
function OwnerFields({ form }: FieldsProps) {
  const { t } = useTranslation(['admin', 'kit'])
  return (
    <fieldset className="group">
      <legend>{t('claim_you')}</legend>
      <div className="group-pair">
        <TextInput {...fieldOf(form, 'name')} label={t('name')} maxLength={100} autoComplete="name" />
        <TextInput
          {...fieldOf(form, 'email')}
          type="email"
          label={t('kit:email')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <PasswordInput
        {...fieldOf(form, 'password')}
        label={t('kit:password')}
        description={t('password_hint')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('kit:show_password') }}
      />
    </fieldset>
  )
}
