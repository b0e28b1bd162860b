// The receipt of a refund, as the till prints it in its browser. While the customer has to name a wallet, it
// carries the code to do so.
import type { Row } from './paper.ts'
import { maskPhone } from './phone.ts'
import {
  centredText,
  customerPage,
  groupDigits,
  itemName,
  type PaperHeader,
  pairRows,
  paperTime,
  sumRow,
} from './receipt.ts'
import { pendingReasonOf, type Refund, refundStatus, walletOf } from './refund.ts'
import { linesBack } from './refund-line.ts'
import { waitsUntil } from './refund-waiting.ts'
import type { RefundWords } from './refund-word.ts'

/**
 * Returns the receipt of a refund, with a line for the customer's signature if it is in cash.
 * @param claimUrl where the customer names a wallet; null unless the refund waits for one
 */
export function refundRows(
  head: PaperHeader,
  words: RefundWords,
  refund: Refund,
  claimUrl: string | null,
): Row[] {
  const { timeZone } = head.account
  const { items } = refund.metadata
  const state = pendingReasonOf(refund) ?? (refundStatus(refund) === 'failed' ? 'failed' : 'completed')
  const wallet = walletOf(refund)
  return customerPage(head, words.refund_receipt, [
    centredText(paperTime(refund.createdAt, timeZone)),
    ...lineRows(refund, items),
    sumRow(refund.amount),
    centredText(words[`refund_state_${state}`], { isBold: true }),
    ...claimRows(words, claimUrl),
    { kind: 'rule' },
    ...pairRows([
      [words.refund_by, words[`refund_way_${refund.way}`]],
      [words.refund_to, wallet ? [maskPhone(wallet.phone), wallet.name].filter(Boolean).join(' · ') : ''],
      [words.refund_claim_until, claimUrl === null ? '' : paperTime(waitsUntil(refund), timeZone)],
      [words.refund_reason, refund.reason],
      [words.refund_of, refund.paymentId ?? refund.cashSaleId ?? ''],
      [head.words.paper_reference, refund.id],
    ]),
    { kind: 'rule' },
    ...(refund.way === 'cash' ? signatureRows(words) : []),
  ])
}

/**
 * Returns a row for each line that comes back, with its amount; no rows if none does.
 * @param items the names of the items, which tills of earlier versions sent as metadata instead of lines
 */
function lineRows(refund: Refund, items: unknown): Row[] {
  const lines = linesBack(refund.lineItems)
  if (lines.length > 0)
    return [...pairRows(lines.map(line => [itemName(line), groupDigits(line.amount)])), { kind: 'rule' }]
  return typeof items === 'string' ? [centredText(items)] : []
}

/** Returns the QR code at which the customer names a wallet; no rows without an address. */
const claimRows = (words: RefundWords, claimUrl: string | null): Row[] =>
  claimUrl === null ? [] : [{ kind: 'qr', payload: claimUrl }, centredText(words.refund_claim_scan)]

const signatureRows = (words: RefundWords): Row[] => [
  { kind: 'gap' },
  { kind: 'text', text: `${words.refund_sign}: ____________` },
  { kind: 'gap' },
]
