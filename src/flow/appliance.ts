// The appliance: everything that a flow needs, in one place, and what it keeps in memory. src/appliance.ts wires it.
import type { Connections } from '../connector/connector.ts'
import type { Circuit } from '../domain/circuit.ts'
import type { DisplayContent } from '../domain/display.ts'
import type { NetworkHealth } from '../domain/network-health.ts'
import type { Seal } from '../store/folder/seal.ts'
import type { Store } from '../store/store.ts'
import type { World } from '../world.ts'
import type { StoredConnections } from './connection.ts'
import type { KeyHolders } from './key-holder.ts'
import type { KeyUses } from './key-use.ts'
import type { NodeBarrier } from './node-barrier.ts'
import type { Notifier } from './notifier.ts'
import type { PaymentNumbers } from './payment-number.ts'
import type { PhonePushes } from './phone-push.ts'

export interface Appliance {
  readonly world: World
  readonly store: Store
  readonly seal: Seal
  readonly connections: Connections
  /** The connections that are stored, with their credentials. */
  readonly networks: StoredConnections
  /** Private hosts and networks where a relay may send. */
  readonly relayHosts: readonly string[]
  /** Our references of the orders whose calls have not ended. */
  readonly sending: Set<string>
  readonly notifier: Notifier
  readonly paymentNumbers: PaymentNumbers
  /** Reconciliations under way by account and day. */
  readonly reconciling: Map<string, Promise<void>>
  /** Requests under way by account and idempotency key. */
  readonly running: Map<string, Promise<unknown>>
  /**
   * Milliseconds that the server has run, over all starts. Setting a clock does not change it, and time when
   * the server was off does not count.
   */
  ranMs(): number
  readonly keyHolders: KeyHolders
  readonly keyUses: KeyUses
  /** Failed logins that are not in the audit log yet. */
  readonly failedLogins: FailedLoginCounts
  /** The last page sent to each printer, by its address; the next one waits for it. */
  readonly printing: Map<string, Promise<void>>
  /** Names of the receipts that tills printed automatically of late: several tabs of a till request the same one. */
  readonly printedReceipts: Set<string>
  readonly phonePushes: PhonePushes
  /** When each till last sent a request, since the start. */
  readonly tillsSeen: Map<string, number>
  /** When each display last sent a request, since the start. */
  readonly displaysSeen: Map<string, number>
  /** What each till's display shows, since the start. */
  readonly displayContents: DisplayContents
  /** Network health by account, since the start. */
  readonly networkHealth: Map<string, NetworkHealth>
  /** Circuit breakers by connection and way, since the start. */
  readonly circuits: Map<string, Circuit>
  /** The payments that a screen waits for, by id. */
  readonly watches: Map<string, PaymentWatch>
  /** The same on other nodes of the database. */
  readonly watchedElsewhere: Map<string, PaymentWatch>
  readonly nodeBarrier: NodeBarrier
  /** Our own addresses and ports: webhooks must never go there. */
  readonly own: { readonly addresses: readonly string[]; readonly ports: readonly number[] }
  /** The base of links that customers open; never taken from a request. */
  readonly publicUrl: string
  /** Every login and pairing is over https, also what reaches us over http: a proxy is before us. */
  readonly secureCookies: boolean
}

/** The failures of a person from an address that are in no entry yet. */
export interface FailedLogins {
  count: number
  cancel(): void
}

/** By person, then by address; null is every address above the limit. */
type FailedLoginCounts = Map<string, Map<string | null, FailedLogins>>

/** What a till has reported for its display. */
export interface ReportedContent {
  /** Undefined once the till has no displays any more. */
  readonly content: DisplayContent | undefined
  /** Later reports of a till have larger ones, also when the clocks of nodes differ. */
  readonly version: number
}

type DisplayContents = Map<string, ReportedContent>

/** A payment that is watched. */
export interface PaymentWatch {
  /** Open streams. */
  streams: number
  /** A page or a program waits for it until then; milliseconds that only go forward. */
  until: number
  /** The connections of its open attempts. */
  connections: readonly string[]
}
