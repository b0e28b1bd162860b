// CSV exports. Each page is read when the receiver takes it, from the end of the last one, so a million rows
// need the memory of one page and no transaction stays open. Rows written during the export are left out.
import { Elysia } from 'elysia'
import type { Account } from '../../domain/account.ts'
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

/** Rows per read: a few milliseconds of the one thread, which also serves sales. */
const pageSize = 200

type Columns<Row> = Readonly<Record<string, (row: Row, timeZone: string) => Cell>>
/** Reads rows older than `before` (or all), newest first. @param offset the rows before this page */
type Pages<Row> = (before: string | undefined, limit: number, offset: number) => Promise<readonly Row[]>

/** Lets waiting requests run first, because a fast receiver must not delay sales. */
const letRequestsRun = () => new Promise<void>(resolve => setImmediate(resolve))

/** Streams page by page, on demand. */
function streamOf<Row extends { readonly id: string }>(
  columns: Columns<Row>,
  page: Pages<Row>,
  timeZone: string,
  assertMay: () => Promise<void>,
) {
  const encoder = new TextEncoder()
  let before: string | undefined
  let sent = 0
  return new ReadableStream<Uint8Array>(
    {
      start: controller => controller.enqueue(encoder.encode(csvMark + csvLine(Object.keys(columns)))),
      async pull(controller) {
        await letRequestsRun()
        await assertMay()
        const rows = (await page(before, pageSize + 1, sent))
          .filter(({ id }) => id !== before)
          .slice(0, pageSize)
        const lines = rows.map(row => csvLine(Object.values(columns).map(cell => cell(row, timeZone))))
        if (lines.length > 0) controller.enqueue(encoder.encode(lines.join('')))
        before = rows.at(-1)?.id
        sent += rows.length
        if (rows.length < pageSize) controller.close()
      },
    },
    { highWaterMark: 1 },
  )
}

/** Only the names of the filters: the audit log must not contain phone numbers. */
const filtersOf = (query: Query) =>
  Object.entries(query)
    .flatMap(([name, value]) => (value && name !== 'account' ? [name] : []))
    .toSorted()
    .join(' ')

const fileName = (name: string, { mode, timeZone }: Account, now: number) =>
  `${mode === 'sandbox' ? 'sandbox-' : ''}${name}-${dayText(dayOf(now, timeZone))}.csv`

export interface Reading {
  readonly caller: Caller
  readonly query: Query
  readonly request: Request
}

/** @throws Error once the reader has lost access: the file is cut off */
const stillMay =
  (parts: CallerParts, { caller, request }: Reading) =>
  async (): Promise<void> => {
    const now = await currentCaller(parts, request)
    const isSame =
      now?.account.id === caller.account.id &&
      now.may('export') &&
      now.salesScope.staffId === caller.salesScope.staffId
    if (!isSame) throw new Error('the reader of an export lost their rights')
  }

/**
 * Returns a function that makes the handler of an export: it answers with the file of a list and logs who
 * exported it. `name` is that of the list and the file, and `pagesFor` reads the list of a request.
 */
export const newCsvExporter =
  (parts: CallerParts) =>
  <Row extends { readonly id: string }>(
    name: string,
    columns: Columns<Row>,
    pagesFor: (reading: Reading) => Pages<Row> | Promise<Pages<Row>>,
  ) =>
  async (reading: Reading): Promise<Response> => {
    const { appliance } = parts
    const { caller, query } = reading
    const { account } = caller
    const page = await pagesFor(reading)
    const detail = { what: name, filters: filtersOf(query).slice(0, 200) }
    await writeAudit(appliance, { account, by: caller, kind: 'export.taken', detail })
    return new Response(streamOf(columns, page, account.timeZone, stillMay(parts, reading)), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${fileName(name, account, appliance.world.clock.now())}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  }

/** Returns a reader of the pages of a list. Each page begins after the last row of the previous one. */
export const pagesOf =
  <Source, Filter extends object, Row>(
    source: Source,
    list: (source: Source, filter: Filter, limit: number, offset: number) => Promise<readonly Row[]>,
    filter: Filter,
  ) =>
  (before: string | undefined, limit: number) =>
    list(source, before ? { ...filter, beforeId: before } : filter, limit, 0)

/** Pages of a short list that is read as a whole: some hundreds of rows at most. */
export const sliceOf =
  <Row>(rows: readonly Row[]) =>
  async (_: string | undefined, limit: number, offset: number) =>
    rows.slice(offset, offset + limit)

/** Payments, payouts, refunds, sessions and the audit log. */
export const exportRoutes = (server: Server) => {
  const file = newCsvExporter(server)
  const { read } = server.appliance.store
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/payments.csv',
      file('payments', paymentColumns, async ({ caller, query }) =>
        pagesOf(read, listPayments, await searchFilterOf(server.appliance, caller, query)),
      ),
      docs.payments,
    )
    .get(
      '/payouts.csv',
      file('payouts', payoutColumns, ({ caller, query }) =>
        pagesOf(read, listPayouts, payoutFilterOf(caller.account, query)),
      ),
      docs.payouts,
    )
    .get(
      '/refunds.csv',
      file('refunds', refundColumns, ({ caller, query }) =>
        pagesOf(read, listRefunds, refundFilterOf(caller.account, query)),
      ),
      docs.refunds,
    )
    .get(
      '/sessions.csv',
      file('sessions', sessionColumns, ({ caller, query }) =>
        pagesOf(read, listSessions, sessionFilterOf(caller.account.id, query)),
      ),
      docs.sessions,
    )
    .get(
      '/audit-log.csv',
      file('audit-log', auditColumns, ({ caller, query }) => {
        const entries = pagesOf(read, listAuditEntries, auditFilterOf(caller.account, query))
        return async (before, limit) =>
          withActorNames(server, caller.account.id, await entries(before, limit))
      }),
      docs.auditLog,
    )
}
