// What a customer sees of a checkout, between the document's head and its script: the server puts it into the
// page, and the console shows it while a link or a profile is made.
import { locales } from '../../src/domain/profile.ts'
import { moneyOf } from '../kit/money.ts'
import { FormView } from './form-view.tsx'
import { Money } from './money.tsx'
import { Order } from './order.tsx'
import { PaidView } from './paid-view.tsx'
import { pageUrl } from './passed.tsx'
import { PlainView } from './plain-view.tsx'
import type { CheckoutView } from './view.ts'
import { WaitingView } from './waiting-view.tsx'
import { languageNames, type Translate } from './words.ts'

export function CheckoutBody({ view, say }: { view: CheckoutView; say: Translate }) {
  const { kind } = view.state
  return (
    <div data-page={pageUrl(view)} data-status={`${view.path}/status`}>
      {view.sandbox && <aside className="sandbox">{say('sandbox')}</aside>}
      <div className="page">
        <Header view={view} say={say} />
        <main
          data-state={kind}
          {...('attemptId' in view.state ? { 'data-attempt': view.state.attemptId } : {})}
        >
          <State view={view} say={say} />
        </main>
      </div>
    </div>
  )
}

function State({ view, say }: { view: CheckoutView; say: Translate }) {
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

const Hero = ({ amount, say }: { amount: number | null; say: Translate }) => (
  <>
    <h1 tabIndex={-1} className="label">
      {say('amount')}
    </h1>
    {amount !== null && <Money amount={amount} />}
  </>
)

function Header({ view, say }: { view: CheckoutView; say: Translate }) {
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

export function titleOf(view: CheckoutView, say: Translate): string {
  const { state, merchantName: shop } = view
  if (state.kind !== 'form') return `${say(`title_${state.kind}`)} · ${shop}`
  const title = [
    view.amount !== null && !view.custom ? moneyOf(view.amount) : '',
    say('title_form', { shop }),
  ]
    .filter(Boolean)
    .join(' · ')
  return Object.keys(state.problems).length > 0 ? say('error_before', { title }) : title
}
