// Tasks on a whole data folder that would delay sales. They run in a worker (job/folder-worker.ts), which
// opens the databases of the folder read-only.
import { errorText } from '../../domain/error-text.ts'
import type { CarriedHead } from '../backup/carried-head.ts'
import { type DrillResult, drillRestore } from '../backup/restore-drill.ts'
import { checkFolder, type Finding } from './folder-check.ts'
import { type DatabaseFacts, describeTables } from './table-fact.ts'

interface Results {
  readonly check: Finding[]
  readonly tables: DatabaseFacts[]
  readonly drill: DrillResult
}
type TaskKind = keyof Results

/** What each task needs besides the folder. */
interface Inputs {
  readonly check: [carried?: CarriedHead]
  readonly tables: []
  readonly drill: [now: number]
}

type Work<T extends TaskKind> = (folder: string, ...input: Inputs[T]) => Results[T] | Promise<Results[T]>

const tasks: { readonly [T in TaskKind]: Work<T> } = {
  check: checkFolder,
  tables: describeTables,
  drill: drillRestore,
}

export interface TaskOrder {
  readonly kind: TaskKind
  readonly folder: string
  readonly input: Inputs[TaskKind]
}
export type TaskAnswer =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: string }

/** Runs a task in the worker. @returns its result, or the message of its error */
export async function carryOutTask({ kind, folder, input }: TaskOrder): Promise<TaskAnswer> {
  const work = tasks[kind] as (folder: string, ...input: Inputs[TaskKind]) => unknown
  try {
    return { kind: 'done', result: await work(folder, ...input) }
  } catch (error) {
    return { kind: 'failed', error: errorText(error) }
  }
}

/** Runs a task on a folder while a server runs. */
export type RunTask = <T extends TaskKind>(kind: T, ...input: Parameters<Work<T>>) => Promise<Results[T]>

/**
 * Returns a function that runs each task in a separate worker. It throws an Error with the worker's message
 * when the task fails.
 * @param worker URL of the worker's file, as main.ts finds it
 */
export const newTaskRunner =
  (worker: URL): RunTask =>
  async <T extends TaskKind>(kind: T, folder: string, ...input: Inputs[T]) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const running = new Worker(worker)
    running.onmessage = ({ data }: MessageEvent<TaskAnswer>) => {
      if (data.kind === 'done') resolve(data.result)
      else reject(new Error(data.error))
    }
    running.onerror = ({ message }) => reject(new Error(message))
    running.addEventListener('close', () => reject(new Error('the worker ended without an answer')))
    running.postMessage({ kind, folder, input } satisfies TaskOrder)
    const result = await promise.finally(() => running.terminate())
    return result as Results[T]
  }
