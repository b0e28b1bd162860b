// Listeners of a value that is kept outside React.

/**
 * Returns a set of listeners: `subscribe` adds one and returns the function that removes it, `call` calls
 * them all.
 */
export function newListeners<News extends unknown[] = []>() {
  const listeners = new Set<(...news: News) => void>()
  return {
    subscribe(listener: (...news: News) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    call(...news: News): void {
      for (const listener of listeners) listener(...news)
    },
  }
}
