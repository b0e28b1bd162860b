// The frame around every page: side navigation, tabs of a phone, account switch, the violet frame of
// practice, keyboard shortcuts and the skip link.
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CardPage } from '../../kit/card-page.tsx'
import { logOut, type Me, useMe } from '../../kit/me.ts'
import { Loading } from '../../kit/page.tsx'
import { CurrentAccountProvider, useAccount } from '../parts/current-account.tsx'
import { Icon } from '../parts/icon.tsx'
import { useLiveUpdates } from '../parts/live-updates.ts'
import { mayOpen, navFor } from '../parts/nav.model.ts'
import { NotAllowed } from '../parts/not-found.tsx'
import { AccountSelect } from './account-select.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { Side } from './side.tsx'
import { TabBar } from './tab-bar.tsx'

/** Draws the frame, with the page of the address in it, once the person who is logged in is known. */
export function Frame() {
  const me = useMe()
  if (!me) return <Loading />
  return (
    <CurrentAccountProvider me={me} fallback={<NoAccount />}>
      <FrameView me={me} />
    </CurrentAccountProvider>
  )
}

/**
 * Draws the frame around the page of the address. A cashier, who has no pages in the console, sees no frame:
 * only their login at `/me`, and elsewhere a page that leads to the till.
 */
function FrameView({ me }: { readonly me: Me }) {
  const { t } = useTranslation(['admin', 'kit'])
  const account = useAccount()
  const path = useRouterState({ select: state => state.location.pathname })
  useLiveUpdates()
  const hasPages = navFor(account.role).length > 0
  if (!hasPages) return path === '/me' ? <CashierLogin /> : <CashierPage me={me} />
  const isPractice = account.mode === 'sandbox'
  return (
    <div className="frame" data-practice={isPractice || undefined}>
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      {isPractice && (
        <aside className="practice-strip" aria-label={t('kit:practice')}>
          <strong>{t('kit:practice')}</strong> <span>{t('practice_strip')}</span>
        </aside>
      )}
      <Side />
      <header className="top-bar">
        <AccountSelect />
      </header>
      <main id="main" className="page" tabIndex={-1}>
        {mayOpen(account.role, path) ? <Outlet /> : <NotAllowed />}
      </main>
      <TabBar />
      <Shortcuts />
      {isPractice && <div className="practice-frame" aria-hidden="true" />}
    </div>
  )
}

/** Shows a cashier, who may only sell, links to the till, to their other accounts and to their login. */
function CashierPage({ me }: { readonly me: Me }) {
  const { t } = useTranslation(['admin', 'kit'])
  return (
    <CardPage title={t('home_hello', { name: me.staff?.name ?? '' })} text={t('cashier_text')}>
      <a className="start-link start-link-main" href="/till">
        <Icon name="qr" size={36} />
        <span>
          <strong>{t('open_till')}</strong>
          <small>{t('open_till_text')}</small>
        </span>
        <Icon name="next" />
      </a>
      {me.accounts.length > 1 && <AccountSelect />}
      <Link to="/me" className="button-link">
        <Icon name="key" size={18} /> {t('my_login')}
      </Link>
      <button type="button" className="quiet-link" onClick={logOut}>
        {t('kit:log_out')}
      </button>
    </CardPage>
  )
}

/** Shows a cashier the only page of the console that they may open: their login. */
const CashierLogin = () => (
  <main className="page" id="main">
    <Link to="/" className="back-link">
      <Icon name="back" size={18} /> Kaunta
    </Link>
    <Outlet />
  </main>
)

/** Explains that the person’s login belongs to no account, and offers to log out. */
function NoAccount() {
  const { t } = useTranslation(['admin', 'kit'])
  return (
    <CardPage title={t('no_account')} text={t('no_account_text')}>
      <button type="button" className="quiet-link" onClick={logOut}>
        {t('kit:log_out')}
      </button>
    </CardPage>
  )
}
