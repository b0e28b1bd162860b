// How many streams are open: each keeps a connection and is written to at every ping, so there is a limit for one
// caller and for the whole server.
import { fault } from '../../domain/fault.ts'

/** A web shop follows each customer who is paying; a till has a handful. */
const callerMax = 200
const serverMax = 10_000
/** After which a client tries again. */
const retrySeconds = 30

export interface StreamCount {
  /** Counts a stream. @returns the way to end it, once @throws Fault `service_unavailable` */
  open(caller: string): () => void
}

export function newStreamCount(): StreamCount {
  const byCaller = new Map<string, number>()
  let all = 0
  return {
    open(caller) {
      const own = byCaller.get(caller) ?? 0
      if (own >= callerMax) throw fault('caller_streams_used_up', { max: callerMax, seconds: retrySeconds })
      if (all >= serverMax) throw fault('server_streams_used_up', { max: serverMax, seconds: retrySeconds })
      byCaller.set(caller, own + 1)
      all++
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        all--
        const left = (byCaller.get(caller) ?? 1) - 1
        if (left > 0) byCaller.set(caller, left)
        else byCaller.delete(caller)
      }
    },
  }
}
