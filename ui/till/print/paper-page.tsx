// Bills, receipts and shift reports as the browser prints them: hidden in the page, laid out by paper.css for
// rolls of 58 and 80 mm.

import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isOnlyManual } from '../../kit/manual-confirmation.model.ts'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { paymentQrUrl } from '../../kit/qr-url.ts'
import { dateTimeOf } from '../../kit/time.ts'
import { providerOf } from '../parts/provider.ts'
import { EndLines, ShopLines } from '../parts/shop-lines.tsx'
import { SoldItems } from '../parts/sold-items.tsx'
import type { TillDevice } from '../parts/till-device.ts'
import { itemsIn, type Sale } from '../sale/sale.model.ts'
import { type Paper, readPaperWidth } from './paper.ts'
import { factsOf, methodOf, momentIn } from './receipt.model.ts'

/** Renders a page for paper, and opens the browser's print dialog as soon as its pictures are loaded. */
export function PaperPage({ paper }: { readonly paper: Paper }) {
  const root = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that is asked for is printed
  useEffect(() => {
    const pictures = [...(root.current?.querySelectorAll('img') ?? [])]
    // A picture that cannot be loaded is left out: the digits under it work, too.
    void Promise.allSettled(pictures.map(picture => picture.decode())).then(() => window.print())
  }, [paper])
  return (
    <div ref={root} className="paper" data-width={readPaperWidth()} data-testid="paper" aria-hidden="true">
      <PaperFrame device={paper.device} kind={paper.kind}>
        {'content' in paper ? paper.content : <SalePaper {...paper} />}
      </PaperFrame>
    </div>
  )
}

interface FrameProps extends Pick<Paper, 'kind' | 'device'> {
  readonly children: ReactNode
}

/** Returns the text at the end: how to pay, the shop's own text, or thanks; null for none. */
function useEndText(kind: Paper['kind'], footer: string | null): string | null {
  const { t } = useTranslation('till')
  if (kind === 'bill') return t('paper_how')
  return footer ?? (kind === 'receipt' ? t('paper_thanks') : null)
}

/** Adds the start and end of a page. A report stays in the shop, so it has no text of the shop. */
function PaperFrame({ device, kind, children }: FrameProps) {
  const { t } = useTranslation('till')
  const { account, till, cashier } = device
  const { city, footer } = account.receipt
  const words = useEndText(kind, footer)
  return (
    <>
      <p className="paper-shop">{account.name}</p>
      {kind === 'report' ? <p>{city}</p> : <ShopLines account={account} className="paper-lines" />}
      <p className="paper-place">{[till?.name, cashier?.name].filter(Boolean).join(' · ')}</p>
      {account.mode === 'sandbox' && <p className="paper-practice">{t('paid_practice')}</p>}
      {children}
      {kind !== 'report' && <EndLines account={account} className="paper-lines paper-end" words={words} />}
      <p className="paper-foot">Kaunta</p>
    </>
  )
}

/** A longer value, in characters, is printed below its name. */
const factLength = 14

interface SalePaperProps {
  readonly kind: 'bill' | 'receipt'
  readonly sale: Sale
  readonly device: TillDevice
}

/** Shows a sale as a bill to pay or as a receipt. */
function SalePaper({ kind, sale, device }: SalePaperProps) {
  const { t } = useTranslation('till')
  const { payment } = sale
  const moment = momentIn(sale)
  const isBill = kind === 'bill'
  const isManual = !isBill && isOnlyManual(payment)
  return (
    <>
      <p className="paper-title">{t(isBill ? 'paper_bill' : 'paper_receipt')}</p>
      <p className="paper-time">{moment && dateTimeOf(moment, device.account.time_zone)}</p>
      <p className="paper-sum">
        <span>TZS</span> {digitsOf(sale.order.details.amount)}
      </p>
      {isBill && payment && (
        <img
          className="paper-qr"
          src={paymentQrUrl(sale.caller, payment.reference)}
          alt={t('qr_alt', { money: moneyOf(sale.order.details.amount) })}
        />
      )}
      <p className="paper-state">
        {isBill
          ? t('paper_unpaid')
          : `${t(isManual ? 'confirmed_manually' : 'paid')} · ${t(`paper_method_${methodOf(sale)}`)}`}
      </p>
      {isManual && (
        <p className="paper-confirmed">
          {t('confirmed_by', { name: payment?.manual_confirmation?.by.name ?? t('confirmed_by_shop') })}
        </p>
      )}
      <SoldItems items={itemsIn(sale.order)} />
      <dl className="paper-facts">
        {factsOf(sale, payment ? providerOf(payment) : '').map(([name, value]) => (
          <div key={name} data-long={value.length > factLength || undefined}>
            <dt>{t(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
