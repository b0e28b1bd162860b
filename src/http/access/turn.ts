// Serialises work that must not run in parallel, such as creating a login and its membership: they are in two
// databases, which no transaction spans.

/**
 * Returns a function that runs each piece of work after the previous one has ended, even if that one failed.
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
 * Returns a function that runs each piece of work after the previous one with the same key has ended, even if
 * that one failed. Work with other keys does not wait.
 */
export function newKeyedTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lastByKey = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const result = (lastByKey.get(key) ?? Promise.resolve()).then(work)
    const ended = result
      .catch(() => {})
      .then(() => {
        if (lastByKey.get(key) === ended) lastByKey.delete(key)
      })
    lastByKey.set(key, ended)
    return result
  }
}
