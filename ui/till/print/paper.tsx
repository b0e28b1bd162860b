// Bills, receipts and shift reports as the browser prints them: hidden in the page, laid out by paper.css for
// rolls of 58 and 80 mm.

import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { isOnlyManual } from '../../kit/manual-confirmation.model.ts'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { paymentQrUrl } from '../../kit/qr-url.ts'
import { readStored, writeStored } from '../../kit/storage.ts'
import { dateTimeOf } from '../../kit/time.ts'
import { providerOf } from '../parts/provider.ts'
import { SoldItems } from '../parts/sold-items.tsx'
import type { TillDevice } from '../parts/till-device.ts'
import { itemsIn, type Sale } from '../sale/sale.model.ts'
import { factsOf, methodOf, momentIn } from './receipt.model.ts'

export type Paper =
  | { readonly kind: 'bill' | 'receipt'; readonly sale: Sale; readonly device: TillDevice }
  /** A page whose part of the till loads later. */
  | { readonly kind: 'other'; readonly content: ReactNode; readonly device: TillDevice }

let paper: Paper | undefined
const listeners = new Set<() => void>()
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Prints in the browser as soon as the paper is rendered. */
export function printInBrowser(next: Paper): void {
  paper = { ...next }
  for (const listener of listeners) listener()
}

type Width = '58' | '80'
const isWidth = (value: unknown): value is Width => value === '58' || value === '80'
/** Millimetres of the roll. */
export const paperWidth = (): Width => readStored('paper', isWidth) ?? '80'
export function setPaperWidth(width: Width): Width {
  writeStored('paper', width)
  return width
}

export function PrintRoot() {
  const current = useSyncExternalStore(subscribe, () => paper)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!current) return
    const pictures = [...(root.current?.querySelectorAll('img') ?? [])]
    // A picture that cannot be loaded is left out: the digits under it work, too.
    void Promise.allSettled(pictures.map(picture => picture.decode())).then(() => window.print())
  }, [current])
  if (!current) return null
  return (
    <div ref={root} className="paper" data-width={paperWidth()} data-testid="paper" aria-hidden="true">
      <PaperHead device={current.device}>
        {current.kind === 'other' ? current.content : <SalePaper {...current} />}
      </PaperHead>
    </div>
  )
}

function PaperHead({ device, children }: { readonly device: TillDevice; readonly children: ReactNode }) {
  const { t } = useTranslation('till')
  const { account, till, cashier } = device
  return (
    <>
      <p className="paper-shop">{account.name}</p>
      <p className="paper-place">{[till?.name, cashier?.name].filter(Boolean).join(' · ')}</p>
      {account.mode === 'sandbox' && <p className="paper-practice">{t('paid_practice')}</p>}
      {children}
      <p className="paper-foot">Kaunta</p>
    </>
  )
}

interface SalePaperProps {
  readonly kind: 'bill' | 'receipt'
  readonly sale: Sale
  readonly device: TillDevice
}

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
          <div key={name} data-long={value.length > 14 || undefined}>
            <dt>{t(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="paper-thanks">{t(isBill ? 'paper_how' : 'paper_thanks')}</p>
    </>
  )
}
