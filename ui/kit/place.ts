// Where a sale is made: which account, and whether by this browser's paired till or by a person who is logged
// in as staff.

export interface Place {
  readonly account: string
  /** The paired till; null where a person's login counts. */
  readonly till: string | null
}

/** An account in the office, where a person's login counts. */
export const office = (account: string): Place => ({ account, till: null })

/** What every call of a place carries: the till's cookie counts only when it is asked for. */
export const placeHeaders = ({ account, till }: Place): Record<string, string> =>
  till === null ? { 'kaunta-account': account } : { 'kaunta-till': '1' }

/** The same for pictures and event streams, which cannot send headers. */
export const placeQuery = ({ account, till }: Place): string =>
  till === null ? `account=${encodeURIComponent(account)}` : 'till=1'

export const isSamePlace = (one: Place, other: Place): boolean =>
  one.account === other.account && one.till === other.till
