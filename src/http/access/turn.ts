// Serialises work that must not run in parallel, such as creating a login and its membership: they are in two
// databases, which no transaction spans.

/** Runs each piece of work after the previous one. */
export function newTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}

/** Runs each piece of work after the previous one with its key. */
export function newKeyedTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const done = (last.get(key) ?? Promise.resolve()).then(work)
    const ended = done
      .catch(() => {})
      .then(() => {
        if (last.get(key) === ended) last.delete(key)
      })
    last.set(key, ended)
    return done
  }
}
