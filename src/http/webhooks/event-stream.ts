// An account's events as server-sent events: read from the table in order, so that whoever comes back has
// missed nothing. As fast as the reader takes them: nothing but ids waits in memory.
import type { Appliance } from '../../appliance.ts'
import type { Account } from '../../domain/account.ts'
import type { Event } from '../../domain/event.ts'
import { assert, badField } from '../../domain/fault.ts'
import { webhookHeaders } from '../../flow/dispatch.ts'
import { findAccount } from '../../store/account.ts'
import { findEvent } from '../../store/event.ts'
import { listEventsAfter, newestEventOf } from '../../store/event-list.ts'
import { streamedEvent } from '../../wire/event.ts'
import { type Caller, callerNow } from '../access/caller.ts'
import type { Server } from '../server/server.ts'
import { streamOf } from '../server/stream.ts'

const pageSize = 100
const beforeAll = `evt_${'0'.repeat(32)}`

/**
 * The event that the reader heard last; undefined for whoever begins now. @throws Fault for what is no
 * event's id
 */
export function positionOf(request: Request): string | undefined {
  const header = request.headers.get('last-event-id')
  const text = header ?? new URL(request.url).searchParams.get('after')
  if (!text) return undefined
  if (!/^evt_[0-9a-f]{32}$/.test(text))
    throw badField(header ? 'Last-Event-ID' : 'after', 'event_id_malformed')
  return text
}

/** In a rush of changes one word of them in this time is enough, milliseconds. */
const gatherMs = 250
/**
 * What pages do not show: work about to be done, the pretend network, and what is kept beside the rows
 * themselves.
 */
const unseenTables = new Set([
  'setting',
  'job',
  'idempotency',
  'simulation',
  'pin_try',
  'key_use',
  'poll',
  'total',
  'session_total',
  'shift_total',
])

/** Hears that something in the box changed, whichever account's: tables tell no more. */
function listenToChanges({ store, world }: Appliance, hear: () => void): () => void {
  let cancel: (() => void) | undefined
  const unlisten = store.changes(tables => {
    if (cancel || tables.isSubsetOf(unseenTables)) return
    cancel = world.clock.after(gatherMs, () => {
      cancel = undefined
      hear()
    })
  })
  return () => {
    unlisten()
    cancel?.()
  }
}

const changedText = 'event: changed\ndata: {}\n\n'

interface Wish {
  /** The event to begin behind; with none, only what happens from now on. */
  readonly after: string | undefined
  /** Whether to tell, too, that something changed that makes no event. */
  readonly changes: boolean
}

export async function eventStream(
  server: Server,
  request: Request,
  account: Account,
  { after, changes }: Wish,
): Promise<Response> {
  const { appliance } = server
  const { notifier: watch, store } = appliance
  /** Changes are not kept: whoever comes back may have missed some. */
  let missed = changes && after !== undefined
  let last = after ?? (await newestEventOf(store.read, account.id)) ?? beforeAll
  return streamOf<Caller, 'new' | 'changed' | { readonly resent: string }>(server, request, {
    // Told at once, so that a reader who hears of no event knows where to come back to.
    head: `id: ${last}\n`,
    first: 'new',
    listen(hear) {
      const unwatch = watch.onEvents(account.id, delivery =>
        hear(delivery ? { resent: delivery.eventId } : 'new'),
      )
      const unlisten = changes ? listenToChanges(appliance, () => hear('changed')) : undefined
      return () => {
        unwatch()
        unlisten?.()
      }
    },
    // A page that is open notices that its login is over; programs notice that they are refused.
    ...(changes ? { farewell: 'event: gone\ndata: {}\n\n' } : {}),
    async reader() {
      const caller = await callerNow(server, request)
      return caller?.account.id === account.id && caller.may('see_events') ? caller : undefined
    },
    async text(_, news, hear) {
      if (news === undefined) return ''
      if (news === 'changed') return changedText
      if (news !== 'new') {
        const event = await findEvent(store.read, news.resent)
        return event ? textOf(appliance, 'resent', [event]) : ''
      }
      const page = await listEventsAfter(store.read, account.id, last, pageSize)
      last = page.at(-1)?.id ?? last
      if (page.length === pageSize) hear('new')
      const text = missed ? changedText : ''
      missed = false
      return page.length === 0 ? text : text + (await textOf(appliance, 'event', page))
    },
  })
}

/** Events as text, signed now. What is sent again is no place to come back to, so it carries no id. */
async function textOf(
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
      return `${name === 'event' ? `id: ${event.id}\n` : ''}event: ${name}\ndata: ${data}\n\n`
    })
    .join('')
}
