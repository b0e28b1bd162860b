// The pages of the settings that are forms with one Save: Shop, Tills, Money and Developers.
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useAccount, useMay } from '../parts/current-account.tsx'
import { GuideLink } from '../parts/guide-link.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { RowSkeleton } from '../parts/skeleton.tsx'
import { useUnsavedChanges } from '../parts/unsaved-changes.tsx'
import { FeeFields } from './fee-fields.tsx'
import { ReceiptFields } from './receipt-fields.tsx'
import { developerForm, moneyForm, type SettingModel, shopForm } from './setting.model.ts'
import {
  type Editing,
  SettingForm,
  type SettingProps,
  SettingSection,
  useEditing,
} from './setting-editing.tsx'
import {
  DayFields,
  PaymentFields,
  PayoutFields,
  PhoneFields,
  ShopFields,
  VersionFields,
  WebhookFields,
} from './setting-fields.tsx'
import { settings as words } from './settings.text.ts'
import { TillFields } from './till-fields.tsx'
import { tillForm } from './till-form.model.ts'

addTexts('settings', words)

/** The settings page of the shop: name, receipts and day. */
export const ShopSettings = () => (
  <SettingPage name="shop" form={shopForm}>
    {(editing, isLocked) => (
      <>
        <ShopFields editing={editing} isLocked={isLocked} />
        <ReceiptFields editing={editing} isLocked={isLocked} />
        <DayFields editing={editing} isLocked={isLocked} />
      </>
    )}
  </SettingPage>
)

/** The settings page of all tills. */
export const TillSettings = () => (
  <SettingPage name="tills" form={tillForm}>
    {(editing, isLocked) => <TillFields editing={editing} isLocked={isLocked} />}
  </SettingPage>
)

/** The settings page of payments, fees and payouts. */
export const MoneySettings = () => (
  <SettingPage name="money" form={moneyForm}>
    {(editing, isLocked) => (
      <>
        <PaymentFields editing={editing} isLocked={isLocked} />
        <FeeFields editing={editing} isLocked={isLocked} />
        <PayoutFields editing={editing} />
      </>
    )}
  </SettingPage>
)

/**
 * The settings page of webhooks and the API version. Developers change the webhook address, so the page is
 * never locked as a whole.
 */
export function DeveloperSettings() {
  const { t } = useTranslation('settings')
  const { mode } = useAccount()
  const isLocked = !useMay('settings')
  return (
    <SettingPage name="developers" form={developerForm} right="keys">
      {editing => (
        <>
          <SettingSection
            title={t('webhooks')}
            text={t('webhooks_text')}
            guide={<GuideLink guide="webhooks" about={t('webhooks')} />}
          >
            <WebhookFields editing={editing} mode={mode} />
          </SettingSection>
          <VersionFields editing={editing} isLocked={isLocked} />
          {mode === 'sandbox' && <PhoneFields editing={editing} />}
        </>
      )}
    </SettingPage>
  )
}

interface SettingPageProps<V extends Readonly<Record<string, string>>> {
  readonly name: 'shop' | 'tills' | 'money' | 'developers'
  readonly form: SettingModel<V, object>
  /** A person without this right sees the page, but cannot change it. */
  readonly right?: 'settings' | 'keys'
  readonly children: (editing: Editing<V>, isLocked: boolean) => ReactNode
}

/**
 * Loads the settings and draws one of their forms. The key of the form is the account, so that another
 * account's values never mix with what was typed.
 */
function SettingPage<V extends Readonly<Record<string, string>>>(props: SettingPageProps<V>) {
  const { t } = useTranslation('settings')
  const { id, name, mode } = useAccount()
  const { data, apiError, retry } = useRead(['settings'], header => api.api.v1.settings.get(header))
  const queries = useQueryClient()
  const settings = data?.data
  return (
    <>
      <PageHead title={t('title')} tab={t(props.name)} text={t(`text_${mode}`, { store: name })} />
      {apiError && <ApiErrorNote apiError={apiError} retry={retry} />}
      {!settings && !apiError && (
        <div className="card" aria-busy="true">
          <RowSkeleton rows={8} />
        </div>
      )}
      {settings && (
        <FormOfPage
          key={id}
          {...props}
          settings={settings}
          onSaved={reply => queries.setQueryData([id, 'settings'], reply)}
        />
      )}
    </>
  )
}

/** Draws the form once the settings are loaded, and asks before typed values are lost. */
function FormOfPage<V extends Readonly<Record<string, string>>>({
  name,
  form,
  right = 'settings',
  children,
  ...props
}: SettingPageProps<V> & SettingProps) {
  const isLocked = !useMay(right)
  const editing = useEditing(form, props)
  const { dialog } = useUnsavedChanges(editing.isDirty)
  return (
    <SettingForm name={name} editing={editing} isLocked={isLocked}>
      {children(editing, isLocked)}
      {dialog}
    </SettingForm>
  )
}
