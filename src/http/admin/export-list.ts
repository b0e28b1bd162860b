// The CSV exports of webhooks, events, unmatched money, shifts, keys, staff, tills and profiles. export.ts
// writes the files.
import { Elysia } from 'elysia'
import { pageOfProfiles } from '../../flow/profile.ts'
import { listDeliveryPage } from '../../store/delivery-list.ts'
import { listEventSummaries } from '../../store/event-list.ts'
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
import { shiftFilterOf, shiftPage } from '../till/shift.ts'
import { tillViews } from '../till/till.ts'
import { deliveryFilterOf } from '../webhooks/delivery.ts'
import { eventFilterOf } from '../webhooks/event.ts'
import { newCsvExporter, olderThan } from './export.ts'
import * as docs from './export-doc.ts'
import { keyViews } from './key.ts'

/** Pages of a short list that is read at once: at most some hundreds. */
const pagesOf =
  <Row>(rows: readonly Row[]) =>
  async (_: string | undefined, limit: number, offset: number) =>
    rows.slice(offset, offset + limit)

export const listExportRoutes = (server: Server) =>
  new Elysia().use(activityExportRoutes(server)).use(setupExportRoutes(server))

/** What happened: webhooks, shifts and unmatched money. */
const activityExportRoutes = (server: Server) => {
  const answer = newCsvExporter(server)
  const { read } = server.appliance.store
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/webhooks/deliveries.csv',
      ({ caller, query }) => {
        const filter = deliveryFilterOf(caller.account, query)
        return answer(caller, query, {
          name: 'deliveries',
          columns: deliveryColumns,
          page: async (before, limit) =>
            (await listDeliveryPage(read, { ...filter, ...olderThan(before) }, limit, 0)).map(delivery =>
              deliveryView(delivery, false),
            ),
        })
      },
      docs.deliveries,
    )
    .get(
      '/events.csv',
      ({ caller, query }) => {
        const filter = eventFilterOf(caller.account, query)
        return answer(caller, query, {
          name: 'events',
          columns: eventColumns,
          page: async (before, limit) =>
            (await listEventSummaries(read, { ...filter, ...olderThan(before) }, limit, 0)).map(eventView),
        })
      },
      docs.events,
    )
    .get(
      '/shifts.csv',
      ({ caller, query }) => {
        const filter = shiftFilterOf(caller.account.id, query)
        const page = (_: string | undefined, limit: number, offset: number) =>
          shiftPage(server, filter, limit, offset)
        return answer(caller, query, { name: 'shifts', columns: shiftColumns, page })
      },
      docs.shifts,
    )
    .get(
      '/unmatched.csv',
      ({ caller, query }) => {
        const filter = unmatchedFilterOf(caller.account.id, query)
        const page = (_: string | undefined, limit: number, offset: number) =>
          listUnmatched(read, filter, limit, offset)
        return answer(caller, query, { name: 'unmatched', columns: unmatchedColumns, page })
      },
      docs.unmatched,
    )
}

/** What the shop has set up: keys, staff, tills and profiles. */
const setupExportRoutes = (server: Server) => {
  const answer = newCsvExporter(server)
  const { read } = server.appliance.store
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/keys.csv',
      async ({ caller, query }) => {
        const keys = await keyViews(server, caller.account)
        return answer(caller, query, { name: 'keys', columns: keyColumns, page: pagesOf(keys) })
      },
      docs.keys,
    )
    .get(
      '/staff.csv',
      async ({ caller, query }) => {
        const people = await staffViews(server, caller.account)
        return answer(caller, query, { name: 'staff', columns: staffColumns, page: pagesOf(people) })
      },
      docs.staff,
    )
    .get(
      '/tills.csv',
      async ({ caller, query }) => {
        const tills = await tillViews(server, caller.account.id, await listTills(read, caller.account.id))
        return answer(caller, query, { name: 'tills', columns: tillColumns, page: pagesOf(tills) })
      },
      docs.tills,
    )
    .get(
      '/profiles.csv',
      ({ caller, query }) => {
        const q = textOf(query, 'q')
        const page = async (_: string | undefined, limit: number, offset: number) =>
          (await pageOfProfiles(server.appliance, caller.account, { limit, offset }, q)).profiles
        return answer(caller, query, { name: 'profiles', columns: profileColumns, page })
      },
      docs.profiles,
    )
}
