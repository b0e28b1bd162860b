// What a cashier refunds: all of a sale, some of its items, or a sum; and the names of a refund's states.
import { readShillings } from '../../../src/domain/shillings.ts'
import type { LineItem } from '../../kit/payment.ts'
import { allReturned, type RefundRest, returnsOf, worthOf } from '../../kit/refund.model.ts'
import type { CreateRefund, Refund, RefundOptions, RefundWay } from '../../kit/refund.ts'

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

/** What the cashier has chosen so far. */
export interface RefundDraft {
  readonly mode: RefundMode
  /** How many of each item come back, by the index of the item in the sale. */
  readonly returned: readonly number[]
  /** The sum as it was typed. */
  readonly sum: string
  /** Undefined for the way that Kaunta chooses. */
  readonly way: RefundWay | undefined
  readonly reason: string
}

/** Returns the draft to begin with: all of the sale, by the way that Kaunta chooses. */
export const newRefundDraft = ({ items }: RefundableSale): RefundDraft => ({
  mode: 'whole',
  returned: items.map(() => 0),
  sum: '',
  way: undefined,
  reason: '',
})

/** Returns whether there are several items to choose from. One item is refunded as a whole or as a sum. */
export const hasItemsToChoose = ({ items }: RefundableSale): boolean =>
  items.reduce((count, { quantity, by_weight }) => count + (by_weight ? 1 : quantity), 0) > 1

/**
 * Returns the amount in whole shillings, or `whole` for all that is left; undefined while the cashier has
 * chosen nothing, or zero. `rest` is what is left of the sale; undefined until it is known.
 */
export function refundAmountOf(
  draft: RefundDraft,
  rest: RefundRest | undefined,
): number | 'whole' | undefined {
  if (draft.mode === 'whole') return 'whole'
  if (draft.mode === 'sum') return readShillings(draft.sum) || undefined
  return (rest && Math.min(rest.refundable.value, worthOf(rest.line_items, draft.returned))) || undefined
}

/**
 * Returns who gets the money, such as `07•• ••• 456 · JUMA MFANO`; the server sends the number masked. Empty
 * while no one is named.
 */
export function recipientText(recipient: Refund['recipient']): string {
  if (!recipient) return ''
  const phone = recipient.phone.replace(/^\+255(\d)\D+(\d{3})$/, '0$1•• ••• $2')
  return [phone, recipient.name].filter(Boolean).join(' · ')
}

/** Returns the way of the refund: the one that was tapped if it can give this amount back, else Kaunta's. */
export const wayIn = (draft: RefundDraft, options: RefundOptions): RefundWay =>
  options.ways.some(({ way }) => way === draft.way) && draft.way ? draft.way : options.way

/** Returns the request for a refund, with the amount and the way that the cashier saw. */
export function refundRequestOf(draft: RefundDraft, options: RefundOptions): CreateRefund {
  const { mode, returned } = draft
  const wholeLines = mode === 'whole' ? allReturned(options) : []
  const line_items = mode === 'items' ? returnsOf(returned) : wholeLines
  return {
    amount: options.amount.value,
    way: wayIn(draft, options),
    reason: draft.reason.trim(),
    ...(line_items.length === 0 ? {} : { line_items }),
  }
}

/** How often the server is asked about an open refund on the screen. */
export const refundCheckMs = 2_000

export type RefundState = 'completed' | 'failed' | NonNullable<Refund['pending_reason']>

/** Returns the state that the cashier sees: the final status or, while the refund is pending, its reason. */
export const refundStateOf = ({
  status,
  pending_reason,
}: Pick<Refund, 'status' | 'pending_reason'>): RefundState =>
  status === 'pending' ? (pending_reason ?? 'processing') : status
