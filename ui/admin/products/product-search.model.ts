// What the price list reads of its address. The router loads it with every page, so it is small.
import { choiceParam, cursorParam, type Query, textParam } from '../parts/query.model.ts'

export const productSearch = (query: Query) => ({
  ...textParam(query, 'q'),
  ...textParam(query, 'category'),
  ...choiceParam(query, 'low', ['true']),
  ...cursorParam(query),
})
