// Waiting for the customer to pay: the QR code with the payment number, a push, or a link; the time left; and
// the other payment methods for the same sale.
import { Button } from '@mantine/core'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiErrorText } from '../../kit/api-error.ts'
import { Icon, Logo } from '../../kit/icon.tsx'
import { moneyOf, tokenDigits } from '../../kit/money.ts'
import type { Payment } from '../../kit/payment.ts'
import { phoneOf } from '../../kit/time.ts'
import { amountSize } from '../parts/amount.model.ts'
import { CashStep } from '../parts/entry-step.tsx'
import { usePadKeys } from '../parts/keypad.tsx'
import { providerOf } from '../parts/provider.ts'
import { itemsText } from '../parts/sold-items.model.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { OtherMethods } from './other-methods.tsx'
import { PushEntry } from './push-entry.tsx'
import { QrCode } from './qr-code.tsx'
import { itemsIn, noteIn, type Sale, type WaitingStep } from './sale.model.ts'
import { beginNextSale, takeCash } from './sale-actions.ts'
import { useSaleState } from './sale-store.ts'
import { TimeLeft } from './time-left.tsx'

/** Loaded when it is needed: the server makes the link, so it can be reached then. */
const LinkFigure = lazy(() => import('./link-figure.tsx').then(({ LinkFigure }) => ({ default: LinkFigure })))
/** Loaded only by a shop with its own till number, which has messages to choose from. */
const SmsChoices = lazy(() => import('./sms-choice.tsx').then(({ SmsChoices }) => ({ default: SmsChoices })))

/** Loaded with the screen, before it is opened. */
const CancelSheet = lazy(() =>
  import('./cancel-sheet.tsx').then(({ CancelSheet }) => ({ default: CancelSheet })),
)
/** The sheet that cancels the sale, which loads later. */
const LazyCancelSheet = (props: ComponentProps<typeof CancelSheet>) => (
  <Suspense>
    <CancelSheet {...props} />
  </Suspense>
)

/** Returns whether the customer pays to the shop's own till number. */
const isTillNumber = ({ channel }: Payment): boolean => channel.provider === 'till_number'

/** Shows the payment SMS to choose from, if the customer pays to the shop's till number. */
const SmsMessages = ({ payment }: { readonly payment: Payment }) =>
  isTillNumber(payment) ? (
    <Suspense>
      <SmsChoices payment={payment} />
    </Suspense>
  ) : null

/** Shows how the customer can pay, or the step to another method. */
export function WaitingScreen({ sale }: { readonly sale: Sale }) {
  const [step, setStep] = useState<WaitingStep>()
  const goBack = () => setStep(undefined)
  if (step === 'push' && sale.payment)
    return (
      <div className="till-screen">
        <PushEntry sale={sale} onDone={goBack} />
      </div>
    )
  if (step === 'cash')
    return (
      <div className="till-screen">
        <CashStep amount={sale.order.details.amount} onBack={goBack} onTake={takeCash} />
      </div>
    )
  return <WaitingOffer sale={sale} onStep={setStep} />
}

interface WaitingOfferProps {
  readonly sale: Sale
  readonly onStep: (step: WaitingStep) => void
}

/** Shows the code or push, the time left, the other methods, and the ways to leave the sale. */
function WaitingOffer({ sale, onStep }: WaitingOfferProps) {
  const { t } = useTranslation('till')
  const { apiError } = useSaleState()
  const errorText = useApiErrorText()
  const [isCancelling, setCancelling] = useState(false)
  const { payment, link } = sale
  const isPush = payment?.payment_type === 'mobile'
  const { amount } = sale.order.details
  usePadKeys({ onBack: () => setCancelling(true) })
  const period = payment
    ? { starts: payment.created_at, ends: payment.expires_at }
    : link && { starts: link.startsAt, ends: link.expiresAt }
  return (
    <main className="waiting">
      <WaitingHead sale={sale} />
      <div className="waiting-code">
        <WaitingFigure sale={sale} />
      </div>
      <div className="waiting-words">
        <h1 className="waiting-sum" data-size={amountSize(amount)}>
          {moneyOf(amount)}
        </h1>
        {payment && !link && !isPush && (
          <p className="waiting-digits">
            <span>{t(isTillNumber(payment) ? 'till_number' : 'payment_number')}</span>
            <strong data-testid="token">{tokenDigits(payment.payment_token)}</strong>
          </p>
        )}
        {period && <TimeLeft {...period} />}
        <WaitingState sale={sale} />
        {payment && <SmsMessages payment={payment} />}
        <p className="entry-error" role="alert">
          {apiError && errorText(apiError)}
        </p>
        <div className="waiting-actions">
          <OtherMethods sale={sale} onStep={onStep} />
          <div className="waiting-ends">
            <Button variant="default" size="lg" data-testid="park" data-leaves onClick={beginNextSale}>
              {t('park')}
            </Button>
            <Button
              variant="default"
              size="lg"
              data-testid="cancel"
              data-leaves
              onClick={() => setCancelling(true)}
            >
              {t('cancel')}
            </Button>
          </div>
        </div>
      </div>
      <LazyCancelSheet open={isCancelling} onClose={() => setCancelling(false)} />
    </main>
  )
}

/** Shows what the customer scans or types, or the phone that was sent the push. */
function WaitingFigure({ sale: { caller, payment, link, push, order } }: { readonly sale: Sale }) {
  if (link)
    return (
      <Suspense>
        <LinkFigure caller={caller} link={link} amount={order.details.amount} />
      </Suspense>
    )
  if (!payment) return null
  if (payment.payment_type === 'mobile') return <PushFigure payment={payment} pushedTo={push?.phone} />
  if (!payment.payment_qr_code) return <TillNumberFigure payment={payment} />
  return <QrCode key={payment.reference} caller={caller} payment={payment} />
}

/** Shows the till number for the customer to type, because the shop has not entered its printed code. */
function TillNumberFigure({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation('till')
  return (
    <div className="till-number-figure">
      <span>{t('till_number')}</span>
      <strong>{tokenDigits(payment.payment_token)}</strong>
    </div>
  )
}

/** Shows what the sale is for; in practice with a link to the practice phone. */
function WaitingHead({ sale }: { readonly sale: Sale }) {
  const { t } = useTranslation('till')
  const { account } = useTillDevice()
  const { payment, link } = sale
  const title = noteIn(sale.order) || itemsText(itemsIn(sale.order)) || account.name
  const isQr = payment && !link && payment.payment_type === 'dynamic-qr'
  return (
    <header className="waiting-head">
      <Logo size={30} />
      <p className="till-shop">{title}</p>
      {account.simulated_phone && (
        <a
          className="practice-link"
          href={isQr ? `/phone#code=${payment.payment_token}` : '/phone'}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="phone" size={20} /> <span>{t('practice_phone')}</span> <Icon name="link" size={18} />
        </a>
      )}
    </header>
  )
}

/** Shows what the till waits for, as a title and a sentence. */
function WaitingState({ sale }: { readonly sale: Sale }) {
  const { t } = useTranslation('till')
  const { payment, link, push } = sale
  const step = () => {
    if (link && payment) return [t('waiting_link_started'), t('waiting_link_started_text')]
    if (link) return [t('waiting_link'), t('waiting_link_text')]
    if (push) {
      const sent = { phone: phoneOf(push.phone), times: push.times }
      return [t('waiting_push'), t(push.times > 1 ? 'waiting_push_again' : 'waiting_push_text', sent)]
    }
    const isOwnNumber = payment && isTillNumber(payment)
    return [t('waiting_qr'), t(isOwnNumber ? 'waiting_till_number_text' : 'waiting_qr_text')]
  }
  const [title, text] = step()
  return (
    <div className="waiting-state">
      <p className="waiting-now">
        <span className="pulse" aria-hidden="true" /> {title}
      </p>
      <p className="waiting-how" data-pushed={push !== null || undefined}>
        {text}
      </p>
    </div>
  )
}

interface PushFigureProps {
  readonly payment: Payment
  /** The number in E.164; undefined for a sale opened from the list, which shows the masked number. */
  readonly pushedTo: string | undefined
}

/** Shows the phone that was sent the push, and its network. */
function PushFigure({ payment, pushedTo }: PushFigureProps) {
  const { t } = useTranslation('till')
  return (
    <div className="push-figure">
      <span className="push-rings">
        <Icon name="phone" size={72} />
      </span>
      <p className="push-number">{phoneOf(pushedTo ?? payment.customer.phone)}</p>
      <p className="push-network">
        {payment.channel.provider === 'unknown' ? t('push_unknown_network') : providerOf(payment)}
      </p>
    </div>
  )
}
