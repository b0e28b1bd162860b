// A server that the benchmark measures, and how it is started.
import type { Started } from './server.ts'

/** A running server, and how its payments are created and read. */
export interface Running {
  readonly server: Started
  readonly data: string
  readonly path: string
  readonly key: string
  readonly hasList: boolean
  /** Ids of created payments. */
  listReferences(): readonly string[]
  /** Called after it has stopped: throws unless it has kept what it acknowledged. */
  assertKept(acknowledged: number, open: number): void
}

/** A server that can be started on an empty folder. */
export interface Contender {
  readonly name: string
  begin(): Promise<Running>
}
