// The places of receivers' hosts. Few deliveries to one host are under way at once, so that a slow receiver delays no
// other. A delivery has its place while the receiver is asked; its result is recorded afterwards. A host that answers
// soon has the next ones claimed by then, so that it does not wait for the disk.
import type { Clock } from '../world.ts'

/** Deliveries to one host that wait for its answer at once. */
const placesMax = 4
/** Jobs of one host that are claimed at once; a few more when several end in one commit. */
const claimedMax = { soon: 12, late: placesMax } as const
const soonMs = 1_000

export interface HostPlaces {
  /** How many jobs of a host may be claimed beside those that are: no more than may ask it at once. */
  free(host: string): number
  /** How many held jobs of a host are claimed instead of one that is over, since they come before all others. */
  wanted(host: string): number
  /** A job of it was claimed. */
  claim(host: string): void
  /** One of them is over. */
  end(host: string): void
  /** Whether jobs of it are claimed. */
  isUsed(host: string): boolean
  /** Resolves when a claimed job has a place; answers the way to give it back, which may be called again. */
  wait(host: string): Promise<() => void>
}

interface Host {
  claimed: number
  placed: number
  readonly waiting: (() => void)[]
  isSoon: boolean
}

const newHost = (): Host => ({ claimed: 0, placed: 0, waiting: [], isSoon: false })

export function newHostPlaces(clock: Pick<Clock, 'elapsed'>): HostPlaces {
  /** Those with claimed jobs. */
  const hosts = new Map<string, Host>()
  const of = (name: string): Host => {
    const host = hosts.get(name) ?? newHost()
    hosts.set(name, host)
    return host
  }

  function leave(host: Host, since: number): void {
    host.isSoon = clock.elapsed() - since < soonMs
    const next = host.waiting.shift()
    if (next) next()
    else host.placed--
  }

  return {
    free: name => placesMax - (hosts.get(name)?.claimed ?? 0),
    wanted(name) {
      const host = hosts.get(name)
      const most = claimedMax[host?.isSoon ? 'soon' : 'late']
      // One more than is over, until there are as many as may be.
      return 1 + Math.sign(most - (host?.claimed ?? 0))
    },
    claim(name) {
      of(name).claimed++
    },
    end(name) {
      const host = of(name)
      if (--host.claimed <= 0) hosts.delete(name)
    },
    isUsed: name => hosts.has(name),
    async wait(name) {
      const host = of(name)
      if (host.placed < placesMax) host.placed++
      else await new Promise<void>(resolve => host.waiting.push(resolve))
      const since = clock.elapsed()
      let isLeft = false
      return () => {
        if (isLeft) return
        isLeft = true
        leave(host, since)
      }
    },
  }
}
