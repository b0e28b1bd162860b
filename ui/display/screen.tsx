// The customer's screen in its states: the shop's name and logo while nothing is sold, then the amount with
// its code, progress, and thanks.
import { type CSSProperties, lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerNow } from '../kit/clock.ts'
import { Icon } from '../kit/icon.tsx'
import { moneyOf, tokenDigits } from '../kit/money.ts'
import { countdownOf } from '../kit/time.ts'
import { SoldItems } from '../till/parts/sold-items.tsx'
import { QrPicture } from '../till/sale/qr-code.tsx'
import type { DisplayContent, DisplaySale } from './display-content.model.ts'

interface ShopIdentity {
  readonly name: string
  /** The address of its picture. */
  readonly logo: string | null
  readonly practice: boolean
}

interface ScreenProps {
  readonly shop: ShopIdentity
  readonly content: DisplayContent
}

/** How long the end of a sale is shown: the next customer must not read what the previous one paid. */
const endMs = 60_000

/** Returns the content, or idle once the end of a sale has been shown long enough. */
function useEndTimeout(content: DisplayContent): DisplayContent {
  const [isOver, setOver] = useState(false)
  const hasEnded = content.kind === 'paid' || content.kind === 'manual' || content.kind === 'unpaid'
  useEffect(() => {
    setOver(false)
    if (!hasEnded) return
    const timer = setTimeout(() => setOver(true), endMs)
    return () => clearTimeout(timer)
  }, [hasEnded])
  return hasEnded && isOver ? { kind: 'idle' } : content
}

/** Shows the shop while nothing is sold, else the sale; screen readers announce each change. */
export function Screen({ shop, content }: ScreenProps) {
  const { t } = useTranslation('display')
  const shown = useEndTimeout(content)
  const announcement = shown.kind === 'idle' ? shop.name : `${t(shown.kind)}. ${moneyOf(shown.amount)}`
  return (
    <div className="display-screen" data-practice={shop.practice || undefined}>
      <p className="visually-hidden" role="status" aria-live="polite">
        {announcement}
      </p>
      {shop.practice && (
        <section className="display-practice" aria-label={t('practice')}>
          <p>{t('practice')}</p>
        </section>
      )}
      <Content shop={shop} content={shown} />
    </div>
  )
}

/** Shows the idle screen, the end of a sale, or the sale that the customer is asked to pay. */
function Content({ shop, content }: { readonly shop: ShopIdentity; readonly content: DisplayContent }) {
  if (content.kind === 'idle') return <Idle shop={shop} />
  if (content.kind === 'paid' || content.kind === 'manual' || content.kind === 'unpaid')
    return <End kind={content.kind} sale={content} />
  return <AskedSale shop={shop} kind={content.kind} sale={content} />
}

/** Shows the shop's logo and name. */
function Idle({ shop: { name, logo } }: { readonly shop: ShopIdentity }) {
  const { t } = useTranslation('display')
  return (
    <main className="display-idle" data-testid="idle">
      {logo === null ? <Icon name="shop" size={120} /> : <img className="display-logo" src={logo} alt="" />}
      <h1>{name}</h1>
      <p>{t('welcome')}</p>
    </main>
  )
}

interface AskedProps {
  readonly shop: ShopIdentity
  readonly kind: 'scan' | 'phone' | 'link' | 'wait'
  readonly sale: DisplaySale
}

/** Asks the customer to scan, to look at their phone, or to wait. */
function AskedSale({ shop, kind, sale }: AskedProps) {
  const { t } = useTranslation('display')
  const money = moneyOf(sale.amount)
  return (
    <main className="display-asked" data-testid={kind}>
      <div className="display-figure" data-kind={kind}>
        {(sale.qr === null || kind === 'phone') && (
          <Icon name={kind === 'wait' ? 'clock' : 'phone'} size={160} />
        )}
        {sale.qr !== null && (
          <QrPicture
            key={sale.qr}
            url={sale.qr}
            alt={t(kind === 'link' ? 'link_alt' : 'scan_alt', { money })}
            missing={t('scan_missing')}
          />
        )}
      </div>
      <div className="display-words">
        <p className="display-shop">{shop.name}</p>
        <Sum money={money} />
        <h1>{t(kind)}</h1>
        <p className="display-how">{t(kind === 'phone' && sale.qr ? 'phone_or_scan' : `${kind}_text`)}</p>
        <Basket items={sale.items} />
        {sale.digits !== null && (
          <p className="display-digits">
            <span>{t('digits')}</span> <strong>{tokenDigits(sale.digits)}</strong>
          </p>
        )}
        {sale.endsAt !== null && <TimeLeft endsAt={sale.endsAt} />}
      </div>
    </main>
  )
}

/** Items after this many are only counted. */
const shownItemsMax = 5

/** Lists the items, as many as there is room for. */
function Basket({ items }: { readonly items: DisplaySale['items'] }) {
  const { t } = useTranslation('display')
  // A single further item takes no more room than the line that counts it.
  const shownCount = items.length > shownItemsMax + 1 ? shownItemsMax : items.length
  return (
    <div className="display-basket">
      <SoldItems items={items.slice(0, shownCount)} />
      {items.length > shownCount && <p>{t('items_more', { count: items.length - shownCount })}</p>}
    </div>
  )
}

/** Shows the amount as large as the screen has room for. */
const Sum = ({ money }: { readonly money: string }) => (
  <p className="display-sum" style={{ '--signs': money.length } as CSSProperties}>
    {money}
  </p>
)

/** Counts down until the time to pay is over; shows nothing afterwards. */
function TimeLeft({ endsAt }: { readonly endsAt: string }) {
  const { t } = useTranslation('display')
  const leftMs = Date.parse(endsAt) - useServerNow(500)
  return leftMs > 0 ? (
    <p className="display-left" role="timer">
      {t('countdown', { time: countdownOf(leftMs) })}
    </p>
  ) : null
}

const endIcons = { paid: 'check', manual: 'person', unpaid: 'cross' } as const

/** Shows how the sale ended, with the cash that was given and the change. */
function End({
  kind,
  sale: { amount, given, change, receipt },
}: {
  readonly kind: 'paid' | 'manual' | 'unpaid'
  readonly sale: DisplaySale
}) {
  const { t } = useTranslation('display')
  return (
    <main className="display-end" data-kind={kind} data-testid={kind}>
      <span className="display-mark" aria-hidden="true">
        <Icon name={endIcons[kind]} size={120} />
      </span>
      <h1>{t(kind)}</h1>
      <Sum money={moneyOf(amount)} />
      {given !== null && change !== null && change > 0 && (
        <>
          <p className="display-given">{t('cash_given', { money: moneyOf(given) })}</p>
          <p className="display-change">{t('change', { money: moneyOf(change) })}</p>
        </>
      )}
      <p className="display-how">{t(`${kind}_text`)}</p>
      {receipt !== null && <ReceiptCode address={receipt} />}
    </main>
  )
}

/** Loaded with the first paid sale. */
const QrCode = lazy(() => import('../kit/qr-code.tsx').then(({ QrCode }) => ({ default: QrCode })))

/** Shows the QR code of the receipt, so that the customer takes it along on their phone. */
function ReceiptCode({ address }: { readonly address: string }) {
  const { t } = useTranslation('display')
  return (
    <Suspense>
      <div className="display-receipt" data-testid="receipt-code">
        <QrCode text={new URL(address, location.href).href} label={t('receipt_alt')} />
        <p>{t('receipt')}</p>
      </div>
    </Suspense>
  )
}
