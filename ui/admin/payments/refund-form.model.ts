// The dialog of a refund: what is filled in, what it lacks, and the order that it makes.
import { readPhone } from '../../../src/domain/phone.ts'
import type { LineReturn } from '../../../src/domain/refund-line.ts'
import { readShillings } from '../../../src/domain/shillings.ts'
import { allReturned, lineLeft, type RefundRest, returnsOf, worthOf } from '../../kit/refund.model.ts'
import type { CreateRefund, RefundOptions, RefundWay } from '../../kit/refund.ts'
import type { Till } from '../parts/till.queries.ts'

export interface RefundForm {
  /** How much of each line comes back, in the order of the sale's lines; empty until something is chosen. */
  readonly returned: readonly number[]
  /** Empty for all that is left. It counts only while no line is chosen. */
  readonly sum: string
  /** The way that was chosen; undefined for the usual one. */
  readonly way: RefundWay | undefined
  /** The number of a customer whose wallet is unknown; empty when they enter it behind the QR code. */
  readonly phone: string
  /** The till whose drawer cash comes from, `noDrawer`, or undefined until that is known. */
  readonly drawer: string | undefined
}

/** The form as the dialog opens: all that is left, in the usual way. */
export const emptyRefund: RefundForm = { returned: [], sum: '', way: undefined, phone: '', drawer: undefined }

/** The value of "no drawer" in the choice of drawers: the cash comes from elsewhere. */
export const noDrawer = ''

type Drawer = Pick<Till, 'id' | 'name' | 'shift'>

/**
 * Returns the tills with an open shift, whose drawers cash can come from; none until the tills are loaded.
 */
export const openDrawers = <T extends Drawer>(tills: readonly T[] | undefined): readonly T[] =>
  tills?.filter(({ shift }) => shift !== null) ?? []

/**
 * Returns the drawer that is chosen at first: the selling till's drawer if its shift is open, else
 * `noDrawer`. Undefined until the tills are loaded.
 */
export const usualDrawer = (
  tills: readonly Drawer[] | undefined,
  sellingTillId: string | undefined,
): string | undefined => tills && (openDrawers(tills).find(({ id }) => id === sellingTillId)?.id ?? noDrawer)

/** Whether more than one piece of the sale can still come back. A weighed line counts as one piece. */
export function hasItemsToChoose({ line_items }: RefundRest): boolean {
  const pieces = line_items.map(line => (line.by_weight ? Math.sign(lineLeft(line)) : lineLeft(line)))
  return pieces.reduce((sum, count) => sum + count, 0) > 1
}

/** Returns how much of each line comes back, with 0 for lines that stay sold. */
export const returnedQuantities = ({ returned }: RefundForm, { line_items }: RefundRest): readonly number[] =>
  line_items.map((_, index) => returned[index] ?? 0)

/** Whether the refund is by items, and not by an amount. */
const hasChosenLines = ({ returned }: RefundForm) => returned.some(quantity => quantity > 0)

/**
 * Returns the amount to refund in whole shillings; undefined for all that is left, or while `rest` (what is
 * left of the sale) is not loaded. Chosen items never give back more than is left.
 */
export function amountOf(form: RefundForm, rest: RefundRest | undefined): number | undefined {
  if (!hasChosenLines(form)) return readShillings(form.sum) || undefined
  return rest && Math.min(rest.refundable.value, worthOf(rest.line_items, form.returned))
}

/**
 * Whether the amount field can be used: it is empty (all is refunded), holds an amount above 0, or is not
 * needed because items are chosen.
 */
const isReadable = (form: RefundForm) =>
  hasChosenLines(form) || form.sum.trim() === '' || (readShillings(form.sum) ?? 0) > 0

/** Returns the way of the refund: the chosen way if it can give this amount back, else the usual way. */
export const wayOf = ({ way }: RefundForm, options: RefundOptions | undefined): RefundWay | undefined =>
  options?.ways.find(eachWay => eachWay.way === way)?.way ?? options?.way

/** Whether the refund is a payout to a customer whose wallet is unknown. */
export const needsPhone = (form: RefundForm, options: RefundOptions | undefined): boolean =>
  wayOf(form, options) === 'payout' && options?.recipient === null

/** Which fields are wrong. */
export interface RefundFaults {
  readonly sum: boolean
  readonly phone: boolean
  /** The tills are not loaded yet, so no drawer is chosen. */
  readonly drawer: boolean
}

/**
 * Returns which fields of the form are wrong. An empty phone number is allowed: the customer then enters it
 * behind a QR code.
 */
export const refundFaults = (form: RefundForm, options: RefundOptions | undefined): RefundFaults => ({
  sum: !isReadable(form),
  phone: needsPhone(form, options) && form.phone.trim() !== '' && !readPhone(form.phone),
  drawer: wayOf(form, options) === 'cash' && form.drawer === undefined,
})

/** Returns the lines that the refund names: the chosen lines, all for a full refund, none for an amount. */
function linesOf(form: RefundForm, options: RefundOptions): readonly LineReturn[] {
  if (hasChosenLines(form)) return returnsOf(form.returned)
  return form.sum.trim() === '' ? allReturned(options) : []
}

/**
 * Returns the body of the request. `options` must be the options of the form's amount, and the form must have
 * no faults.
 */
export function refundOrder(
  form: RefundForm,
  options: RefundOptions,
  { reason, unmatchedId }: { readonly reason: string; readonly unmatchedId: string | undefined },
): CreateRefund {
  const way = wayOf(form, options) ?? options.way
  const line_items = unmatchedId === undefined ? linesOf(form, options) : []
  const phone = needsPhone(form, options) ? readPhone(form.phone)?.e164 : undefined
  return {
    amount: options.amount.value,
    way,
    reason,
    ...(line_items.length === 0 ? {} : { line_items }),
    ...(phone === undefined ? {} : { recipient: { phone } }),
    ...(unmatchedId === undefined ? {} : { unmatched_id: unmatchedId }),
    ...(way === 'cash' && form.drawer ? { till_id: form.drawer } : {}),
  }
}
