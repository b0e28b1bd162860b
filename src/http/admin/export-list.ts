// The CSV exports of webhooks, events, unmatched money, shifts, keys, staff, tills and profiles. export.ts
// writes the files.
import { Elysia } from 'elysia'
import { findProfiles } from '../../flow/profile.ts'
import { listDeliveryPage } from '../../store/delivery-list.ts'
import { listEventSummaries } from '../../store/event-list.ts'
import { findShift, shiftPosition } from '../../store/shift.ts'
import { listTills } from '../../store/till.ts'
import { listUnmatched } from '../../store/unmatched.ts'
import { deliveryView, eventView } from '../../wire/event.ts'
import {
  deliveryColumns,
  eventColumns,
  keyColumns,
  profileColumns,
  shiftColumns,
  staffColumns,
  tillColumns,
  unmatchedColumns,
} from '../../wire/export-list.ts'
import { access } from '../access/access.ts'
import { unmatchedFilterOf } from '../payments/unmatched.ts'
import { textOf } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { staffViews } from '../staff/staff.ts'
import { newestShifts, shiftFilterOf } from '../till/shift.ts'
import { tillViews } from '../till/till.ts'
import { deliveryFilterOf } from '../webhooks/delivery.ts'
import { eventFilterOf } from '../webhooks/event.ts'
import { newCsvExporter, pagesOf, sliceOf } from './export.ts'
import * as docs from './export-doc.ts'
import { keyViews } from './key.ts'

/** Returns the CSV exports of lists that export.ts does not have. */
export const listExportRoutes = (server: Server) =>
  new Elysia().use(activityExportRoutes(server)).use(setupExportRoutes(server))

/** Returns the exports of webhooks, events, shifts and unmatched money. */
const activityExportRoutes = (server: Server) => {
  const exportFile = newCsvExporter(server)
  const { read } = server.appliance.store
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/webhooks/deliveries.csv',
      exportFile('deliveries', deliveryColumns, async ({ caller, query }) => {
        const deliveries = pagesOf(
          read,
          listDeliveryPage,
          await deliveryFilterOf(read, caller.account, query),
        )
        const isKey = false // no API key may export
        return async (before, limit) => {
          const page = await deliveries(before, limit)
          return page.map(delivery => deliveryView(delivery, isKey))
        }
      }),
      docs.deliveries,
    )
    .get(
      '/events.csv',
      exportFile('events', eventColumns, async ({ caller, query }) => {
        const events = pagesOf(read, listEventSummaries, await eventFilterOf(read, caller.account, query))
        return async (before, limit) => {
          const page = await events(before, limit)
          return page.map(eventView)
        }
      }),
      docs.events,
    )
    .get(
      '/shifts.csv',
      exportFile('shifts', shiftColumns, ({ caller, query }) => {
        const filter = shiftFilterOf(caller.account, query)
        return async (before, limit) => {
          const lastShift = before && (await findShift(read, before))
          const pageFilter = lastShift ? { ...filter, beforeId: shiftPosition(lastShift) } : filter
          return newestShifts(server, pageFilter, limit)
        }
      }),
      docs.shifts,
    )
    .get(
      '/unmatched.csv',
      exportFile('unmatched', unmatchedColumns, ({ caller, query }) =>
        pagesOf(read, listUnmatched, unmatchedFilterOf(caller.account.id, query)),
      ),
      docs.unmatched,
    )
}

/** Returns the exports of keys, staff, tills and profiles. */
const setupExportRoutes = (server: Server) => {
  const exportFile = newCsvExporter(server)
  const { appliance } = server
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/keys.csv',
      exportFile('keys', keyColumns, async ({ caller }) => sliceOf(await keyViews(server, caller.account))),
      docs.keys,
    )
    .get(
      '/staff.csv',
      exportFile('staff', staffColumns, async ({ caller }) =>
        sliceOf(await staffViews(server, caller.account)),
      ),
      docs.staff,
    )
    .get(
      '/tills.csv',
      exportFile('tills', tillColumns, async ({ caller: { account } }) =>
        sliceOf(await tillViews(server, account.id, await listTills(appliance.store.read, account.id))),
      ),
      docs.tills,
    )
    .get(
      '/profiles.csv',
      exportFile('profiles', profileColumns, ({ caller, query }) =>
        pagesOf(appliance, findProfiles, { accountId: caller.account.id, text: textOf(query, 'q') }),
      ),
      docs.profiles,
    )
}
