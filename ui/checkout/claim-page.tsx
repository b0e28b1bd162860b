// The page where a customer claims a refund: they enter their number, see whose it is, and follow the money.
// It works without scripts; with them it follows the money in place.
import type { ReactNode } from 'react'
import type { Locale } from '../../src/domain/profile.ts'
import { moneyOf } from '../kit/money.ts'
import { Header } from './body.tsx'
import { type ClaimTextKey, claim } from './claim.text.ts'
import { type CheckoutHtml, claimLook, documentOf } from './document.tsx'
import { Heading } from './heading.tsx'
import { pageUrl } from './hidden-fields.tsx'
import { Icon } from './icon.tsx'
import { Money } from './money.tsx'
import { momentIn } from './paid-view.tsx'
import { plainColor } from './palette.ts'
import { textIn, translateIn } from './translate.ts'
import type { CheckoutView } from './view.ts'

type ClaimWords = (word: ClaimTextKey, values?: Readonly<Record<string, string | number>>) => string

/** The wallet that the refund goes to. */
export interface ClaimWallet {
  readonly phone: string // as people write it, or masked
  readonly network: string | null // the brand; null when the number has none
  readonly name: string // the holder's, masked; empty when the network gives none
}

/** Why the form is shown again though its number was readable. */
export type ClaimNotice = 'again' | 'unavailable' | 'too_many'
/** Why the money does not come; the customer can do nothing about it on this page. */
export type ClaimEnd = 'expired' | 'withdrawn' | 'declined' | 'used_up' | 'refused' | 'returned'

export type ClaimState =
  | {
      readonly kind: 'form'
      readonly typed: string
      readonly problem: 'number_required' | 'number_wrong' | null
      readonly notice: ClaimNotice | null
      readonly expiresAt: number
    }
  // `sealed` carries the wallet to the next form; only the server can read it.
  | { readonly kind: 'confirm'; readonly to: ClaimWallet; readonly sealed: string }
  | {
      readonly kind: 'waiting' | 'unknown'
      readonly why: 'processing' | 'unknown' | 'approval' | 'later'
      readonly to: ClaimWallet
    }
  | { readonly kind: 'sent'; readonly to: ClaimWallet; readonly networkReference: string }
  | { readonly kind: 'ended'; readonly why: ClaimEnd; readonly reason: string | null }

/** What the page shows. It holds nothing of the sale, because anyone with the link can read it. */
export interface ClaimView
  extends Pick<
    CheckoutView,
    'path' | 'locale' | 'merchantName' | 'logo' | 'brandColor' | 'sandbox' | 'meta'
  > {
  readonly amount: number // whole shillings
  readonly timeZone: string
  readonly state: ClaimState
}

interface StateProps<K extends ClaimState['kind']> {
  readonly view: ClaimView
  readonly state: Extract<ClaimState, { kind: K }>
  readonly t: ClaimWords
}

/** Without scripts, a page whose money is on its way reloads after this many seconds. */
const refreshSeconds = 5

/** Renders the whole claim page. Without scripts it reloads while money is on its way. */
export function claimHtml(view: ClaimView): CheckoutHtml {
  const common = translateIn(view.locale)
  const t = textIn(claim[view.locale])
  const { state } = view
  const isOnItsWay = state.kind === 'waiting' || state.kind === 'unknown'
  return documentOf({
    locale: view.locale,
    look: claimLook(view.brandColor),
    title: `${titleOf(state, t)} · ${view.merchantName}`,
    name: state.kind === 'form' || state.kind === 'confirm' ? state.kind : 'waiting',
    refresh: isOnItsWay ? `${refreshSeconds};url=${pageUrl(view)}` : undefined,
    body: (
      <>
        <div
          data-page={pageUrl(view)}
          data-status={`${view.path}/status${state.kind === 'confirm' ? '?shown=confirm' : ''}`}
        >
          {view.sandbox && <aside className="sandbox">{common('sandbox')}</aside>}
          <div className="page">
            <Header view={view} t={common} />
            <main data-state={state.kind}>
              <State view={view} t={t} />
            </main>
          </div>
        </div>
        <p className="visually-hidden" aria-live="polite" data-said="" />
        <p className="offline" role="status" hidden>
          {common('offline')}
        </p>
      </>
    ),
  })
}

/** Returns the heading of the state, for the title of the browser's tab. */
function titleOf(state: ClaimState, t: ClaimWords): string {
  if (state.kind === 'form') return t('title')
  if (state.kind === 'confirm') return t(confirmTitle(state.to))
  return t(state.kind === 'sent' ? 'sent' : state.why)
}

/** Returns the key of the heading: “is this you?” for a wallet with a name, else to check the number. */
const confirmTitle = ({ name }: ClaimWallet) => (name === '' ? 'confirm_number' : 'confirm')

/** Renders what the customer can read and do in the current state. */
function State({ view, t }: { view: ClaimView; t: ClaimWords }) {
  const { state } = view
  switch (state.kind) {
    case 'form':
      return <NumberForm view={view} state={state} t={t} />
    case 'confirm':
      return <Confirm view={view} state={state} t={t} />
    case 'waiting':
    case 'unknown':
      return (
        <>
          <Heading icon="clock" text={t(state.why)} />
          <Money amount={view.amount} />
          <p className="lead">{t(`waiting_${state.why}`, { shop: view.merchantName })}</p>
          <Wallet wallet={state.to} />
        </>
      )
    case 'sent':
      return (
        <>
          <Heading icon="paid" look="good" text={t('sent')} />
          <Money amount={view.amount} />
          <p className="lead">{t('sent_text')}</p>
          <Wallet wallet={state.to} />
          {state.networkReference !== '' && (
            <p className="hint centred">
              {t('network_reference')} {state.networkReference}
            </p>
          )}
        </>
      )
    case 'ended':
      return <Ended view={view} state={state} t={t} />
  }
}

/** Shows which shop refunds how much. */
const Hero = ({ view, t }: { view: ClaimView; t: ClaimWords }) => (
  <>
    <p className="label">{t('amount', { shop: view.merchantName })}</p>
    <Money amount={view.amount} />
  </>
)

/** Asks for the number of the wallet, and shows what is wrong with the last one. */
function NumberForm({ view, state, t }: StateProps<'form'>) {
  const { problem, notice } = state
  return (
    <>
      <h1 tabIndex={-1} className="visually-hidden">
        {t('title')}
      </h1>
      <Hero view={view} t={t} />
      <form method="post" action={view.path} noValidate>
        {notice !== null && <Alert title={t(notice)}>{t(`${notice}_do`, { shop: view.merchantName })}</Alert>}
        <input type="hidden" name="lang" value={view.locale} />
        <div className="field">
          <label htmlFor="f-phone">{t('number')}</label>
          <input
            id="f-phone"
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={40}
            required
            defaultValue={state.typed}
            aria-describedby={problem === null ? 'f-phone-hint' : 'f-phone-problem'}
            {...(problem === null ? {} : { 'aria-invalid': true, autoFocus: true })}
          />
          {problem === null ? (
            <p className="hint" id="f-phone-hint">
              {t('number_hint')}
            </p>
          ) : (
            <p className="problem" id="f-phone-problem" role="alert">
              {t(problem)}
            </p>
          )}
        </div>
        <button type="submit" className="primary">
          {t('go_on')}
        </button>
        <p className="pin-note">
          <Icon name="lock" />
          <span>{t('no_pin')}</span>
        </p>
        <p className="expiry">{t('until', { at: momentIn(view.locale, state.expiresAt, view.timeZone) })}</p>
      </form>
    </>
  )
}

/** Shows whose wallet the number is, and asks the customer to confirm before the money is sent. */
function Confirm({ view, state, t }: StateProps<'confirm'>) {
  return (
    <>
      <Hero view={view} t={t} />
      <form method="post" action={`${view.path}/confirm`}>
        <input type="hidden" name="lang" value={view.locale} />
        <input type="hidden" name="wallet" value={state.sealed} />
        <h1 tabIndex={-1}>{t(confirmTitle(state.to))}</h1>
        <Wallet wallet={state.to} />
        {state.to.name === '' && <Alert title={t('no_name')}>{t('no_name_do')}</Alert>}
        <p className="hint final">{t('final')}</p>
        <button type="submit" className="primary">
          {t('send', { money: moneyOf(view.amount) })}
        </button>
        <a className="tertiary" href={pageUrl(view)}>
          {t('change')}
        </a>
      </form>
    </>
  )
}

/** Shows what went wrong, and what the customer can do. */
const Alert = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="alert" role="alert">
    <Icon name="alert" />
    <div>
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  </div>
)

/** Shows the wallet by its name, else by its number, and its brand. */
const Wallet = ({ wallet: { name, phone, network } }: { wallet: ClaimWallet }) => (
  <div className="wallet">
    <b>{name === '' ? phone : name}</b>
    <span>{[name === '' ? '' : phone, network ?? ''].filter(Boolean).join(' · ')}</span>
  </div>
)

function endIconOf(why: ClaimEnd) {
  if (why === 'expired') return 'clock'
  return why === 'withdrawn' || why === 'declined' ? 'cross' : 'alert'
}

/** Tells the customer that no money comes, and why. */
function Ended({ view, state: { why, reason }, t }: StateProps<'ended'>) {
  const text = why === 'refused' ? reasonText(reason) : undefined
  const icon = endIconOf(why)
  return (
    <>
      <Heading icon={icon} look={icon === 'alert' ? 'warning' : 'ended'} text={t(why)} />
      {text && <p className="lead emphasis">{t(text)}</p>}
      <p className="lead">{t(`${why}_text`, { shop: view.merchantName })}</p>
    </>
  )
}

/** Returns why the network rejected the number, if the customer can do something about it. */
function reasonText(reason: string | null): ClaimTextKey | undefined {
  if (reason === 'recipient_not_found') return 'reason_recipient_not_found'
  const isLimit = reason === 'recipient_limit_reached' || reason === 'wallet_limit_reached'
  return isLimit ? 'reason_limit' : undefined
}

export type ClaimProblem = 'missing' | 'too_many_requests' | 'server_error'

/** Renders the page without a refund. `retry` is where a second try leads; null if that is of no use. */
export function claimProblemHtml(kind: ClaimProblem, locale: Locale, retry: string | null): CheckoutHtml {
  const t = textIn(claim[locale])
  return documentOf({
    locale,
    look: claimLook(plainColor),
    title: t(kind),
    name: 'problem',
    body: (
      <div className="page">
        <main>
          <Heading icon="alert" look="warning" text={t(kind)} />
          <p className="lead">{t(`${kind}_text`)}</p>
          {retry !== null && (
            <a className="primary" href={retry}>
              {t('try_again')}
            </a>
          )}
        </main>
      </div>
    ),
  })
}
