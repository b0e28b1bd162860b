// Works on a whole data folder that take too long beside sales: done in a worker (job/folder-worker.ts), which
// opens the databases of the folder for reading only.
import type { CarriedHead } from '../backup/carried-head.ts'
import { type DrillResult, drillRestore } from '../backup/restore-drill.ts'
import { checkFolder, type Finding } from './folder-check.ts'
import { type DatabaseFacts, describeTables } from './table-fact.ts'

interface Results {
  readonly check: Finding[]
  readonly tables: DatabaseFacts[]
  readonly drill: DrillResult
}
type Task = keyof Results

type Work<T extends Task> = (folder: string, carried?: CarriedHead) => Results[T] | Promise<Results[T]>

const tasks: { readonly [T in Task]: Work<T> } = {
  check: checkFolder,
  tables: describeTables,
  drill: drillRestore,
}

export interface TaskOrder {
  readonly task: Task
  readonly folder: string
  /** For the check. */
  readonly carried?: CarriedHead | undefined
}
export type TaskAnswer =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: string }

/** In the worker. */
export async function carryOutTask({ task, folder, carried }: TaskOrder): Promise<TaskAnswer> {
  try {
    return { kind: 'done', result: await tasks[task](folder, carried) }
  } catch (error) {
    return { kind: 'failed', error: error instanceof Error ? error.message : String(error) }
  }
}

/** Works on a folder beside a running server. */
export type RunTask = <T extends Task>(task: T, ...on: Parameters<Work<T>>) => Promise<Results[T]>

/** @param worker the file, as main.ts finds it. Each task throws an Error with what the worker said. */
export const newTaskRunner =
  (worker: URL): RunTask =>
  async <T extends Task>(task: T, folder: string, carried?: CarriedHead) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const running = new Worker(worker)
    running.onmessage = ({ data }: MessageEvent<TaskAnswer>) =>
      data.kind === 'done' ? resolve(data.result) : reject(new Error(data.error))
    running.onerror = ({ message }) => reject(new Error(message))
    running.addEventListener('close', () => reject(new Error('the worker ended without an answer')))
    running.postMessage({ task, folder, carried } satisfies TaskOrder)
    const result = await promise.finally(() => running.terminate())
    return result as Results[T]
  }
