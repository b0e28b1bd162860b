// Shares rate limits between the nodes of a database: each node sends its counts a few times a second, so
// that all of them together admit about as many requests as one.

import type { NodeChannel } from '../../store/engine/node-channel.ts'
import type { Clock } from '../../world.ts'

/** How long counts are gathered before they are sent. */
const gatherMs = 200

/** The counts of this node, which the other nodes receive. */
export interface NodeCounts {
  /** Adds one counted request. @param msLeft milliseconds until the bucket's window ends */
  add(bucket: string, msLeft: number): void
}

/**
 * Shares the counts of rate limits with the other nodes, a few times a second.
 * @param after starts a timer
 * @param receive is called with each count of another node; `msLeft` is how long its window still lasts
 */
export function newNodeCounts(
  channel: NodeChannel,
  after: Clock['after'],
  receive: (bucket: string, count: number, msLeft: number) => void,
): NodeCounts {
  /** The requests counted since the last message, by bucket. */
  const unsent = new Map<string, { count: number; msLeft: number }>()
  /** Sends the counts that were gathered, one message for each bucket. */
  function sendAll(): void {
    for (const [bucket, { count, msLeft }] of unsent)
      channel.send(`limit ${bucket} ${count} ${Math.ceil(msLeft)}`)
    unsent.clear()
  }
  channel.onNote(note => {
    const [kind, bucket = '', count, msLeft] = note.split(' ')
    if (kind === 'limit') receive(bucket, Number(count), Number(msLeft))
  })
  return {
    add(bucket, msLeft) {
      if (unsent.size === 0) after(gatherMs, sendAll)
      const requests = unsent.get(bucket) ?? { count: 0, msLeft }
      requests.count++
      unsent.set(bucket, requests)
    },
  }
}
