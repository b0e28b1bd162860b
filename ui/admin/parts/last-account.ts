// The last account used in this browser, and the last one whose home page was shown.
import { isString, readStored, writeStored } from '../../kit/storage.ts'

const accountName = 'console.account'

/** The last account used in this browser. */
export const lastAccount = (): string | undefined => readStored(accountName, isString)
export const storeLastAccount = (account: string): void => void writeStored(accountName, account)
/** The home page of this account was shown here: the person may see it. */
export const storeHomeAccount = (account: string): void => void writeStored('console.home', account)
