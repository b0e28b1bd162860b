// The fields of the settings of shop, money and programs, in sections. Fees are in fee-fields.tsx, tills in
// till-fields.tsx.
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mode } from '../../../src/domain/account.ts'
import { type ApiVersion, apiVersions, currentVersion } from '../../../src/domain/api-version.ts'
import { SumInput } from '../../kit/sum-input.tsx'
import { useMay } from '../parts/current-account.tsx'
import { GuideLink } from '../parts/guide-link.tsx'
import { OptionCards } from '../parts/option-cards.tsx'
import { zoneItem, zonesFor } from '../parts/time-zone.model.ts'
import type { ShopTexts, ValuesOf, webhookForm } from './setting.model.ts'
import { type Editing, SettingSection, settingField } from './setting-editing.tsx'

/** What the fields of a section are given. */
export interface FieldsProps<V> {
  readonly editing: Editing<V>
  /** Whether this person may change nothing. */
  readonly isLocked: boolean
}

/** The fields for the shop's name and city. */
export function ShopFields({ editing, isLocked }: FieldsProps<ShopTexts>) {
  const { t } = useTranslation('settings')
  return (
    <SettingSection title={t('shop')} text={t('shop_text')}>
      <TextInput
        {...settingField(editing, 'name', isLocked)}
        label={t('name')}
        description={t('name_hint')}
        autoComplete="off"
      />
      <TextInput
        {...settingField(editing, 'city', isLocked)}
        className="short-field"
        label={t('city')}
        description={t('city_hint')}
        autoComplete="off"
      />
    </SettingSection>
  )
}

/** The field for the time zone, which decides when a day begins. */
export function DayFields({ editing, isLocked }: FieldsProps<ShopTexts>) {
  const { t } = useTranslation(['settings', 'admin'])
  const { time_zone } = editing.values
  const zones = useMemo(() => zonesFor(Intl.supportedValuesOf('timeZone'), time_zone), [time_zone])
  return (
    <SettingSection title={t('day')} text={t('day_text')}>
      <NativeSelect
        {...settingField(editing, 'time_zone', isLocked)}
        className="short-field"
        label={t('time_zone')}
        description={t('time_zone_hint')}
        data={[
          { group: t('admin:zone_near'), items: zones.near.map(zoneItem) },
          { group: t('admin:zone_all'), items: zones.others.map(zoneItem) },
        ]}
      />
    </SettingSection>
  )
}

type PaymentTexts = Readonly<Record<'expiry_seconds' | 'amount_max', string>>

/** The fields for how long a payment can be paid (in minutes) and for the largest amount. */
export function PaymentFields({ editing, isLocked }: FieldsProps<PaymentTexts>) {
  const { t } = useTranslation('settings')
  return (
    <SettingSection title={t('payments')} text={t('payments_text')}>
      <TextInput
        {...settingField(editing, 'expiry_seconds', isLocked)}
        className="unit-field"
        label={t('expiry')}
        description={t('expiry_hint')}
        inputMode="decimal"
        autoComplete="off"
        rightSection={<span className="unit">{t('minutes')}</span>}
        rightSectionWidth={84}
      />
      <SumInput
        {...settingField(editing, 'amount_max', isLocked)}
        className="unit-field"
        label={t('amount_max')}
        description={t('amount_max_hint')}
        leftSection={<span className="unit">TZS</span>}
        leftSectionWidth={52}
      />
    </SettingSection>
  )
}

/**
 * The field for the sum above which a payout needs a second person. Only owners send payouts, and only they
 * decide this.
 */
export function PayoutFields({ editing }: Pick<FieldsProps<{ payout_approval_above: string }>, 'editing'>) {
  const { t } = useTranslation('settings')
  const isLocked = !useMay('pay_out')
  return (
    <SettingSection
      title={t('payouts')}
      text={t('payouts_text')}
      guide={<GuideLink guide="approval" about={t('payouts')} />}
    >
      <SumInput
        {...settingField(editing, 'payout_approval_above', isLocked)}
        className="unit-field"
        label={t('approval_above')}
        description={t('approval_above_hint')}
        leftSection={<span className="unit">TZS</span>}
        leftSectionWidth={52}
      />
    </SettingSection>
  )
}

/** The switch of the simulated phone. While it is on, every device in the network can answer its prompts. */
export function PhoneFields({ editing }: Pick<FieldsProps<{ simulated_phone: string }>, 'editing'>) {
  const { t } = useTranslation('settings')
  const isLocked = !useMay('accounts')
  return (
    <SettingSection title={t('phone')} text={t('phone_text')}>
      <Switch
        name="simulated_phone"
        checked={editing.values.simulated_phone === 'on'}
        onChange={event => editing.setValue('simulated_phone', event.currentTarget.checked ? 'on' : 'off')}
        disabled={isLocked}
        label={t('phone_on')}
        description={t('phone_on_hint')}
      />
    </SettingSection>
  )
}

type WebhookTexts = ValuesOf<typeof webhookForm>

/**
 * The webhook address, which developers may change, and the list of hosts, which only admins may change,
 * because it opens the shop's own network.
 */
export function WebhookFields({
  editing,
  mode,
}: Pick<FieldsProps<WebhookTexts>, 'editing'> & { mode: Mode }) {
  const { t } = useTranslation('settings')
  const [isUrlLocked, areHostsLocked] = [!useMay('keys'), !useMay('settings')]
  return (
    <>
      <TextInput
        {...settingField(editing, 'webhook_url', isUrlLocked)}
        type="url"
        label={t('webhook_url')}
        description={t(`webhook_url_hint_${mode}`)}
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
      />
      <Textarea
        {...settingField(editing, 'webhook_hosts', areHostsLocked)}
        label={t('webhook_hosts')}
        description={areHostsLocked ? t('webhook_hosts_only') : t('webhook_hosts_hint')}
        rows={Math.min(8, Math.max(3, editing.values.webhook_hosts.split('\n').length))}
        autoComplete="off"
        spellCheck={false}
      />
    </>
  )
}

/** The text key of each API version. */
const versionText: Readonly<Record<ApiVersion, 'version_new_text' | 'version_old_text'>> = {
  '2026-01-25': 'version_new_text',
  '2026-01-01': 'version_old_text',
}

/** The choice of the API version for requests that name none. */
export function VersionFields({ editing, isLocked }: FieldsProps<{ api_version: string }>) {
  const { t } = useTranslation('settings')
  return (
    <SettingSection title={t('version')} text={t('version_text')}>
      <OptionCards
        legend={t('version')}
        legendUnseen
        value={editing.values.api_version}
        onChange={version => editing.setValue('api_version', version)}
        disabled={isLocked}
        options={apiVersions.map(version => ({
          value: version as string,
          title: version,
          text: t(versionText[version]),
          ...(version === currentVersion ? { mark: t('version_current') } : {}),
        }))}
      />
    </SettingSection>
  )
}
