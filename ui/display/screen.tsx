// The customer's screen in its states: the shop's name and logo while nothing is sold, then the amount with its code, progress, and thanks.
import { useTranslation } from 'react-i18next'
import { useBoxNow } from '../kit/clock.ts'
import { Icon } from '../kit/icon.tsx'
import { moneyOf, tokenDigits } from '../kit/money.ts'
import { LinkBanner, Loading } from '../kit/page.tsx'
import { paymentQrUrl } from '../kit/payment.ts'
import { linkQrUrl } from '../kit/session.ts'
import { leftOf } from '../kit/time.ts'
import { QrPicture } from '../till/qr-code.tsx'
import type { Sale } from '../till/sale.model.ts'
import { useSale } from './sale.ts'
import { type Shop, useLogo, useShop } from './shop.ts'
import { type Shown, shownOf } from './shown.model.ts'

export function Screen() {
  const shop = useShop()
  const sale = useSale(shop?.place)
  return (
    <div className="display-page" data-practice={shop?.practice || undefined}>
      <LinkBanner />
      {shop === undefined ? <Loading /> : shop === null ? <Stranger /> : <Face shop={shop} shown={shownOf(sale)} />}
    </div>
  )
}

/** A browser that is no till: says how it becomes one. */
function Stranger() {
  const { t } = useTranslation('display')
  return (
    <main className="display-idle">
      <h1>{t('stranger')}</h1>
      <p>{t('stranger_text')}</p>
    </main>
  )
}

function Face({ shop, shown }: { readonly shop: Shop; readonly shown: Shown }) {
  const { t } = useTranslation('display')
  const said = shown.kind === 'idle' ? shop.name : `${t(shown.kind)}. ${moneyOf(shown.sale.order.details.amount)}`
  return (
    <>
      <p className="unseen" role="status" aria-live="polite">
        {said}
      </p>
      {shop.practice && (
        <section className="display-practice" aria-label={t('practice')}>
          <p>{t('practice')}</p>
        </section>
      )}
      {shown.kind === 'idle' ? (
        <Idle shop={shop} />
      ) : shown.kind === 'paid' || shown.kind === 'unpaid' ? (
        <End shown={shown} />
      ) : (
        <Asked shop={shop} shown={shown} />
      )}
    </>
  )
}

function Idle({ shop }: { readonly shop: Shop }) {
  const { t } = useTranslation('display')
  const logo = useLogo(shop.place)
  return (
    <main className="display-idle" data-testid="idle">
      {logo === '' ? <Icon name="shop" size={120} /> : <img className="display-logo" src={logo} alt="" />}
      <h1>{shop.name}</h1>
      <p>{t('welcome')}</p>
    </main>
  )
}

type AskedFor = Extract<Shown, { readonly kind: 'scan' | 'phone' | 'link' | 'wait' }>

function Asked({ shop, shown }: { readonly shop: Shop; readonly shown: AskedFor }) {
  const { t } = useTranslation('display')
  const { sale } = shown
  const { payment, link } = sale
  const money = moneyOf(sale.order.details.amount)
  return (
    <main className="display-asked" data-testid={shown.kind}>
      <div className="display-figure">
        {shown.kind === 'scan' && payment ? (
          <QrPicture
            key={payment.reference}
            url={paymentQrUrl(sale.place, payment.reference)}
            alt={t('scan_alt', { money })}
            missing={t('scan_missing')}
          />
        ) : shown.kind === 'link' && link ? (
          <QrPicture
            key={link.reference}
            url={linkQrUrl(sale.place, link.reference)}
            alt={t('link_alt', { money })}
            missing={t('scan_missing')}
          />
        ) : (
          <Icon name={shown.kind === 'wait' ? 'clock' : 'phone'} size={160} />
        )}
      </div>
      <div className="display-words">
        <p className="display-shop">{shop.name}</p>
        <p className="display-sum">{money}</p>
        <h1>{t(shown.kind)}</h1>
        <p className="display-how">{t(`${shown.kind}_text`)}</p>
        {shown.kind === 'scan' && payment && (
          <p className="display-digits">
            <span>{t('digits')}</span> <strong>{tokenDigits(payment.payment_token)}</strong>
          </p>
        )}
        <Left sale={sale} />
      </div>
    </main>
  )
}

function Left({ sale: { payment, link } }: { readonly sale: Sale }) {
  const { t } = useTranslation('display')
  const now = useBoxNow(500)
  const ends = payment?.expires_at ?? link?.expiresAt
  if (ends === undefined) return null
  const left = Date.parse(ends) - now
  return left > 0 ? (
    <p className="display-left" role="timer">
      {t('left', { time: leftOf(left) })}
    </p>
  ) : null
}

function End({ shown }: { readonly shown: Extract<Shown, { readonly kind: 'paid' | 'unpaid' }> }) {
  const { t } = useTranslation('display')
  const paid = shown.kind === 'paid'
  return (
    <main className="display-end" data-kind={shown.kind} data-testid={shown.kind}>
      <span className="display-mark" aria-hidden="true">
        <Icon name={paid ? 'check' : 'cross'} size={120} />
      </span>
      <h1>{t(shown.kind)}</h1>
      <p className="display-sum">{moneyOf(shown.sale.order.details.amount)}</p>
      {paid && shown.change > 0 && <p className="display-change">{t('change', { money: moneyOf(shown.change) })}</p>}
      <p className="display-how">{t(`${shown.kind}_text`)}</p>
    </main>
  )
}
