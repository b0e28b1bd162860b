// Which sales of an account somebody gets to see and touch: a till those asked for at it, a cashier who
// stands at none what they made themselves, everybody else all. What is out of sight is not found.
import { placeOf } from './till.ts'

export interface SalesScope {
  /** What was asked for at this till. */
  readonly tillId?: string | undefined
  /** What was made under this name, which is that of a login. */
  readonly createdBy?: string | undefined
}

/** Whether a payment or session is to be seen. */
export const isInScope = ({ tillId, createdBy }: SalesScope, sale: { readonly createdBy: string }): boolean =>
  (tillId === undefined || placeOf(sale.createdBy).tillId === tillId) &&
  (createdBy === undefined || sale.createdBy === createdBy)
