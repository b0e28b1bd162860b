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

/** Returns the content that a note names; undefined for a note without one: the till has no displays. */
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

/** Sets the content of a till's displays, here and on the other nodes. */
export function putDisplayContent(appliance: Appliance, tillId: string, content: DisplayContent): void {
  const { displayContents, notifier, store } = appliance
  const report = newReport(appliance, tillId, content)
  displayContents.set(tillId, report)
  store.channel?.send(noteOf(tillId, report))
  notifier.local.till(tillId)
}

/** Removes the content of a till that has no displays any more, here and on the other nodes. */
export function forgetDisplayContent(tx: Tx, appliance: Appliance, tillId: string): void {
  const report = newReport(appliance, tillId, undefined)
  tx.notify?.(noteOf(tillId, report))
  tx.afterCommit(() => appliance.displayContents.set(tillId, report))
}

/** Applies the display content that another node sent, unless this node has this version or a newer one. */
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
  for (const [tillId, report] of displayContents) store.channel?.send(noteOf(tillId, report))
}
