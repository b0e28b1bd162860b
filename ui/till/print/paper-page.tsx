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
import { type BrowserPage, readPaperWidth } from './paper.ts'
import { factsOf, methodOf, saleTimeOf } from './receipt.model.ts'

/** Renders a page for paper, and opens the browser's print dialog as soon as its pictures are loaded. */
export function PaperPage({ page }: { readonly page: BrowserPage }) {
  const root = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: prints once for each requested page
  useEffect(() => {
    const pictures = [...(root.current?.querySelectorAll('img') ?? [])]
    // Prints even if a picture cannot be loaded: the customer can still pay by the digits below it.
    void Promise.allSettled(pictures.map(picture => picture.decode())).then(() => window.print())
  }, [page])
  return (
    <div ref={root} className="paper" data-width={readPaperWidth()} data-testid="paper" aria-hidden="true">
      <PaperFrame device={page.device} kind={page.kind}>
        {'content' in page ? page.content : <SalePaper {...page} />}
      </PaperFrame>
    </div>
  )
}

interface FrameProps extends Pick<BrowserPage, 'kind' | 'device'> {
  readonly children: ReactNode
}

/**
 * Returns the text at the end of a page: on a bill how to pay, else the shop's own text (`footer`); without
 * one, thanks on a receipt and null on other pages.
 */
function useEndText(kind: BrowserPage['kind'], footer: string | null): string | null {
  const { t } = useTranslation('till')
  if (kind === 'bill') return t('paper_how')
  return footer ?? (kind === 'receipt' ? t('paper_thanks') : null)
}

/**
 * Adds what every page begins and ends with. A report stays in the shop, so it names only the city: it has no
 * other address, no tax numbers and no end text.
 */
function PaperFrame({ device, kind, children }: FrameProps) {
  const { t } = useTranslation('till')
  const { account, till, cashier } = device
  const { city, footer } = account.receipt
  const endText = useEndText(kind, footer)
  return (
    <>
      <p className="paper-shop">{account.name}</p>
      {kind === 'report' ? <p>{city}</p> : <ShopLines account={account} className="paper-lines" />}
      <p className="paper-place">{[till?.name, cashier?.name].filter(Boolean).join(' · ')}</p>
      {account.mode === 'sandbox' && <p className="paper-practice">{t('paid_practice')}</p>}
      {children}
      {kind !== 'report' && <EndLines account={account} className="paper-lines paper-end" text={endText} />}
      <p className="paper-foot">Kaunta</p>
    </>
  )
}

/** A value longer than this, in characters, is printed below its name instead of next to it. */
const factLengthMax = 14

interface SalePaperProps {
  readonly kind: 'bill' | 'receipt'
  readonly sale: Sale
  readonly device: TillDevice
}

/** Shows a sale as a bill to pay or as a receipt. */
function SalePaper({ kind, sale, device }: SalePaperProps) {
  const { t } = useTranslation('till')
  const { payment } = sale
  const time = saleTimeOf(sale)
  const isBill = kind === 'bill'
  const isManual = !isBill && isOnlyManual(payment)
  return (
    <>
      <p className="paper-title">{t(isBill ? 'paper_bill' : 'paper_receipt')}</p>
      <p className="paper-time">{time && dateTimeOf(time, device.account.time_zone)}</p>
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
          <div key={name} data-long={value.length > factLengthMax || undefined}>
            <dt>{t(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
