// Passes changes that other nodes of the same database have published to this node's listeners. It reads a
// changed row again if the row has a listener. With a single node it does nothing.

import { tablesIn } from '../store/engine/node-channel.ts'
import { listNetworks } from '../store/network.ts'
import { findPayment } from '../store/payment.ts'
import { findSession } from '../store/session.ts'
import type { Appliance } from './appliance.ts'
import { shareNodeState } from './node-state.ts'

/**
 * Returns a function that takes the id of a changed row and soon reads the row again. It reads one row after
 * another, so that an older read of a row never replaces a newer one. A row that changes several times before
 * its turn is read once.
 * @param onFailure receives the error of a failed read, after which the other rows are still read
 */
function newRereads(reread: (id: string) => Promise<void>, onFailure: (error: unknown) => void) {
  const waitingIds = new Set<string>()
  let isReading = false

  /** Also reads the ids that are added while it runs. */
  async function readWaiting(): Promise<void> {
    isReading = true
    for (const id of waitingIds) {
      waitingIds.delete(id)
      await reread(id).catch(onFailure)
    }
    isReading = false
  }

  return (id: string): void => {
    waitingIds.add(id)
    if (!isReading) void readWaiting()
  }
}

/** Begins to pass the changes of other nodes to the listeners of this node, until the server stops. */
export function listenToNodes(appliance: Appliance): void {
  const { notifier, store, world } = appliance
  const { channel, read } = store
  if (!channel) return
  const { local } = notifier
  // After a failed read, all listeners read their state again, as after missed notes.
  const reportUnreadable = (error: unknown) => {
    world.log('warn', 'a change of another node could not be read', { error: String(error) })
    local.missed()
  }
  /** The payments that this node is reading. It removes one that it also changes: the read is out of date. */
  const reading = new Set<string>()
  local.onOwnPayment(id => reading.delete(id))

  const rereadPayment = newRereads(async id => {
    reading.add(id)
    const payment = await findPayment(read, id)
    if (reading.delete(id) && payment) local.payment(payment)
  }, reportUnreadable)
  const rereadSession = newRereads(async id => {
    const session = await findSession(read, id)
    if (session) local.session(session)
  }, reportUnreadable)

  const handlers: Record<string, (...words: string[]) => void> = {
    payment(id = '', accountId = '') {
      if (local.hasPaymentListener(id, accountId)) rereadPayment(id)
    },
    session(id = '', accountId = '') {
      if (local.hasSessionListener(accountId)) rereadSession(id)
    },
    events: (accountId = '', resent) => local.events(accountId, resent || undefined),
    till: (tillId = '') => local.till(tillId),
    products: (catalogId = '', ids = '') => local.products(catalogId, ids === '' ? null : ids.split(',')),
    parked: (accountId = '') => local.parkedSales(accountId),
    job: (dueAt = '') => local.job(Number(dueAt)),
    ...shareNodeState(appliance),
    ...appliance.nodeBarrier.handlers,
  }
  forgetChanged(appliance, reportUnreadable)
  channel.onNote(note => {
    const [kind = '', ...words] = note.split(' ')
    if (Object.hasOwn(handlers, kind)) handlers[kind]?.(...words)
  })
  let isSilent = false
  channel.onMissed(() => {
    if (isSilent) world.log('info', 'this node hears the others again')
    isSilent = false
    local.missed()
    local.job(world.clock.now())
  })
  channel.onSilence(() => {
    if (!isSilent) world.log('warn', 'this node does not hear the others')
    isSilent = true
  })
}

/** Begins to drop cached rows whenever another node changes their tables. */
function forgetChanged(
  { keyHolders, networks, store: { channel, read } }: Appliance,
  onFailure: (error: unknown) => void,
): void {
  const rereadNetworks = newRereads(() => networks.reread(() => listNetworks(read)), onFailure)
  /** Drops all cached rows of these tables, because notes name no rows; undefined means any table. */
  const forget = (tables: ReadonlySet<string> | undefined) => {
    if (!tables || tables.has('api_key') || tables.has('account')) keyHolders.clear()
    if (!tables || tables.has('network')) rereadNetworks('') // all rows at once, so there is no id
  }
  channel?.onNote(note => {
    const tables = tablesIn(note)
    if (tables) forget(tables)
  })
  channel?.onMissed(() => forget(undefined))
  channel?.onSilence(() => forget(undefined))
}
