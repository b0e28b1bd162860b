// An attempt is open: what the customer does now, by method, how long there is time, and the ways out.
import { providerNames, readPhone } from '../../src/domain/phone.ts'
import type { SessionMethod } from '../../src/domain/profile.ts'
import { moneyOf, tokenDigits } from '../kit/money.ts'
import { Heading } from './heading.tsx'
import { HiddenFields } from './hidden-fields.tsx'
import { RefusedNotice } from './notice.tsx'
import { TimeLeft } from './time-left.tsx'
import type { Translate } from './translate.ts'
import type { CheckoutState, CheckoutView } from './view.ts'

interface WaitingProps {
  readonly view: CheckoutView
  readonly state: Extract<CheckoutState, { kind: 'waiting' }>
  readonly t: Translate
}

/** The component that tells the customer how to pay, by method. */
const askByMethod = { mobile_money: AskPhone, qr: AskScan, card: AskCard }

/** Returns the text of the button that leaves this attempt. */
function leaveText({ methods }: CheckoutView, method: SessionMethod) {
  if (method === 'mobile_money') return 'other_number'
  return methods.length > 1 ? 'other_method' : 'cancel'
}

/** Shows what the customer does now to pay, how much time is left, and the ways to try otherwise. */
export function WaitingView({ view, state, t }: WaitingProps) {
  const Ask = askByMethod[state.method]
  return (
    <>
      {view.refused && <RefusedNotice refused={view.refused} t={t} buttonSelector=".resend button" />}
      <Ask view={view} state={state} t={t} />
      <p className="clock">
        {t('waiting_left')}{' '}
        <b>
          <TimeLeft ms={state.expiresAt - state.now} overText={t('waiting_ended')} />
        </b>
      </p>
      <p className="hint centred">{t('waiting_keep_open')}</p>
      {state.againAt !== null && (
        <form
          method="post"
          action={`${view.path}/pay`}
          className="resend"
          hidden={state.now < state.againAt}
          data-after={Math.max(0, state.againAt - state.now)}
        >
          <HiddenFields view={view} />
          <input type="hidden" name="again" value="1" />
          <p>{t('resend_text')}</p>
          <button type="submit" className="secondary" data-busy={t('sending')}>
            {t('resend')}
          </button>
        </form>
      )}
      {state.attemptId !== null && (
        <form method="post" action={`${view.path}/cancel/${state.attemptId}`}>
          <HiddenFields view={view} />
          <button type="submit" className="tertiary" data-busy={t('sending')}>
            {t(leaveText(view, state.method))}
          </button>
        </form>
      )}
    </>
  )
}

/** Asks the customer to enter the PIN on the phone that got the push. */
function AskPhone({ view, state, t }: WaitingProps) {
  const provider = readPhone(state.phone ?? '')?.provider
  return (
    <>
      <Heading icon="phone" look="pulsing" text={t('waiting_phone')} />
      <p className="sent-to">
        {t('waiting_phone_text')} <b>{state.phone}</b>
        {provider && <span className="network">{providerNames[provider]}</span>}
      </p>
      <ol className="steps">
        <li>{t('waiting_step_open')}</li>
        {view.amount !== null && <li>{t('waiting_step_check', { money: moneyOf(view.amount) })}</li>}
        <li>{t('waiting_step_pin')}</li>
      </ol>
    </>
  )
}

/**
 * Asks the customer to scan the code. A phone cannot scan its own screen, so there the payment number comes
 * first, and the code is for another phone.
 */
function AskScan({ view, state, t }: WaitingProps) {
  const { qr, paymentToken, isHandset, picturePath, tillName } = state
  if (tillName !== null) return <AskTillNumber view={view} state={state} t={t} />
  const isNumberFirst = isHandset && qr !== null && paymentToken !== null
  const number = paymentToken !== null && (
    <p className="token">
      {t(isNumberFirst ? 'waiting_number' : 'waiting_token')} <b>{tokenDigits(paymentToken)}</b>
    </p>
  )
  const picture = isHandset && picturePath !== null && (
    <p className="centred">
      <a href={`${picturePath}?lang=${view.locale}`}>{t('qr_picture')}</a>
    </p>
  )
  const code =
    qr !== null &&
    (isNumberFirst && picturePath !== null ? (
      <div className="qr">
        <img src={codePath(picturePath, state.attemptId)} alt={t('waiting_qr_alt')} loading="lazy" />
      </div>
    ) : (
      <Code svg={qr} t={t} />
    ))
  if (!isNumberFirst)
    return (
      <>
        <Heading text={t('waiting_qr')} />
        <p className="lead">{t('waiting_qr_text')}</p>
        {code}
        {picture}
        {number}
      </>
    )
  return (
    <>
      <Heading text={t('waiting_number_title')} />
      <p className="lead">{t('waiting_number_text')}</p>
      {number}
      <details>
        <summary>{t('method_qr')}</summary>
        <p className="lead">{t('waiting_qr_text')}</p>
        {code}
      </details>
      {picture}
    </>
  )
}

/**
 * Returns the address of the QR code as a picture. It differs by attempt, because a browser that shows the
 * next attempt in the same page does not load the same address again.
 */
const codePath = (picturePath: string, attemptId: string | null) =>
  picturePath.replace('picture', 'qr.svg') + (attemptId === null ? '' : `?attempt=${attemptId}`)

/** Asks the customer to pay to the shop's own till number, and to compare the name that their app shows. */
function AskTillNumber({
  view,
  state: { qr, paymentToken, tillName, isHandset, picturePath },
  t,
}: WaitingProps) {
  return (
    <>
      <Heading text={t('waiting_till')} />
      <p className="lead">{t('waiting_till_text')}</p>
      {paymentToken !== null && (
        <p className="token">
          Lipa Namba <b>{tokenDigits(paymentToken)}</b>
        </p>
      )}
      <ol className="steps">
        <li>
          <span>
            {t('waiting_till_name')} <b>{tillName}</b>
          </span>
        </li>
        {view.amount !== null && <li>{t('waiting_till_amount', { money: moneyOf(view.amount) })}</li>}
        <li>{t('waiting_step_pin')}</li>
      </ol>
      {qr !== null && <Code svg={qr} t={t} />}
      {isHandset && picturePath !== null && (
        <p className="centred">
          <a href={`${picturePath}?lang=${view.locale}`}>{t('qr_picture')}</a>
        </p>
      )}
    </>
  )
}

/** Shows a QR code that the server has drawn. */
export const Code = ({ svg, t }: { svg: string; t: Translate }) => (
  <div
    className="qr"
    role="img"
    aria-label={t('waiting_qr_alt')}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn on the server, from squares
    dangerouslySetInnerHTML={{ __html: svg }}
  />
)

/** Leads the customer to the page where they enter their card. */
function AskCard({ state, t }: WaitingProps) {
  return (
    <>
      <Heading icon="card" text={t('waiting_card')} />
      <p className="lead">{t('waiting_card_text')}</p>
      {state.cardUrl !== null && (
        <a className="primary" href={state.cardUrl}>
          {t('waiting_card_go')}
        </a>
      )}
    </>
  )
}
