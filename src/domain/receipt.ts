// The rows of a bill before payment and of the receipt after it. The till prints the same in its browser.
import type { Account } from './account.ts'
import { localTime } from './day.ts'
import { assert } from './fault.ts'
import { type LineItem, type StoredItems, weightText } from './line-item.ts'
import { localPhone } from './local-phone.ts'
import { numberToPay } from './number-to-pay.ts'
import type { Row } from './paper.ts'
import { fillPlaceholder, type PaperWords } from './paper-word.ts'
import { isUnconfirmed, type Payment } from './payment.ts'
import { walletNames } from './phone.ts'
import { lineSum } from './price-line.ts'
import { hasTaxNumber, linesOf, type ReceiptDetails, receiptShop, shopLines } from './receipt-shop.ts'
import { type CashSale, type SaleMethod, saleMethodOf } from './shift.ts'

/** The shop on the paper, and its language. */
export interface PaperHeader {
  readonly account: Pick<Account, 'name' | 'city' | 'mode' | 'timeZone' | keyof ReceiptDetails>
  readonly till: string
  readonly cashier: string
  readonly words: PaperWords
}

/** Returns a centred row, by default in the plain font. */
export const centredText = (
  text: string,
  style: { readonly isBold?: boolean; readonly isBig?: boolean } = {},
): Row => ({
  kind: 'text',
  text,
  isCentred: true,
  ...style,
})
const gap: Row = { kind: 'gap' }

const centredLines = (lines: readonly string[]): Row[] => lines.map(line => centredText(line))

/**
 * Returns a printed page for a customer, with the shop's header, address and tax numbers above the rows.
 * @param end the text below the rows; by default the shop's footer, null for none
 */
export function customerPage(
  head: PaperHeader,
  title: string,
  rows: readonly Row[],
  end: string | null = head.account.receiptFooter,
): Row[] {
  const { words } = head
  const shop = receiptShop(head.account)
  const shopRows = centredLines([...linesOf(shop.header), ...shopLines(shop, words.paper_phone)])
  const notFiscal = hasTaxNumber(shop) ? [centredText(words.paper_not_fiscal)] : []
  return paperPage(head, title, [...rows, ...centredLines(linesOf(end)), ...notFiscal], shopRows)
}

/**
 * Returns a page that begins with the name of the shop and ends with the name of this program. A page of a
 * sandbox account is marked as practice above and below its rows.
 * @param shop the rows below the shop's name
 */
export function paperPage(
  { account, till, cashier, words }: PaperHeader,
  title: string,
  rows: readonly Row[],
  shop: readonly Row[] = [centredText(account.city)],
): Row[] {
  const practiceMark =
    account.mode === 'sandbox' ? [centredText(`*** ${words.paid_practice} ***`, { isBold: true })] : []
  return [
    centredText(account.name, { isBold: true, isBig: true }),
    ...shop,
    centredText([till, cashier].filter(Boolean).join(' · ')),
    ...practiceMark,
    gap,
    centredText(title, { isBold: true }),
    ...rows,
    ...practiceMark,
    centredText('Kaunta'),
  ]
}

/** Writes a number as `1,250,000`, without its sign. */
export const groupDigits = (amount: number | bigint): string =>
  String(amount)
    .replace('-', '')
    .replace(/\B(?=(\d{3})+$)/g, ',')
/** Writes an amount as `TZS 1,250,000`, without its sign. */
export const formatShillings = (amount: number): string => `TZS ${groupDigits(amount)}`
/** Writes a moment as `21/11/2026 14:02` in the shop's time zone. */
export const paperTime = (time: number, timeZone: string): string =>
  localTime(time, timeZone).replace(/^(\d+)-(\d+)-(\d+) (\d+:\d+).*/, '$3/$2/$1 $4')

/** Returns the word for a payment method; texts call `mobile` a push. */
export const methodWord = (method: SaleMethod, words: PaperWords): string =>
  words[`paper_method_${method === 'mobile' ? 'push' : method}`]

type NamedValue = readonly [name: string, value: string]
/** Returns a row for each name and value, without those whose value is empty. */
export const pairRows = (pairs: readonly NamedValue[]): Row[] =>
  pairs.filter(([, value]) => value !== '').map(([name, value]): Row => ({ kind: 'pair', name, value }))

/** Returns the cashier's note on a payment; empty without one. */
const noteOf = ({ metadata: { note } }: Payment): string => (typeof note === 'string' ? note : '')
/** Returns the number that a receipt prints; splits eight digits in two, `1234 5678`, as people read them. */
const numberOf = (payment: Payment): string => numberToPay(payment).replace(/^(\d{4})(\d{4})$/, '$1 $2')
const providers: Readonly<Record<string, string>> = {
  ...walletNames,
  tanqr: 'TANQR',
  till_number: 'Lipa Namba',
}

/** Returns the amount of a sale as a big row. */
export const sumRow = (amount: number): Row =>
  centredText(formatShillings(amount), { isBold: true, isBig: true })

/** Writes an item with its quantity and discount: `2 x Chai ya maziwa (-150)`, `1.25 kg Mchele`, `Soda`. */
export function itemName({
  quantity,
  name,
  by_weight,
  discount,
}: Pick<LineItem, 'quantity' | 'name' | 'by_weight' | 'discount'>): string {
  const discountText = discount ? ` (-${groupDigits(discount)})` : ''
  if (by_weight) return `${weightText(quantity)} ${name}${discountText}`
  const count = quantity === 1 ? '' : `${groupDigits(quantity)} x `
  return `${count}${name}${discountText}`
}

/** Returns the items with their prices, above the sum; no rows when the sale has no items. */
function itemRows(items: StoredItems): Row[] {
  if (items === null) return []
  return [...pairRows(items.map(item => [itemName(item), groupDigits(lineSum(item))])), { kind: 'rule' }]
}

/**
 * Returns the bill of an open payment: its items, QR code and payment number. Asserts that it has a QR code.
 */
export function billRows(head: PaperHeader, payment: Payment): Row[] {
  const { account, words } = head
  assert(
    payment.status === 'pending' && payment.qr !== null,
    'only an open payment with a QR code has a bill',
  )
  return customerPage(
    head,
    words.paper_bill,
    [
      centredText(paperTime(payment.createdAt, account.timeZone)),
      ...itemRows(payment.lineItems),
      sumRow(payment.amount),
      { kind: 'qr', payload: payment.qr },
      centredText(words.paper_unpaid, { isBold: true }),
      { kind: 'rule' },
      ...pairRows([
        [words.note, noteOf(payment)],
        [words.paid_number, numberOf(payment)],
        [words.paid_receipt, payment.externalReference ?? ''],
        [words.paper_reference, payment.id],
      ]),
      { kind: 'rule' },
    ],
    words.paper_how,
  )
}

/**
 * Returns the receipt of a payment. Asserts that the payment is completed.
 * @param phone the part of the payer's number that the person who prints may see; null for none
 */
export function receiptRows(head: PaperHeader, payment: Payment, phone: string | null): Row[] {
  const { words } = head
  assert(payment.status === 'completed', 'only a completed payment has a receipt')
  const sale: PaidSale = {
    at: payment.endedAt ?? payment.createdAt,
    amount: payment.amount,
    lineItems: payment.lineItems,
    method: saleMethodOf[payment.type],
    confirmedBy: isUnconfirmed(payment) ? (payment.manualConfirmation?.name ?? null) : null,
    reference: payment.id,
  }
  return paidRows(head, sale, [
    [words.note, noteOf(payment)],
    [words.paid_by, providers[payment.provider] ?? payment.provider],
    [words.paid_from, localPhone(phone ?? '')],
    [words.paid_number, numberOf(payment)],
    [words.paid_receipt, payment.externalReference ?? ''],
  ])
}

type PrintedCash = Pick<CashSale, 'id' | 'amount' | 'given' | 'note' | 'lineItems' | 'createdAt' | 'voidedAt'>

/** Returns the receipt of a cash sale. Asserts that the cash was not given back. */
export function cashRows(head: PaperHeader, sale: PrintedCash): Row[] {
  const { words } = head
  assert(sale.voidedAt === null, 'cash that was given back has no receipt')
  const paidSale: PaidSale = {
    at: sale.createdAt,
    amount: sale.amount,
    lineItems: sale.lineItems,
    method: 'cash',
    confirmedBy: null,
    reference: sale.id,
  }
  return paidRows(head, paidSale, [
    [words.note, sale.note ?? ''],
    [words.cash_given, formatShillings(sale.given)],
    [words.paper_change, formatShillings(sale.given - sale.amount)],
  ])
}

interface PaidSale {
  readonly at: number // when it was paid, ms since 1970
  readonly amount: number // whole shillings
  readonly lineItems: StoredItems
  readonly method: SaleMethod
  /** The person who confirmed the payment in place of its network; empty for an API key, null if none did. */
  readonly confirmedBy: string | null
  readonly reference: string
}

/** Returns the lines that show how the sale was paid, or who confirmed it in place of the network. */
function paidLines({ method, confirmedBy }: PaidSale, words: PaperWords): Row[] {
  const paidWith = methodWord(method, words)
  if (confirmedBy === null) return [centredText(`${words.paid} · ${paidWith}`, { isBold: true })]
  const name = confirmedBy === '' ? words.confirmed_by_shop : confirmedBy
  return [
    centredText(`${words.confirmed_manually} · ${paidWith}`, { isBold: true }),
    centredText(fillPlaceholder(words.confirmed_by, name)),
  ]
}

/**
 * Returns the receipt of a sale, however it was paid. Its QR code contains the reference: scanning it finds
 * the sale.
 * @param details what the receipt shows of the payment, by its printed name
 */
const paidRows = (head: PaperHeader, sale: PaidSale, details: readonly NamedValue[]): Row[] =>
  customerPage(
    head,
    head.words.paper_receipt,
    [
      centredText(paperTime(sale.at, head.account.timeZone)),
      ...itemRows(sale.lineItems),
      sumRow(sale.amount),
      ...paidLines(sale, head.words),
      { kind: 'rule' },
      ...pairRows([...details, [head.words.paper_reference, sale.reference]]),
      { kind: 'rule' },
      { kind: 'qr', payload: sale.reference },
    ],
    head.account.receiptFooter ?? head.words.paper_thanks,
  )
