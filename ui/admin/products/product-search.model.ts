// What the price list reads of its address. The router loads it with every page, so it is small.
import { choiceParam, cursorParam, type Query, textParam } from '../parts/query.model.ts'

/** Reads the filters that the price list and the page of labels share. */
const filters = (query: Query) => ({
  ...textParam(query, 'q'),
  ...textParam(query, 'category'),
  ...choiceParam(query, 'low', ['true']),
})
/** Reads the address of the price list. */
export const productSearch = (query: Query) => ({ ...filters(query), ...cursorParam(query) })
/** Reads the address of the page of labels, which may be about the items in `ids` alone. */
export const labelSearch = (query: Query) => ({ ...filters(query), ...textParam(query, 'ids') })
