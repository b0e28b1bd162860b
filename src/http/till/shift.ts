// Shifts at a till, and the list of all shifts for admins.
import { Elysia } from 'elysia'
import type { Account } from '../../domain/account.ts'
import { assert, Fault } from '../../domain/fault.ts'
import type { Shift } from '../../domain/shift.ts'
import { shiftTable } from '../../domain/shift-table.ts'
import {
  closeShift,
  getShift,
  moveCash,
  openShift,
  recordRefusedCount,
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
import { oneOf, periodOf, type Query, textOf } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { lineOf } from '../server/text-line.ts'
import { namesOf } from '../staff/staff-name.ts'
import { cashRoutes } from './cash.ts'
import * as docs from './shift-doc.ts'

const textMax = 200
const tableEnding = '.csv'

/** The views of shifts. */
async function viewsOf(
  server: Server,
  accountId: string,
  all: readonly ShiftWithReport[],
): Promise<ShiftView[]> {
  const nameOf = await namesOf(server.appliance, accountId)
  const tills = new Map(
    (await listTills(server.appliance.store.read, accountId)).map(({ id, name }) => [id, name]),
  )
  return all.map(shift =>
    shiftView(shift, { id: shift.shift.tillId, name: tills.get(shift.shift.tillId) ?? '' }, nameOf),
  )
}

/** The filter in a query. @throws Fault naming each invalid filter */
export function shiftFilterOf(account: Account, query: Query): ShiftFilter {
  const { from, to } = periodOf(account, query)
  return {
    accountId: account.id,
    tillId: textOf(query, 'till'),
    state: oneOf(query, 'state', ['open', 'closed'] as const),
    cashier: textOf(query, 'cashier'),
    fromId: from === undefined ? undefined : positionFrom(from),
    beforeId: to === undefined ? undefined : positionFrom(to),
  }
}

/** A page of shifts, newest first. */
export async function shiftPage(
  server: Server,
  filter: ShiftFilter,
  limit: number,
  offset: number,
): Promise<ShiftView[]> {
  const shifts = await listShifts(server.appliance.store.read, filter, limit, offset)
  return shownShifts(server, filter.accountId, shifts)
}

async function shownShifts(
  server: Server,
  accountId: string,
  shifts: readonly Shift[],
): Promise<ShiftView[]> {
  const { read } = server.appliance.store
  const all = await Promise.all(shifts.map(shift => shiftWithReport(read, shift)))
  return viewsOf(
    server,
    accountId,
    all.map(({ shift, report: { sold: _, ...report } }) => ({ shift, report })),
  )
}

async function viewOne(server: Server, accountId: string, one: ShiftWithReport): Promise<ShiftView> {
  const [view] = await viewsOf(server, accountId, [await withSold(server.appliance.store.read, one)])
  assert(view, 'one shift has one view')
  return view
}

interface TillRequest {
  readonly caller: Caller
  readonly body: unknown
  readonly request: Request
  readonly set: { status?: unknown; headers: Record<string, unknown> }
}

/** Runs an action of a till in one transaction, once per Idempotency-Key. */
const runIdempotently = <T>(
  server: Server,
  context: TillRequest,
  path: string,
  status: 200 | 201,
  create: (tx: Tx) => Promise<T>,
): Promise<T> => idempotentWrite(server, context, path, status)(create)

/** Runs an action on the till's shift. @returns the part of the shift that the till may see */
async function shiftAnswer(
  server: Server,
  status: 200 | 201,
  asked: TillRequest,
  path: string,
  make: (tx: Tx) => Promise<ShiftWithReport>,
) {
  const made = await runIdempotently(server, asked, path, status, make)
  return { code: status, data: await tillViewOne(server, asked.caller.account, made) }
}

const tillViewOne = async (server: Server, account: Account, shift: ShiftWithReport) =>
  tillShiftView(await viewOne(server, account.id, shift), account.blindCount)

const tillShiftRoutes = (server: Server) => {
  const { appliance } = server
  const { read } = appliance.store
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .post(
      '/till/shift',
      asked => {
        const { body } = asked
        const tillCaller = tillCallerOf(asked.caller)
        return shiftAnswer(server, 201, asked, '/till/shift', tx =>
          openShift(tx, appliance, tillCaller, body.float),
        )
      },
      { ...jsonBody(OpenShiftBody), ...docs.open },
    )
    .get(
      '/till/shift',
      async ({ caller }) => {
        const { account, till } = tillCallerOf(caller)
        const shift = await findShift(read, till.shiftId)
        const open =
          shift?.state === 'open'
            ? await tillViewOne(server, account, await shiftWithReport(read, shift))
            : null
        return { code: 200, data: { shift: open, after_shift: await salesAfterShift(read, shift) } }
      },
      docs.current,
    )
    .post(
      '/till/shift/drops',
      asked => {
        const { body } = asked
        const tillCaller = tillCallerOf(asked.caller)
        const move = { ...body, reason: lineOf('reason', body.reason, textMax) }
        return shiftAnswer(server, 201, asked, '/till/shift/drops', tx =>
          moveCash(tx, appliance, tillCaller, move),
        )
      },
      { ...jsonBody(MoveCashBody), ...docs.move },
    )
}

const closeRoute = (server: Server) => {
  const { appliance } = server
  return new Elysia({ prefix: '/api/v1' }).use(access(server)).post(
    '/till/shift/close',
    async asked => {
      const { body } = asked
      const tillCaller = tillCallerOf(asked.caller)
      const reason = body.reason?.trim() ? lineOf('reason', body.reason, textMax) : null
      const end = { counted: body.counted, reason }
      try {
        return await shiftAnswer(server, 200, asked, '/till/shift/close', tx =>
          closeShift(tx, appliance, tillCaller, end),
        )
      } catch (error) {
        if (error instanceof Fault && error.reason === 'short_count_reason_missing')
          await recordRefusedCount(appliance, tillCaller, body.counted)
        throw error
      }
    },
    { ...jsonBody(CloseShiftBody), ...docs.close },
  )
}

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
          async idOf(id) {
            const shift = await findShift(read, id)
            return shift?.accountId === accountId && shift.openedAt !== null
              ? shiftPosition(shift)
              : undefined
          },
          keyOf: (row: Shift) => shiftPosition(row),
          list: (shiftFilter, limit, offset) => listShifts(read, shiftFilter, limit, offset),
          countUpTo: async (shiftFilter, max) => Math.min(max, await countShifts(read, shiftFilter)),
        })
        return { code: 200, data: { items: await shownShifts(server, accountId, rows), ...page } }
      },
      docs.list,
    )
    .get(
      '/shifts/:id',
      async ({ caller: { account }, params, set }) => {
        const isTable = params.id.endsWith(tableEnding)
        const id = isTable ? params.id.slice(0, -tableEnding.length) : params.id
        const view = await viewOne(server, account.id, await getShift(appliance, account, id))
        if (!isTable) return { code: 200, data: view }
        set.headers['content-type'] = 'text/csv; charset=utf-8'
        set.headers['content-disposition'] = `attachment; filename="${view.id}.csv"`
        return shiftTable(view)
      },
      docs.get,
    )
}

export const shiftAndCashRoutes = (server: Server) =>
  new Elysia()
    .use(tillShiftRoutes(server))
    .use(closeRoute(server))
    .use(shiftRoutes(server))
    .use(cashRoutes(server))
