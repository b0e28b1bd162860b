// The server's page of the settings: its health, its addresses, back-ups, upgrade and the file for support. Who does
// not administer the server sees its addresses.
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { HealthCards } from '../health/health-cards.tsx'
import { SupportCard } from '../health/support-card.tsx'
import { UpgradeCard } from '../health/upgrade-card.tsx'
import { useAccount, useMay } from '../parts/current-account.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { BackupCard } from './setting-backup.tsx'
import { SecureCard } from './setting-secure.tsx'
import { settings as words } from './settings.text.ts'

addTexts('settings', words)

export function ServerSettings() {
  const { t } = useTranslation('settings')
  const { server_admin } = useAccount()
  const mayUpgrade = useMay('upgrade')
  return (
    <>
      <PageHead title={t('title')} tab={t('server')} text={t('server_text')} />
      <div className="card-stack">
        {server_admin && <HealthCards />}
        {server_admin && <BackupCard />}
        <SecureCard />
        {server_admin && mayUpgrade && <UpgradeCard />}
        {server_admin && <SupportCard />}
      </div>
    </>
  )
}
