// The side navigation: account switch, pages by role, links to till and phone, and the person's menu.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/icon.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { navFor } from '../parts/nav.model.ts'
import { AccountSwitch } from './account-switch.tsx'
import { PersonMenu, PersonPanel } from './person-menu.tsx'

/**
 * @param onGo in the menu of a phone, which closes when a page is chosen; the account switch is in the bar
 * at the top
 */
export function SideNav({ onGo }: { readonly onGo?: () => void }) {
  const { t } = useTranslation('admin')
  const account = useAccount()
  return (
    <>
      {!onGo && <AccountSwitch />}
      <nav className="side-nav" aria-label={t('pages_nav')}>
        {navFor(account.role).map(({ name, pages }) => (
          <div key={name} className="nav-group">
            {name !== 'start' && <h2>{t(`group_${name}`)}</h2>}
            <ul>
              {pages.map(page => (
                <li key={page.to}>
                  <Link
                    to={page.to}
                    activeOptions={{ exact: page.to === '/', includeSearch: false }}
                    className="nav-link"
                    {...(onGo ? { onClick: onGo } : {})}
                  >
                    <Icon name={page.icon} size={20} />
                    {t(`nav_${page.name}`)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <div className="nav-group">
          <h2>{t('tools')}</h2>
          <ul>
            <Door href="/till" text={t('app_till')} />
            {account.simulated_phone && <Door href="/phone" text={t('app_phone')} />}
            <Door href="/docs" text={t('app_docs')} />
          </ul>
        </div>
      </nav>
      {onGo ? <PersonPanel onGo={onGo} /> : <PersonMenu />}
    </>
  )
}

const Door = ({ href, text }: { readonly href: string; readonly text: string }) => (
  <li>
    <a className="nav-link" href={href} target="_blank" rel="noreferrer">
      <Icon name="link" size={20} />
      {text}
    </a>
  </li>
)
