// What is set for all tills of a shop: amounts at one tap, the length of PINs, refunds that need a
// second person, and the blind count.
import { Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SumInput } from '../../kit/sum-input.tsx'
import { useMay } from '../parts/current-account.tsx'
import { GuideLink } from '../parts/guide-link.tsx'
import { SettingSection, settingField } from './setting-editing.tsx'
import type { FieldsProps } from './setting-fields.tsx'
import { quickFields, type TillTexts } from './till-form.model.ts'

/** Draws the settings of all tills. Only owners may change refunds of cash and the blind count. */
export function TillFields({ editing, isLocked }: FieldsProps<TillTexts>) {
  const { t } = useTranslation('settings')
  const isOwner = useMay('accounts')
  const isDrawerLocked = isLocked || !isOwner
  return (
    <>
      <SettingSection
        title={t('selling')}
        text={t('tills_text')}
        guide={<GuideLink guide="tills" about={t('selling')} />}
      >
        <fieldset className="quick-fields">
          <legend>{t('quick')}</legend>
          {quickFields.map((field, index) => (
            <SumInput
              key={field}
              {...settingField(editing, field, isLocked)}
              aria-label={t('quick_number', { number: index + 1 })}
            />
          ))}
        </fieldset>
        <TextInput
          {...settingField(editing, 'pin_length', isLocked)}
          className="unit-field"
          label={t('pin_length')}
          description={t('pin_length_hint')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={1}
        />
      </SettingSection>
      <SettingSection title={t('drawer')} text={t('drawer_text')}>
        <SumInput
          {...settingField(editing, 'cash_refund_approval_above', isDrawerLocked)}
          className="unit-field"
          label={t('refund_above')}
          description={t('refund_above_hint')}
          leftSection={<span className="unit">TZS</span>}
          leftSectionWidth={52}
        />
        <Switch
          name="blind_count"
          checked={editing.values.blind_count === 'on'}
          onChange={event => editing.setValue('blind_count', event.currentTarget.checked ? 'on' : 'off')}
          disabled={isDrawerLocked}
          label={t('blind')}
          description={t('blind_hint')}
        />
      </SettingSection>
    </>
  )
}
