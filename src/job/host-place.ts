// The places of receivers' hosts. Few deliveries to one host run at a time, so that a slow receiver delays no
// other. A delivery has its place while the receiver is called; its result is recorded afterwards. The next
// deliveries of a host that answers soon are already claimed by then, so that it does not wait for the disk.
// A host is silent until it has answered, and again once an answer takes longer than a second. Silent hosts
// have two places each and share a common limit: dead receivers take no place of those that answer, nor all
// places of another account.
import { accountOfQueue } from '../domain/delivery.ts'
import type { Clock } from '../world.ts'

/** Concurrent calls to one host. */
const placesMax = { answering: 4, silent: 2 } as const
/** Claimed jobs of one host; a few more when several end in one commit. */
const claimedMax = { soon: 12, late: placesMax.answering, silent: placesMax.silent } as const
const silentAfterMs = 1_000
/** Claimed deliveries to silent hosts: most of them wait half a minute, and cost a connection. */
const silentMax = 4_000
/**
 * An account may use this many times the remaining places of silent hosts, so that each account finds some.
 */
const accountShare = 2
/** The number of remembered hosts that answered. */
const rememberedMax = 10_000

export interface HostPlaces {
  /** How many more jobs of a host may be claimed: at most the number that may call it at a time. */
  free(host: string): number
  /** How many held jobs of a host to claim after one has ended; they come before all others. */
  wanted(host: string): number
  /** Records a claimed job. */
  claim(host: string): void
  /** Records an ended job. */
  end(host: string): void
  /** Whether jobs of the host are claimed. */
  isUsed(host: string): boolean
  isSilent(host: string): boolean
  /** How many jobs of silent hosts are claimed. */
  silent(): number
  /**
   * Resolves when a claimed job has a place; returns a function that gives it back, which may be called
   * again. `isHeard`: the host has answered.
   */
  wait(host: string): Promise<(isHeard?: boolean) => void>
}

interface Host {
  readonly name: string
  claimed: number
  placed: number
  readonly waiting: (() => void)[]
  isSoon: boolean
  isSilent: boolean
}

/** Returns a count of the claimed jobs of silent hosts, in total and for each account. */
function newSilentShare() {
  const accounts = new Map<string, number>()
  let all = 0
  return {
    all: () => all,
    hasRoom: (name: string) =>
      (accounts.get(accountOfQueue(name)) ?? 0) < accountShare * Math.max(0, silentMax - all),
    add(name: string, count: number) {
      const account = accountOfQueue(name)
      const sum = (accounts.get(account) ?? 0) + count
      if (sum === 0) accounts.delete(account)
      else accounts.set(account, sum)
      all += count
    },
  }
}

/** Returns the hosts with claimed jobs, and which hosts are silent. A host that never answered is silent. */
function newHosts() {
  const hosts = new Map<string, Host>()
  const answering = new Set<string>()
  const share = newSilentShare()
  const isSilent = (name: string) => hosts.get(name)?.isSilent ?? !answering.has(name)
  return {
    share,
    isSilent,
    get: (name: string) => hosts.get(name),
    remove: (name: string) => hosts.delete(name),

    hostOf(name: string): Host {
      const host = hosts.get(name) ?? {
        name,
        claimed: 0,
        placed: 0,
        waiting: [],
        isSoon: false,
        isSilent: isSilent(name),
      }
      hosts.set(name, host)
      return host
    },

    count(host: Host, by: number): void {
      host.claimed += by
      if (host.isSilent) share.add(host.name, by)
    },

    setSilent(host: Host, to: boolean): void {
      answering.delete(host.name)
      if (!to) answering.add(host.name)
      if (answering.size > rememberedMax)
        for (const oldest of answering.values().take(1)) answering.delete(oldest)
      if (host.isSilent === to) return
      share.add(host.name, to ? host.claimed : -host.claimed)
      host.isSilent = to
    },
  }
}

/** Returns the places of all hosts, none of them taken. */
export function newHostPlaces(clock: Pick<Clock, 'elapsed' | 'after'>): HostPlaces {
  const hosts = newHosts()
  const { count, isSilent, hostOf: hostNamed, setSilent, share } = hosts

  /** Gives a place to the next waiting delivery of the host, or frees it. */
  function releasePlace(host: Host, since: number): void {
    host.isSoon = clock.elapsed() - since < silentAfterMs
    const next = host.waiting.shift()
    if (next) next()
    else host.placed--
  }

  return {
    free(name) {
      const claimed = hosts.get(name)?.claimed ?? 0
      if (!isSilent(name)) return placesMax.answering - claimed
      return share.hasRoom(name) ? placesMax.silent - claimed : 0
    },
    wanted(name) {
      const host = hosts.get(name)
      const most = claimedMax[isSilent(name) ? 'silent' : host?.isSoon ? 'soon' : 'late']
      // One more than has ended, until the limit is reached.
      return 1 + Math.sign(most - (host?.claimed ?? 0))
    },
    claim: name => count(hostNamed(name), 1),
    end(name) {
      const host = hostNamed(name)
      count(host, -1)
      if (host.claimed <= 0) hosts.remove(name)
    },
    isUsed: name => hosts.get(name) !== undefined,
    isSilent,
    silent: share.all,
    async wait(name) {
      const host = hostNamed(name)
      if (host.placed < placesMax.answering) host.placed++
      else await new Promise<void>(resolve => host.waiting.push(resolve))
      const since = clock.elapsed()
      const cancel = clock.after(silentAfterMs, () => setSilent(host, true))
      let isLeft = false
      return (isHeard = false) => {
        if (isLeft) return
        isLeft = true
        cancel()
        if (isHeard) setSilent(host, false)
        releasePlace(host, since)
      }
    },
  }
}
