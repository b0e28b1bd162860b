// Limits open streams per caller, per merchant with all keys, people and tills, and for the whole server:
// each keeps a connection and is written to at every ping.
import type { Account } from '../../domain/account.ts'
import { fault } from '../../domain/fault.ts'

/** A web shop follows each customer who is paying; a till has a handful. */
const callerMax = 200
/** No single merchant of several can take all streams. */
const merchantMax = 2_000
const serverMax = 10_000
/** When a client tries again. */
const retrySeconds = 30

export interface StreamCount {
  /** Counts a stream. @returns ends it, once @throws Fault `service_unavailable` */
  open(reader: StreamReader): () => void
}

export interface StreamReader {
  readonly caller: string
  readonly merchant: string // from `merchantOf`
}

/** An account and its twin are one merchant. */
export const merchantOf = ({ id, twinId, mode }: Pick<Account, 'id' | 'twinId' | 'mode'>): string =>
  mode === 'live' ? id : (twinId ?? id)

function newTally() {
  const counts = new Map<string, number>()
  return {
    of: (name: string) => counts.get(name) ?? 0,
    add(name: string, change: 1 | -1): void {
      const left = (counts.get(name) ?? 0) + change
      if (left > 0) counts.set(name, left)
      else counts.delete(name)
    },
  }
}

export function newStreamCount(): StreamCount {
  const [callers, merchants] = [newTally(), newTally()]
  let all = 0
  const seconds = retrySeconds
  return {
    open({ caller, merchant }) {
      if (callers.of(caller) >= callerMax) throw fault('caller_streams_used_up', { max: callerMax, seconds })
      if (merchants.of(merchant) >= merchantMax)
        throw fault('merchant_streams_used_up', { max: merchantMax, seconds })
      if (all >= serverMax) throw fault('server_streams_used_up', { max: serverMax, seconds })
      const count = (change: 1 | -1) => {
        callers.add(caller, change)
        merchants.add(merchant, change)
        all += change
      }
      count(1)
      let isOpen = true
      return () => {
        if (isOpen) count(-1)
        isOpen = false
      }
    },
  }
}
