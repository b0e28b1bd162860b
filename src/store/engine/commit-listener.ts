// Who hears of a commit: what waits for its own body, and who follows the tables that change.

/** Receives the tables that a commit changed. */
export type OnChanges = (tables: ReadonlySet<string>) => void

/** The table that a statement changes, if any. */
const changedBy = (text: string): string | undefined =>
  /^(?:insert into|update|delete from) "?(\w+)/i.exec(text)?.[1]

/** What is committed stays so, whatever a listener does. */
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
    onError(hear: (error: unknown) => void): void {
      report = hear
    },
  }
}

/**
 * Publishes each commit's tables; what was rolled back within it counts as changed.
 * @param isShared other nodes hear of them, also when there is no listener here
 */
export function changeNotifier(call: (listener: () => void) => void, isShared = false) {
  const listeners = new Set<OnChanges>()
  let touched = new Set<string>()
  const publishTables = (tables: ReadonlySet<string>) => {
    for (const listener of listeners) call(() => listener(tables))
  }
  return {
    begin() {
      touched = new Set()
    },
    onStatement(text: string) {
      const table = isShared || listeners.size > 0 ? changedBy(text) : undefined
      if (table) touched.add(table)
    },
    publish: () => publishTables(touched),
    publishTables,
    /** Those of the commit under way, so far. */
    tables: (): ReadonlySet<string> => touched,
    subscribe(listener: OnChanges): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
