// What this browser remembers of who works in it: the account they worked on last, and whose first page was
// shown.
import type { PrefetchedRequest } from '../../kit/prefetch.ts'
import { isString, readStored, writeStored } from '../../kit/storage.ts'

/** What was known and asked before the rest was loaded: first.ts reads what is remembered here. */
export interface BootState {
  /** The account that somebody worked on last. */
  readonly account: string | undefined
  /** Whose first page was asked for. */
  readonly home: string | undefined
  readonly early: readonly PrefetchedRequest[]
}

const accountName = 'console.account'

/** The account that somebody worked on last in this browser. */
export const lastAccount = (): string | undefined => readStored(accountName, isString)
export const storeLastAccount = (account: string): void => void writeStored(accountName, account)
/** Somebody saw the first page of this account here: they may. */
export const storeHomeAccount = (account: string): void => void writeStored('console.home', account)
