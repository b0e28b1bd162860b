// The places of receivers' hosts. Few deliveries to one host run at a time, so that a slow receiver delays no
// other. A delivery has its place while the receiver is called; its result is recorded afterwards. The next
// deliveries of a quick host are already claimed by then, so that it does not wait for the disk. A host is
// silent until it has answered, and again once an answer takes longer than a second. Silent hosts have two
// places each and share a common limit: dead receivers take no place of those that answer, nor all places of
// another account.
import { accountOfQueue } from '../domain/delivery.ts'
import type { Clock } from '../world.ts'

/** Concurrent calls to one host. */
const placesMax = { answering: 4, silent: 2 } as const
/** Claimed jobs of one host; a few more when several end in one commit. */
const claimedMax = { quick: 12, slow: placesMax.answering, silent: placesMax.silent } as const
const silentAfterMs = 1_000
/** Claimed deliveries to silent hosts: most of them wait half a minute, and cost a connection. */
const silentMax = 4_000
/**
 * An account may claim more jobs of silent hosts while it has less than this many times the claims that are
 * left of `silentMax`. So no account takes all of them.
 */
const accountShare = 2
/** The number of remembered hosts that answered. */
const rememberedMax = 10_000

export interface HostPlaces {
  /** How many more jobs of a host may be claimed for its free places; zero or less means none. */
  free(host: string): number
  /**
   * How many held jobs to claim in place of one that ends: two below the limit of claimed jobs, one at the
   * limit, none above it.
   */
  replacements(host: string): number
  /** Records a claimed job. */
  claim(host: string): void
  /** Records an ended job. */
  end(host: string): void
  /** Whether jobs of the host are claimed. */
  hasClaims(host: string): boolean
  isSilent(host: string): boolean
  /** How many jobs of silent hosts are claimed. */
  silent(): number
  /**
   * Waits until a claimed job has a place. Returns a function that gives the place back once, however often
   * it is called. `isHeard`: the host has answered.
   */
  takePlace(host: string): Promise<(isHeard?: boolean) => void>
}

interface Host {
  readonly name: string
  /** Claimed jobs: they wait for a place, have one, or record their result. */
  claimed: number
  /** Jobs that have a place. */
  placed: number
  /** Gives each waiting job a place; the longest waiting comes first. */
  readonly waiting: (() => void)[]
  /** Whether the last call took less than `silentAfterMs`. */
  isQuick: boolean
  isSilent: boolean
}

/** Returns counters of the claimed jobs of silent hosts: in total, and for each account. */
function newSilentShare() {
  const claimsByAccount = new Map<string, number>()
  let total = 0
  return {
    total: () => total,
    /** Whether the account of a host may claim one more job of a silent host. @param name of the host */
    hasRoom(name: string) {
      const claimed = claimsByAccount.get(accountOfQueue(name)) ?? 0
      const claimsLeft = Math.max(0, silentMax - total)
      return claimed < accountShare * claimsLeft
    },
    /** Counts claims that a silent host gains. @param count negative for claims that it loses */
    add(name: string, count: number) {
      const account = accountOfQueue(name)
      const claimed = (claimsByAccount.get(account) ?? 0) + count
      if (claimed === 0) claimsByAccount.delete(account)
      else claimsByAccount.set(account, claimed)
      total += count
    },
  }
}

/** Returns the hosts with claimed jobs, and which hosts are silent. A host that never answered is silent. */
function newHosts() {
  const hosts = new Map<string, Host>()
  const answering = new Set<string>()
  const share = newSilentShare()
  // A host without claimed jobs is known only by its last answer.
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
        isQuick: false,
        isSilent: isSilent(name),
      }
      hosts.set(name, host)
      return host
    },

    addClaims(host: Host, count: number): void {
      host.claimed += count
      if (host.isSilent) share.add(host.name, count)
    },

    /** Remembers whether a host is silent. Of too many, the one that answered longest ago is forgotten. */
    setSilent(host: Host, isNowSilent: boolean): void {
      answering.delete(host.name)
      if (!isNowSilent) answering.add(host.name) // at the end: the set is in the order of the last answers
      const [oldest] = answering.size > rememberedMax ? answering : []
      if (oldest !== undefined) answering.delete(oldest)
      if (host.isSilent === isNowSilent) return
      share.add(host.name, isNowSilent ? host.claimed : -host.claimed)
      host.isSilent = isNowSilent
    },
  }
}

/** Returns the places of all hosts, none of them taken. A place allows one delivery to a host at a time. */
export function newHostPlaces(clock: Pick<Clock, 'elapsed' | 'after'>): HostPlaces {
  const hosts = newHosts()
  const { addClaims, isSilent, hostOf, setSilent, share } = hosts

  /** How many jobs of a host may be claimed at a time. */
  function claimLimit(name: string): number {
    if (isSilent(name)) return claimedMax.silent
    return hosts.get(name)?.isQuick ? claimedMax.quick : claimedMax.slow
  }

  /** Gives the place of a delivery to the next delivery that waits for the host, or frees the place. */
  function releasePlace(host: Host, takenAt: number): void {
    host.isQuick = clock.elapsed() - takenAt < silentAfterMs
    const givePlaceToNext = host.waiting.shift()
    if (givePlaceToNext) givePlaceToNext()
    else host.placed--
  }

  return {
    free(name) {
      const claimed = hosts.get(name)?.claimed ?? 0
      if (!isSilent(name)) return placesMax.answering - claimed
      return share.hasRoom(name) ? placesMax.silent - claimed : 0
    },
    replacements(name) {
      const limit = claimLimit(name)
      const claimed = hosts.get(name)?.claimed ?? 0
      if (claimed < limit) return 2 // the host may have one more job than now
      return claimed === limit ? 1 : 0
    },
    claim: name => addClaims(hostOf(name), 1),
    end(name) {
      const host = hostOf(name)
      addClaims(host, -1)
      if (host.claimed <= 0) hosts.remove(name)
    },
    hasClaims: name => hosts.get(name) !== undefined,
    isSilent,
    silent: share.total,
    async takePlace(name) {
      const host = hostOf(name)
      if (host.placed < placesMax.answering) host.placed++
      else await new Promise<void>(resolve => host.waiting.push(resolve))
      const takenAt = clock.elapsed()
      const cancelTimer = clock.after(silentAfterMs, () => setSilent(host, true))
      let isReleased = false
      return (isHeard = false) => {
        if (isReleased) return
        isReleased = true
        cancelTimer()
        if (isHeard) setSilent(host, false)
        releasePlace(host, takenAt)
      }
    },
  }
}
