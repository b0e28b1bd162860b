// The appliance: the dependencies of all flows, and their state in memory. src/appliance.ts wires it.
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
import type { TimeZones } from './time-zone.ts'

/** Facts about this server from its settings. */
interface ServerFacts {
  readonly relayHosts: readonly string[] // private hosts and networks where a relay may send
  /** Our own addresses and ports: webhooks must never go there. */
  readonly own: { readonly addresses: readonly string[]; readonly ports: readonly number[] }
  /**
   * The base of links that customers open; never taken from a request. It changes with this computer's
   * address, so read it for each link.
   */
  readonly publicUrl: string
  /**
   * Whether cookies of logins and pairings are always for https only, because a proxy in front of this server
   * receives https and forwards it as http.
   */
  readonly secureCookies: boolean
}

/** Work in progress on this node, so that no other request starts the same work. */
export interface WorkInProgress {
  readonly sending: Set<string> // our references of the orders whose calls have not ended
  readonly reconciling: Map<string, Promise<void>> // reconciliations by account and day
  readonly running: Map<string, Promise<unknown>> // requests by account and idempotency key
  /** The last page sent to each printer, by the printer's address; the next page waits for it. */
  readonly printing: Map<string, Promise<void>>
  /**
   * Names of receipts that tills recently printed automatically: several tabs of a till request one receipt.
   */
  readonly printedReceipts: Set<string>
}

/** State since the start, which nodes on one database share with each other. */
export interface SharedState {
  readonly tillsSeen: Map<string, number> // when each till last sent a request
  readonly displaysSeen: Map<string, number> // when each display last sent a request
  readonly displayContents: DisplayContents // the content of each till's displays
  readonly networkHealth: Map<string, NetworkHealth> // network health by account
  readonly circuits: Map<string, Circuit> // circuit breakers by connection and purpose of the order
  /** The payments that a screen of this node waits for, by id. */
  readonly watches: Map<string, PaymentWatch>
  /** The payments that screens of other nodes wait for. */
  readonly watchedElsewhere: Map<string, PaymentWatch>
}

/** Caches and counts of this node. */
interface NodeMemory {
  readonly keyHolders: KeyHolders
  readonly timeZones: TimeZones
  readonly keyUses: KeyUses
  readonly phonePushes: PhonePushes
  /** Our references of orders about which a reconciliation got no answer, the longest unasked first. */
  readonly unansweredOrders: Set<string>
  readonly failedLogins: FailedLoginCounts // failed logins that are not in the audit log yet
}

export interface Appliance extends ServerFacts, WorkInProgress, SharedState, NodeMemory {
  readonly world: World
  readonly store: Store
  readonly seal: Seal
  readonly connections: Connections // the connections that orders use
  readonly networks: StoredConnections // the stored connections with their credentials
  readonly notifier: Notifier
  readonly nodeBarrier: NodeBarrier
  readonly paymentNumbers: PaymentNumbers
  /**
   * Running time in milliseconds, summed over all starts. Setting the clock does not change it, and time
   * while stopped does not count.
   */
  ranMs(): number
}

/** Failed logins of a person from an address that are not in the audit log yet. */
export interface FailedLogins {
  count: number
  cancel(): void
}

/** Failed logins of each person by address. The key null collects all addresses beyond the limit. */
type FailedLoginCounts = Map<string, Map<string | null, FailedLogins>>

/** The content that a till has reported for its displays. */
export interface ReportedContent {
  readonly content: DisplayContent | undefined // undefined once the till has no displays
  /** Increases with each report of a till, even when the clocks of nodes differ. */
  readonly version: number
}

type DisplayContents = Map<string, ReportedContent>

/** Who waits for a payment on one node. */
export interface PaymentWatch {
  /** The number of open streams. */
  streams: number
  /** A page or a program waits for the payment until this time; milliseconds of a monotonic clock. */
  until: number
  /** The connections of the payment's open attempts. */
  connections: readonly string[]
}
