// Who calls the API: this browser's paired till, or a person who is logged in as staff; and for which
// account.

/** The account that a call is for, and the till that makes it. */
export interface Caller {
  readonly account: string
  /** The paired till; null where a person's login counts. */
  readonly till: string | null
}

/** Returns the caller of a logged-in person, as in the console. */
export const staffCaller = (account: string): Caller => ({ account, till: null })

/** Returns the headers that name the caller. The till's cookie counts only with its header. */
export const callerHeaders = ({ account, till }: Caller): Record<string, string> =>
  till === null ? { 'kaunta-account': account } : { 'kaunta-till': '1' }

/** Returns the query that names the caller, for pictures and event streams, which cannot send headers. */
export const callerQuery = ({ account, till }: Caller): string =>
  till === null ? `account=${encodeURIComponent(account)}` : 'till=1'

/** Returns whether two callers are the same till or login of the same account. */
export const isSameCaller = (caller: Caller, other: Caller): boolean =>
  caller.account === other.account && caller.till === other.till
