// A server that the benchmark measures, and how it is started.
import type { Allocations } from './allocation.ts'
import type { Started } from './server.ts'

/** A server that runs, and how its payments are created and read. */
export interface Running {
  readonly server: Started
  /** What it allocates; undefined where it does not say. */
  readonly allocations?: Allocations
  /** Its folder. */
  readonly data: string
  readonly path: string
  readonly key: string
  readonly hasList: boolean
  /** Ids of payments that were created. */
  listReferences(): readonly string[]
  /** After it has stopped: throws unless it has kept what it acknowledged. */
  assertKept(acknowledged: number, open: number): void
}

export interface Contender {
  readonly name: string
  begin(): Promise<Running>
}
