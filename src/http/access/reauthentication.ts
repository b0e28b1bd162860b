// Reauthentication: whether a login has confirmed its password recently. Sensitive actions require it,
// because a browser left open could cost money. Confirmations are kept in memory with a monotonic clock;
// after a restart, each login must confirm again.
import { fault } from '../../domain/fault.ts'
import type { NodeChannel } from '../../store/engine/node-channel.ts'
import type { Caller } from './caller.ts'

const validMs = 5 * 60_000
const loginsMax = 10_000

export interface Reauthentication {
  /** @returns milliseconds that this login's confirmation is valid */
  confirm(loginId: string): number
  /** Only login cookies are checked. @throws Fault `confirmation_required` */
  assert(caller: Caller): void
}

/**
 * Remembers which logins have just confirmed their password.
 * @param elapsed milliseconds of a monotonic clock
 * @param channel to nodes that serve the same browsers
 */
export function newReauthentication(elapsed: () => number, channel?: NodeChannel): Reauthentication {
  const confirmedUntil = new Map<string, number>()
  const confirm = (loginId: string) => {
    if (confirmedUntil.size >= loginsMax) confirmedUntil.clear()
    confirmedUntil.set(loginId, elapsed() + validMs)
  }
  channel?.onNote(note => {
    const [kind, loginId] = note.split(' ')
    if (kind === 'confirmed' && loginId) confirm(loginId)
  })
  return {
    confirm(loginId) {
      confirm(loginId)
      channel?.send(`confirmed ${loginId}`)
      return validMs
    },
    assert({ kind, loginId }) {
      if (kind !== 'staff') return
      if ((confirmedUntil.get(loginId ?? '') ?? 0) > elapsed()) return
      throw fault('reauthentication_needed')
    },
  }
}
