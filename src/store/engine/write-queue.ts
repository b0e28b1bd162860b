// Bodies that wait for their group: requests first, and after a few groups of them one of the work in the background, so
// that the counter waits for no backlog and the backlog goes on all the same. Of that work, money that is asked
// about comes first and goes with any group; the others share what is left.
import { type JobPriority, jobPriorities } from '../../domain/job.ts'
import type { WriteBody, WriteKind } from './group-body.ts'

const groupMax = 256
/** Of the background, in a group of its own. */
const laterMax = 16
/**
 * While requests come, the background has a group of its own after so many of theirs: its bodies write many pages in
 * common. Where requests wait by then, one group more is theirs, and the background goes with the next.
 */
const groupsPerLater = 3
/**
 * Its bodies in a group, for which the next request waits: so many, or a share of those before it, or as many as take
 * about as long as the disk does.
 */
const laterBesideMax = 9
const laterPerSyncMs = 2
const laterShare = 4
/** Of them payments that expire, each of which costs as much as five webhooks. */
const expiriesBesideMax = 1
/** So many groups without a request, and none is expected. */
const quietGroups = 32
/** Whose turn it is, after money: each backlog goes on beside the more urgent ones. */
const turns = ['expiry', 'expiry', 'delivery', 'expiry', 'delivery', 'upkeep'] as const
/** The same while requests come. */
const turnsBeside = ['expiry', 'delivery', 'delivery', 'upkeep', 'delivery'] as const

export interface WriteQueue {
  add(body: WriteBody, kind?: WriteKind): void
  /** The next body of this group; undefined when the group is full or nothing waits. */
  next(): WriteBody | undefined
  /** A new group begins. */
  begin(): void
  /** Its commit took so long, which is mostly the disk's sync. */
  committed(ms: number): void
  /** How many requests wait. */
  requests(): number
  /** Whether there was one within the last groups. */
  requestsCome(): boolean
  /** Whether what waits may wait a little: only background, no money, and requests come. */
  mayWait(): boolean
  isEmpty(): boolean
  /** Takes all that waits. */
  empty(): WriteBody[]
}

/** The bodies of the background, by priority. */
function newLater() {
  const waiting: Record<JobPriority, WriteBody[]> = { money: [], expiry: [], delivery: [], upkeep: [] }
  return {
    waiting,
    size: () => jobPriorities.reduce((sum, priority) => sum + waiting[priority].length, 0),
    empty: () => jobPriorities.flatMap(priority => waiting[priority].splice(0)),
  }
}

/** When the background has its turn while requests come. */
function newPace() {
  let groupsSinceRequest = quietGroups
  let groupsSinceLater = 0
  return {
    begin() {
      groupsSinceRequest++
      groupsSinceLater++
    },
    tookRequest() {
      groupsSinceRequest = 0
    },
    tookLater() {
      groupsSinceLater = 0
    },
    requestsCome: () => groupsSinceRequest < quietGroups,
    /** Whether requests had enough groups. */
    isDue: () => groupsSinceLater >= groupsPerLater,
    /** Whether it may go with requests: it does already, or had no group of its own. */
    mayJoin: () => groupsSinceLater === 0 || groupsSinceLater > groupsPerLater,
  }
}

export function newWriteQueue(): WriteQueue {
  const urgent: WriteBody[] = []
  const { waiting: later, size: laterSize, empty: emptyLater } = newLater()
  let turn = 0
  let taken = 0
  let takenLater = 0
  let takenExpiries = 0
  let laterOfSync = 0
  const pace = newPace()
  const share = () => Math.floor((taken - takenLater) / laterShare)
  const laterNow = () => (pace.requestsCome() ? Math.max(laterBesideMax, share(), laterOfSync) : laterMax)
  function take(priority: JobPriority): WriteBody | undefined {
    if (priority === 'expiry') takenExpiries++
    if (priority !== 'money') pace.tookLater()
    return later[priority].shift()
  }
  /** Whether one of the background may go with this group. One without requests takes what there is. */
  function mayGo(priority: JobPriority): boolean {
    if (later[priority].length === 0) return false
    if (priority === 'money' || !pace.requestsCome()) return true
    if (priority === 'expiry' && takenExpiries >= expiriesBesideMax) return false
    return taken === takenLater || pace.mayJoin()
  }
  /** The next one of the background. */
  function nextLater(): WriteBody | undefined {
    const order = pace.requestsCome() ? turnsBeside : turns
    const mine = mayGo('money') ? 'money' : order[turn++ % order.length]
    const next = mine && mayGo(mine) ? mine : jobPriorities.find(mayGo)
    return next && take(next)
  }
  return {
    add: (body, kind) => void (kind === undefined || kind === 'repeatable' ? urgent : later[kind]).push(body),
    next() {
      if (taken >= groupMax) return undefined
      const request = urgent.shift()
      if (request) pace.tookRequest()
      const body = request ?? (takenLater < laterNow() ? nextLater() : undefined)
      if (body) taken++
      if (body && !request) takenLater++
      return body
    },
    begin() {
      taken = 0
      takenLater = 0
      takenExpiries = 0
      pace.begin()
    },
    committed(ms) {
      laterOfSync = Math.min(laterMax, Math.floor(ms * laterPerSyncMs))
    },
    requests: () => urgent.length,
    requestsCome: pace.requestsCome,
    mayWait: () => urgent.length + later.money.length === 0 && pace.requestsCome() && !pace.isDue(),
    isEmpty: () => urgent.length + laterSize() === 0,
    empty: () => [...urgent.splice(0), ...emptyLater()],
  }
}
