// The address of a list's CSV file.
import { writeQuery } from './query.model.ts'

/**
 * Returns the address of the CSV file with the list's filters. The file holds all rows, so the query's cursor
 * and page length are left out.
 */
export function exportUrl(what: string, account: string, query: Readonly<Record<string, unknown>>): string {
  const { limit: _, starting_after: _after, ending_before: _before, ...filters } = query
  return `/api/v1/${what}.csv${writeQuery({ account, ...filters })}`
}
