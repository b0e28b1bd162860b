// What a page or list shows when it is empty: what it will show, and the next action.
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface EmptyStateProps {
  readonly icon: IconName
  /** It is the page's only content, so its title is the page's heading. */
  readonly isOnlyContent?: boolean
  readonly title: string
  readonly text?: string
  /** Links or buttons to what comes next. */
  readonly children?: ReactNode
}

/** Draws an icon, a title, a sentence and the next actions in the place of a page's or list's content. */
export function EmptyState({ icon, title, text, isOnlyContent = false, children }: EmptyStateProps) {
  const Heading = isOnlyContent ? 'h1' : 'h2'
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={icon} size={28} />
      </span>
      <Heading>{title}</Heading>
      {text !== undefined && <p>{text}</p>}
      {children && <div className="empty-actions">{children}</div>}
    </div>
  )
}
