// Reconciliation: compares a day with its networks, resolves differences, and reads settlement files.
import { Elysia } from 'elysia'
import type { Account } from '../../domain/account.ts'
import { staffActor } from '../../domain/actor.ts'
import { dayOf } from '../../domain/day.ts'
import type { StoredDifference } from '../../domain/difference.ts'
import { badField, fault } from '../../domain/fault.ts'
import { decodeText } from '../../domain/text-encoding.ts'
import { checkDifference, markSeen } from '../../flow/difference.ts'
import { networkTitle } from '../../flow/network.ts'
import { comparisonOfDay, differencesMax } from '../../flow/reconciliation.ts'
import { matchFile } from '../../flow/settlement-file.ts'
import { networkWaitMs, withTimeout } from '../../flow/timeout.ts'
import { listDifferences } from '../../store/reconciliation.ts'
import { differenceColumns } from '../../wire/export-list.ts'
import { success } from '../../wire/money.ts'
import {
  type DifferenceView,
  differenceView,
  reconciliationView,
  unreadableCausesView,
} from '../../wire/reconciliation.ts'
import { access } from '../access/access.ts'
import { accountAdminOf } from '../access/caller.ts'
import { jsonBody, readBytes } from '../server/body.ts'
import { textOf } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { lineOf } from '../server/text-line.ts'
import { actorNamesOf } from '../staff/staff-name.ts'
import { newCsvExporter, sliceOf } from './export.ts'
import { dayIn } from './overview.ts'
import * as docs from './reconciliation-doc.ts'

/** The largest settlement file in bytes: 8 MiB. */
const fileMax = 8_388_608
const noteMax = 500

/** Returns the names, by id, of the people who marked these differences as seen. */
function seenByNamesOf({ appliance }: Server, account: Account, differences: readonly StoredDifference[]) {
  const viewers = differences.flatMap(({ seenBy }) => (seenBy === null ? [] : [staffActor(seenBy)]))
  return actorNamesOf(appliance, account.id, viewers)
}

/** Returns a difference for the API, with the name of the person who marked it as seen. */
async function viewOf(
  server: Server,
  account: Account,
  difference: StoredDifference,
): Promise<DifferenceView> {
  return differenceView(difference, await seenByNamesOf(server, account, [difference]))
}

/**
 * Returns the number of the requested day, by default today's.
 * @throws Fault naming `date` if it is no day
 */
const requestedDay = ({ appliance }: Server, { timeZone }: Account, text: string | undefined): number =>
  dayIn('date', text) ?? dayOf(appliance.world.clock.now(), timeZone)

/**
 * Answers with the comparison of a day with its networks. Uses the stored comparison if it was made after the
 * day had ended; otherwise compares now. `isForced` always compares now.
 */
async function dayAnswer(
  server: Server,
  account: Account,
  { date, isForced }: { readonly date: string | undefined; readonly isForced: boolean },
) {
  const day = requestedDay(server, account, date)
  const comparison = await comparisonOfDay(server.appliance, account, day, isForced)
  const names = await seenByNamesOf(server, account, comparison.differences)
  return success(200, reconciliationView(comparison, names, networkTitle))
}

/** Returns the routes that compare days, resolve differences, and read settlement files. */
export const reconciliationRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' })
    .use(dayRoutes(server))
    .use(differenceRoutes(server))
    .use(fileRoutes(server))

/** Returns the routes that read, repeat and export the comparison of a day. */
const dayRoutes = (server: Server) =>
  new Elysia()
    .use(access(server))
    .get(
      '/reconciliation',
      ({ caller, query }) =>
        dayAnswer(server, caller.account, { date: textOf(query, 'date'), isForced: false }),
      docs.read,
    )
    .post(
      '/reconciliation',
      ({ body, caller }) => dayAnswer(server, caller.account, { date: body.date, isForced: true }),
      {
        ...jsonBody(docs.Reconcile),
        ...docs.run,
      },
    )
    .get(
      '/reconciliation.csv',
      newCsvExporter(server)('reconciliation', differenceColumns, async ({ caller, query }) => {
        const day = requestedDay(server, caller.account, textOf(query, 'date'))
        const { read } = server.appliance.store
        return sliceOf(await listDifferences(read, caller.account.id, day, differencesMax))
      }),
      docs.csv,
    )

/** Returns the routes that resolve one difference: ask its network, or mark it as seen. */
const differenceRoutes = (server: Server) =>
  new Elysia()
    .use(access(server))
    .post(
      '/reconciliation/differences/:id/check',
      async ({ caller, params: { id } }) => {
        const { appliance } = server
        const check = checkDifference(appliance, caller.account, id)
        const difference = await withTimeout(appliance, networkWaitMs, check)
        if (!difference) throw fault('difference_unanswered')
        return success(200, await viewOf(server, caller.account, difference))
      },
      { parse: 'none', ...docs.check },
    )
    .post(
      '/reconciliation/differences/:id/seen',
      async ({ body, caller, params: { id } }) => {
        const note = lineOf('note', body.note, noteMax)
        const by = accountAdminOf(caller)
        const difference = await markSeen(server.appliance, caller.account, id, { note, by })
        return success(200, await viewOf(server, caller.account, difference))
      },
      { ...jsonBody(docs.SeenDifference), ...docs.seen },
    )

/** Returns the route that compares a day with a settlement file. */
const fileRoutes = (server: Server) =>
  new Elysia().use(access(server)).post(
    '/reconciliation/file',
    async ({ caller, query, request }) => {
      const network = textOf(query, 'network')
      const day = dayIn('date', textOf(query, 'date'))
      if (!network) throw badField('network', 'required')
      if (day === undefined) throw badField('date', 'required')
      const text = decodeText(await readBytes(request, fileMax))
      const { rows, otherDays, unreadable } = await matchFile(
        server.appliance,
        caller.account,
        { network, day, text },
        caller,
      )
      return success(200, {
        rows,
        other_days: otherDays,
        unreadable: unreadable.length,
        unreadable_causes: unreadableCausesView(unreadable),
      })
    },
    { parse: 'none', ...docs.file },
  )
