// The frame of everything before the work itself: one card in the middle, our mark above it, the language in
// the corner.
import type { ReactNode } from 'react'
import { Logo } from './icon.tsx'
import { LanguageSelect } from './preference.tsx'

interface CardPageProps {
  readonly title: string
  readonly text?: string | undefined
  readonly children?: ReactNode
  readonly isWide?: boolean
}

/** Shows a title, a text and the children in one card in the middle of the page. */
export function CardPage({ title, text, children, isWide = false }: CardPageProps) {
  return (
    <div className="card-page">
      <header className="card-page-head">
        <span className="brand">
          <Logo />
          <span>Kaunta</span>
        </span>
        <LanguageSelect isBare />
      </header>
      <main className={isWide ? 'card-page-card card-page-wide' : 'card-page-card'}>
        <h1>{title}</h1>
        {text !== undefined && <p className="card-page-text">{text}</p>}
        {children}
      </main>
    </div>
  )
}
