// Who calls the API: this browser's paired till, or a person who is logged in as staff; and for which
// account.

export interface Caller {
  readonly account: string
  /** The paired till; null where a person's login counts. */
  readonly till: string | null
}

/** An account in the console, where a person's login counts. */
export const staffCaller = (account: string): Caller => ({ account, till: null })

/** The headers of every call. The till's cookie counts only with this header. */
export const callerHeaders = ({ account, till }: Caller): Record<string, string> =>
  till === null ? { 'kaunta-account': account } : { 'kaunta-till': '1' }

/** As above for pictures and event streams, which cannot send headers. */
export const callerQuery = ({ account, till }: Caller): string =>
  till === null ? `account=${encodeURIComponent(account)}` : 'till=1'

export const isSameCaller = (one: Caller, other: Caller): boolean =>
  one.account === other.account && one.till === other.till
