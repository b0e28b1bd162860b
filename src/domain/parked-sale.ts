// A parked sale: a basket that waits under a name until a till takes it up. It is not a payment yet.

/** How many sales an account may park, and how many characters a name may have. */
export const parkedSaleMax = { sales: 200, name: 60 } as const

export interface ParkedSale {
  readonly id: string
  readonly accountId: string
  readonly name: string
  /** The till's own description of the basket, which another till continues. */
  readonly content: object
  /** Whole shillings. Lists show them, so that a cashier recognises the sale. */
  readonly amount: number
  readonly lineCount: number
  /** The person who parked it; null for an API key. */
  readonly parkedBy: string | null
  readonly tillId: string | null
  readonly createdAt: number
}
