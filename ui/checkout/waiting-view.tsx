// An attempt is open: what the customer does now, by method, how long there is time, and the ways out.
import { providerNames, readPhone } from '../../src/domain/phone.ts'
import { moneyOf, tokenDigits } from '../kit/money.ts'
import { Heading } from './heading.tsx'
import { RefusedNotice } from './notice.tsx'
import { Passed } from './passed.tsx'
import { TimeLeft } from './time-left.tsx'
import type { CheckoutState, CheckoutView } from './view.ts'
import type { Translate } from './words.ts'

interface WaitingProps {
  readonly view: CheckoutView
  readonly state: Extract<CheckoutState, { kind: 'waiting' }>
  readonly say: Translate
}

const asks = { mobile_money: AskPhone, qr: AskScan, card: AskCard }

export function WaitingView({ view, state, say }: WaitingProps) {
  const Ask = asks[state.method]
  const leave =
    state.method === 'mobile_money' ? 'other_number' : view.methods.length > 1 ? 'other_method' : 'cancel'
  return (
    <>
      {view.refused && <RefusedNotice refused={view.refused} say={say} />}
      <Ask view={view} state={state} say={say} />
      <p className="clock">
        {say('waiting_left')}{' '}
        <b>
          <TimeLeft ms={state.expiresAt - state.now} over={say('waiting_ended')} />
        </b>
      </p>
      <p className="hint centred">{say('waiting_keep_open')}</p>
      {state.againAt !== null && (
        <form
          method="post"
          action={`${view.path}/pay`}
          className="again"
          hidden={state.now < state.againAt}
          data-after={Math.max(0, state.againAt - state.now)}
        >
          <Passed view={view} />
          <input type="hidden" name="again" value="1" />
          <p>{say('resend_text')}</p>
          <button type="submit" className="second" data-busy={say('sending')}>
            {say('resend')}
          </button>
        </form>
      )}
      <form method="post" action={`${view.path}/cancel/${state.attemptId}`}>
        <Passed view={view} />
        <button type="submit" className="third" data-busy={say('sending')}>
          {say(leave)}
        </button>
      </form>
    </>
  )
}

function AskPhone({ view, state, say }: WaitingProps) {
  const provider = readPhone(state.phone ?? '')?.provider
  return (
    <>
      <Heading icon="phone" look="calling" text={say('waiting_phone')} />
      <p className="sent">
        {say('waiting_phone_text')} <b>{state.phone}</b>
        {provider && <span className="network">{providerNames[provider]}</span>}
      </p>
      <ol className="steps">
        <li>{say('waiting_step_open')}</li>
        {view.amount !== null && <li>{say('waiting_step_check', { money: moneyOf(view.amount) })}</li>}
        <li>{say('waiting_step_pin')}</li>
      </ol>
    </>
  )
}

function AskScan({ state, say }: WaitingProps) {
  return (
    <>
      <Heading text={say('waiting_qr')} />
      <p className="lead">{say('waiting_qr_text')}</p>
      {state.qr !== null && (
        <div
          className="qr"
          role="img"
          aria-label={say('waiting_qr_alt')}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn on the server, from squares
          dangerouslySetInnerHTML={{ __html: state.qr }}
        />
      )}
      {state.paymentToken !== null && (
        <p className="token">
          {say('waiting_token')} <b>{tokenDigits(state.paymentToken)}</b>
        </p>
      )}
    </>
  )
}

function AskCard({ state, say }: WaitingProps) {
  return (
    <>
      <Heading icon="card" text={say('waiting_card')} />
      <p className="lead">{say('waiting_card_text')}</p>
      {state.cardUrl !== null && (
        <a className="main" href={state.cardUrl}>
          {say('waiting_card_go')}
        </a>
      )}
    </>
  )
}
