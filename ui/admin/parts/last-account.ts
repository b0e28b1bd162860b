// The last account used in this browser, and the last one whose home page was shown.
import { isString, readStored, writeStored } from '../../kit/storage.ts'

const accountName = 'console.account'

/** Returns the id of the last account used in this browser; undefined in a new one. */
export const lastAccount = (): string | undefined => readStored(accountName, isString)
/** Remembers the account that is used now. Does nothing where the browser stores nothing. */
export const storeLastAccount = (account: string): void => void writeStored(accountName, account)
/**
 * Remembers that this account's home page was shown in this browser, so its person may see it. The next start
 * can then load that page before it knows the person.
 */
export const storeHomeAccount = (account: string): void => void writeStored('console.home', account)
