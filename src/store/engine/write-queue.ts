// Bodies that wait for their group, by three rules: requests go first; of the background, money that is asked about goes
// before the rest, whose backlogs take turns; and a group takes only a little of the background, so that the next
// requests wait only a little for it.
import { type JobPriority, jobPriorities } from '../../domain/job.ts'
import type { WriteBody, WriteKind } from './group-body.ts'

const groupMax = 256
/** Background bodies in a group: some 5 ms of work for which the next request waits. */
const backgroundMax = 8
/** Backlogs that take turns. */
const turns = jobPriorities.filter(priority => priority !== 'money')

export interface WriteQueue {
  add(body: WriteBody, kind?: WriteKind): void
  /** The next body of this group; undefined when the group is full or nothing waits. */
  next(): WriteBody | undefined
  /** A new group begins. */
  begin(): void
  /** The number of requests that wait. */
  requests(): number
  isEmpty(): boolean
  /** Takes all that waits. */
  empty(): WriteBody[]
}

export function newWriteQueue(): WriteQueue {
  const requests: WriteBody[] = []
  const background: Record<JobPriority, WriteBody[]> = { money: [], expiry: [], delivery: [], upkeep: [] }
  let turn = 0
  let taken = 0
  let takenOfBackground = 0

  function nextOfBackground(): WriteBody | undefined {
    if (takenOfBackground >= backgroundMax) return undefined
    let body = background.money.shift()
    for (let tries = 0; !body && tries < turns.length; tries++)
      body = background[turns[turn++ % turns.length] ?? 'upkeep'].shift()
    if (body) takenOfBackground++
    return body
  }

  return {
    add: (body, kind) =>
      void (kind === undefined || kind === 'repeatable' ? requests : background[kind]).push(body),
    next() {
      if (taken >= groupMax) return undefined
      const body = requests.shift() ?? nextOfBackground()
      if (body) taken++
      return body
    },
    begin() {
      taken = 0
      takenOfBackground = 0
    },
    requests: () => requests.length,
    isEmpty: () =>
      requests.length + jobPriorities.reduce((sum, one) => sum + background[one].length, 0) === 0,
    empty: () => [...requests.splice(0), ...jobPriorities.flatMap(one => background[one].splice(0))],
  }
}
