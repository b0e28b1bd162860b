// Waiting for the customer: the QR code at full size with its digits, or the number a push went to; the time left; a way to cancel.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../kit/icon.tsx'
import type { Account } from '../kit/me.ts'
import { moneyOf, tokenDigits } from '../kit/money.ts'
import { type Payment, paymentQrUrl } from '../kit/payment.ts'
import { phoneOf } from '../kit/time.ts'
import { amountSize } from './amount.model.ts'
import { CancelSheet } from './cancel-sheet.tsx'
import { providerOf } from './provider.ts'
import type { Sale } from './sale.model.ts'
import { leaveSale } from './sale-store.ts'
import { TimeLeft } from './time-left.tsx'

interface WaitingProps {
  readonly sale: Sale
  readonly payment: Payment
  readonly account: Account
}

export function Waiting({ sale, payment, account }: WaitingProps) {
  const { t } = useTranslation('till')
  const [cancelling, setCancelling] = useState(false)
  const push = payment.payment_type === 'mobile'
  return (
    <main className="waiting">
      <header className="waiting-head">
        <button type="button" className="head-button" aria-label={t('set_aside')} title={t('set_aside')} onClick={leaveSale}>
          <Icon name="back" />
        </button>
        <p className="desk-shop">{account.name}</p>
      </header>
      <div className="waiting-code">
        {push ? <PushFigure payment={payment} /> : <QrCode key={payment.reference} sale={sale} payment={payment} />}
      </div>
      <div className="waiting-words">
        <p className="waiting-sum" data-size={amountSize(payment.amount.value)}>
          {moneyOf(payment.amount.value)}
        </p>
        {!push && (
          <p className="waiting-digits">
            <span>{t('digits')}</span>
            <strong data-testid="token">{tokenDigits(payment.payment_token)}</strong>
          </p>
        )}
        <TimeLeft payment={payment} />
        <div className="waiting-state">
          <p className="waiting-now">
            <span className="pulse" aria-hidden="true" /> {t(push ? 'waiting_push' : 'waiting_qr')}
          </p>
          <p className="waiting-how">{t(push ? 'waiting_push_text' : 'waiting_qr_text')}</p>
        </div>
        <div className="waiting-acts">
          {account.mode === 'sandbox' && (
            <a
              className="practice-link"
              href={push ? '/phone' : `/phone#code=${payment.payment_token}`}
              target="_blank"
              rel="noreferrer"
            >
              {t(push ? 'practice_phone_push' : 'practice_phone')} <Icon name="link" size={18} />
            </a>
          )}
          <Button variant="default" size="lg" fullWidth data-testid="cancel" onClick={() => setCancelling(true)}>
            {t('cancel')}
          </Button>
        </div>
      </div>
      <CancelSheet open={cancelling} onClose={() => setCancelling(false)} />
    </main>
  )
}

/** Black on white whatever the theme, with the quiet zone that scanners need inside the picture itself. */
function QrCode({ sale, payment }: Pick<WaitingProps, 'sale' | 'payment'>) {
  const { t } = useTranslation('till')
  const [missed, setMissed] = useState(0)
  const retry = () => setTimeout(() => setMissed(before => before + 1), 1_500)
  return (
    <figure className="qr">
      <img
        key={missed}
        data-testid="qr"
        src={paymentQrUrl(sale.account, payment.reference)}
        alt={t('qr_alt', { money: moneyOf(payment.amount.value) })}
        width={320}
        height={320}
        onError={retry}
      />
      {missed > 0 && <figcaption className="unseen">{t('qr_missing')}</figcaption>}
    </figure>
  )
}

function PushFigure({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation('till')
  return (
    <div className="push-figure">
      <span className="push-rings">
        <Icon name="phone" size={72} />
      </span>
      <p className="push-number">{phoneOf(payment.customer.phone)}</p>
      <p className="push-network">{payment.channel.provider === 'unknown' ? t('push_unknown_network') : providerOf(payment)}</p>
    </div>
  )
}
