// Prunes the bodies of events and the requests and responses of their deliveries after 60 days, and the texts
// of payment SMS after 90 days. The other columns stay.

import { idFrom, idWithPrefix } from '../domain/id.ts'
import { bodiesKeptMs } from '../domain/resend.ts'
import { smsTextKeptMs } from '../domain/sms-record.ts'
import { findSetting, putSetting } from '../store/account.ts'
import { clearDispatches, clearEventBodies, listDeliveryIds, listEventIds } from '../store/prune.ts'
import { clearSmsTexts, listSmsIds } from '../store/sms.ts'
import type { Appliance } from './appliance.ts'

const pieceSize = 500
const everyMs = 86_400_000

/** The progress in each table is stored, so that a night need not read all earlier years. */
const kinds = [
  {
    setting: 'pruned_event',
    keptMs: bodiesKeptMs,
    idAt: (time: number) => idWithPrefix('evt', idFrom(time)),
    idsIn: listEventIds,
    empty: clearEventBodies,
  },
  {
    setting: 'pruned_dispatch',
    keptMs: bodiesKeptMs,
    idAt: (time: number) => idWithPrefix('del', idFrom(time)),
    idsIn: listDeliveryIds,
    empty: clearDispatches,
  },
  {
    setting: 'pruned_sms',
    keptMs: smsTextKeptMs,
    idAt: (time: number) => idWithPrefix('sms', idFrom(time)),
    idsIn: listSmsIds,
    empty: clearSmsTexts,
  },
] as const

/**
 * Prunes one piece of each table.
 * @returns when to run again: immediately while rows are left
 */
export async function pruneEvents({ store, world: { clock } }: Appliance): Promise<number> {
  const now = clock.now()
  if (clock.isUnreliable()) return now + everyMs
  let isMore = false
  for (const { setting, keptMs, idAt, idsIn, empty } of kinds) {
    const after = (await findSetting(store.read, setting)) ?? ''
    const ids = await idsIn(store.read, { after, before: idAt(now - keptMs), limit: pieceSize })
    const last = ids.at(-1)
    if (last === undefined) continue
    await store.write(async tx => {
      await empty(tx, { after, last })
      await putSetting(tx, setting, last)
    })
    isMore ||= ids.length === pieceSize
  }
  return isMore ? now : now + everyMs
}
