// CSV exports. Each page is read when the receiver takes it, from the end of the last one, so a million rows
// need the memory of one page and no transaction stays open. Rows written during the export are left out.
import { Elysia } from 'elysia'
import type { Account } from '../../domain/account.ts'
import type { ExportName } from '../../domain/audit-log.ts'
import { type Cell, csvLine, csvMark } from '../../domain/csv.ts'
import { dayOf, dayText } from '../../domain/day.ts'
import { writeAudit } from '../../flow/audit-log.ts'
import { listAuditEntries } from '../../store/audit-log.ts'
import { listPayments } from '../../store/payment-list.ts'
import { listPayouts } from '../../store/payout.ts'
import { listRefunds } from '../../store/refund.ts'
import { listSessions } from '../../store/session.ts'
import {
  auditColumns,
  paymentColumns,
  payoutColumns,
  refundColumns,
  sessionColumns,
} from '../../wire/export.ts'
import { access } from '../access/access.ts'
import { type Caller, type CallerParts, currentCaller } from '../access/caller.ts'
import { sessionFilterOf } from '../checkout/session.ts'
import { searchFilterOf } from '../payments/payment-list.ts'
import { payoutFilterOf } from '../payouts/payout.ts'
import { refundFilterOf } from '../refunds/refund.ts'
import type { Query } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { auditFilterOf, withActorNames } from './audit-log.ts'
import * as docs from './export-doc.ts'

/** How many rows are read at a time: a few milliseconds of the one thread, which also serves sales. */
const pageSize = 200
/** How much of the filters' names the audit log records. */
const loggedFiltersMax = 200

/** The columns of a file: for each heading, a function that returns the cell of a row. */
type Columns<Row> = Readonly<Record<string, (row: Row, timeZone: string) => Cell>>
/**
 * Reads a page of rows, newest first: those older than the row with the id `before`, or the newest ones if it
 * is undefined.
 * @param offset how many rows earlier pages had
 */
type Pages<Row> = (before: string | undefined, limit: number, offset: number) => Promise<readonly Row[]>

/** Lets waiting requests run first, because a fast receiver must not delay sales. */
const letRequestsRun = () => new Promise<void>(resolve => setImmediate(resolve))

/**
 * Streams the lines of a CSV file. Each page of rows is read when the receiver takes it.
 * @param assertMay rejects once the receiver has lost the right to export; then the stream fails
 */
function streamOf<Row extends { readonly id: string }>(
  columns: Columns<Row>,
  readPage: Pages<Row>,
  timeZone: string,
  assertMay: () => Promise<void>,
) {
  const encoder = new TextEncoder()
  let lastId: string | undefined
  let rowsSent = 0
  return new ReadableStream<Uint8Array>(
    {
      start: controller => controller.enqueue(encoder.encode(csvMark + csvLine(Object.keys(columns)))),
      async pull(controller) {
        await letRequestsRun()
        await assertMay()
        // Some lists also return the row `lastId` itself, so read one more row.
        const readRows = await readPage(lastId, pageSize + 1, rowsSent)
        const rows = readRows.filter(({ id }) => id !== lastId).slice(0, pageSize)
        const lineOf = (row: Row) => csvLine(Object.values(columns).map(cellOf => cellOf(row, timeZone)))
        const lines = rows.map(lineOf)
        if (lines.length > 0) controller.enqueue(encoder.encode(lines.join('')))
        lastId = rows.at(-1)?.id
        rowsSent += rows.length
        if (rows.length < pageSize) controller.close()
      },
    },
    { highWaterMark: 1 }, // at most one page waits for the reader
  )
}

/**
 * Returns the sorted names of a query's filters, for the audit log. It leaves out their values, because these
 * may be phone numbers.
 */
function filterNamesOf(query: Query): string {
  const filters = Object.entries(query).filter(([name, value]) => value && name !== 'account')
  const names = filters.map(([name]) => name)
  return names.toSorted().join(' ')
}

/** Returns the name of a file with the day of the export, such as `sandbox-payments-2026-11-21.csv`. */
const fileName = (name: string, { mode, timeZone }: Account, now: number) =>
  `${mode === 'sandbox' ? 'sandbox-' : ''}${name}-${dayText(dayOf(now, timeZone))}.csv`

/** The request of an export. */
export interface Reading {
  readonly caller: Caller
  readonly query: Query
  readonly request: Request
}

/**
 * Returns a function that checks whether the reader may still export these rows, because their rights may
 * change during the export. It rejects once the reader has lost the right.
 */
const newRightCheck =
  (parts: CallerParts, { caller, request }: Reading) =>
  async (): Promise<void> => {
    const currentReader = await currentCaller(parts, request)
    const mayRead =
      currentReader?.account.id === caller.account.id &&
      currentReader.may('export') &&
      currentReader.salesScope.staffId === caller.salesScope.staffId
    if (!mayRead) throw new Error('the reader of an export lost their rights')
  }

/**
 * Returns a function that creates the handler of a CSV export. The handler records in the audit log who
 * exported which list, and answers with the file. The function takes the name of the list (and of the file),
 * the columns, and `pagesFor`, which returns a reader of the pages that a request exports.
 */
export const newCsvExporter =
  (parts: CallerParts) =>
  <Row extends { readonly id: string }>(
    name: ExportName,
    columns: Columns<Row>,
    pagesFor: (reading: Reading) => Pages<Row> | Promise<Pages<Row>>,
  ) =>
  async (reading: Reading): Promise<Response> => {
    const { appliance } = parts
    const { caller, query } = reading
    const { account } = caller
    const readPage = await pagesFor(reading)
    const detail = { what: name, filters: filterNamesOf(query).slice(0, loggedFiltersMax) }
    await writeAudit(appliance, { account, by: caller, kind: 'export.taken', detail })
    return new Response(streamOf(columns, readPage, account.timeZone, newRightCheck(parts, reading)), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${fileName(name, account, appliance.world.clock.now())}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  }

/**
 * Returns a reader of the pages of a list. Each page begins after the last row of the previous page.
 * @param list reads rows of `source`, newest first; its filter may have `beforeId`
 */
export const pagesOf =
  <Source, Filter extends object, Row>(
    source: Source,
    list: (source: Source, filter: Filter, limit: number, offset: number) => Promise<readonly Row[]>,
    filter: Filter,
  ) =>
  (before: string | undefined, limit: number) =>
    list(source, before ? { ...filter, beforeId: before } : filter, limit, 0)

/** Returns a reader of the pages of a short list, whose rows are all in memory: some hundreds at most. */
export const sliceOf =
  <Row>(rows: readonly Row[]) =>
  async (_: string | undefined, limit: number, offset: number) =>
    rows.slice(offset, offset + limit)

/** Returns the exports of payments, payouts, refunds, sessions and the audit log. */
export const exportRoutes = (server: Server) => {
  const exportFile = newCsvExporter(server)
  const { read } = server.appliance.store
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/payments.csv',
      exportFile('payments', paymentColumns, async ({ caller, query }) =>
        pagesOf(read, listPayments, await searchFilterOf(server.appliance, caller, query)),
      ),
      docs.payments,
    )
    .get(
      '/payouts.csv',
      exportFile('payouts', payoutColumns, async ({ caller, query }) =>
        pagesOf(read, listPayouts, await payoutFilterOf(read, caller.account, query)),
      ),
      docs.payouts,
    )
    .get(
      '/refunds.csv',
      exportFile('refunds', refundColumns, async ({ caller, query }) =>
        pagesOf(read, listRefunds, await refundFilterOf(read, caller.account, query)),
      ),
      docs.refunds,
    )
    .get(
      '/sessions.csv',
      exportFile('sessions', sessionColumns, ({ caller, query }) =>
        pagesOf(read, listSessions, sessionFilterOf(caller.account.id, query)),
      ),
      docs.sessions,
    )
    .get(
      '/audit-log.csv',
      exportFile('audit-log', auditColumns, async ({ caller, query }) => {
        const entries = pagesOf(read, listAuditEntries, await auditFilterOf(read, caller.account, query))
        return async (before, limit) =>
          withActorNames(server, caller.account.id, await entries(before, limit))
      }),
      docs.auditLog,
    )
}
