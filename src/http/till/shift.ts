// Shifts at a till, and the list of all shifts for admins.
import { Elysia } from 'elysia'
import type { Account } from '../../domain/account.ts'
import { assert, Fault } from '../../domain/fault.ts'
import type { Shift } from '../../domain/shift.ts'
import { shiftTable } from '../../domain/shift-table.ts'
import { recordRefusedCount, withRefusedCashRecorded } from '../../flow/refused-cash.ts'
import {
  closeShift,
  getShift,
  moveCash,
  openShift,
  type ShiftWithReport,
  salesAfterShift,
  shiftWithReport,
  withSold,
} from '../../flow/shift.ts'
import type { Tx } from '../../store/engine/statement.ts'
import {
  countShifts,
  findShift,
  listShifts,
  positionFrom,
  type ShiftFilter,
  shiftPosition,
} from '../../store/shift.ts'
import { listTills } from '../../store/till.ts'
import {
  CloseShiftBody,
  MoveCashBody,
  OpenShiftBody,
  type ShiftView,
  shiftView,
  tillShiftView,
} from '../../wire/shift.ts'
import { access, tillCallerOf } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { jsonBody } from '../server/body.ts'
import { readCountedRows } from '../server/cursor.ts'
import { idempotentWrite } from '../server/idempotency.ts'
import { oneOf, periodOf, type Query, textOf, timeIn } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { lineOf } from '../server/text-line.ts'
import { namesOf } from '../staff/staff-name.ts'
import { cashRoutes } from './cash.ts'
import * as docs from './shift-doc.ts'

/** The longest reason, in characters. */
const textMax = 200
/** If the id in the path of a shift has this ending, the answer is a CSV file. */
const tableEnding = '.csv'

/** Returns shifts for the API, with the names of their tills and people. */
async function viewsOf(
  server: Server,
  accountId: string,
  shifts: readonly ShiftWithReport[],
): Promise<ShiftView[]> {
  const nameOf = await namesOf(server.appliance, accountId)
  const tills = await listTills(server.appliance.store.read, accountId)
  const tillNames = new Map(tills.map(({ id, name }) => [id, name]))
  return shifts.map(shiftAndReport => {
    const { tillId } = shiftAndReport.shift
    return shiftView(shiftAndReport, { id: tillId, name: tillNames.get(tillId) ?? '' }, nameOf)
  })
}

/** Returns the filter in a query of the list. @throws Fault naming an invalid parameter */
export function shiftFilterOf(account: Account, query: Query): ShiftFilter {
  const { from, to } = periodOf(account, query)
  const openFrom = textOf(query, 'open_from')
  return {
    accountId: account.id,
    tillId: textOf(query, 'till'),
    state: oneOf(query, 'state', ['open', 'closed'] as const),
    cashier: textOf(query, 'cashier'),
    openFrom: openFrom === undefined ? undefined : timeIn(account.timeZone, 'open_from', openFrom),
    fromId: from === undefined ? undefined : positionFrom(from),
    beforeId: to === undefined ? undefined : positionFrom(to),
  }
}

/** Returns the newest shifts that match, newest first. */
export async function newestShifts(server: Server, filter: ShiftFilter, limit: number): Promise<ShiftView[]> {
  const shifts = await listShifts(server.appliance.store.read, filter, limit, 0)
  return listedShiftViews(server, filter.accountId, shifts)
}

/** Returns shifts as the list shows them: with their reports, but without the items sold. */
async function listedShiftViews(
  server: Server,
  accountId: string,
  shifts: readonly Shift[],
): Promise<ShiftView[]> {
  const { read } = server.appliance.store
  const withReports = await Promise.all(shifts.map(shift => shiftWithReport(read, shift)))
  const withoutItems = withReports.map(({ shift, report: { sold: _, ...report } }) => ({ shift, report }))
  return viewsOf(server, accountId, withoutItems)
}

/** Returns one shift for the API, with the items sold in the shift. */
async function shiftViewOf(server: Server, accountId: string, shift: ShiftWithReport): Promise<ShiftView> {
  const [view] = await viewsOf(server, accountId, [await withSold(server.appliance.store.read, shift)])
  assert(view, 'one shift has one view')
  return view
}

/** The part of Elysia's context that an action on a till's shift needs. */
interface TillRequest {
  readonly caller: Caller
  readonly body: unknown
  readonly request: Request
  readonly set: { status?: unknown; headers: Record<string, unknown> }
}

interface ShiftAction {
  readonly path: string // for the idempotency key
  readonly status: 200 | 201
  readonly run: (tx: Tx) => Promise<ShiftWithReport>
}

/**
 * Runs an action on the till's shift in one transaction, once per Idempotency-Key.
 * @returns the answer with the part of the shift that the till may see
 */
async function shiftAnswer(server: Server, context: TillRequest, { path, status, run }: ShiftAction) {
  const write = idempotentWrite(server, context, path, status)
  const shift = await write(run)
  return { code: status, data: await tillShiftViewOf(server, context.caller.account, shift) }
}

/**
 * Returns the part of a shift that a till may see. If the account counts blind, this part leaves out how much
 * cash the drawer should hold.
 */
const tillShiftViewOf = async (server: Server, account: Account, shift: ShiftWithReport) =>
  tillShiftView(await shiftViewOf(server, account.id, shift), account.blindCount)

/** Returns the routes that open the till's shift, read it, and record cash movements. */
const tillShiftRoutes = (server: Server) => {
  const { appliance } = server
  const { read } = appliance.store
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .post(
      '/till/shift',
      context => {
        const { body } = context
        const tillCaller = tillCallerOf(context.caller)
        return shiftAnswer(server, context, {
          path: '/till/shift',
          status: 201,
          run: tx => openShift(tx, appliance, tillCaller, body.float),
        })
      },
      { ...jsonBody(OpenShiftBody), ...docs.open },
    )
    .get(
      '/till/shift',
      async ({ caller }) => {
        const { account, till } = tillCallerOf(caller)
        const shift = await findShift(read, till.shiftId)
        const openShiftView =
          shift?.state === 'open'
            ? await tillShiftViewOf(server, account, await shiftWithReport(read, shift))
            : null
        return { code: 200, data: { shift: openShiftView, after_shift: await salesAfterShift(read, shift) } }
      },
      docs.current,
    )
    .post(
      '/till/shift/drops',
      context => {
        const { body } = context
        const tillCaller = tillCallerOf(context.caller)
        const move = { ...body, reason: lineOf('reason', body.reason, textMax) }
        const detail = { kind: 'drop', amount: move.amount } as const
        return withRefusedCashRecorded(appliance, { ...tillCaller, detail }, () =>
          shiftAnswer(server, context, {
            path: '/till/shift/drops',
            status: 201,
            run: tx => moveCash(tx, appliance, tillCaller, move),
          }),
        )
      },
      { ...jsonBody(MoveCashBody), ...docs.move },
    )
}

/**
 * Returns the route that closes the till's shift. A short count without a reason is refused, but recorded, so
 * that the cashier cannot try other counts unnoticed.
 */
const closeRoute = (server: Server) => {
  const { appliance } = server
  return new Elysia({ prefix: '/api/v1' }).use(access(server)).post(
    '/till/shift/close',
    async context => {
      const { body } = context
      const tillCaller = tillCallerOf(context.caller)
      const reason = body.reason?.trim() ? lineOf('reason', body.reason, textMax) : null
      const count = { counted: body.counted, reason }
      try {
        return await shiftAnswer(server, context, {
          path: '/till/shift/close',
          status: 200,
          run: tx => closeShift(tx, appliance, tillCaller, count),
        })
      } catch (error) {
        if (error instanceof Fault && error.reason === 'short_count_reason_missing')
          await recordRefusedCount(appliance, tillCaller, body.counted)
        throw error
      }
    },
    { ...jsonBody(CloseShiftBody), ...docs.close },
  )
}

/** Returns the routes with which admins list and read the shifts of all tills. */
const shiftRoutes = (server: Server) => {
  const { appliance } = server
  const { read } = appliance.store
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/shifts',
      async ({ caller, query }) => {
        const { id: accountId } = caller.account
        const { rows, page } = await readCountedRows(query, {
          filter: shiftFilterOf(caller.account, query),
          // The list is sorted by opening time, so the cursor of a shift is its position in that order.
          async idOf(id) {
            const shift = await findShift(read, id)
            return shift?.accountId === accountId && shift.openedAt !== null
              ? shiftPosition(shift)
              : undefined
          },
          keyOf: (shift: Shift) => shiftPosition(shift),
          list: (shiftFilter, limit, offset) => listShifts(read, shiftFilter, limit, offset),
          countUpTo: async (shiftFilter, max) => Math.min(max, await countShifts(read, shiftFilter)),
        })
        return { code: 200, data: { items: await listedShiftViews(server, accountId, rows), ...page } }
      },
      docs.list,
    )
    .get(
      '/shifts/:id',
      async ({ caller: { account }, params, set }) => {
        const isTable = params.id.endsWith(tableEnding)
        const id = isTable ? params.id.slice(0, -tableEnding.length) : params.id
        const view = await shiftViewOf(server, account.id, await getShift(appliance, account, id))
        if (!isTable) return { code: 200, data: view }
        set.headers['content-type'] = 'text/csv; charset=utf-8'
        set.headers['content-disposition'] = `attachment; filename="${view.id}.csv"`
        return shiftTable(view)
      },
      docs.get,
    )
}

/** Returns the routes of shifts and of cash sales. */
export const shiftAndCashRoutes = (server: Server) =>
  new Elysia()
    .use(tillShiftRoutes(server))
    .use(closeRoute(server))
    .use(shiftRoutes(server))
    .use(cashRoutes(server))
