// The sales of a day, week, month or range of days.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { dayOf, dayText } from '../../domain/day.ts'
import { badField, badFields, problem } from '../../domain/fault.ts'
import {
  dayCountOf,
  type PeriodRequest,
  type PeriodTable,
  periods,
  periodTables,
  rangeDaysMax,
} from '../../domain/period.ts'
import { periodItemsOf, periodSalesOf } from '../../flow/period.ts'
import { Answer } from '../../wire/answer.ts'
import { choice } from '../../wire/choice.ts'
import { PeriodView, periodView } from '../../wire/period.ts'
import { periodItemColumns, periodSumColumns, periodSumRows } from '../../wire/period-file.ts'
import { access } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { guardedDoc, inQuery, jsonAnswer } from '../docs/doc.ts'
import { oneOf, type Query, textOf, valueOrAlias } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { namesOf } from '../staff/staff-name.ts'
import { newCsvExporter, sliceOf } from './export.ts'
import { csv } from './export-doc.ts'
import { dayIn } from './overview.ts'

const parameters = [
  inQuery('period', 'A week begins on Monday. Default: week', choice(periods)),
  inQuery(
    'day',
    'A day of the period, in the account’s time zone. Default: today',
    Type.String({ examples: ['2026-11-21'] }),
  ),
  inQuery(
    'from',
    `The first day of a range, in the account’s time zone: with \`to\`, in place of \`period\` and \`day\`. \`from_date\` is an alias`,
    Type.String({ examples: ['2026-11-01'] }),
  ),
  inQuery(
    'to',
    `The last day of the range, which is included: a range has at most ${rangeDaysMax} days. \`to_date\` is an alias`,
    Type.String({ examples: ['2026-11-21'] }),
  ),
]

const periodDoc = guardedDoc('see_balance', {
  id: 'getPeriodSales',
  tag: 'Reports',
  summary: 'Read the sales of a period',
  description:
    'Sales, refunds and profit of a day, week, month or range by day, method, till, cashier, hour, item, category and tax code, with the period before: of a range, as many days right before it. They are stored totals, so the answer takes as long with a million payments.',
  parameters,
  answers: { 200: jsonAnswer('The sales', Answer(200, PeriodView)) },
})

/** The exports need no `see_costs`: their right `export` belongs to managers, who all may see costs. */
const tableDoc = csv('exportPeriodTable', 'a table of the sales of a period, with cost and profit,', [
  inQuery('table', 'The table. Default: days', choice(periodTables)),
  ...parameters,
])
const itemsDoc = csv('exportPeriodItems', 'the items sold in a period, with cost and profit,', parameters)

/**
 * Returns the period that a query requests: a range from `from` to `to`, both included, or else the `period`
 * that contains `day`. The default is the current week.
 * @throws Fault naming an invalid parameter
 */
function readPeriodQuery(query: Query): PeriodRequest {
  const period = oneOf(query, 'period', periods)
  const day = dayIn('day', textOf(query, 'day'))
  // An empty parameter counts as absent.
  const first = dayIn('from', valueOrAlias(query, 'from', 'from_date') || undefined)
  const last = dayIn('to', valueOrAlias(query, 'to', 'to_date') || undefined)
  if (first === undefined && last === undefined) return { period: period ?? 'week', day }
  const excludedNames = [...(period ? ['period'] : []), ...(day === undefined ? [] : ['day'])]
  if (excludedNames.length > 0) throw badFields(excludedNames.map(name => problem(name, 'not_with_range')))
  if (first === undefined) throw badField('from', 'required')
  if (last === undefined) throw badField('to', 'required')
  const dayCount = dayCountOf({ first, last })
  if (dayCount < 1) throw badField('to', 'range_ends_before_start', { from: dayText(first) })
  if (dayCount > rangeDaysMax) throw badField('to', 'range_too_long', { days: dayCount, max: rangeDaysMax })
  return { period: 'range', days: { first, last } }
}

/** Returns the sales of a period or range, and its tables as CSV files. */
export const periodRoutes = (server: Server) => {
  const { appliance } = server
  const exportFile = newCsvExporter(server)
  const viewOf = async (caller: Caller, query: Query) => {
    const { account } = caller
    const sales = await periodSalesOf(appliance, account, readPeriodQuery(query))
    return periodView(sales, {
      today: dayOf(appliance.world.clock.now(), account.timeZone),
      nameOf: await namesOf(appliance, account.id),
      showsCost: caller.may('see_costs'),
    })
  }
  const exportItems = exportFile('sales-items', periodItemColumns, async ({ caller, query }) => {
    const items = await periodItemsOf(appliance, caller.account, readPeriodQuery(query))
    // A shop may sell one name by the piece and by weight, so the name alone does not identify a row.
    return sliceOf(items.map(item => ({ ...item, id: `${item.isByWeight} ${item.name}` })))
  })
  /** Returns the handler that exports one table of a period. */
  const exportTable = (table: PeriodTable) => {
    if (table === 'items') return exportItems
    return exportFile(`sales-${table}`, periodSumColumns(table), async ({ caller, query }) =>
      sliceOf(periodSumRows(await viewOf(caller, query), table)),
    )
  }
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/overview/period',
      async ({ caller, query }) =>
        ({ code: 200, data: await viewOf(caller, query) }) satisfies { code: 200; data: PeriodView },
      periodDoc,
    )
    .get(
      '/overview/period.csv',
      reading => exportTable(oneOf(reading.query, 'table', periodTables) ?? 'days')(reading),
      tableDoc,
    )
    .get('/overview/items.csv', exportItems, itemsDoc)
}
