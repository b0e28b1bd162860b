// The CSV exports of webhooks, events, unmatched money, shifts, keys, staff, tills and profiles. export.ts
// writes the files.
import { Elysia } from 'elysia'
import { findProfiles } from '../../flow/profile.ts'
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
import { newCsvExporter, pagesOf } from './export.ts'
import * as docs from './export-doc.ts'
import { keyViews } from './key.ts'

/** Pages of a short list that is read as a whole: some hundreds of rows at most. */
const sliceOf =
  <Row>(rows: readonly Row[]) =>
  async (_: string | undefined, limit: number, offset: number) =>
    rows.slice(offset, offset + limit)

export const listExportRoutes = (server: Server) =>
  new Elysia().use(activityExportRoutes(server)).use(setupExportRoutes(server))

/** Activity: webhooks, shifts and unmatched money. */
const activityExportRoutes = (server: Server) => {
  const answer = newCsvExporter(server)
  const { read } = server.appliance.store
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/webhooks/deliveries.csv',
      reading => {
        const filter = deliveryFilterOf(reading.caller.account, reading.query)
        const deliveries = pagesOf(read, listDeliveryPage, filter)
        const page = async (before: string | undefined, limit: number) =>
          (await deliveries(before, limit)).map(delivery => deliveryView(delivery, false))
        return answer(reading, { name: 'deliveries', columns: deliveryColumns, page })
      },
      docs.deliveries,
    )
    .get(
      '/events.csv',
      reading => {
        const filter = eventFilterOf(reading.caller.account, reading.query)
        const events = pagesOf(read, listEventSummaries, filter)
        const page = async (before: string | undefined, limit: number) =>
          (await events(before, limit)).map(eventView)
        return answer(reading, { name: 'events', columns: eventColumns, page })
      },
      docs.events,
    )
    .get(
      '/shifts.csv',
      reading => {
        const filter = shiftFilterOf(reading.caller.account.id, reading.query)
        const page = (_: string | undefined, limit: number, offset: number) =>
          shiftPage(server, filter, limit, offset)
        return answer(reading, { name: 'shifts', columns: shiftColumns, page })
      },
      docs.shifts,
    )
    .get(
      '/unmatched.csv',
      reading => {
        const filter = unmatchedFilterOf(reading.caller.account.id, reading.query)
        const page = pagesOf(read, listUnmatched, filter)
        return answer(reading, { name: 'unmatched', columns: unmatchedColumns, page })
      },
      docs.unmatched,
    )
}

/** Set-up: keys, staff, tills and profiles. */
const setupExportRoutes = (server: Server) => {
  const answer = newCsvExporter(server)
  const { read } = server.appliance.store
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/keys.csv',
      async reading => {
        const keys = await keyViews(server, reading.caller.account)
        return answer(reading, { name: 'keys', columns: keyColumns, page: sliceOf(keys) })
      },
      docs.keys,
    )
    .get(
      '/staff.csv',
      async reading => {
        const people = await staffViews(server, reading.caller.account)
        return answer(reading, { name: 'staff', columns: staffColumns, page: sliceOf(people) })
      },
      docs.staff,
    )
    .get(
      '/tills.csv',
      async reading => {
        const tills = await tillViews(
          server,
          reading.caller.account.id,
          await listTills(read, reading.caller.account.id),
        )
        return answer(reading, { name: 'tills', columns: tillColumns, page: sliceOf(tills) })
      },
      docs.tills,
    )
    .get(
      '/profiles.csv',
      reading => {
        const filter = { accountId: reading.caller.account.id, text: textOf(reading.query, 'q') }
        const page = pagesOf(server.appliance, findProfiles, filter)
        return answer(reading, { name: 'profiles', columns: profileColumns, page })
      },
      docs.profiles,
    )
}
