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

/** 8 MiB. */
const fileMax = 8_388_608
const noteMax = 500

const namesOf = ({ appliance }: Server, account: Account, rows: readonly StoredDifference[]) =>
  actorNamesOf(
    appliance,
    account.id,
    rows.flatMap(({ seenBy }) => (seenBy === null ? [] : [staffActor(seenBy)])),
  )

async function viewOf(server: Server, account: Account, one: StoredDifference): Promise<DifferenceView> {
  return differenceView(one, await namesOf(server, account, [one]))
}

/** The requested day, or today. */
const dayAsked = ({ appliance }: Server, { timeZone }: Account, text: string | undefined): number =>
  dayIn('date', text) ?? dayOf(appliance.world.clock.now(), timeZone)

/** @param isForced compares the day with the networks in any case */
async function dayAnswer(
  server: Server,
  account: Account,
  { date, isForced }: { readonly date: string | undefined; readonly isForced: boolean },
) {
  const day = await comparisonOfDay(server.appliance, account, dayAsked(server, account, date), isForced)
  const names = await namesOf(server, account, day.differences)
  return success(200, reconciliationView(day, names, networkTitle))
}

export const reconciliationRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' }).use(dayRoutes(server)).use(cureRoutes(server)).use(fileRoutes(server))

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
        const day = dayAsked(server, caller.account, textOf(query, 'date'))
        const { read } = server.appliance.store
        return sliceOf(await listDifferences(read, caller.account.id, day, differencesMax))
      }),
      docs.csv,
    )

const cureRoutes = (server: Server) =>
  new Elysia()
    .use(access(server))
    .post(
      '/reconciliation/differences/:id/check',
      async ({ caller, params: { id } }) => {
        const { appliance } = server
        const check = checkDifference(appliance, caller.account, id)
        const checked = await withTimeout(appliance, networkWaitMs, check)
        if (!checked) throw fault('difference_unanswered')
        return success(200, await viewOf(server, caller.account, checked))
      },
      { parse: 'none', ...docs.check },
    )
    .post(
      '/reconciliation/differences/:id/seen',
      async ({ body, caller, params: { id } }) => {
        const note = lineOf('note', body.note, noteMax)
        const by = accountAdminOf(caller)
        const seen = await markSeen(server.appliance, caller.account, id, { note, by })
        return success(200, await viewOf(server, caller.account, seen))
      },
      { ...jsonBody(docs.SeenDifference), ...docs.seen },
    )

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
