// What each node has in memory and the others of its database must know as well: which networks fail, what a till's
// display shows, which till was seen when, and which payments a screen waits for. A node that starts later learns it
// as it goes on.
import type { Appliance } from '../appliance.ts'
import type { DisplayContent } from '../domain/display.ts'
import { type NetworkHealth, networkMethods } from '../domain/network-health.ts'
import type { Tx } from '../store/statement.ts'
import { putCircuit } from './circuit.ts'
import { putWatch, watchNotes } from './watch.ts'

/** What was seen is sent so often. */
const seenEveryMs = 5_000

/** What a node does with what the others say, by its kind; from now on it says such things as well. */
export function shareNodeState(appliance: Appliance): Readonly<Record<string, (...words: string[]) => void>> {
  const tillsSeen = newSharedTimes(appliance.tillsSeen)
  const displaysSeen = newSharedTimes(appliance.displaysSeen)
  const { store, world } = appliance
  const sendSeen = () => {
    const notes = [
      ...tillsSeen.news().map(([id, at]) => `till_seen ${id} ${at}`),
      ...displaysSeen.news().map(([id, at]) => `display_seen ${id} ${at}`),
      ...watchNotes(appliance),
    ]
    for (const note of notes) store.channel?.send(note)
    world.clock.after(seenEveryMs, sendSeen)
  }
  world.clock.after(seenEveryMs, sendSeen)
  return {
    circuit: (...words) => putCircuit(appliance, words),
    health: (accountId = '', ...times) => void appliance.networkHealth.set(accountId, healthIn(times)),
    display: (tillId = '', ...words) => putDisplayContent(appliance, tillId, contentIn(words)),
    till_seen: (id = '', at = '') => tillsSeen.put(id, Number(at)),
    display_seen: (id = '', at = '') => displaysSeen.put(id, Number(at)),
    watched: (paymentId = '', connections = '') => putWatch(appliance, paymentId, connections),
  }
}

/** Times of which the other nodes are sent those that are new. */
function newSharedTimes(times: Map<string, number>) {
  const known = new Map<string, number>()
  return {
    put(id: string, at: number): void {
      times.set(id, Math.max(times.get(id) ?? 0, at))
      known.set(id, times.get(id) ?? 0)
    },
    news(): (readonly [string, number])[] {
      const found = [...times].filter(([id, at]) => at > (known.get(id) ?? 0))
      for (const [id, at] of found) known.set(id, at)
      return found
    },
  }
}

/** Changes what is known of an account's networks, here and on the other nodes. */
export function changeNetworkHealth(
  { networkHealth, store }: Appliance,
  accountId: string,
  change: (health: NetworkHealth) => NetworkHealth,
): void {
  const before = networkHealth.get(accountId) ?? {}
  const after = change(before)
  networkHealth.set(accountId, after)
  if (networkMethods.some(method => before[method] !== after[method]))
    store.channel?.send(`health ${accountId} ${networkMethods.map(method => after[method] ?? '-').join(' ')}`)
}

const healthIn = (times: readonly string[]): NetworkHealth =>
  Object.fromEntries(
    networkMethods.flatMap((method, index) => {
      const time = Number(times[index])
      return Number.isFinite(time) ? [[method, time] as const] : []
    }),
  )

/** Undefined once the till shows nothing of its own. */
type KnownContent = DisplayContent | undefined

/** A till's content as a line: a kind, and an id or an amount. */
export function displayNote(tillId: string, content: KnownContent): string {
  if (content === undefined) return `display ${tillId}`
  const { kind } = content
  if (kind === 'nothing') return `display ${tillId} ${kind}`
  return `display ${tillId} ${kind} ${kind === 'asking' ? content.amount : content.id}`
}

function contentIn([kind, word = '']: readonly string[]): KnownContent {
  if (kind === 'nothing') return { kind }
  if (kind === 'asking') return { kind, amount: Number(word) }
  if (kind === 'payment' || kind === 'session' || kind === 'cash') return { kind, id: word }
  return undefined
}

/** Stores a till's content on this node; its displays follow. */
export function putDisplayContent(
  { displayContents, notifier }: Appliance,
  tillId: string,
  content: KnownContent,
): void {
  if (content) displayContents.set(tillId, content)
  else displayContents.delete(tillId)
  notifier.local.till(tillId)
}

/** A till has no displays any more. */
export function forgetDisplayContent(tx: Tx, { displayContents }: Appliance, tillId: string): void {
  tx.notify?.(displayNote(tillId, undefined))
  tx.after(() => displayContents.delete(tillId))
}
