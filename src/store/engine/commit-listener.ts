// Calls the listeners of a commit: those that wait for their own body, and those that follow changed tables.

/** Receives the tables that a commit changed. */
export type OnChanges = (tables: ReadonlySet<string>) => void

/** Calls listeners so that none can undo a commit: their errors are reported. */
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
 * Publishes the tables of each commit; tables whose changes were rolled back within it count as changed.
 * @param options `isShared`: collects tables even without a listener here, because other nodes hear of them
 */
export function changeNotifier(call: (listener: () => void) => void, { isShared } = { isShared: false }) {
  const listeners = new Set<OnChanges>()
  let touched = new Set<string>()
  const publishTables = (tables: ReadonlySet<string>) => {
    for (const listener of listeners) call(() => listener(tables))
  }
  return {
    begin() {
      touched = new Set()
    },
    onChange(table: string) {
      if (isShared || listeners.size > 0) touched.add(table)
    },
    publish: () => publishTables(touched),
    publishTables,
    /** Returns the tables of the current commit so far. */
    tables: (): ReadonlySet<string> => touched,
    subscribe(listener: OnChanges): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
