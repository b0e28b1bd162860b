// The tabs of a page that has others inside it: Settings, Webhooks.
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from './current-account.tsx'
import { sectionsFor } from './nav.model.ts'

/** How much of the neighbouring tab stays in view, so that people notice that the tabs scroll. */
const nextTabPx = 44

/** Scrolls the tabs sideways, but never the page, until `tab` and part of its neighbour are in view. */
function scrollTo(nav: HTMLElement, tab: Element) {
  const { left, right } = nav.getBoundingClientRect()
  const box = tab.getBoundingClientRect()
  if (box.left < left) nav.scrollLeft += box.left - left - nextTabPx
  else if (box.right > right) nav.scrollLeft += box.right - right + nextTabPx
}

/** Draws the tabs of the section at `path` for the person's role; draws nothing if it has none. */
export function SectionTabs({ path }: { readonly path: string }) {
  const { t, i18n } = useTranslation('admin')
  const { role } = useAccount()
  const sections = sectionsFor(role, path)
  const tabs = useRef<HTMLElement>(null)
  // On a narrow phone the tabs scroll sideways: the one that is open must be seen, in each language.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language changes how wide the tabs are
  useEffect(() => {
    const nav = tabs.current
    const open = nav?.querySelector(`[href*="${path}?"], [href$="${path}"]`)
    if (!nav || !open) return
    const observer = new ResizeObserver(() => scrollTo(nav, open))
    observer.observe(nav)
    return () => observer.disconnect()
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
