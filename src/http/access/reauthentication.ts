// Reauthentication: whether a login has confirmed its password recently. Sensitive actions require it,
// because a browser left open could cost money. Confirmations are kept in memory with a monotonic clock;
// after a restart, each login must confirm again.
import { fault } from '../../domain/fault.ts'
import type { NodeChannel } from '../../store/engine/node-channel.ts'
import type { Caller } from './caller.ts'

/** How long a confirmation is valid. */
const validMs = 5 * 60_000
/** The most confirmations in memory. */
const loginsMax = 10_000

/** The logins that have just confirmed their password. */
export interface Reauthentication {
  /** Remembers that a login has confirmed its password. @returns milliseconds for which that is valid */
  confirm(loginId: string): number
  /**
   * Checks that a login has confirmed its password recently. Keys, tokens and tills are not checked.
   * @throws Fault `confirmation_required`
   */
  assert(caller: Caller): void
}

/**
 * Returns a record, in memory, of the logins that have confirmed their password within five minutes.
 * @param elapsed milliseconds of a monotonic clock
 * @param channel shares confirmations with the other nodes, which may serve the login's next request
 */
export function newReauthentication(elapsed: () => number, channel?: NodeChannel): Reauthentication {
  const confirmedUntil = new Map<string, number>()
  const remember = (loginId: string) => {
    // Forgetting all is simple, and harmless: a login can confirm its password again.
    if (confirmedUntil.size >= loginsMax) confirmedUntil.clear()
    confirmedUntil.set(loginId, elapsed() + validMs)
  }
  channel?.onNote(note => {
    const [kind, loginId] = note.split(' ')
    if (kind === 'confirmed' && loginId) remember(loginId)
  })
  return {
    confirm(loginId) {
      remember(loginId)
      channel?.send(`confirmed ${loginId}`)
      return validMs
    },
    assert({ kind, loginId }) {
      if (kind !== 'staff') return // only a login cookie can confirm a password
      const validUntil = loginId === undefined ? undefined : confirmedUntil.get(loginId)
      if (validUntil === undefined || validUntil <= elapsed()) throw fault('reauthentication_needed')
    },
  }
}
