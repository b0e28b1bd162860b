// The filters and page of the list that was shown last, for the way back. Stored per tab.
import { type Query, readQuery, writeQuery } from './query.model.ts'

const name = 'kaunta.console.list'

/**
 * Stores the list that is shown now, with its filters and page. The account is left out, because the frame
 * sets it in every address.
 */
export function rememberList(path: string, { account: _, ...query }: Query): void {
  try {
    sessionStorage.setItem(name, `${path}${writeQuery(query)}`)
  } catch {
    // Where the browser stores nothing, Back leads to the unfiltered list.
  }
}

/** Returns the filters and page of the list at `path` if it was the last list shown; else an empty query. */
export function lastQueryOf(path: string): Record<string, string> {
  try {
    const [last, query = ''] = sessionStorage.getItem(name)?.split('?') ?? []
    return last === path ? readQuery(query) : {}
  } catch {
    return {}
  }
}
