// A case of the table in case.ts, and the sale that it draws.
import type { Chance } from '../simulated-world.ts'
import type { Off, Tapped } from './receipt.ts'

/** With two words: the customer asks for the code or declines the push, and then gives cash. */
export type Pay = 'cash' | 'qr' | 'push' | 'qr, then cash' | 'push, then cash'

/**
 * here: one till sells it · resumed: parked, and paid at the other till · approved: refused and parked, and
 * the owner gives the discount with a reason at the other till · split: the first line is paid here, and the
 * others at the other till · merged: the first line is parked, and joins the others at the other till
 */
export type Route = 'here' | 'resumed' | 'approved' | 'split' | 'merged'

export interface CaseSale {
  readonly lines: readonly Tapped[]
  /** Off the whole sale. */
  readonly off?: Off
  /** Off the whole sale, which the till refuses to the cashier first. */
  readonly refused?: Off
  readonly pays?: Pay
  /** Refunds, one after the other: the pieces, packs or grams of each line that come back. */
  readonly back?: readonly (readonly number[])[]
}

export interface Case {
  readonly times: number
  readonly title: string
  readonly route?: Route
  readonly sale: (draw: Chance) => CaseSale
}
