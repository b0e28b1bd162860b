// The filters and page of the list that was shown last, for the way back. Stored per tab.
import { type Query, readQuery, writeQuery } from './query.model.ts'

const name = 'kaunta.console.list'

/** A page that leads nowhere back was looked at; the account in its address is the frame's. */
export function rememberList(path: string, { account: _, ...query }: Query): void {
  try {
    sessionStorage.setItem(name, `${path}${writeQuery(query)}`)
  } catch {
    // Without a memory the way back leads to the whole list.
  }
}

/** The query of the list at a path, if that was looked at last. */
export function lastQueryOf(path: string): Record<string, string> {
  try {
    const [last, query = ''] = sessionStorage.getItem(name)?.split('?') ?? []
    return last === path ? readQuery(query) : {}
  } catch {
    return {}
  }
}
