// The events of an account's payments and payouts: the list, one event, and the stream.
import { Elysia } from 'elysia'
import type { Account } from '../../domain/account.ts'
import { eventTypes } from '../../domain/event.ts'
import { fault } from '../../domain/fault.ts'
import type { Read } from '../../store/engine/statement.ts'
import { findEvent } from '../../store/event.ts'
import {
  countEventsUpTo,
  type EventFilter,
  listDeliveriesOf,
  listEventSummaries,
} from '../../store/event-list.ts'
import { eventDetailView, eventView } from '../../wire/event.ts'
import { success } from '../../wire/money.ts'
import { access } from '../access/access.ts'
import { answerCountedPage } from '../server/cursor.ts'
import { flagOf, oneOf, type Query, rangeOf, textOf } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import * as docs from './event-doc.ts'
import { eventStream, positionOf } from './event-stream.ts'

/** Returns the filter in a query of the list. @throws Fault naming an invalid parameter */
export const eventFilterOf = async (read: Read, account: Account, query: Query): Promise<EventFilter> => ({
  accountId: account.id,
  type: oneOf(query, 'type', eventTypes),
  subject: textOf(query, 'payment'),
  ...(await rangeOf(read, account, query, 'event')),
})

/** Returns the routes that list, stream and read events. */
export const eventRoutes = (server: Server) => {
  const { read } = server.appliance.store
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/events',
      async ({ caller, query }) => {
        const filter = await eventFilterOf(read, caller.account, query)
        return answerCountedPage(
          query,
          {
            filter,
            idOf: text => (text.startsWith('evt_') ? text : undefined),
            list: (eventFilter, limit, offset) => listEventSummaries(read, eventFilter, limit, offset),
            countUpTo: (eventFilter, max) => countEventsUpTo(read, eventFilter, max),
          },
          rows => rows.map(eventView),
        )
      },
      docs.list,
    )
    .get(
      '/events/stream',
      ({ caller, request, query }) =>
        eventStream(server, request, caller, {
          after: positionOf(request),
          reportsChanges: flagOf(query, 'changes') ?? false,
        }),
      docs.stream,
    )
    .get(
      '/events/:id',
      async ({ caller, params }) => {
        const event = await findEvent(read, params.id)
        if (event?.accountId !== caller.account.id)
          throw fault('event_not_found', { id: params.id.slice(0, 100) })
        const deliveries = await listDeliveriesOf(read, event.id)
        return success(200, eventDetailView(event, deliveries, caller.kind === 'key'))
      },
      docs.get,
    )
}
