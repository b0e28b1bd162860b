// The settings' page about the server: its health, addresses, back-ups, upgrade, and the file for support.
// People who do not administer the server see only its addresses.
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { useAccount, useMay } from '../parts/current-account.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { BackupCard } from './backup-card.tsx'
import { HealthCards } from './health-cards.tsx'
import { SecureCard } from './secure-card.tsx'
import { server } from './server.text.ts'
import { SupportCard } from './support-card.tsx'
import { UpgradeCard } from './upgrade-card.tsx'
import './server.css'

addTexts('server', server)

/** The settings page about the server. */
export function ServerSettings() {
  const { t } = useTranslation(['server', 'admin'])
  const { server_admin } = useAccount()
  const mayUpgrade = useMay('upgrade')
  return (
    <>
      <PageHead title={t('admin:nav_settings')} tab={t('admin:nav_server')} text={t('server_text')} />
      <div className="card-stack server-cards">
        {server_admin && <HealthCards />}
        {server_admin && <BackupCard />}
        <SecureCard />
        {server_admin && mayUpgrade && <UpgradeCard />}
        {server_admin && <SupportCard />}
      </div>
    </>
  )
}
