// An account's events as server-sent events: read from the table in order, so that whoever comes back has missed nothing.
// As fast as the reader takes them: nothing but ids waits in memory.
import type { Appliance } from '../appliance.ts'
import type { Account } from '../domain/account.ts'
import type { Event } from '../domain/event.ts'
import { assert, badField, Fault } from '../domain/fault.ts'
import { webhookHeaders } from '../flow/dispatch.ts'
import { findAccount } from '../store/account.ts'
import { findEvent } from '../store/event.ts'
import { listEventsAfter, newestEventOf } from '../store/event-list.ts'
import { streamedEvent } from '../wire/event.ts'
import { callerOf } from './caller.ts'
import type { Server } from './server.ts'
import { pingMs, retryMs, streamed } from './stream.ts'

const pageSize = 100
const beforeAll = `evt_${'0'.repeat(32)}`

/** The event that the reader heard last; undefined for whoever begins now. @throws Fault for what is no event's id */
export function positionOf(request: Request): string | undefined {
  const header = request.headers.get('last-event-id')
  const text = header ?? new URL(request.url).searchParams.get('after')
  if (!text) return undefined
  if (!/^evt_[0-9a-f]{32}$/.test(text)) throw badField(header ? 'Last-Event-ID' : 'after', 'must be the id of an event, evt_…')
  return text
}

/** @param after the event to begin behind; with none, only what happens from now on */
export async function eventStream(
  server: Server,
  request: Request,
  account: Account,
  after: string | undefined,
): Promise<Response> {
  server.keepOpen(request)
  const signals = newSignals(server.appliance, account)
  request.signal.addEventListener('abort', signals.stop)
  // Before the answer begins: what happens from then on is told.
  const start = after ?? (await newestEventOf(server.appliance.store.read, account.id)) ?? beforeAll
  const texts = textsOf(server, request, account, signals, start)
  const encoder = new TextEncoder()
  return streamed(
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await texts.next()
        if (!done) return controller.enqueue(encoder.encode(value))
        signals.stop()
        controller.close()
      },
      cancel: signals.stop,
    }),
  )
}

type Signal = 'event' | 'ping' | 'over' | { readonly resent: string }

/** What happened since it was asked last, one at a time; waits while nothing did. */
function newSignals({ watch, world: { clock } }: Appliance, account: Account) {
  const resent: string[] = []
  let isNew = true
  let isQuiet = false
  let isOver = false
  let wake = () => {}
  const unwatch = watch.events(account.id, delivery => {
    if (delivery) resent.push(delivery.eventId)
    else isNew = true
    wake()
  })
  const beat = () => {
    cancelBeat = clock.after(pingMs, beat)
    isQuiet = true
    wake()
  }
  let cancelBeat = clock.after(pingMs, beat)

  async function next(): Promise<Signal> {
    if (isOver) return 'over'
    if (isQuiet) {
      isQuiet = false
      return 'ping'
    }
    if (isNew) {
      isNew = false
      return 'event'
    }
    const first = resent.shift()
    if (first) return { resent: first }
    await new Promise<void>(resolve => {
      wake = resolve
    })
    return next()
  }
  return {
    next,
    stop() {
      unwatch()
      cancelBeat()
      isOver = true
      wake()
    },
  }
}

async function* textsOf(
  server: Server,
  request: Request,
  account: Account,
  signals: ReturnType<typeof newSignals>,
  start: string,
): AsyncGenerator<string, void> {
  const { read } = server.appliance.store
  let last = start
  // Told at once, so that a reader who hears of no event knows where to come back to.
  yield `retry: ${retryMs}\nid: ${last}\n\n`
  for (let signal = await signals.next(); signal !== 'over'; signal = await signals.next()) {
    if (signal === 'ping') {
      if (!(await isStillLetIn(server, request, account))) return
      yield ': ping\n\n'
    } else if (signal === 'event') {
      for (let page = await listEventsAfter(read, account.id, last, pageSize); page.length > 0; ) {
        last = page.at(-1)?.id ?? last
        yield await textOf(server.appliance, 'event', page)
        page = page.length < pageSize ? [] : await listEventsAfter(read, account.id, last, pageSize)
      }
    } else {
      const event = await findEvent(read, signal.resent)
      if (event) yield await textOf(server.appliance, 'resent', [event])
    }
  }
}

/** A stream outlives the moment its reader was let in: a revoked key ends it. */
async function isStillLetIn(server: Server, request: Request, account: Account): Promise<boolean> {
  try {
    const caller = await callerOf(server, request)
    return caller.account.id === account.id && caller.may('see_events')
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}

/** Events as text, signed now. What is sent again is no place to come back to, so it carries no id. */
async function textOf(appliance: Appliance, name: 'event' | 'resent', events: readonly Event[]): Promise<string> {
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
