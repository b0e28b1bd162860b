// A paid sale that was opened from the list: its receipt on white paper. The green screen is for the moment
// of payment alone.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { addTexts } from '../../kit/language.ts'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { valueOrThrow } from '../../kit/query.ts'
import { refundedSumOf } from '../../kit/refund.model.ts'
import { fetchRefundsOf, type Refund } from '../../kit/refund.ts'
import { dateTimeOf } from '../../kit/time.ts'
import { providerOf } from '../parts/provider.ts'
import { EndLines, ShopLines } from '../parts/shop-lines.tsx'
import { SoldItems } from '../parts/sold-items.tsx'
import { useTillDevice } from '../parts/till-device.ts'
import { saleReferenceOf } from '../print/print.model.ts'
import { print } from '../print/print.ts'
import { PrintNote } from '../print/print-note.tsx'
import { factsOf, methodOf, saleTimeOf } from '../print/receipt.model.ts'
import { useReceiptPrint } from '../print/receipt-print.ts'
import { refundCheckMs, refundStateOf } from '../refund/refund.model.ts'
import { tillRefund } from '../refund/refund.text.ts'
import { RefundSheet } from '../refund/refund-sheet.tsx'
import { tillReceipt } from './receipt.text.ts'
import { isRefunded, itemsIn, refundableOf, type Sale } from './sale.model.ts'
import { beginNextSale, markGivenBack } from './sale-actions.ts'
import { useReceiptShare } from './share.ts'
import './receipt.css'

addTexts('till', tillRefund)
addTexts('till', tillReceipt)

const ShareSheet = lazy(() => import('./share-sheet.tsx').then(({ ShareSheet }) => ({ default: ShareSheet })))

/** Shows a paid sale of the list as its receipt, with its refunds and actions. */
export function Receipt({ sale }: { readonly sale: Sale }) {
  const { t } = useTranslation('till')
  // The refund that the sheet shows, or `new` to order one.
  const [refund, setRefund] = useState<Refund | 'new'>()
  const refundable = refundableOf(sale)
  return (
    <main className="receipt-page" data-testid="paid">
      <header className="receipt-head">
        <button
          type="button"
          className="head-button"
          aria-label={t('back')}
          data-testid="new-sale"
          onClick={beginNextSale}
        >
          <Icon name="back" />
        </button>
        <h1>{t('paper_receipt_title')}</h1>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard, too */}
      <div className="receipt-body" tabIndex={0}>
        <ReceiptCard sale={sale} onRefund={setRefund} />
      </div>
      <ReceiptActions sale={sale} onRefund={() => setRefund('new')} />
      {refundable && (
        <RefundSheet
          sale={refundable}
          open={refund !== undefined}
          shown={refund === 'new' ? undefined : refund}
          onClose={() => setRefund(undefined)}
          onGivenBack={markGivenBack}
        />
      )}
    </main>
  )
}

const stateKeys = { paid: 'paid', late: 'paid_late', refunded: 'state_refunded' } as const

interface ReceiptCardProps {
  readonly sale: Sale
  readonly onRefund: (refund: Refund) => void
}

/** Shows the receipt itself, with its refunds. */
function ReceiptCard({ sale, onRefund }: ReceiptCardProps) {
  const { t } = useTranslation('till')
  const { account, till } = useTillDevice()
  const { payment, cash, order } = sale
  const time = saleTimeOf(sale)
  const refunds = useRefunds(sale)
  const paidLook = payment?.late ? 'late' : 'paid'
  const look = isRefunded(order.details.amount, refundedSumOf(refunds)) ? 'refunded' : paidLook
  const cashier = cash?.done?.cashier.name ?? sale.cashier
  return (
    <article className="receipt">
      {account.mode === 'sandbox' && <p className="receipt-practice">{t('paid_practice')}</p>}
      <p className="receipt-shop">{account.name}</p>
      <ShopLines account={account} className="receipt-lines" />
      <p className="receipt-time">{time && dateTimeOf(time, account.time_zone)}</p>
      <p className="receipt-sum">{moneyOf(order.details.amount)}</p>
      <p className="receipt-state" data-look={look}>
        <Icon name={look === 'refunded' ? 'again' : 'check'} size={18} /> {t(stateKeys[look])} ·{' '}
        {t(`paper_method_${methodOf(sale)}`)}
      </p>
      {look === 'late' && <p className="receipt-note">{t('paid_late_text')}</p>}
      <Refunds refunds={refunds} onOpen={onRefund} />
      {itemsIn(order).length > 0 && (
        <div className="receipt-items">
          <SoldItems items={itemsIn(order)} />
          <p className="receipt-total">
            <span>{t('items_total')}</span> <strong>{digitsOf(order.details.amount)}</strong>
          </p>
        </div>
      )}
      <dl className="receipt-facts">
        {[
          ...factsOf(sale, payment ? providerOf(payment) : '').map(
            ([name, value]) => [t(name), value] as const,
          ),
          ...(cashier ? [[t('receipt_cashier'), cashier] as const] : []),
          ...(till ? [[t('title'), till.name] as const] : []),
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="receipt-end">
        <EndLines account={account} className="receipt-lines" text={account.receipt.footer} />
      </div>
    </article>
  )
}

/** Returns the refunds of a sale, and follows those that are open. */
function useRefunds(sale: Sale): readonly Refund[] {
  const { caller } = useTillDevice()
  const reference = saleReferenceOf(sale) ?? ''
  const { data = [] } = useQuery({
    queryKey: ['refunds', reference],
    queryFn: () => valueOrThrow(fetchRefundsOf(caller, reference)),
    enabled: reference !== '',
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'pending') ? refundCheckMs : false,
  })
  return data
}

interface RefundsProps {
  readonly refunds: readonly Refund[]
  readonly onOpen: (refund: Refund) => void
}

/** Lists the refunds; a tap shows one. */
function Refunds({ refunds, onOpen }: RefundsProps) {
  const { t } = useTranslation('till')
  if (refunds.length === 0) return null
  return (
    <ul className="refund-rows" aria-label={t('refund_earlier')}>
      {refunds.map(refund => (
        <li key={refund.id}>
          <button
            type="button"
            className="refund-row"
            data-testid="refund-row"
            data-look={refundStateOf(refund)}
            onClick={() => onOpen(refund)}
          >
            <span>{t(`refund_state_${refundStateOf(refund)}`)}</span>
            <strong>−{digitsOf(refund.amount.value)}</strong>
          </button>
        </li>
      ))}
    </ul>
  )
}

interface ReceiptActionsProps {
  readonly sale: Sale
  readonly onRefund: () => void
}

/** Offers to print, share or refund the sale. */
function ReceiptActions({ sale, onRefund }: ReceiptActionsProps) {
  const { t } = useTranslation('till')
  const device = useTillDevice()
  const [isSharing, setSharing] = useState(false)
  const share = useReceiptShare(sale)
  const { receipt, label } = useReceiptPrint(sale)
  return (
    <footer className="receipt-actions">
      <PrintNote {...receipt} />
      <div className="receipt-buttons">
        <ReceiptAction testId="print" icon="print" onClick={() => print(receipt)}>
          {t(label)}
        </ReceiptAction>
        <ReceiptAction testId="share" icon="send" onClick={() => setSharing(true)}>
          {t('share')}
        </ReceiptAction>
        {device.mayRefund && refundableOf(sale) && (
          <ReceiptAction testId="refund" icon="again" onClick={onRefund}>
            {t('refund')}
          </ReceiptAction>
        )}
      </div>
      <Suspense>
        <ShareSheet
          {...share}
          title={t('share_title')}
          label={t('share_code')}
          open={isSharing}
          onClose={() => setSharing(false)}
        />
      </Suspense>
    </footer>
  )
}

interface ReceiptActionProps {
  readonly testId: string
  readonly icon: IconName
  readonly onClick: () => void
  readonly children: string
}

/** The button of an action below the receipt. */
const ReceiptAction = ({ testId, icon, onClick, children }: ReceiptActionProps) => (
  <button type="button" className="receipt-action" data-testid={testId} onClick={onClick}>
    <Icon name={icon} size={22} /> <span>{children}</span>
  </button>
)
