// Everything that is not a pure function of its arguments: the clock, random bytes, ids, the network, timers and the log.
// Flows receive it, tests simulate it, `realWorld` is the only place that touches the real ones.
import { randomFillSync } from 'node:crypto'

export interface World {
  readonly clock: Clock
  readonly random: Random
  readonly net: Net
  readonly log: Log
}

export interface Clock {
  /** Wall time in milliseconds since 1970. */
  now(): number
  /** Milliseconds that only go forward, for how long something took. */
  elapsed(): number
  /** Calls back once after `ms`; returns the way to cancel it. Immune to jumps of the wall clock. */
  after(ms: number, call: () => void): () => void
}

export interface Random {
  /** Fresh random bytes. */
  bytes(length: number): Uint8Array
}

/** What a receiver answered, at most 64 KiB of it, or why nothing came back. */
export type NetAnswer =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Record<string, string>
      readonly body: string
      readonly tookMs: number
    }
  | { readonly kind: 'refused' | 'unreachable' | 'timeout' | 'dropped'; readonly error: string; readonly tookMs: number }

export interface NetPost {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
  /** The whole call, connecting included, ends within this. */
  readonly timeoutMs: number
  /** Decides on the resolved address, which is then pinned for the call. A sentence is the refusal. */
  readonly mayReach: (address: string, port: number) => true | string
}

export interface Net {
  post(call: NetPost): Promise<NetAnswer>
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
/** Facts beside a message: ids, counts, kinds. Never secrets, phone numbers or bodies. */
export type LogFacts = Readonly<Record<string, string | number | boolean | undefined>>
export interface Log {
  (level: LogLevel, message: string, facts?: LogFacts): void
}

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

/** One line of JSON per message to `write`, from `least` upwards. */
export const lineLog =
  (least: LogLevel, now: () => number, write: (line: string) => void): Log =>
  (level, message, facts) => {
    if (levels.indexOf(level) < levels.indexOf(least)) return
    write(JSON.stringify({ time: new Date(now()).toISOString(), level, message, ...facts }))
  }

/** Random bytes handed out of a pool, because asking the system for ten at a time costs more than using them. */
function pooledRandom(): Random {
  const pool = new Uint8Array(8_192)
  let used = pool.length
  return {
    bytes(length) {
      if (length > pool.length) return randomFillSync(new Uint8Array(length))
      if (used + length > pool.length) {
        randomFillSync(pool)
        used = 0
      }
      const taken = pool.slice(used, used + length)
      pool.fill(0, used, used + length)
      used += length
      return taken
    },
  }
}

/** The world as it is. */
export const realWorld = (logLevel: LogLevel, net: Net): World => ({
  clock: {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    after(ms, call) {
      const timer = setTimeout(call, Math.min(ms, 2 ** 31 - 1))
      return () => clearTimeout(timer)
    },
  },
  random: pooledRandom(),
  net,
  log: lineLog(logLevel, Date.now, line => process.stderr.write(`${line}\n`)),
})
