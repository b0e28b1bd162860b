// The writes that wait for the next group, by three rules. Requests go first. Of the background, jobs that
// ask about money come first, and the other backlogs take turns. A group takes little of the background, so
// that the next requests wait little for it.
import { type JobPriority, jobPriorities } from '../../domain/job.ts'
import type { WriteBody, WriteKind } from './group-body.ts'

/** Most writes in a group. */
const groupMax = 256
/** Background writes in a group. The next request waits for them, some 5 ms. */
const backgroundMax = 8
/** The backlogs that take turns. */
const turns = jobPriorities.filter(priority => priority !== 'money')

export interface WriteQueue {
  add(body: WriteBody, kind?: WriteKind): void
  /** Takes the next write of this group; undefined when the group is full or nothing waits. */
  next(): WriteBody | undefined
  /** Begins a new group. */
  begin(): void
  /** Returns how many requests wait. */
  requests(): number
  isEmpty(): boolean
  /** Removes and returns everything that waits. */
  takeAll(): WriteBody[]
}

/** Returns an empty queue of writes. */
export function newWriteQueue(): WriteQueue {
  const requests: WriteBody[] = []
  const background: Record<JobPriority, WriteBody[]> = { money: [], expiry: [], delivery: [], upkeep: [] }
  let turn = 0
  /** Writes taken for the current group. */
  let taken = 0
  let takenFromBackground = 0

  /** Takes the next background write: from the money backlog first, and then from the others in turn. */
  function nextFromBackground(): WriteBody | undefined {
    if (takenFromBackground >= backgroundMax) return undefined
    let body = background.money.shift()
    for (let tries = 0; !body && tries < turns.length; tries++) {
      const priority = turns[turn++ % turns.length] ?? 'upkeep'
      body = background[priority].shift()
    }
    if (body) takenFromBackground++
    return body
  }

  return {
    add(body, kind) {
      const isRequest = kind === undefined || kind === 'repeatable'
      const queue = isRequest ? requests : background[kind]
      queue.push(body)
    },
    next() {
      if (taken >= groupMax) return undefined
      const body = requests.shift() ?? nextFromBackground()
      if (body) taken++
      return body
    },
    begin() {
      taken = 0
      takenFromBackground = 0
    },
    requests: () => requests.length,
    isEmpty: () =>
      requests.length === 0 && jobPriorities.every(priority => background[priority].length === 0),
    takeAll: () => [
      ...requests.splice(0),
      ...jobPriorities.flatMap(priority => background[priority].splice(0)),
    ],
  }
}
