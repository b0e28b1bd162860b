// Serialises work that must not run in parallel, such as creating a login and its membership: they are in two
// databases, which no transaction spans.

/**
 * Returns a function that runs each piece of work after the previous piece has ended, even if it failed.
 */
export function newTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let previous: Promise<unknown> = Promise.resolve()
  return work => {
    const result = previous.then(work)
    previous = result.catch(() => {})
    return result
  }
}

/**
 * Returns a function that runs each piece of work after the previous piece with the same key has ended, even
 * if it failed. Work with other keys does not wait.
 */
export function newKeyedTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lastByKey = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const previous = lastByKey.get(key) ?? Promise.resolve()
    const result = previous.then(work)
    const end = result
      .catch(() => {})
      .then(() => {
        // If no further work waits for this key, forget the key.
        if (lastByKey.get(key) === end) lastByKey.delete(key)
      })
    lastByKey.set(key, end)
    return result
  }
}
