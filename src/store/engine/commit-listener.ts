// Calls the listeners of a commit: those that wait for their own body, and those that follow changed tables.

/** Receives the tables that a commit changed. */
export type OnChanges = (tables: ReadonlySet<string>) => void

/**
 * Returns functions to call the listeners of a commit. An error of a listener goes to the receiver set with
 * `onError`, so that no listener can undo the commit. If no receiver is set, the error ends the process.
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
 * Publishes the tables that each commit changed, those of a body that was rolled back included.
 * @param call calls one listener, and handles its error
 * @param options `isShared`: collects tables even without a listener here, because other nodes receive them
 */
export function changeNotifier(call: (listener: () => void) => void, { isShared } = { isShared: false }) {
  const listeners = new Set<OnChanges>()
  let changedTables = new Set<string>()
  const publishTables = (tables: ReadonlySet<string>) => {
    for (const listener of listeners) call(() => listener(tables))
  }
  return {
    /** Call this before the first body of a group. */
    begin() {
      changedTables = new Set()
    },
    onChange(table: string) {
      if (isShared || listeners.size > 0) changedTables.add(table)
    },
    /** Publishes the tables of the current commit. */
    publish: () => publishTables(changedTables),
    /** Publishes tables that another node changed. */
    publishTables,
    /** Returns the tables of the current commit so far. */
    tables: (): ReadonlySet<string> => changedTables,
    subscribe(listener: OnChanges): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
