// The cash drawer in figures: its lines, and how the count compares.
import { digitsOf } from '../../kit/money.ts'
import type { Shift } from '../../kit/till.ts'

/** Returns how the counted cash compares with the expected. `difference` is counted minus expected. */
export function drawerResultOf(difference: number): 'even' | 'over' | 'short' {
  if (difference === 0) return 'even'
  return difference > 0 ? 'over' : 'short'
}

/**
 * Returns the name and amount of each line: the starting cash, cash sales, cash put in; below zero what was
 * taken out and given back; then the cash that is expected. Whole shillings.
 */
export const drawerLines = ({ cash }: Shift['report']) =>
  [
    ['float', cash.float],
    ['sales', cash.sales],
    ['pay_ins', cash.pay_ins],
    ['drops', -cash.drops],
    ...(cash.refunds ? [['refunds', -cash.refunds] as const] : []),
    ['expected', cash.expected],
  ] as const

/** Returns whole shillings with commas, and with a minus sign below zero. */
export const signedDigits = (amount: number): string =>
  amount < 0 ? `−${digitsOf(-amount)}` : digitsOf(amount)

/** Returns the end of a sale's reference, which is enough to find the sale. */
export const referenceEnd = (reference: string): string => reference.slice(-8)

type Named = { readonly name: string }

/**
 * Returns who gave cash back, with the second person if one approved it. A report that an earlier release
 * stored does not name the second person.
 */
export const refundersOf = (cashier: Named, approvedBy: Named | null | undefined): string =>
  approvedBy ? `${cashier.name} + ${approvedBy.name}` : cashier.name

/**
 * Returns what was given back in the shift, in cash and by the network, without empty lists. A report that an
 * earlier release stored has neither.
 */
export const refundListsOf = ({ refunds = [], sent_refunds = [] }: Partial<Shift['report']>) =>
  (
    [
      ['cash_refunds', refunds],
      ['sent_refunds', sent_refunds],
    ] as const
  ).filter(([, list]) => list.length > 0)
