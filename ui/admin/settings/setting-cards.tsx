// The cards of the settings page: shop, payments, webhooks, API version. Fees are in setting-fee.tsx.
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mode } from '../../../src/domain/account.ts'
import { type ApiVersion, apiVersions, currentVersion } from '../../../src/domain/api-version.ts'
import { SumInput } from '../../kit/sum-input.tsx'
import { useMay } from '../parts/current-account.tsx'
import { OptionCards } from '../parts/option-cards.tsx'
import { zoneItem, zonesFor } from '../parts/time-zone.model.ts'
import { paymentForm, payoutForm, phoneForm, shopForm, versionForm, webhookForm } from './setting.model.ts'
import { SettingCard, type SettingProps, settingField, useEditing } from './setting-card.tsx'

export function ShopCard(props: SettingProps) {
  const { t } = useTranslation(['settings', 'admin'])
  const editing = useEditing(shopForm, props)
  const { locked, settings } = props
  const zones = useMemo(
    () => zonesFor(Intl.supportedValuesOf('timeZone'), settings.time_zone),
    [settings.time_zone],
  )
  return (
    <SettingCard name="shop" title={t('shop')} text={t('shop_text')} editing={editing} locked={locked}>
      <TextInput
        {...settingField(editing, 'name', locked)}
        label={t('name')}
        description={t('name_hint')}
        autoComplete="off"
      />
      <TextInput
        {...settingField(editing, 'city', locked)}
        className="short-field"
        label={t('city')}
        description={t('city_hint')}
        autoComplete="off"
      />
      <NativeSelect
        {...settingField(editing, 'time_zone', locked)}
        className="short-field"
        label={t('time_zone')}
        description={t('time_zone_hint')}
        data={[
          { group: t('admin:zone_near'), items: zones.near.map(zoneItem) },
          { group: t('admin:zone_all'), items: zones.others.map(zoneItem) },
        ]}
      />
    </SettingCard>
  )
}

export function PaymentCard(props: SettingProps) {
  const { t } = useTranslation('settings')
  const editing = useEditing(paymentForm, props)
  const { locked } = props
  return (
    <SettingCard
      name="payments"
      title={t('payments')}
      text={t('payments_text')}
      editing={editing}
      locked={locked}
    >
      <TextInput
        {...settingField(editing, 'expiry_seconds', locked)}
        className="unit-field"
        label={t('expiry')}
        description={t('expiry_hint')}
        inputMode="decimal"
        autoComplete="off"
        rightSection={<span className="unit">{t('minutes')}</span>}
        rightSectionWidth={84}
      />
      <SumInput
        {...settingField(editing, 'amount_max', locked)}
        className="unit-field"
        label={t('amount_max')}
        description={t('amount_max_hint')}
        leftSection={<span className="unit">TZS</span>}
        leftSectionWidth={52}
      />
    </SettingCard>
  )
}

/** Only owners send payouts, and only they say which ones need a second person. */
export function PayoutCard(props: SettingProps) {
  const { t } = useTranslation('settings')
  const editing = useEditing(payoutForm, props)
  const locked = !useMay('pay_out')
  return (
    <SettingCard
      name="payouts"
      title={t('payouts')}
      text={t('payouts_text')}
      editing={editing}
      locked={locked}
    >
      <SumInput
        {...settingField(editing, 'payout_approval_above', locked)}
        className="unit-field"
        label={t('approval_above')}
        description={t('approval_above_hint')}
        leftSection={<span className="unit">TZS</span>}
        leftSectionWidth={52}
      />
    </SettingCard>
  )
}

/** Of a sandbox account: while it is on, every device in the network can answer its prompts. */
export function PhoneCard(props: SettingProps) {
  const { t } = useTranslation('settings')
  const editing = useEditing(phoneForm, props)
  const locked = !useMay('accounts')
  return (
    <SettingCard name="phone" title={t('phone')} text={t('phone_text')} editing={editing} locked={locked}>
      <Switch
        name="simulated_phone"
        checked={editing.values.simulated_phone === 'on'}
        onChange={event => editing.set('simulated_phone', event.currentTarget.checked ? 'on' : 'off')}
        disabled={locked}
        label={t('phone_on')}
        description={t('phone_on_hint')}
      />
    </SettingCard>
  )
}

/** Developers change the address; the list of hosts opens the shop's own network, so it is the admins'. */
export function WebhookCard(props: SettingProps & { readonly mode: Mode }) {
  const { t } = useTranslation('settings')
  const editing = useEditing(webhookForm, props)
  const { locked, mode } = props
  const urlLocked = !useMay('keys')
  return (
    <SettingCard
      name="webhooks"
      title={t('webhooks')}
      text={t('webhooks_text')}
      editing={editing}
      locked={urlLocked}
    >
      <TextInput
        {...settingField(editing, 'webhook_url', urlLocked)}
        type="url"
        label={t('webhook_url')}
        description={t(`webhook_url_hint_${mode}`)}
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
      />
      <Textarea
        {...settingField(editing, 'webhook_hosts', locked)}
        label={t('webhook_hosts')}
        description={locked ? t('webhook_hosts_only') : t('webhook_hosts_hint')}
        rows={Math.min(8, Math.max(3, editing.values.webhook_hosts.split('\n').length))}
        autoComplete="off"
        spellCheck={false}
      />
    </SettingCard>
  )
}

const versionText: Readonly<Record<ApiVersion, 'version_new_text' | 'version_old_text'>> = {
  '2026-01-25': 'version_new_text',
  '2026-01-01': 'version_old_text',
}

export function VersionCard(props: SettingProps) {
  const { t } = useTranslation('settings')
  const editing = useEditing(versionForm, props)
  return (
    <SettingCard
      name="version"
      title={t('version')}
      text={t('version_text')}
      editing={editing}
      locked={props.locked}
    >
      <OptionCards
        legend={t('version')}
        legendUnseen
        value={editing.values.api_version}
        onChange={version => editing.set('api_version', version)}
        disabled={props.locked}
        options={apiVersions.map(version => ({
          value: version as string,
          title: version,
          text: t(versionText[version]),
          ...(version === currentVersion ? { mark: t('version_current') } : {}),
        }))}
      />
    </SettingCard>
  )
}
