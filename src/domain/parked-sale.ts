// A parked sale: a basket that waits under a name until a till takes it up. It is no payment yet.

/** How many an account may have, and how long a name may be. */
export const parkedSaleMax = { sales: 200, name: 60 } as const

export interface ParkedSale {
  readonly id: string
  readonly accountId: string
  readonly name: string
  /** The till's own description of the basket, which another till continues. */
  readonly content: object
  /** Whole shillings, to recognise it in a list. */
  readonly amount: number
  readonly lineCount: number
  /** The person who parked it; null for an API key. */
  readonly parkedBy: string | null
  readonly tillId: string | null
  readonly createdAt: number
}
