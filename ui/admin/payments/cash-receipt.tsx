// The receipt of a cash sale: printed with the rows of a receipt printer, or sent with the words ready. No
// page shows it, so its paper is rendered next to the page's root.
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { layOutRows } from '../../../src/domain/paper.ts'
import { paperWords } from '../../../src/domain/paper-word.ts'
import { cashRows } from '../../../src/domain/receipt.ts'
import { moneyOf } from '../../kit/money.ts'
import { useAccount } from '../parts/current-account.tsx'
import { usePersonName } from '../parts/person-name.ts'
import { exactTimeOf } from '../parts/time.model.ts'
import type { ListedSale } from './payment.model.ts'
import { ReceiptActions } from './receipt-links.tsx'

interface CashReceiptProps {
  readonly cash: NonNullable<ListedSale['cash']>
  readonly till: ListedSale['till']
}

/** Draws the buttons that print or send the receipt, and the hidden paper that is printed. */
export function CashReceipt({ cash, till }: CashReceiptProps) {
  const { t, i18n } = useTranslation('payments')
  const { name: shop, time_zone } = useAccount()
  // Without the seconds.
  const timeText = exactTimeOf(cash.created_at, time_zone, i18n.language).replace(/:\d\d$/, '')
  const message = t('receipt_cash_message', { shop, money: moneyOf(cash.amount), at: timeText })
  return (
    <>
      <ReceiptActions message={message} phone="" onPrint={() => window.print()} />
      {createPortal(
        <div className="on-paper" aria-hidden="true" data-testid="cash-paper">
          <CashPaper cash={cash} till={till} />
        </div>,
        document.body,
      )}
    </>
  )
}

/** Characters on a line, as on a roll of 80 mm. */
const columns = 42

/** Draws the receipt's rows as a receipt printer of the till would print them, in the page's language. */
function CashPaper({ cash, till }: CashReceiptProps) {
  const { i18n } = useTranslation()
  const { name, mode, time_zone: timeZone, receipt } = useAccount()
  const cashier = usePersonName()(cash.cashier, '')
  const { header: receiptHeader, footer: receiptFooter, ...shop } = receipt
  const account = { name, mode, timeZone, ...shop, receiptHeader, receiptFooter }
  const words = paperWords[i18n.language === 'sw' ? 'sw' : 'en']
  const rows = cashRows(
    { account, till: till?.name ?? '', cashier, words },
    {
      id: cash.id,
      amount: cash.amount,
      given: cash.given,
      note: cash.note,
      lineItems: cash.line_items,
      createdAt: Date.parse(cash.created_at),
      voidedAt: null,
    },
  )
  return (
    <div className="cash-paper">
      {layOutRows(rows, columns).map((row, index) =>
        row.kind === 'line' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a receipt never move
          <p key={index} data-centred={row.isCentred} data-bold={row.isBold} data-big={row.height > 1}>
            {row.text}
          </p>
        ) : null,
      )}
    </div>
  )
}
