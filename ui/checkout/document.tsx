// The checkout page as one HTML document, made on the server: its style and its script stand in it, nothing else is loaded but the logo.
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Locale, locales } from '../../src/domain/profile.ts'
import { moneyOf } from '../kit/money.ts'
import { FormView } from './form-view.tsx'
import { Heading } from './heading.tsx'
import { Money } from './money.tsx'
import { Order } from './order.tsx'
import { PaidView, returnOf, returnSeconds } from './paid-view.tsx'
import { type Palette, paletteOf, plainColor } from './palette.ts'
import { pageUrl } from './passed.tsx'
import { PlainView } from './plain-view.tsx'
import { script } from './script.ts'
import { styleOf } from './style.ts'
import type { CheckoutView } from './view.ts'
import { WaitingView } from './waiting-view.tsx'
import { languageNames, type Say, sayIn } from './words.ts'

export interface CheckoutHtml {
  readonly html: string
  /** The text of its <style> and of its <script>, for the content-security policy. */
  readonly style: string
  readonly script: string
}

/** Without scripts a page that waits loads itself again so often. */
const refreshSeconds = 3

export function checkoutHtml(view: CheckoutView): CheckoutHtml {
  const say = sayIn(view.locale)
  const { kind } = view.state
  return documentOf({
    locale: view.locale,
    palette: paletteOf(view.theme, view.brandColor),
    title: titleOf(view, say),
    name: kind,
    refresh: refreshOf(view),
    body: (
      <>
        <div data-page={pageUrl(view)} data-status={`${view.path}/status`}>
          {view.sandbox && <aside className="sandbox">{say('sandbox')}</aside>}
          <div className="page">
            <Header view={view} say={say} />
            <main data-state={kind} {...('attemptId' in view.state ? { 'data-attempt': view.state.attemptId } : {})}>
              <State view={view} say={say} />
            </main>
          </div>
        </div>
        <p className="unseen" aria-live="polite" data-said="" />
        <p className="offline" role="status" hidden>
          {say('offline')}
        </p>
      </>
    ),
  })
}

function State({ view, say }: { view: CheckoutView; say: Say }) {
  const { state } = view
  switch (state.kind) {
    case 'form':
      return (
        <>
          {view.custom ? (
            <h1 tabIndex={-1} className="unseen">
              {titleOf({ ...view, state: { ...state, problems: {} } }, say)}
            </h1>
          ) : (
            <Hero amount={view.amount} say={say} />
          )}
          <Order view={view} say={say} />
          <FormView view={view} state={state} say={say} />
        </>
      )
    case 'waiting':
      return (
        <>
          {view.amount !== null && <Money amount={view.amount} />}
          <WaitingView view={view} state={state} say={say} />
        </>
      )
    case 'paid':
      return <PaidView view={view} state={state} say={say} />
    default:
      return (
        <>
          {view.amount !== null && state.kind === 'unknown' && <Money amount={view.amount} />}
          <PlainView kind={state.kind} shop={view.merchantName} say={say} />
        </>
      )
  }
}

const Hero = ({ amount, say }: { amount: number | null; say: Say }) => (
  <>
    <h1 tabIndex={-1} className="label">
      {say('amount')}
    </h1>
    {amount !== null && <Money amount={amount} />}
  </>
)

function Header({ view, say }: { view: CheckoutView; say: Say }) {
  const others = locales.filter(locale => locale !== view.locale)
  return (
    <header>
      {view.logo === null ? (
        <span className="monogram" aria-hidden="true">
          {firstLetter(view.merchantName)}
        </span>
      ) : (
        <img src={view.logo} alt="" width="44" height="44" decoding="async" fetchPriority="low" />
      )}
      <p className={view.merchantName.length > 36 ? 'shop long' : 'shop'}>{view.merchantName}</p>
      <nav aria-label={say('language')}>
        {others.map(locale => (
          <a key={locale} href={pageUrl(view, locale)} lang={locale} hrefLang={locale} data-language="">
            {languageNames[locale]}
          </a>
        ))}
      </nav>
    </header>
  )
}

/** As people count letters: a flag or a family is one. */
function firstLetter(name: string): string {
  const [letter] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim())
  return letter?.segment.toUpperCase() ?? ''
}

function titleOf(view: CheckoutView, say: Say): string {
  const { state, merchantName: shop } = view
  if (state.kind !== 'form') return `${say(`title_${state.kind}`)} · ${shop}`
  const title = [view.amount !== null && !view.custom ? moneyOf(view.amount) : '', say('title_form', { shop })]
    .filter(Boolean)
    .join(' · ')
  return Object.keys(state.problems).length > 0 ? say('error_before', { title }) : title
}

/** With scripts the page does the same itself, and only when it must. */
function refreshOf(view: CheckoutView): string | undefined {
  const { state } = view
  if (state.kind === 'waiting' || state.kind === 'unknown') return `${refreshSeconds};url=${pageUrl(view)}`
  const returnUrl = state.kind === 'paid' ? returnOf(state) : undefined
  return returnUrl && `${returnSeconds};url=${returnUrl}`
}

/** What went wrong before there was a session to show. */
export type CheckoutProblem = 'missing' | 'bad_link' | 'too_many' | 'trouble'

/** @param retry where a second try leads; absent when it would be of no use */
export function problemHtml(kind: CheckoutProblem, locale: Locale, retry?: string): CheckoutHtml {
  const say = sayIn(locale)
  return documentOf({
    locale,
    palette: paletteOf('light', plainColor),
    title: say(kind),
    name: 'problem',
    body: (
      <div className="page">
        <main>
          <Heading icon="alert" look="doubt" text={say(kind)} />
          <p className="lead">{say(`${kind}_text`)}</p>
          {retry !== undefined && (
            <a className="main" href={retry}>
              {say('try_again')}
            </a>
          )}
        </main>
      </div>
    ),
  })
}

interface DocumentParts {
  readonly locale: Locale
  readonly palette: Palette
  readonly title: string
  /** What the style sheet calls it. */
  readonly name: CheckoutView['state']['kind'] | 'problem'
  readonly refresh?: string | undefined
  readonly body: ReactNode
}

function documentOf({ locale, palette, title, name, refresh, body }: DocumentParts): CheckoutHtml {
  const style = styleOf(palette)
  const html = renderToStaticMarkup(
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="color-scheme" content={palette.scheme} />
        <meta name="theme-color" content={palette.brand} />
        <title>{title}</title>
        {refresh && (
          <noscript>
            <meta httpEquiv="refresh" content={refresh} />
          </noscript>
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, with colours of six hex digits */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body className={`at-${name}`}>
        {body}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant */}
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>,
  )
  return { html: `<!doctype html>${html}`, style, script }
}
