// The tabs of a page that has others inside it: Settings, Webhooks.
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from './current-account.tsx'
import { sectionsFor } from './nav.model.ts'

/** @param path where one is; nothing is drawn where there are no tabs */
export function SectionTabs({ path }: { readonly path: string }) {
  const { t, i18n } = useTranslation('admin')
  const { role } = useAccount()
  const sections = sectionsFor(role, path)
  const tabs = useRef<HTMLElement>(null)
  // On a narrow phone the tabs scroll sideways: the one that is open must be seen, in each language.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language changes how wide the tabs are
  useEffect(() => {
    const open = tabs.current?.querySelector(`[href*="${path}?"], [href$="${path}"]`)
    open?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path, i18n.language])
  if (sections.length === 0) return null
  return (
    <nav ref={tabs} className="tabs" aria-label={t('sections')}>
      {sections.map(({ to, name }) => (
        <Link key={to} to={to} className="tab" activeOptions={{ exact: true, includeSearch: false }}>
          {t(`nav_${name}`)}
        </Link>
      ))}
    </nav>
  )
}
