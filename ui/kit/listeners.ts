// Listeners of a value that is kept outside React.

export function newListeners<News extends unknown[] = []>() {
  const listeners = new Set<(...news: News) => void>()
  return {
    /** @returns unsubscribes */
    subscribe(listener: (...news: News) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    call(...news: News): void {
      for (const listener of listeners) listener(...news)
    },
  }
}
