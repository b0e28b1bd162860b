// An account's events as server-sent events. They are read from the table in order, so that a reader who
// reconnects misses none, and as fast as the reader takes them: only ids wait in memory.

import { formatActor } from '../../domain/actor.ts'
import type { Event } from '../../domain/event.ts'
import { assert, badField } from '../../domain/fault.ts'
import type { Appliance } from '../../flow/appliance.ts'
import { webhookHeaders } from '../../flow/dispatch.ts'
import { findAccount } from '../../store/account.ts'
import { findEvent } from '../../store/event.ts'
import { listEventsAfter, newestEventOf } from '../../store/event-list.ts'
import { streamedEvent } from '../../wire/event.ts'
import { type Caller, currentCaller } from '../access/caller.ts'
import type { Server } from '../server/server.ts'
import { streamOf } from '../server/stream.ts'
import { merchantOf } from '../server/stream-count.ts'

/** How many events are read at a time. */
const pageSize = 100
/** Sorts before the id of any event. */
const beforeAllEvents = `evt_${'0'.repeat(32)}`

/**
 * Returns the id of the last event that the reader received, from the header `Last-Event-ID` or the parameter
 * `after`; undefined for a new reader.
 * @throws Fault naming the header or parameter with an invalid id
 */
export function positionOf(request: Request): string | undefined {
  const header = request.headers.get('last-event-id')
  const text = header ?? new URL(request.url).searchParams.get('after')
  if (!text) return undefined
  if (!/^evt_[0-9a-f]{32}$/.test(text))
    throw badField(header ? 'Last-Event-ID' : 'after', 'event_id_malformed')
  return text
}

/** Several changes within this time, in milliseconds, become one message. */
const gatherMs = 250
/** Tables whose changes no page shows: jobs, the simulated network, and derived rows. */
const internalTables = new Set([
  'setting',
  'job',
  'idempotency',
  'simulation',
  'pin_try',
  'key_use',
  'status_check',
  'total',
  'sale_total',
  'session_total',
  'shift_total',
])

/**
 * Calls `publish` once for all changes within `gatherMs`. Changes of other accounts count, too, because a
 * commit names only its tables, not its account.
 * @returns a function that unsubscribes
 */
function subscribeToChanges({ store, world }: Appliance, publish: () => void): () => void {
  /** Cancels the timer that will publish; undefined while no change waits. */
  let cancelTimer: (() => void) | undefined
  const unlisten = store.changes(tables => {
    if (cancelTimer || tables.isSubsetOf(internalTables)) return
    cancelTimer = world.clock.after(gatherMs, () => {
      cancelTimer = undefined
      publish()
    })
  })
  return () => {
    unlisten()
    cancelTimer?.()
  }
}

const changedText = 'event: changed\ndata: {}\n\n'

interface StreamRequest {
  readonly after: string | undefined // send the events after this id; if absent, only new events
  readonly reportsChanges: boolean // also send changes that are not events, as `changed`
}

/**
 * Streams the events of an account in order, each with the body and headers of its webhook. The stream ends
 * once its reader may no longer see events.
 */
export async function eventStream(
  server: Server,
  request: Request,
  { account, actor }: Caller,
  { after, reportsChanges }: StreamRequest,
): Promise<Response> {
  const { appliance } = server
  const { notifier, store } = appliance
  /** Whether the reader may have missed changes after it loaded the page, because changes are not stored. */
  let mayHaveMissedChanges = reportsChanges
  let lastId = after ?? (await newestEventOf(store.read, account.id)) ?? beforeAllEvents
  /** Returns the events after `lastId` as text, up to a page. @param readAgain called if more may follow */
  const newEventsText = async (readAgain: () => void) => {
    const events = await listEventsAfter(store.read, account.id, lastId, pageSize)
    lastId = events.at(-1)?.id ?? lastId
    if (events.length === pageSize) readAgain()
    const prefix = mayHaveMissedChanges ? changedText : ''
    mayHaveMissedChanges = false
    return events.length === 0 ? prefix : prefix + (await eventMessages(appliance, 'event', events))
  }
  const resentText = async (id: string) => {
    const event = await findEvent(store.read, id)
    return event ? eventMessages(appliance, 'resent', [event]) : ''
  }
  return streamOf<Caller, 'new' | 'changed' | { readonly resent: string }>(server, request, {
    caller: formatActor(actor),
    merchant: merchantOf(account),
    // Sent immediately, so that a reader without an event has a position to resume from.
    head: `id: ${lastId}\n`,
    first: 'new',
    subscribe(publish) {
      const unwatchEvents = notifier.onEvents(account.id, resent => publish(resent ? { resent } : 'new'))
      const unlisten = reportsChanges ? subscribeToChanges(appliance, () => publish('changed')) : undefined
      const unwatchMissed = notifier.onMissed(() => publish('new'))
      return () => {
        unwatchEvents()
        unlisten?.()
        unwatchMissed()
      }
    },
    // The message tells an open page that its login has ended. A program notices when it reconnects.
    ...(reportsChanges ? { last: 'event: gone\ndata: {}\n\n' } : {}),
    async reader() {
      const caller = await currentCaller(server, request)
      return caller?.account.id === account.id && caller.may('see_events') ? caller : undefined
    },
    async text(_, news, publish) {
      if (news === undefined) return '' // a ping
      if (news === 'changed') return changedText
      return news === 'new' ? newEventsText(() => publish('new')) : resentText(news.resent)
    },
  })
}

/**
 * Returns events of one account as server-sent events, signed with the current time. A resent event has no id
 * line, because its old id is no position to resume from.
 * @param name the type of the messages
 */
async function eventMessages(
  appliance: Appliance,
  name: 'event' | 'resent',
  events: readonly Event[],
): Promise<string> {
  const account = await findAccount(appliance.store.read, events[0]?.accountId ?? '')
  assert(account, 'an event has its account')
  const now = appliance.world.clock.now()
  return events
    .map(event => {
      const data = JSON.stringify(streamedEvent(event, webhookHeaders(appliance, account, event, now)))
      const idLine = name === 'event' ? `id: ${event.id}\n` : ''
      return `${idLine}event: ${name}\ndata: ${data}\n\n`
    })
    .join('')
}
