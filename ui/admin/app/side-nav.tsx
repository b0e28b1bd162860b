// The side navigation: account switch, pages by role, links to till and phone, and the person's menu.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../parts/current-account.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { navFor } from '../parts/nav.model.ts'
import { AccountSelect } from './account-select.tsx'
import { PersonMenu, PersonPanel } from './person-menu.tsx'
import { PaletteButton } from './shortcuts.tsx'

interface SideNavProps {
  /** Closes the menu of a phone when a page is chosen; undefined where the navigation is not in a menu. */
  readonly onGo?: () => void
  /** Whether only icons are shown. */
  readonly isNarrow?: boolean
  /** The button that collapses or expands the navigation. */
  readonly fold?: ReactNode
}

/**
 * Shows the navigation: the account switch, search, the pages of the person's role, other apps and the
 * person's menu. In the menu of a phone (`onGo` is set) the account switch is left out, because the bar at
 * the top has one.
 */
export function SideNav({ onGo, isNarrow = false, fold }: SideNavProps) {
  const { t } = useTranslation('admin')
  const account = useAccount()
  return (
    <>
      {!onGo && <AccountSelect />}
      <PaletteButton isNarrow={isNarrow} {...(onGo ? { onOpen: onGo } : {})} />
      <nav className="side-nav" aria-label={t('pages_nav')}>
        {navFor(account.role).map(({ name, pages }) => (
          <div key={name} className="nav-group">
            {name !== 'start' && <h2>{t(`nav_${name}`)}</h2>}
            <ul>
              {pages.map(page => (
                <li key={page.to}>
                  <Link
                    to={page.to}
                    activeOptions={{ exact: page.to === '/', includeSearch: false }}
                    className="nav-link"
                    title={isNarrow ? t(`nav_${page.name}`) : undefined}
                    {...(onGo ? { onClick: onGo } : {})}
                  >
                    <Icon name={page.icon} size={20} />
                    <span>{t(`nav_${page.name}`)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <nav className="side-apps" aria-label={t('tools')}>
        <AppLink href="/till" icon="tablet" text={t('app_till')} isNarrow={isNarrow} />
        {account.simulated_phone && (
          <AppLink href="/phone" icon="phone" text={t('app_phone')} isNarrow={isNarrow} />
        )}
        <AppLink href="/docs" icon="book" text={t('app_docs')} isNarrow={isNarrow} />
      </nav>
      {onGo ? (
        <PersonPanel onGo={onGo} />
      ) : (
        <div className="side-foot">
          <PersonMenu />
          {fold}
        </div>
      )}
    </>
  )
}

/** Shows a link that opens another app, such as the till, in a new tab. */
const AppLink = ({
  href,
  icon,
  text,
  isNarrow,
}: {
  readonly href: string
  readonly icon: IconName
  readonly text: string
  readonly isNarrow: boolean
}) => (
  <a className="side-app" href={href} target="_blank" rel="noreferrer" title={isNarrow ? text : undefined}>
    <Icon name={icon} size={20} />
    <span>{text}</span>
  </a>
)
