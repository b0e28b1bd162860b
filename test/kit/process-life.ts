// One life of the appliance, from a start to a power cut. Every use of its store, a network or a receiver is
// a point at which it can die. A dead process writes, sends and receives nothing; what had already left goes
// on without it.
import { fault } from '../../src/domain/fault.ts'
import type { Store } from '../../src/store/store.ts'
import type { World } from '../../src/world.ts'
import type { ScriptedConnection } from './network.ts'

export interface ProcessLife {
  isAlive(): boolean
  /** Reaches a point. @returns whether it is still alive */
  passes(): boolean
  /** Dies at the n-th point from now on; 1 is the next. */
  diesAt(points: number): void
  end(): void
  readonly ended: Promise<void>
}

export function newProcessLife(): ProcessLife {
  let left = Number.POSITIVE_INFINITY
  let end = () => {}
  const ended = new Promise<void>(resolve => {
    end = resolve
  })
  return {
    isAlive: () => left > 0,
    passes() {
      if (left > 0 && --left <= 0) end()
      return left > 0
    },
    diesAt(points: number) {
      if (left > 0) left = points
    },
    end() {
      left = 0
      end()
    },
    ended,
  }
}

/** Returns a promise that never resolves: what a dead process waits for. */
const never = <T>() => new Promise<T>(() => {})

class PowerCut extends Error {
  override name = 'PowerCut'
}

export interface Disk {
  /** Running writes, of living and dead processes; reads, too, if they take time. */
  pending: number
  /** Called when nothing is pending. */
  onIdle?: () => void
  /** Called at every write. */
  isFull: () => boolean
}

/** Counts running work of the store. */
export async function counted<T>(disk: Disk, work: () => Promise<T>): Promise<T> {
  disk.pending++
  try {
    return await work()
  } finally {
    ended(disk)
  }
}

function ended(disk: Disk): void {
  if (--disk.pending === 0) disk.onIdle?.()
}

/** Returns a store whose process can die before a write, before its commit and after it. */
export function mortalStore(store: Store, life: ProcessLife, disk: Disk): Store {
  const mortalRead = (read: Store['read']): Store['read'] => ({
    ...read,
    rows: (text, values, keep) =>
      life.isAlive() ? counted(disk, () => read.rows(text, values, keep)) : never(),
  })
  return {
    async write(body, kind) {
      if (!life.passes()) return never()
      disk.pending++
      try {
        const value = await store.write(async tx => {
          if (disk.isFull()) throw fault('disk_full')
          if (!life.isAlive()) throw new PowerCut()
          const result = await body(tx)
          if (!life.passes()) throw new PowerCut()
          return result
        }, kind)
        return life.passes() ? value : never()
      } catch (error) {
        if (error instanceof PowerCut || !life.passes()) return never()
        throw error
      } finally {
        ended(disk)
      }
    },
    read: mortalRead(store.read),
    snapshot: body => store.snapshot(read => body(mortalRead(read))),
    readInOrder: store.readInOrder && mortalRead(store.readInOrder),
    readNow: store.readNow,
    changes: receive => store.changes(tables => life.isAlive() && receive(tables)),
    onListenerError: store.onListenerError,
    check() {},
    freeBytes: store.freeBytes,
    ownBytes: store.ownBytes,
    head: store.head,
    close: store.close,
  }
}

/** Makes a call whose process can die before it leaves and before its answer is received. */
const mortalCall =
  <Question extends unknown[], Answer>(life: ProcessLife, call: (...question: Question) => Promise<Answer>) =>
  async (...question: Question): Promise<Answer> => {
    if (!life.passes()) return never()
    const answer = await call(...question)
    return life.passes() ? answer : never()
  }

export const mortalConnection = (connection: ScriptedConnection, life: ProcessLife): ScriptedConnection => ({
  ...connection,
  collect: mortalCall(life, connection.collect),
  check: mortalCall(life, connection.check),
  payOut: mortalCall(life, connection.payOut),
  checkPayout: mortalCall(life, connection.checkPayout),
})

export const mortalWorld = (world: World, life: ProcessLife): World => ({
  ...world,
  clock: { ...world.clock, after: (ms, call) => world.clock.after(ms, () => life.isAlive() && call()) },
  net: { request: mortalCall(life, world.net.request), print: mortalCall(life, world.net.print) },
})
