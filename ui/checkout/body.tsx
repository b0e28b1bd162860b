// What a customer sees of a checkout, between the document's head and its script: the server puts it into the
// page, and the console shows it while a link or a profile is made.
import { locales } from '../../src/domain/profile.ts'
import { moneyOf } from '../kit/money.ts'
import { FormView } from './form-view.tsx'
import { pageUrl } from './hidden-fields.tsx'
import { Money } from './money.tsx'
import { Order } from './order.tsx'
import { PaidView } from './paid-view.tsx'
import { FailedView, PlainView } from './plain-view.tsx'
import { languageNames, type Translate } from './translate.ts'
import type { CheckoutView } from './view.ts'
import { WaitingView } from './waiting-view.tsx'

/**
 * Renders the whole visible page of a checkout, in whichever state it is. `data-page` and `data-status` tell
 * the script where to reload the page and where to ask for its status. `data-checking` marks a form whose
 * former attempt may still turn out paid.
 */
export function CheckoutBody({ view, t }: { view: CheckoutView; t: Translate }) {
  const { kind } = view.state
  return (
    <div data-page={pageUrl(view)} data-status={`${view.path}/status`}>
      {view.sandbox && <aside className="sandbox">{t('sandbox')}</aside>}
      <div className="page">
        <Header view={view} t={t} />
        <main
          data-state={kind}
          {...('attemptId' in view.state ? { 'data-attempt': view.state.attemptId ?? undefined } : {})}
          {...('failed' in view.state && view.state.failed === 'checking' ? { 'data-checking': '' } : {})}
          {...('leadsToShop' in view.state && view.state.leadsToShop ? { 'data-leaves': '' } : {})}
        >
          <State view={view} t={t} />
        </main>
      </div>
    </div>
  )
}

/** Renders what the customer can read and do in the current state. */
function State({ view, t }: { view: CheckoutView; t: Translate }) {
  const { state } = view
  switch (state.kind) {
    case 'form': {
      // Unlike the title of the tab, the heading does not mark wrong answers.
      const heading = titleOf({ ...view, state: { ...state, problems: {} } }, t)
      return (
        <>
          {view.custom ? (
            <h1 tabIndex={-1} className="visually-hidden">
              {heading}
            </h1>
          ) : (
            <Hero amount={view.amount} t={t} />
          )}
          <Order view={view} t={t} />
          {view.order?.changeUrl && (
            <p className="change">
              <a href={view.order.changeUrl}>{t('order_change')}</a>
            </p>
          )}
          <FormView view={view} state={state} t={t} />
        </>
      )
    }
    case 'waiting':
      return (
        <>
          {view.amount !== null && <Money amount={view.amount} />}
          <WaitingView view={view} state={state} t={t} />
        </>
      )
    case 'failed':
      return <FailedView reason={state.reason} shop={view.merchantName} t={t} />
    case 'paid':
      return <PaidView view={view} state={state} t={t} />
    default:
      return (
        <>
          {view.amount !== null && state.kind === 'unknown' && <Money amount={view.amount} />}
          <PlainView kind={state.kind} shop={view.merchantName} t={t} />
        </>
      )
  }
}

/** Shows the amount to pay; without one, as before the customer has entered it, the heading alone. */
const Hero = ({ amount, t }: { amount: number | null; t: Translate }) => (
  <>
    <h1 tabIndex={-1} className="label">
      {t('amount')}
    </h1>
    {amount !== null && <Money amount={amount} />}
  </>
)

/** A longer shop name is set smaller, to fit the header of a narrow phone. In characters. */
const longNameLength = 36

interface HeaderProps {
  readonly view: Pick<CheckoutView, 'path' | 'locale' | 'meta' | 'merchantName' | 'logo'>
  readonly t: Translate
  /** The header is inside a form: a language is then a submit button, so that nothing typed is lost. */
  readonly isInForm?: boolean
}

/** Shows the shop's logo (or its first letter), its name, and the other languages. */
export function Header({ view, t, isInForm = false }: HeaderProps) {
  const otherLocales = locales.filter(locale => locale !== view.locale)
  return (
    <header>
      {view.logo === null ? (
        <span className="monogram" aria-hidden="true">
          {firstLetter(view.merchantName)}
        </span>
      ) : (
        <img src={view.logo} alt="" width="44" height="44" decoding="async" fetchPriority="low" />
      )}
      <p className={view.merchantName.length > longNameLength ? 'shop long' : 'shop'}>{view.merchantName}</p>
      <nav aria-label={t('language')}>
        {otherLocales.map(locale =>
          isInForm ? (
            <button key={locale} type="submit" name="lang" value={locale} lang={locale} data-language="">
              {languageNames[locale]}
            </button>
          ) : (
            <a key={locale} href={pageUrl(view, locale)} lang={locale} hrefLang={locale} data-language="">
              {languageNames[locale]}
            </a>
          ),
        )}
      </nav>
    </header>
  )
}

/**
 * Returns the first letter in upper case, as people count letters: a flag or a family emoji is one. Empty for
 * an empty name.
 */
function firstLetter(name: string): string {
  const [letter] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim())
  return letter?.segment.toUpperCase() ?? ''
}

/**
 * Returns the title of the browser's tab: the state and the shop; on a form the amount first, where the
 * customer cannot change it, and a mark that some answers are wrong.
 */
export function titleOf(view: CheckoutView, t: Translate): string {
  const { state, merchantName: shop } = view
  if (state.kind !== 'form') return `${t(`title_${state.kind}`)} · ${shop}`
  const title = [view.amount !== null && !view.custom ? moneyOf(view.amount) : '', t('title_form', { shop })]
    .filter(Boolean)
    .join(' · ')
  return Object.keys(state.problems).length > 0 ? t('error_before', { title }) : title
}
