// The addresses of lists that the server sends whole (keys, staff, tills, branding): search, filters, pages.
import { choiceParam, cursorParam, pageParam, type Query, textParam } from './query.model.ts'
import { roles } from './role.model.ts'

export const keyStates = ['active', 'revoked'] as const
/** Reads the filters of the list of API keys. */
export const keySearch = (query: Query) => ({
  ...textParam(query, 'q'),
  ...choiceParam(query, 'state', keyStates),
  ...pageParam(query),
})

/** `member`: people of the account; `invited`: people whose invitation is open. */
export const staffStates = ['member', 'invited'] as const
/** Reads the filters of the list of staff. */
export const staffSearch = (query: Query) => ({
  ...textParam(query, 'q'),
  ...choiceParam(query, 'role', roles),
  ...choiceParam(query, 'state', staffStates),
  ...pageParam(query),
})

export const tillStates = ['paired', 'waiting', 'unpaired', 'revoked'] as const
/** Reads the filters of the list of tills. */
export const tillSearch = (query: Query) => ({
  ...textParam(query, 'q'),
  ...choiceParam(query, 'state', tillStates),
  ...pageParam(query),
})

/** Reads the filters of the list of branding profiles, which the server pages with cursors. */
export const profileSearch = (query: Query) => ({ ...textParam(query, 'q'), ...cursorParam(query) })
