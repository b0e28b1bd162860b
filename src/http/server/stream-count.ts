// Limits open streams per caller, per merchant with all keys, people and tills, and for the whole server:
// each keeps a connection and is written to at every ping.
import type { Account } from '../../domain/account.ts'
import { fault } from '../../domain/fault.ts'

/** A web shop follows each customer who is paying; a till has a handful. */
const callerMax = 200
/** Less than the server's limit, so that no single merchant of several can take all streams. */
const merchantMax = 2_000
const serverMax = 10_000
/** How long the error asks a client to wait. */
const retrySeconds = 30

/** The open streams of this server. */
export interface StreamCount {
  /**
   * Counts a stream.
   * @returns a function that stops counting it; only its first call has an effect
   * @throws Fault `service_unavailable` when the caller, the merchant or the server has too many open
   */
  open(reader: StreamReader): () => void
}

/** Who reads a stream, for the limits. */
export interface StreamReader {
  readonly caller: string
  readonly merchant: string // from `merchantOf`
}

/** Returns the merchant that owns an account: the id of the live account, also for its sandbox account. */
export const merchantOf = ({ id, twinId, mode }: Pick<Account, 'id' | 'twinId' | 'mode'>): string =>
  mode === 'live' ? id : (twinId ?? id)

/** Returns a counter for each name, 0 at first. A name is removed from memory when its count returns to 0. */
function newTally() {
  const counts = new Map<string, number>()
  return {
    countOf: (name: string) => counts.get(name) ?? 0,
    add(name: string, change: 1 | -1): void {
      const count = (counts.get(name) ?? 0) + change
      if (count > 0) counts.set(name, count)
      else counts.delete(name)
    },
  }
}

/** Returns a counter of open streams, which limits them. No stream is open at first. */
export function newStreamCount(): StreamCount {
  const callers = newTally()
  const merchants = newTally()
  let openStreams = 0
  const seconds = retrySeconds
  return {
    open({ caller, merchant }) {
      if (callers.countOf(caller) >= callerMax)
        throw fault('caller_streams_used_up', { max: callerMax, seconds })
      if (merchants.countOf(merchant) >= merchantMax)
        throw fault('merchant_streams_used_up', { max: merchantMax, seconds })
      if (openStreams >= serverMax) throw fault('server_streams_used_up', { max: serverMax, seconds })
      const addToCounts = (change: 1 | -1) => {
        callers.add(caller, change)
        merchants.add(merchant, change)
        openStreams += change
      }
      addToCounts(1)
      let isOpen = true
      return () => {
        if (isOpen) addToCounts(-1)
        isOpen = false
      }
    },
  }
}
