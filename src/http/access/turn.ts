// Work that must not run twice at the same time, such as creating a login and its membership: they are in two
// databases, which no transaction spans.

/** Runs each piece of work after the one before it has ended. */
export function newTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}
