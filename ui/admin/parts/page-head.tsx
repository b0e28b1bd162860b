// The head of every page: title, one line of text, actions, and the tabs of the pages inside it. Sets the
// browser tab's title.
import { Link, useMatch } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Icon } from './icon.tsx'
import { lastQueryOf, rememberList } from './last-list.ts'
import type { NavPath } from './nav.model.ts'
import { useTitle } from './queries.ts'
import { SectionTabs } from './section-tabs.tsx'

interface PageHeadProps {
  readonly title: string
  /** The title of the browser tab, where `title` is not enough. */
  readonly tab?: string
  readonly text?: ReactNode
  /** A `GuideLink` to what explains the page. */
  readonly guide?: ReactNode
  readonly back?: { readonly to: NavPath; readonly text: string }
  /** Buttons and links. */
  readonly children?: ReactNode
}

/**
 * Draws the head of a page and sets the title of the browser tab. A page without `back` is at the top of its
 * section: it also gets the section tabs, and its filters are remembered for the way back from its details.
 */
export function PageHead({ title, tab = title, text, guide, back, children }: PageHeadProps) {
  useTitle(tab)
  // While the next page loads, the router's location is already that page's; the match is still this page's.
  const { pathname, search } = useMatch({ strict: false })
  const isTop = back === undefined
  useEffect(() => {
    if (isTop) rememberList(pathname, search)
  }, [isTop, pathname, search])
  return (
    <>
      <header className="page-head">
        <div className="page-name">
          {back && (
            <Link to={back.to} search={lastQueryOf(back.to)} className="back-link">
              <Icon name="back" size={18} /> {back.text}
            </Link>
          )}
          <h1>{title}</h1>
          {(text || guide) && (
            <div className="page-text">
              {text} {guide}
            </div>
          )}
        </div>
        {children && <div className="page-actions">{children}</div>}
      </header>
      {isTop && <SectionTabs path={pathname} />}
    </>
  )
}
