// What a cashier refunds: all of a sale, some of its items, or a sum; and the names of a refund's states.
import { readShillings } from '../../../src/domain/shillings.ts'
import type { LineItem } from '../../kit/payment.ts'
import type { CreateRefund, Refund, RefundOptions, RefundWay } from '../../kit/refund.ts'
import { itemSum, itemsText } from '../parts/sold-items.model.ts'

/** A sale whose money may be given back. */
export interface RefundableSale {
  /** The reference of a payment, or the id of a cash sale. */
  readonly reference: string
  /** Whole shillings. */
  readonly amount: number
  readonly items: readonly LineItem[]
}

export const refundModes = ['whole', 'items', 'sum'] as const
type RefundMode = (typeof refundModes)[number]

export interface RefundDraft {
  readonly mode: RefundMode
  /** How many of each item come back, by its place in the sale. */
  readonly returned: readonly number[]
  /** The sum as it was typed. */
  readonly sum: string
  /** Undefined for the way that Kaunta chooses. */
  readonly way: RefundWay | undefined
  readonly reason: string
}

export const newRefundDraft = ({ items }: RefundableSale): RefundDraft => ({
  mode: 'whole',
  returned: items.map(() => 0),
  sum: '',
  way: undefined,
  reason: '',
})

/** A sale of one single thing comes back as a whole, or as a sum. */
export const hasItemsToChoose = ({ items }: RefundableSale): boolean =>
  items.reduce((count, { quantity, by_weight }) => count + (by_weight ? 1 : quantity), 0) > 1

/** Returns the returned quantity after one more or less. A weight comes back as a whole. */
const returnedAfter = (item: LineItem | undefined, count: number, step: 1 | -1): number =>
  !item || item.by_weight
    ? step === 1
      ? (item?.quantity ?? 0)
      : 0
    : Math.min(item.quantity, Math.max(0, count + step))

/** With one more or less of an item, within what was sold. */
export const withReturned = (
  draft: RefundDraft,
  { items }: RefundableSale,
  at: number,
  step: 1 | -1,
): RefundDraft => ({
  ...draft,
  returned: draft.returned.map((count, index) =>
    index === at ? returnedAfter(items[at], count, step) : count,
  ),
})

const returnedItems = ({ items }: RefundableSale, { returned }: RefundDraft): LineItem[] =>
  items.flatMap((item, at) => {
    const quantity = returned[at] ?? 0
    return quantity === 0 ? [] : [{ ...item, quantity }]
  })

/** Returns what some of a line cost. Its discount is spread evenly over the pieces. */
const returnedSum = (item: LineItem, count: number): number =>
  Math.round((itemSum(item) * count) / item.quantity)

/** Whole shillings; `whole` for all that is left, undefined while nothing is chosen. */
export function refundAmountOf(sale: RefundableSale, draft: RefundDraft): number | 'whole' | undefined {
  if (draft.mode === 'whole') return 'whole'
  const amount =
    draft.mode === 'items'
      ? sale.items.reduce((sum, item, at) => sum + returnedSum(item, draft.returned[at] ?? 0), 0)
      : readShillings(draft.sum)
  return amount || undefined
}

/** `07•• ••• 456 · JUMA MFANO`: who gets it, of the masked number that the server shows. */
export const recipientText = (recipient: Refund['recipient']): string =>
  recipient
    ? [recipient.phone.replace(/^\+255(\d)\D+(\d{3})$/, '0$1•• ••• $2'), recipient.name]
        .filter(Boolean)
        .join(' · ')
    : ''

/** The way that is taken: the one that was tapped, if it can still give this amount back. */
export const wayIn = (draft: RefundDraft, options: RefundOptions): RefundWay =>
  options.ways.some(({ way }) => way === draft.way) && draft.way ? draft.way : options.way

const itemsMax = 500

/** What is sent; the way is the one that the cashier saw. */
export function refundOrderOf(
  sale: RefundableSale,
  draft: RefundDraft,
  options: RefundOptions,
): CreateRefund {
  const items = draft.mode === 'items' ? itemsText(returnedItems(sale, draft)).slice(0, itemsMax) : ''
  return {
    amount: options.amount.value,
    way: wayIn(draft, options),
    reason: draft.reason.trim(),
    ...(items === '' ? {} : { metadata: { items } }),
  }
}

/** How often the server is asked about a refund on the screen that is not done yet. */
export const refundCheckMs = 2_000

export type RefundLook = 'completed' | 'failed' | NonNullable<Refund['pending_reason']>

/** What the cashier sees of a refund. */
export const refundLookOf = ({
  status,
  pending_reason,
}: Pick<Refund, 'status' | 'pending_reason'>): RefundLook =>
  status === 'pending' ? (pending_reason ?? 'processing') : status
