// Calls the listeners of a commit: those that wait for their own body, and those that follow changed tables.

/** Receives the tables that a commit changed. */
export type OnChanges = (tables: ReadonlySet<string>) => void

/**
 * Returns what calls the listeners of a commit. Their errors are reported, not thrown, so that no listener
 * can undo the commit; without a receiver (`onError`) an error ends the process.
 */
export function listenerCalls() {
  let report = (error: unknown) =>
    queueMicrotask(() => {
      throw error
    })
  return {
    call(listener: () => void): void {
      try {
        listener()
      } catch (error) {
        report(error)
      }
    },
    onError(receive: (error: unknown) => void): void {
      report = receive
    },
  }
}

/**
 * Publishes the tables that each commit changed. Changes that were rolled back within it count as well.
 * @param options `isShared`: collects tables even without a listener here, because other nodes receive them
 */
export function changeNotifier(call: (listener: () => void) => void, { isShared } = { isShared: false }) {
  const listeners = new Set<OnChanges>()
  let touched = new Set<string>()
  const publishTables = (tables: ReadonlySet<string>) => {
    for (const listener of listeners) call(() => listener(tables))
  }
  return {
    /** Call this before the first body of a group. */
    begin() {
      touched = new Set()
    },
    onChange(table: string) {
      if (isShared || listeners.size > 0) touched.add(table)
    },
    /** Publishes the tables of the current commit. */
    publish: () => publishTables(touched),
    /** Publishes tables that another node changed. */
    publishTables,
    /** Returns the tables of the current commit so far. */
    tables: (): ReadonlySet<string> => touched,
    subscribe(listener: OnChanges): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
