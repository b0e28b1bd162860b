// The outside world: clock, timers, random bytes, ids, network and log. Flows get it as an argument and tests
// simulate it; only `realWorld` uses the real one.
import type { LogMessage } from './domain/log-message.ts'

export interface World {
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly net: Net
  readonly log: Log
}

export interface Clock {
  /** Wall time in milliseconds since 1970. */
  now(): number
  /** Milliseconds of a monotonic clock, to measure durations. */
  elapsed(): number
  /**
   * Whether the wall clock jumped within the last day and no independent clock has confirmed it since, or is
   * behind a time that is known to be past.
   */
  isUnreliable(): boolean
  /** Reports the time of an independent clock. If ours agrees within five minutes, it is reliable again. */
  confirm(time: number): void
  /** Reports that `time` is past: an earlier wall clock is wrong. */
  floor(time: number): void
  /** Calls back once after `ms`; returns a function that cancels it. Immune to jumps of the wall clock. */
  after(ms: number, call: () => void): () => void
}

export interface Random {
  bytes(length: number): Uint8Array
}

export interface Ids {
  /** Returns a UUIDv7 that sorts after all earlier ones, even when the clock was set back. */
  uuid(now: number): string
  /**
   * Makes all new ids sort after `id`, which may have a prefix. Called with the newest stored ids: at the
   * start, and after each write of another node.
   */
  follow(id: string): void
}

/** The response of a receiver, or why there is none. */
export type NetAnswer =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Record<string, string>
      readonly body: string
      readonly tookMs: number
    }
  | { readonly kind: NoAnswer; readonly error: string; readonly tookMs: number }

/**
 * `refused`: the call itself or each of its addresses is not allowed. `offline`: this server has no network
 * (no resolver, no route). `unreachable`: nothing of the request was sent, because of the receiver (no such
 * name, no connection, no verified TLS). `timeout`, `dropped`: it was connected, so the receiver may have the
 * request. `too_long`: the response body exceeds the call's limit, so none of it is read.
 */
type NoAnswer = 'refused' | 'offline' | 'unreachable' | 'timeout' | 'dropped' | 'too_long'

export interface NetRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string // sent only with a POST
  /** Whether its connection may be reused, and the call sent again if a reused connection broke. */
  readonly isRepeatable?: boolean
  readonly timeoutMs: number // time limit of the whole call, including the connection
  /** The longest body of the response, in bytes; 64 KiB when absent. A longer one is `too_long`. */
  readonly bodyMax?: number
  /** Only the status and the beginning of the body count: a longer body is cut. */
  readonly isBeginningEnough?: true
  /**
   * Decides on the resolved address, which is then pinned for the call. A text is the reason of a rejection.
   */
  readonly mayReach: (address: string, port: number) => true | string
}

/** A page for a printer. */
export interface NetPrint {
  readonly host: string // a name or an address
  readonly port: number
  readonly bytes: Uint8Array
  readonly connectMs: number
  readonly wholeMs: number // time limit of the whole print, including the connection
  readonly mayReach: NetRequest['mayReach'] // decides on the resolved address, as for a request
}

/**
 * `printed`: the printer took every byte and closed the connection. `refused`, `unreachable`: certainly
 * nothing was sent. `unknown`: it was connected, so some or all of the page may be on paper.
 */
export type NetPrinted =
  | { readonly kind: 'printed' }
  | { readonly kind: 'refused' | 'unreachable' | 'unknown'; readonly error: string }

export interface Net {
  request(call: NetRequest): Promise<NetAnswer>
  /** Sends a page once. Never throws, and never tries again. */
  print(page: NetPrint): Promise<NetPrinted>
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
/** Facts of a message: ids, counts, kinds. Never secrets, phone numbers or bodies. */
export type LogFacts = Readonly<Record<string, string | number | boolean | undefined>>
export type Log = (level: LogLevel, message: LogMessage, facts?: LogFacts) => void

/** The log levels; the least important comes first. */
const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

/** Returns a log that writes each message of level `lowest` or higher as a line of JSON. */
const lineLog =
  (lowest: LogLevel, now: () => number, write: (line: string) => void): Log =>
  (level, message, facts) => {
    if (levels.indexOf(level) < levels.indexOf(lowest)) return
    write(JSON.stringify({ time: new Date(now()).toISOString(), level, message, ...facts }))
  }

/** The two hexadecimal digits of each byte. */
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
/** The counter has 12 bits. */
const counterMax = 0xfff

/**
 * Returns a source of UUIDv7 (RFC 9562). The 12 bits after the version are a counter, so that ids of the same
 * millisecond are in order, too. In each millisecond the counter begins at a random value below 256. When the
 * counter overflows, the ids take the time of the next millisecond.
 */
export function newOrderedIds(random: Random): Ids {
  let lastTime = 0
  let counter = 0
  return {
    uuid(now) {
      const bytes = random.bytes(9) // eight for the end of the id, one for where the counter begins
      const byte = (index: number) => bytes[index] ?? 0
      if (now > lastTime) {
        lastTime = now
        counter = byte(8)
      } else if (counter < counterMax) counter++
      else {
        lastTime++
        counter = byte(8)
      }
      const time = lastTime.toString(16).padStart(12, '0')
      const count = counter.toString(16).padStart(3, '0')
      const variant = `${hex[(byte(0) & 0x3f) | 0x80]}${hex[byte(1)]}`
      const node = `${hex[byte(2)]}${hex[byte(3)]}${hex[byte(4)]}${hex[byte(5)]}${hex[byte(6)]}${hex[byte(7)]}`
      return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${variant}-${node}`
    },
    follow(id) {
      // The hex digits of an id: 12 of the time, one of the version, three of the counter, and random ones.
      const digits = id.slice(id.indexOf('_') + 1).replaceAll('-', '')
      const time = Number.parseInt(digits.slice(0, 12), 16)
      const count = Number.parseInt(digits.slice(13, 16), 16)
      if (time > lastTime) counter = count
      else if (time === lastTime) counter = Math.max(counter, count)
      lastTime = Math.max(lastTime, time)
    },
  }
}

/** A larger change against the monotonic clock means that the wall clock was set. */
const jumpMs = 300_000
/** How long the wall clock is unreliable after that, unless an independent clock agrees with it. */
const unreliableMs = 86_400_000

/**
 * Returns a watch over the wall clock, which compares it with a monotonic clock (both in ms) at each call. A
 * jump makes the wall clock unreliable until an independent clock agrees with it, or for a day. It is not
 * longer, because the clock of a computer without a battery is corrected each morning.
 */
export function newClockTrust(
  wall: () => number,
  elapsed: () => number,
): Pick<Clock, 'isUnreliable' | 'confirm' | 'floor'> {
  let offset = wall() - elapsed()
  /** The time of the last jump that was not confirmed, on the monotonic clock. */
  let jumpedAt = Number.NEGATIVE_INFINITY
  /** The latest wall time that is known to be past. */
  let knownTime = 0
  /**
   * Records a jump: the wall clock moved by over `jumpMs` against the monotonic clock since the last call.
   */
  function findJump() {
    const newOffset = wall() - elapsed()
    if (Math.abs(newOffset - offset) > jumpMs) jumpedAt = elapsed()
    offset = newOffset
  }
  return {
    isUnreliable() {
      findJump()
      return elapsed() - jumpedAt < unreliableMs || wall() < knownTime
    },
    confirm(time) {
      findJump()
      if (Math.abs(wall() - time) <= jumpMs) jumpedAt = Number.NEGATIVE_INFINITY
    },
    floor(time) {
      knownTime = Math.max(knownTime, time)
    },
  }
}

const linesMax = 500

/** Returns a buffer of the last 500 lines of the log, for the support file. */
export function newLineKeeper() {
  const lines: string[] = []
  return {
    keep(line: string) {
      lines.push(line)
      if (lines.length > linesMax) lines.shift()
    },
    lines: (): readonly string[] => lines,
  }
}

/** The longest delay of a timer: setTimeout takes 31 bits of milliseconds, 24.8 days. */
const timerMsMax = 2 ** 31 - 1

/**
 * Returns the clock, random bytes, network and log of a real server. The log goes to standard error.
 * @param keepLine also receives each line of the log
 */
export function realWorld(logLevel: LogLevel, net: Net, keepLine: (line: string) => void = () => {}): World {
  const random: Random = { bytes: length => crypto.getRandomValues(new Uint8Array(length)) }
  return {
    clock: {
      now: () => Date.now(),
      elapsed: () => performance.now(),
      ...newClockTrust(Date.now, () => performance.now()),
      after(ms, call) {
        const timer = setTimeout(call, Math.min(ms, timerMsMax))
        return () => clearTimeout(timer)
      },
    },
    random,
    ids: newOrderedIds(random),
    net,
    log: lineLog(logLevel, Date.now, line => {
      process.stderr.write(`${line}\n`)
      keepLine(line)
    }),
  }
}
