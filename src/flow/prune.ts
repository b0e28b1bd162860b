// Prunes the bodies of events and the requests and responses of their deliveries after 60 days, and the texts
// of payment SMS after 90 days. The other columns stay.

import { idWithPrefix, lowestIdAt } from '../domain/id.ts'
import { bodiesKeptMs } from '../domain/resend.ts'
import { smsTextKeptMs } from '../domain/sms-record.ts'
import { findSetting, putSetting } from '../store/account.ts'
import { clearDispatches, clearEventBodies, listDeliveryIds, listEventIds } from '../store/prune.ts'
import { clearSmsTexts, listSmsIds } from '../store/sms.ts'
import type { Appliance } from './appliance.ts'

/** Rows of a table that one transaction prunes. */
const pieceSize = 500
const pruneEveryMs = 86_400_000

/** What is pruned, and after how long. The setting holds the last pruned id, where the next run begins. */
const prunedTables = [
  {
    setting: 'pruned_event',
    keptMs: bodiesKeptMs,
    idAt: (time: number) => idWithPrefix('evt', lowestIdAt(time)),
    idsIn: listEventIds,
    clear: clearEventBodies,
  },
  {
    setting: 'pruned_dispatch',
    keptMs: bodiesKeptMs,
    idAt: (time: number) => idWithPrefix('del', lowestIdAt(time)),
    idsIn: listDeliveryIds,
    clear: clearDispatches,
  },
  {
    setting: 'pruned_sms',
    keptMs: smsTextKeptMs,
    idAt: (time: number) => idWithPrefix('sms', lowestIdAt(time)),
    idsIn: listSmsIds,
    clear: clearSmsTexts,
  },
] as const

/**
 * Clears old bodies and texts, one piece of each table. It does nothing while the clock is unreliable,
 * because rows could seem too old.
 * @returns when to run again, milliseconds since 1970: immediately while rows are left
 */
export async function pruneEvents({ store, world: { clock } }: Appliance): Promise<number> {
  const now = clock.now()
  if (clock.isUnreliable()) return now + pruneEveryMs
  let areRowsLeft = false
  for (const { setting, keptMs, idAt, idsIn, clear } of prunedTables) {
    const after = (await findSetting(store.read, setting)) ?? ''
    const ids = await idsIn(store.read, { after, before: idAt(now - keptMs), limit: pieceSize })
    const last = ids.at(-1)
    if (last === undefined) continue
    await store.write(async tx => {
      await clear(tx, { after, last })
      await putSetting(tx, setting, last)
    })
    areRowsLeft ||= ids.length === pieceSize
  }
  return areRowsLeft ? now : now + pruneEveryMs
}
