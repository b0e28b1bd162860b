// State that each node keeps in memory and shares with the others of its database: which networks fail, the
// content of displays, when each till was last seen, and which payments a screen waits for. A node that
// starts later asks for the first two, and learns the rest over time.

import { type NetworkHealth, networkMethods } from '../domain/network-health.ts'
import type { Appliance } from './appliance.ts'
import { putCircuit, putKnownCircuit, sendCircuits } from './circuit.ts'
import { applyDisplayContent, displayQuestion, sendDisplayContents } from './node-display.ts'
import { putWatch, watchNotes } from './watch.ts'

/** Last-seen times are sent once in this many beats of one second. */
const seenEveryBeats = 5
/** A node that has just started asks the others which networks fail. */
const stateQuestion = 'state?'
/** Answers that come later are for another node, and may be older than this node's state. */
const answeredWithinBeats = 3

/**
 * Begins to share the state of this node with the other nodes: it asks for their state, and sends last-seen
 * times and watched payments every few seconds.
 * @returns the handlers of the notes that other nodes send, by kind
 */
export function shareNodeState(appliance: Appliance): Readonly<Record<string, (...words: string[]) => void>> {
  const tillsSeen = newSharedTimes(appliance.tillsSeen)
  const displaysSeen = newSharedTimes(appliance.displaysSeen)
  const { store } = appliance
  const sendSeen = () => {
    const notes = [
      ...tillsSeen.takeUnsent().map(([id, at]) => `till_seen ${id} ${at}`),
      ...displaysSeen.takeUnsent().map(([id, at]) => `display_seen ${id} ${at}`),
      ...watchNotes(appliance),
    ]
    for (const note of notes) store.channel?.send(note)
  }
  let beats = 0
  store.channel?.onBeat(() => {
    if (++beats % seenEveryBeats === 0) sendSeen()
  })
  const hasJustStarted = () => beats < answeredWithinBeats
  const askForDisplays = () => store.channel?.send(displayQuestion)
  askForDisplays()
  store.channel?.send(stateQuestion)
  // After an interruption this node asks the others, and also sends them what it has: if two nodes were cut
  // off together, the second one was not listening yet when the first one asked.
  store.channel?.onMissed(() => {
    askForDisplays()
    sendDisplayContents(appliance)
  })
  return {
    circuit: (...words) => putCircuit(appliance, words),
    health: (accountId = '', ...times) => void appliance.networkHealth.set(accountId, healthIn(times)),
    [stateQuestion]: () => sendState(appliance),
    circuit_known: (...words) => {
      if (hasJustStarted()) putKnownCircuit(appliance, words)
    },
    health_known: (accountId = '', ...times) => {
      if (hasJustStarted() && !appliance.networkHealth.has(accountId))
        appliance.networkHealth.set(accountId, healthIn(times))
    },
    display: (...words) => applyDisplayContent(appliance, words),
    [displayQuestion]: () => sendDisplayContents(appliance),
    till_seen: (id = '', at = '') => tillsSeen.keepNewest(id, Number(at)),
    display_seen: (id = '', at = '') => displaysSeen.keepNewest(id, Number(at)),
    watched: (paymentId = '', connections = '') => putWatch(appliance, paymentId, connections),
  }
}

/** Sends which networks fail to a node that has just started. */
function sendState(appliance: Appliance): void {
  sendCircuits(appliance)
  for (const [accountId, health] of appliance.networkHealth)
    appliance.store.channel?.send(`health_known ${accountId} ${timesOf(health)}`)
}

/**
 * Returns functions that exchange last-seen times with the other nodes, so that each node has the newest time
 * of each till or display.
 * @param times milliseconds since 1970 by id; this node writes its own times into the map
 */
function newSharedTimes(times: Map<string, number>) {
  /** Times of each id that need not be sent any more. */
  const sentTimes = new Map<string, number>()
  return {
    /** Takes a time that another node has sent, unless this node has a newer one. */
    keepNewest(id: string, time: number): void {
      const newest = Math.max(times.get(id) ?? 0, time)
      times.set(id, newest)
      sentTimes.set(id, newest)
    },
    /** Returns the times that this node has not sent yet, and counts them as sent. */
    takeUnsent(): (readonly [string, number])[] {
      const unsent = [...times].filter(([id, at]) => at > (sentTimes.get(id) ?? 0))
      for (const [id, at] of unsent) sentTimes.set(id, at)
      return unsent
    },
  }
}

/** Changes the health of an account's networks, here and, if a method's time changed, on the other nodes. */
export function changeNetworkHealth(
  { networkHealth, store }: Appliance,
  accountId: string,
  change: (health: NetworkHealth) => NetworkHealth,
): void {
  const before = networkHealth.get(accountId) ?? {}
  const after = change(before)
  networkHealth.set(accountId, after)
  if (networkMethods.some(method => before[method] !== after[method]))
    store.channel?.send(`health ${accountId} ${timesOf(after)}`)
}

/** Returns the health as text of a note: the time of each method's last failure, or `-` without one. */
const timesOf = (health: NetworkHealth) => networkMethods.map(method => health[method] ?? '-').join(' ')

/** Returns the health that the words of a note describe, as `timesOf` wrote them. */
const healthIn = (times: readonly string[]): NetworkHealth =>
  Object.fromEntries(
    networkMethods.flatMap((method, index) => {
      const time = Number(times[index])
      return Number.isFinite(time) ? [[method, time] as const] : []
    }),
  )
