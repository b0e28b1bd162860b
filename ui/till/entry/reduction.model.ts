// Whether the discounts and lower prices of a draft are allowed.
import type { Role } from '../../../src/domain/account.ts'
import { type ReductionFault, reductionFault } from '../../../src/domain/reduction.ts'
import { type Draft, listPriceIn, saleDraftFrom } from './draft.model.ts'

/**
 * Returns why the discounts and lower prices of a draft are not allowed; undefined if they are. The server,
 * which measures discounts against the prices of the sale, never refuses what this allows.
 * @param role of the person who sells
 */
export function draftReductionFault(draft: Draft, role: Role): ReductionFault | undefined {
  const sold = saleDraftFrom(draft, '-').items ?? []
  const fromList = sold.map((line, index) => {
    const item = draft.items[index]
    return { line, listPrice: item ? listPriceIn(draft.items, item) : null }
  })
  const fromPrices = sold.map(line => ({ line, listPrice: null }))
  return reductionFault(fromList, role) ?? reductionFault(fromPrices, role)
}
