// A request about a parked sale that has no answer yet. It is remembered until it is answered, so that a till
// which reloads asks again with the same key.
import { readStored, writeStored } from '../../kit/storage.ts'

/** The request of each account that has no answer yet. */
export interface AwaitedRequest<T> {
  /** Returns the request of this account; undefined if there is none. */
  find(account: string): T | undefined
  /** Stores the request of an account, in memory if the browser refuses; undefined removes it. */
  store(account: string, request: T | undefined): void
}

/**
 * Returns the memory of one kind of request. It is per account, because a sale does not exist on another one.
 * @param name of the kind, in the browser's storage
 */
export function newAwaitedRequest<T>(
  name: string,
  isRequest: (value: unknown) => value is T,
): AwaitedRequest<T> {
  const storageName = (account: string) => `till.${name}.${account}`
  const inMemory = new Map<string, T>()
  return {
    find: account => inMemory.get(account) ?? readStored(storageName(account), isRequest),
    store(account, request) {
      const isStored = writeStored(storageName(account), request)
      if (isStored || request === undefined) inMemory.delete(account)
      else inMemory.set(account, request)
    },
  }
}
