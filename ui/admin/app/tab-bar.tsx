// The five tabs at the bottom of a phone: the pages that are opened most, and all others under More.
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Sheet } from '../../kit/sheet.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { Icon } from '../parts/icon.tsx'
import { navPathOf, tabsFor } from '../parts/nav.model.ts'
import { SideNav } from './side-nav.tsx'

/** The pages under the tab Home. The summary of a day is opened from Home alone. */
const homePaths = ['/', '/summary']

/**
 * Shows the tabs of the person’s role, and More, which opens the whole navigation. More is current for pages
 * under no other tab.
 */
export function TabBar() {
  const { t } = useTranslation('admin')
  const { role } = useAccount()
  const path = useRouterState({ select: state => state.location.pathname })
  const [isOpen, setOpen] = useState(false)
  const tabs = tabsFor(role)
  const isTabOfPage = ({ to }: (typeof tabs)[number]) =>
    to === '/' ? homePaths.includes(path) : navPathOf(path).startsWith(to)
  const isUnderMore = !tabs.some(isTabOfPage)
  return (
    <>
      <nav className="tab-bar" aria-label={t('main_pages')}>
        {tabs.map(({ to, name, icon }) => (
          <Link
            key={to}
            to={to}
            className="bar-tab"
            activeOptions={{ exact: to === '/', includeSearch: false }}
          >
            <Icon name={icon} />
            <span>{t(`tab_${name}`)}</span>
          </Link>
        ))}
        <button
          type="button"
          className="bar-tab"
          aria-haspopup="dialog"
          data-current={isUnderMore || undefined}
          onClick={() => setOpen(true)}
        >
          <Icon name="menu" />
          <span>{t('more')}</span>
        </button>
      </nav>
      <Sheet title={t('menu')} open={isOpen} onClose={() => setOpen(false)}>
        <SideNav onGo={() => setOpen(false)} />
      </Sheet>
    </>
  )
}
