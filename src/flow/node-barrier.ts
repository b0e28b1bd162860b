// Waits until the other nodes of the database have heard what this one committed. NOTIFY keeps the order of commits, so
// a node that hears our question has heard, and forgotten, what was changed before it.
import type { Store } from '../store/store.ts'
import type { World } from '../world.ts'

const question = 'heard?'
const answer = 'heard'
/** A node that does not answer for so long hears nothing, and forgets every second what it remembers. */
const patienceMs = 3_000

export interface NodeBarrier {
  /** Resolves once no living node remembers what was changed before. At once where there is one node. */
  pass(): Promise<void>
  /** What this node does with the notes of others, by their kind. */
  readonly hear: Readonly<Record<string, (...words: string[]) => void>>
}

interface BarrierParts {
  readonly store: Store
  readonly world: World
}

export function newNodeBarrier({ store, world }: BarrierParts): NodeBarrier {
  const { channel, nodes, read } = store
  /** What each answer ends, by the question. */
  const waiting = new Map<string, (node: number) => void>()
  let asked = 0
  return {
    async pass() {
      if (!channel || !nodes) return
      const left = new Set(await nodes.others(read))
      if (left.size === 0) return
      const id = `${nodes.number}:${++asked}`
      await new Promise<void>(resolve => {
        const cancel = world.clock.after(patienceMs, resolve)
        waiting.set(id, node => {
          left.delete(node)
          if (left.size > 0) return
          cancel()
          resolve()
        })
        channel.send(`${question} ${id}`)
      })
      waiting.delete(id)
    },
    hear: {
      [question]: (id = '') => channel?.send(`${answer} ${id} ${nodes?.number}`),
      [answer]: (id = '', node = '') => waiting.get(id)?.(Number(node)),
    },
  }
}
