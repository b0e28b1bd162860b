// Wires an appliance together, over the real world or over the simulated one of a test.

import { withAnswerDates } from './connector/answer-date.ts'
import type { Connection, Connections } from './connector/connector.ts'
import type { NetworkAddresses } from './connector/network.ts'
import { simulator } from './connector/simulator.ts'
import { timeOf } from './domain/id.ts'
import type { Appliance, SharedState, WorkInProgress } from './flow/appliance.ts'
import { newConnections } from './flow/connection.ts'
import { newKeyHolders } from './flow/key-holder.ts'
import { newKeyUses } from './flow/key-use.ts'
import { newNodeBarrier } from './flow/node-barrier.ts'
import { listenToNodes } from './flow/node-news.ts'
import { newNotifier } from './flow/notifier.ts'
import { newPaymentNumbers, type PaymentNumbers } from './flow/payment-number.ts'
import { newPhonePushes } from './flow/phone-push.ts'
import { reloadTimeZones, type TimeZones } from './flow/time-zone.ts'
import { findOrderEnd } from './store/attempt.ts'
import { findNewest } from './store/engine/newest-id.ts'
import type { Seal } from './store/folder/seal.ts'
import { listNetworks } from './store/network.ts'
import { findSimulation, insertSimulation } from './store/simulation.ts'
import type { Store } from './store/store.ts'
import type { World } from './world.ts'

/** What `newAppliance` needs from the process or the test that starts it. */
export interface ApplianceParts {
  readonly world: World
  readonly store: Store
  readonly seal: Seal
  readonly connections?: Connections // replaces the stored connections
  /** Base addresses by network, instead of the networks' own. */
  readonly networkAddresses?: NetworkAddresses
  readonly relayHosts?: readonly string[] // private hosts and networks where a relay may send
  readonly phonePushesMax?: number // pushes to one phone in an hour; 0 is no limit
  readonly own: Appliance['own']
  readonly publicUrl: string // may change while the server runs
  readonly secureCookies?: boolean
}

/**
 * Returns the appliance of an opened store. Ids, clock and payment numbers continue from the newest stored
 * ones, so that nothing is issued twice after a restart.
 */
export async function newAppliance(parts: ApplianceParts): Promise<Appliance> {
  const { world, store } = parts
  store.onListenerError(error => world.log('error', 'a listener of a commit threw', { error: String(error) }))
  const newest = await findNewest(store.read)
  for (const id of newest.ids) {
    world.ids.follow(id)
    world.clock.floor(timeOf(id))
  }
  const runningTime = newRunningTime(world, newest.ranMs)
  const paymentNumbers = newPaymentNumbers(newest.number, parts.seal, store.nodes !== undefined)
  const timeZones: TimeZones = new Map()
  await reloadTimeZones(timeZones, store.read)
  followNodes(parts, runningTime, paymentNumbers, timeZones)
  const networks = await newStoredConnections(parts)
  const appliance: Appliance = {
    world,
    store,
    seal: parts.seal,
    networks,
    connections: parts.connections ?? networks,
    notifier: newNotifier(world.clock.now, store.channel),
    nodeBarrier: newNodeBarrier(parts),
    paymentNumbers,
    ranMs: runningTime.ms,
    keyHolders: newKeyHolders(),
    timeZones,
    keyUses: newKeyUses(world.clock),
    phonePushes: newPhonePushes(world.clock, parts.phonePushesMax ?? 0),
    unansweredOrders: new Set(),
    failedLogins: new Map(),
    ...noWorkInProgress(),
    ...noSharedState(),
    own: parts.own,
    relayHosts: parts.relayHosts ?? [],
    get publicUrl() {
      return parts.publicUrl
    },
    secureCookies: parts.secureCookies ?? false,
  }
  listenToNodes(appliance)
  return appliance
}

/** Returns the empty sets of what this process is working on. */
const noWorkInProgress = (): WorkInProgress => ({
  sending: new Set(),
  reconciling: new Map(),
  running: new Map(),
  printing: new Map(),
  printedReceipts: new Set(),
})

/** Returns the empty maps of what nodes on one database share. */
const noSharedState = (): SharedState => ({
  tillsSeen: new Map(),
  displaysSeen: new Map(),
  displayContents: new Map(),
  networkHealth: new Map(),
  circuits: new Map(),
  watches: new Map(),
  watchedElsewhere: new Map(),
})

/** Returns the connections of all accounts to payment networks, as the store holds them. */
async function newStoredConnections(parts: ApplianceParts) {
  const { world, store, seal, own, networkAddresses = {}, relayHosts = [] } = parts
  return newConnections(
    {
      world: withAnswerDates(world, time => world.clock.confirm(time)),
      seal,
      simulator: simulatorOf(store, world),
      get publicUrl() {
        return parts.publicUrl
      },
      addresses: networkAddresses,
      relayHosts,
      own,
      orderEnds: reference => findOrderEnd(store.read, reference),
    },
    await listNetworks(store.read),
  )
}

/**
 * Reads the newest ids, the running time, the payment number and the time zones again each time another node
 * has written to the database, so that this node issues nothing twice.
 */
const followNodes = (
  { store, world }: Pick<ApplianceParts, 'store' | 'world'>,
  runningTime: RunningTime,
  paymentNumbers: PaymentNumbers,
  timeZones: TimeZones,
) =>
  store.nodes?.onOtherWriter(async read => {
    const [newest] = await Promise.all([findNewest(read), reloadTimeZones(timeZones, read)])
    for (const id of newest.ids) world.ids.follow(id)
    runningTime.follow(newest.ranMs)
    paymentNumbers.skipTo(newest.number)
  })

type RunningTime = ReturnType<typeof newRunningTime>

/**
 * Returns a clock of how long Kaunta has run, which goes on from earlier runs. If a node of the same database
 * has run longer, `follow` moves this clock forward to its time.
 * @param earlierRunsMs the stored running time of earlier runs, in milliseconds
 */
function newRunningTime({ clock: { elapsed } }: World, earlierRunsMs: number) {
  /** When Kaunta would have started, had it never stopped. Milliseconds of the monotonic clock. */
  let startedAt = elapsed() - earlierRunsMs
  const ms = () => Math.floor(elapsed() - startedAt)
  return {
    ms,
    follow(storedMs: number): void {
      const behindMs = Math.max(0, storedMs - ms())
      startedAt -= behindMs
    },
  }
}

/** Returns the simulated network of sandbox accounts, whose orders are in the store. */
const simulatorOf = ({ read, readInOrder = read }: Store, { clock }: World): Connection =>
  simulator(
    { insert: insertSimulation, find: reference => findSimulation(readInOrder, reference) },
    clock.now,
  )
