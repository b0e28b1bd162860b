// The appliance: everything that a flow needs, in one place. main.ts builds it over the real world, tests
// over a simulated one.
import type { Connection, Connections } from './connector/connector.ts'
import type { NetworkAddresses } from './connector/network.ts'
import { simulator } from './connector/simulator.ts'
import type { Circuit } from './domain/circuit.ts'
import { timeOf } from './domain/id.ts'
import type { NetworkHealth } from './domain/network-health.ts'
import { newConnections, type StoredConnections } from './flow/connection.ts'
import type { FailedLoginCounts } from './flow/failed-login.ts'
import { type KeyHolders, newKeyHolders } from './flow/key.ts'
import { type KeyUses, newKeyUses } from './flow/key-use.ts'
import { type NodeBarrier, newNodeBarrier } from './flow/node-barrier.ts'
import type { DisplayContents } from './flow/node-display.ts'
import { hearNodes } from './flow/node-news.ts'
import { type Notifier, newNotifier } from './flow/notifier.ts'
import { newPaymentNumbers, newSharedNumbers, type PaymentNumbers } from './flow/payment-number.ts'
import { newPhonePushes, type PhonePushes } from './flow/phone-push.ts'
import type { PaymentWatch } from './flow/watch.ts'
import { findOrderEnd } from './store/attempt.ts'
import { listNetworks } from './store/network.ts'
import { findNewest } from './store/newest-id.ts'
import type { Seal } from './store/seal.ts'
import { findSimulation, insertSimulation } from './store/simulation.ts'
import type { Store } from './store/store.ts'
import { orderedIds, type World } from './world.ts'

export interface Appliance {
  readonly world: World
  readonly store: Store
  readonly seal: Seal
  readonly connections: Connections
  /** The connections that are stored, with their credentials. */
  readonly networks: StoredConnections
  /** Our references of the orders whose calls have not ended. */
  /** Private hosts and networks where a relay may send. */
  readonly relayHosts: readonly string[]
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

export interface ApplianceParts {
  readonly world: World
  readonly store: Store
  readonly seal: Seal
  /** Instead of those that are stored. */
  readonly connections?: Connections
  /** Base addresses of networks instead of their own, by name. */
  readonly networkAddresses?: NetworkAddresses
  /** Private hosts and networks where a relay may send. */
  readonly relayHosts?: readonly string[]
  /** To one phone in an hour; 0 is no limit. */
  readonly phonePushesMax?: number
  readonly own: Appliance['own']
  readonly publicUrl: string
  readonly secureCookies?: boolean
}

/** Wires an appliance over an opened store. */
export async function newAppliance(parts: ApplianceParts): Promise<Appliance> {
  const { world, store } = parts
  const { read } = store
  store.onListenerError(error => world.log('error', 'a listener of a commit threw', { error: String(error) }))
  const newest = await findNewest(read)
  for (const id of newest.ids) {
    world.ids.follow(id)
    world.clock.floor(timeOf(id))
  }
  const ran = newRunningTime(world, newest.ranMs)
  const paymentNumbers = store.nodes
    ? newSharedNumbers(newest.number, parts.seal, store.nodes, orderedIds(world.random))
    : newPaymentNumbers(newest.number, parts.seal)
  followNodes(parts, ran, paymentNumbers)
  const { seal, publicUrl, networkAddresses: addresses = {}, relayHosts = [], own } = parts
  const stored = await listNetworks(read)
  const networks = newConnections(
    {
      world,
      seal,
      simulator: simulatorOf(store, world),
      publicUrl,
      ...{ addresses, relayHosts, own },
      orderEnds: reference => findOrderEnd(read, reference),
    },
    stored,
  )
  const appliance: Appliance = {
    world,
    store,
    seal: parts.seal,
    networks,
    connections: parts.connections ?? networks,
    sending: new Set(),
    notifier: newNotifier(world.clock.now, store.channel),
    paymentNumbers,
    reconciling: new Map(),
    running: new Map(),
    ranMs: ran.ms,
    keyHolders: newKeyHolders(),
    keyUses: newKeyUses(world.clock),
    failedLogins: new Map(),
    printing: new Map(),
    printedReceipts: new Set(),
    phonePushes: newPhonePushes(world.clock, parts.phonePushesMax ?? 0),
    tillsSeen: new Map(),
    displaysSeen: new Map(),
    displayContents: new Map(),
    networkHealth: new Map(),
    circuits: new Map(),
    ...{ watches: new Map(), watchedElsewhere: new Map() },
    nodeBarrier: newNodeBarrier(parts),
    ...{ own, relayHosts },
    publicUrl: parts.publicUrl,
    secureCookies: parts.secureCookies ?? false,
  }
  hearNodes(appliance)
  return appliance
}

/** What is kept of rows is read anew when another node has written. */
const followNodes = (
  { store, world }: Pick<ApplianceParts, 'store' | 'world'>,
  ran: RunningTime,
  paymentNumbers: PaymentNumbers,
) => {
  store.nodes?.useClock({
    now: world.clock.now,
    follow({ id, ranMs }) {
      world.ids.follow(id)
      ran.follow(ranMs)
    },
  })
  store.nodes?.onOtherWriter(async read => {
    const { ids, number, ranMs } = await findNewest(read)
    ids.forEach(world.ids.follow)
    ran.follow(ranMs)
    paymentNumbers.skipTo(number)
  })
}

type RunningTime = ReturnType<typeof newRunningTime>

/** The running time goes on from what is stored. Of several nodes, the one that has run for the longest is right. */
function newRunningTime({ clock: { elapsed } }: World, before: number) {
  let startedAt = elapsed() - before
  const ms = () => Math.floor(elapsed() - startedAt)
  return {
    ms,
    follow(stored: number): void {
      startedAt -= Math.max(0, stored - ms())
    },
  }
}

const simulatorOf = ({ read, readInOrder = read }: Store, { clock }: World): Connection =>
  simulator(
    { insert: insertSimulation, find: reference => findSimulation(readInOrder, reference) },
    clock.now,
  )
