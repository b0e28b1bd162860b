// Bodies that wait for their group: requests first, and with each group a few of the work in the background, so
// that the counter waits for no backlog and the backlog goes on all the same.
import type { WriteBody } from './group-body.ts'

const groupMax = 256
/** Of the background, in a group of its own. */
const laterMax = 16
/** While requests come: the next one waits for no more than these, or a share of those before it. */
const laterBesideMax = 2
const laterShare = 4
/** So many groups without a request, and none is expected. */
const quietGroups = 32

export interface WriteQueue {
  add(body: WriteBody, isLater: boolean): void
  /** The next body of this group; undefined when the group is full or nothing waits. */
  next(): WriteBody | undefined
  /** A new group begins. */
  begin(): void
  size(): number
  isEmpty(): boolean
  /** Takes all that waits. */
  empty(): WriteBody[]
}

export function newWriteQueue(): WriteQueue {
  const urgent: WriteBody[] = []
  const later: WriteBody[] = []
  let taken = 0
  let takenLater = 0
  let groupsSinceRequest = quietGroups
  const laterNow = () =>
    groupsSinceRequest < quietGroups
      ? Math.max(laterBesideMax, Math.floor((taken - takenLater) / laterShare))
      : laterMax
  return {
    add: (body, isLater) => void (isLater ? later : urgent).push(body),
    next() {
      if (taken >= groupMax) return undefined
      const request = urgent.shift()
      if (request) groupsSinceRequest = 0
      const body = request ?? (takenLater < laterNow() ? later.shift() : undefined)
      if (!body) return undefined
      taken++
      if (!request) takenLater++
      return body
    },
    begin() {
      taken = 0
      takenLater = 0
      groupsSinceRequest++
    },
    size: () => urgent.length + later.length,
    isEmpty: () => urgent.length === 0 && later.length === 0,
    empty: () => [...urgent.splice(0), ...later.splice(0)],
  }
}
