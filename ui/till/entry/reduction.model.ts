// Whether the discounts and lower prices of a draft are allowed.
import type { Role } from '../../../src/domain/account.ts'
import { type ReductionFault, reductionFault } from '../../../src/domain/reduction.ts'
import { type Draft, listPriceIn, saleDraftFrom } from './draft.model.ts'

/**
 * Returns why the discounts and lower prices of a draft are not allowed; undefined if they are. They are
 * measured against the list prices, and also against the prices of the sale. The server does one of both, so
 * it never refuses what this allows.
 * @param role of the person who sells
 */
export function draftReductionFault(draft: Draft, role: Role): ReductionFault | undefined {
  // Reductions do not depend on the names of items.
  const lines = saleDraftFrom(draft, '-').items ?? []
  const againstList = lines.map((line, index) => {
    const item = draft.items[index]
    return { line, listPrice: item ? listPriceIn(draft.items, item) : null }
  })
  const againstSale = lines.map(line => ({ line, listPrice: null }))
  return reductionFault(againstList, role) ?? reductionFault(againstSale, role)
}
