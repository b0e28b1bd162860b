// What the price list reads of its address. The router loads it with every page, so it is small.
import { choiceParam, cursorParam, type Query, textParam } from '../parts/query.model.ts'

const filters = (query: Query) => ({
  ...textParam(query, 'q'),
  ...textParam(query, 'category'),
  ...choiceParam(query, 'low', ['true']),
})
export const productSearch = (query: Query) => ({ ...filters(query), ...cursorParam(query) })
/** Of the page of labels, which may be about some items alone. */
export const labelSearch = (query: Query) => ({ ...filters(query), ...textParam(query, 'ids') })
