// The console's home, for now: the accounts with what each can take, and the doors to till and phone.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon, Mark } from '../kit/icon.tsx'
import { type Account, logOut, type Me } from '../kit/me.ts'
import { LanguageSwitch, ThemeSwitch } from '../kit/preference.tsx'
import { Doors } from './ready.tsx'

export function Home({ me }: { readonly me: Me }) {
  const { t } = useTranslation(['admin', 'kit'])
  const shop = me.accounts[0]?.name ?? 'Kaunta'
  return (
    <div className="home">
      <header className="home-head">
        <Mark />
        <p className="home-shop">{shop}</p>
        <Button variant="default" size="sm" onClick={logOut}>
          {t('kit:log_out')}
        </Button>
      </header>
      <main className="home-body">
        <h1>{t('home_hello', { name: me.staff?.name ?? '' })}</h1>
        <Doors />
        <section>
          <h2>{t('accounts')}</h2>
          <ul className="accounts">
            {me.accounts.map(account => (
              <AccountCard key={account.id} account={account} />
            ))}
          </ul>
        </section>
        <footer className="home-foot">
          <LanguageSwitch />
          <ThemeSwitch />
        </footer>
      </main>
    </div>
  )
}

function AccountCard({ account }: { readonly account: Account }) {
  const { t } = useTranslation(['admin', 'kit'])
  const live = account.mode === 'live'
  const { 'dynamic-qr': qr, mobile } = account.takes
  return (
    <li className="account" data-practice={!live || undefined}>
      <p className="account-mode">{t(live ? 'kit:live' : 'kit:practice')}</p>
      <p className="account-name">{account.name}</p>
      <p className="account-role">
        {t('role')}: {t(`role_${account.role}`)}
      </p>
      {qr || mobile ? (
        <p className="account-takes">
          {qr && <TakesMark text={t('kit:takes_qr')} />}
          {mobile && <TakesMark text={t('kit:takes_push')} />}
        </p>
      ) : (
        <p className="account-none" role="note">
          <strong>{t('cannot')}</strong>
          <span>{t('no_network')}</span>
        </p>
      )}
    </li>
  )
}

const TakesMark = ({ text }: { readonly text: string }) => (
  <span className="takes">
    <Icon name="check" size={16} /> {text}
  </span>
)
