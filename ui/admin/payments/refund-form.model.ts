// The dialog of a refund: what is filled in, what it lacks, and the order that it makes.
import { readPhone } from '../../../src/domain/phone.ts'
import type { LineReturn } from '../../../src/domain/refund-line.ts'
import { readShillings } from '../../../src/domain/shillings.ts'
import { allReturned, lineLeft, type RefundRest, returnsOf, worthOf } from '../../kit/refund.model.ts'
import type { CreateRefund, RefundOptions, RefundWay } from '../../kit/refund.ts'
import type { Till } from '../parts/till.queries.ts'

export interface RefundForm {
  /** How much of each line of the sale comes back, by its place; empty until something is chosen. */
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
export const emptyRefund: RefundForm = { returned: [], sum: '', way: undefined, phone: '', drawer: undefined }

/** Cash of no drawer. */
export const noDrawer = ''

type Drawer = Pick<Till, 'id' | 'name' | 'shift'>

/** The tills whose drawers cash can come from. @param tills undefined until they are known */
export const openDrawers = <T extends Drawer>(tills: readonly T[] | undefined): readonly T[] =>
  tills?.filter(({ shift }) => shift !== null) ?? []

/**
 * The drawer that is chosen at first: of the till that sold it. @returns undefined until the tills are known
 */
export const usualDrawer = (
  tills: readonly Drawer[] | undefined,
  sold: string | undefined,
): string | undefined => tills && (openDrawers(tills).find(({ id }) => id === sold)?.id ?? noDrawer)

/** Whether there are several things to choose from in what is left of the sale. */
export const hasItemsToChoose = ({ line_items }: RefundRest): boolean =>
  line_items.reduce(
    (count, line) => count + (line.by_weight ? Math.sign(lineLeft(line)) : lineLeft(line)),
    0,
  ) > 1

/** How much of each line comes back, of all lines. */
export const returnedQuantities = ({ returned }: RefundForm, { line_items }: RefundRest): readonly number[] =>
  line_items.map((_, index) => returned[index] ?? 0)

const isByLine = ({ returned }: RefundForm) => returned.some(quantity => quantity > 0)

/**
 * @param rest what is left of the sale; undefined until it is known. Whole shillings; undefined for all of
 * it
 */
export function amountOf(form: RefundForm, rest: RefundRest | undefined): number | undefined {
  if (!isByLine(form)) return readShillings(form.sum) || undefined
  return rest && Math.min(rest.refundable.value, worthOf(rest.line_items, form.returned))
}

const isReadable = (form: RefundForm) =>
  isByLine(form) || form.sum.trim() === '' || (readShillings(form.sum) ?? 0) > 0

/** The way that is taken: the chosen one, if it can give this amount back. */
export const wayOf = ({ way }: RefundForm, options: RefundOptions | undefined): RefundWay | undefined =>
  options?.ways.find(eachWay => eachWay.way === way)?.way ?? options?.way

export const needsPhone = (form: RefundForm, options: RefundOptions | undefined): boolean =>
  wayOf(form, options) === 'payout' && options?.recipient === null

export interface RefundFaults {
  readonly sum: boolean
  readonly phone: boolean
  /** The drawer is not known yet. */
  readonly drawer: boolean
}

export const refundFaults = (form: RefundForm, options: RefundOptions | undefined): RefundFaults => ({
  sum: !isReadable(form),
  phone: needsPhone(form, options) && form.phone.trim() !== '' && !readPhone(form.phone),
  drawer: wayOf(form, options) === 'cash' && form.drawer === undefined,
})

function linesOf(form: RefundForm, options: RefundOptions): readonly LineReturn[] {
  if (isByLine(form)) return returnsOf(form.returned)
  return form.sum.trim() === '' ? allReturned(options) : []
}

/** @param options of the amount that was asked for */
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
