// The content of each till's displays, in the memory of all nodes of a database, because a till's requests
// and its display's stream may be on different nodes. The newest report counts. A node that missed a report
// asks for all.

import type { DisplayContent } from '../domain/display.ts'
import type { Tx } from '../store/engine/statement.ts'
import type { Appliance, ReportedContent } from './appliance.ts'

/** The note that asks the other nodes for their contents. */
export const displayQuestion = 'displays?'

/** Returns a till's content as a note for the other nodes: a version, a kind, and an id or an amount. */
function noteOf(tillId: string, { content, version }: ReportedContent): string {
  const start = `display ${tillId} ${version}`
  if (content === undefined) return start
  const { kind } = content
  if (kind === 'nothing') return `${start} ${kind}`
  return `${start} ${kind} ${kind === 'asking' ? content.amount : content.id}`
}

/** Returns the content that the last two words of such a note mean; undefined for a till without displays. */
function contentOf(kind = '', idOrAmount = ''): DisplayContent | undefined {
  if (kind === 'nothing') return { kind }
  if (kind === 'asking') return { kind, amount: Number(idOrAmount) }
  if (kind === 'payment' || kind === 'session' || kind === 'cash') return { kind, id: idOrAmount }
  return undefined
}

/** Returns a report whose version is above every earlier one of this till. */
const newReport = (
  { displayContents, world }: Appliance,
  tillId: string,
  content: DisplayContent | undefined,
): ReportedContent => ({
  content,
  version: Math.max(world.clock.now(), (displayContents.get(tillId)?.version ?? 0) + 1),
})

/** Stores a till's report here and on the other nodes, and updates its displays. */
export function putDisplayContent(appliance: Appliance, tillId: string, content: DisplayContent): void {
  const { displayContents, notifier, store } = appliance
  const reported = newReport(appliance, tillId, content)
  displayContents.set(tillId, reported)
  store.channel?.send(noteOf(tillId, reported))
  notifier.local.till(tillId)
}

/** Removes the content of a till without displays. */
export function forgetDisplayContent(tx: Tx, appliance: Appliance, tillId: string): void {
  const reported = newReport(appliance, tillId, undefined)
  tx.notify?.(noteOf(tillId, reported))
  tx.afterCommit(() => appliance.displayContents.set(tillId, reported))
}

/** Applies a till's report from another node, unless this node has it or a newer one. */
export function applyDisplayContent(
  { displayContents, notifier }: Appliance,
  [tillId = '', version, kind, idOrAmount]: readonly string[],
): void {
  if (Number(version) <= (displayContents.get(tillId)?.version ?? 0)) return
  displayContents.set(tillId, { content: contentOf(kind, idOrAmount), version: Number(version) })
  notifier.local.till(tillId)
}

/** Sends all contents to a node that missed some. */
export function sendDisplayContents({ displayContents, store }: Appliance): void {
  for (const [tillId, reported] of displayContents) store.channel?.send(noteOf(tillId, reported))
}
