// The settings page: cards that are saved one by one, read-only without the right to change them.
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useAccount, useMay } from '../parts/current-account.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { RowSkeleton } from '../parts/skeleton.tsx'
import { BackupCard } from './setting-backup.tsx'
import { PaymentCard, PayoutCard, PhoneCard, ShopCard, VersionCard, WebhookCard } from './setting-cards.tsx'
import { FeeCard } from './setting-fee.tsx'
import { SecureCard } from './setting-secure.tsx'
import { TillCard } from './setting-till.tsx'
import { settings as words } from './settings.text.ts'

addTexts('settings', words)

export function SettingPage() {
  const { t } = useTranslation('settings')
  const { id, name, mode, server_admin } = useAccount()
  const { data, apiError, retry } = useRead(['settings'], named => api.api.v1.settings.get(named))
  const queries = useQueryClient()
  const locked = !useMay('settings')
  const settings = data?.data
  const card = settings && {
    settings,
    locked,
    onSaved: (reply: typeof data) => queries.setQueryData([id, 'settings'], reply),
  }
  return (
    <>
      <PageHead title={t('title')} text={t(`text_${mode}`, { store: name })} />
      {apiError && <ApiErrorNote apiError={apiError} retry={retry} />}
      {!settings && !apiError && (
        <div className="card" aria-busy="true">
          <RowSkeleton rows={8} />
        </div>
      )}
      {card && (
        <div className="card-stack" key={id}>
          <ShopCard {...card} />
          <PaymentCard {...card} />
          <TillCard {...card} />
          <PayoutCard {...card} />
          {mode === 'sandbox' && <PhoneCard {...card} />}
          <FeeCard {...card} />
          <WebhookCard {...card} mode={mode} />
          <VersionCard {...card} />
          {!locked && <SecureCard />}
          {server_admin && <BackupCard />}
        </div>
      )}
    </>
  )
}
