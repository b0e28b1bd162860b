// The address of a list's CSV file.
import { writeQuery } from './query.model.ts'

/**
 * The address of the file, with the list's filters; where its page begins and how long it is are left out.
 */
export function exportUrl(what: string, account: string, query: Readonly<Record<string, unknown>>): string {
  const { limit: _, starting_after: _after, ending_before: _before, ...filters } = query
  return `/api/v1/${what}.csv${writeQuery({ account, ...filters })}`
}
