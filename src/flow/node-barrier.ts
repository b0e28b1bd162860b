// Waits until the other nodes of the database have received everything that this node committed. NOTIFY keeps
// the order of commits, so a node that receives our question has already removed the earlier changes from its
// caches.
import type { Store } from '../store/store.ts'
import type { World } from '../world.ts'

const question = 'heard?'
const answer = 'heard'
/** A node that has not answered for this long is cut off, and clears its own caches every second. */
const silenceMaxMs = 3_000

/** Waits for the other nodes of a database after a change that their caches must not outlive. */
export interface NodeBarrier {
  /**
   * Resolves once no living node caches data from before the change; immediately if there is only one node.
   */
  pass(): Promise<void>
  /** Handlers of the notes of other nodes, by kind. */
  readonly handlers: Readonly<Record<string, (...words: string[]) => void>>
}

interface BarrierParts {
  readonly store: Store
  readonly world: World
}

/**
 * Returns a barrier that asks the other nodes over this node's channel. A node that answers has received all
 * earlier notes. Without other nodes, the barrier never waits.
 */
export function newNodeBarrier({ store, world }: BarrierParts): NodeBarrier {
  const { channel, nodes, read } = store
  /** The callback of each open question, which receives the number of a node that has answered. */
  const waiting = new Map<string, (node: number) => void>()
  let questionCount = 0
  return {
    async pass() {
      if (!channel || !nodes) return
      const silentNodes = new Set(await nodes.others(read))
      if (silentNodes.size === 0) return
      const id = `${nodes.number}:${++questionCount}`
      // Resolves when all nodes have answered. After `silenceMaxMs`, a silent node clears its own caches.
      await new Promise<void>(resolve => {
        const cancel = world.clock.after(silenceMaxMs, resolve)
        waiting.set(id, node => {
          silentNodes.delete(node)
          if (silentNodes.size > 0) return
          cancel()
          resolve()
        })
        channel.send(`${question} ${id}`)
      })
      waiting.delete(id)
    },
    handlers: {
      [question]: (id = '') => channel?.send(`${answer} ${id} ${nodes?.number}`),
      [answer]: (id = '', node = '') => waiting.get(id)?.(Number(node)),
    },
  }
}
