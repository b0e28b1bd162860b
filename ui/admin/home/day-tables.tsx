// The day's sales by till, cashier and item, below the rest of Home.
import { useSearch } from '@tanstack/react-router'
import { addTexts } from '../../kit/language.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useRead } from '../parts/queries.ts'
import { periodRead } from './home.queries.ts'
import { homePeriod } from './period.text.ts'
import { PeriodTables } from './period-table.tsx'

addTexts('period', homePeriod)
/** How often the figures are read again. */
const everyMs = 60_000

/** Shows the tables of the day in the address, or of today. */
export function DayTables() {
  const { day } = useSearch({ from: '/' })
  const read = useRead(...periodRead('day', day), { everyMs })
  if (read.apiError) return <ApiErrorNote apiError={read.apiError} retry={read.retry} />
  return read.data ? <PeriodTables sales={read.data.data} /> : null
}
