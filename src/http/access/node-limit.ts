// Shares rate limits between the nodes of a database: each node sends its counts a few times a second, so
// that all of them together admit about as many requests as one.

import type { NodeChannel } from '../../store/engine/node-channel.ts'
import type { Clock } from '../../world.ts'

const everyMs = 200

export interface NodeCounts {
  /** Adds one counted request. @param msLeft of the bucket's window */
  add(bucket: string, msLeft: number): void
}

/**
 * Shares the counts of the rate limit between nodes.
 * @param receive receives the counts of other nodes
 */
export function newNodeCounts(
  channel: NodeChannel,
  after: Clock['after'],
  receive: (bucket: string, count: number, msLeft: number) => void,
): NodeCounts {
  const waiting = new Map<string, { count: number; msLeft: number }>()
  function sendAll(): void {
    for (const [bucket, { count, msLeft }] of waiting)
      channel.send(`limit ${bucket} ${count} ${Math.ceil(msLeft)}`)
    waiting.clear()
  }
  channel.onNote(note => {
    const [kind, bucket = '', count, msLeft] = note.split(' ')
    if (kind === 'limit') receive(bucket, Number(count), Number(msLeft))
  })
  return {
    add(bucket, msLeft) {
      if (waiting.size === 0) after(everyMs, sendAll)
      const counted = waiting.get(bucket) ?? { count: 0, msLeft }
      counted.count++
      waiting.set(bucket, counted)
    },
  }
}
