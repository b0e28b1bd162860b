// The connections of all accounts, created from stored credentials at the start and changed with them.
// Credentials are in memory only here and inside the connections.
import type { Connection, Connections, NetworkConnection } from '../connector/connector.ts'
import { type Credentials, type NetworkAddresses, networkKind, networkKinds } from '../connector/network.ts'
import type { OrderEnds } from '../connector/till-number.ts'
import { errorKindOf, type NetworkError } from '../domain/network-error.ts'
import type { OwnAddresses } from '../domain/printer.ts'
import type { Seal } from '../store/folder/seal.ts'
import type { NetworkRow, StoredNetwork } from '../store/network.ts'
import type { NetAnswer, World } from '../world.ts'

/** The state of a network since the server started. */
interface NetworkState {
  readonly lastOkAt: number | null
  readonly lastError: NetworkError | null
  /** The balance available for payouts, as last read. */
  readonly balance: { readonly amount: number; readonly at: number } | null
}

/** The connections of all accounts, with what their networks have answered since the start. */
export interface StoredConnections extends Connections {
  /** The row of an account's network; undefined when it is not connected. */
  rowOf(accountId: string, name: string): NetworkRow | undefined
  /** The rows of an account's network, also those of its former merchant numbers. */
  rowsOf(accountId: string, name: string): readonly NetworkRow[]
  /** When the connection was made; undefined for one that is not stored. */
  createdAtOf(id: string): number | undefined
  /** The credentials of a row in plain text. */
  credentialsOf(row: NetworkRow): Credentials
  stateOf(id: string): NetworkState
  /** Records that the phone of a till number has forwarded a message. */
  recordMessage(id: string): void
  /** Whole shillings that the network reported. */
  recordBalance(id: string, amount: number): void
  /** The address of a connection's callbacks. */
  callbackUrlOf(row: NetworkRow): string
  /** The connection whose callback address has this network name and secret. */
  findByCallback(name: string, secret: string): NetworkConnection | undefined
  /** Called after a row was written. */
  putNetwork(stored: StoredNetwork): void
  remove(id: string): void
  /** Reads all rows again after another node has changed some. */
  reread(read: () => Promise<readonly StoredNetwork[]>): Promise<void>
}

/** What all connections are made with. */
export interface ConnectionsParts {
  readonly world: World
  readonly seal: Seal
  readonly simulator: Connection
  readonly publicUrl: string
  readonly addresses: NetworkAddresses
  readonly relayHosts: readonly string[]
  readonly own: OwnAddresses
  readonly orderEnds: OrderEnds
}

const noCallYet: NetworkState = { lastOkAt: null, lastError: null, balance: null }

interface Entry {
  readonly row: NetworkRow
  readonly connection: Connection
  readonly callbackSecret: string
}

/** Creates the connections of the stored rows. The simulator is a connection without a row. */
export function newConnections(parts: ConnectionsParts, stored: readonly StoredNetwork[]): StoredConnections {
  const entries = new Map<string, Entry>()
  const states = new Map<string, NetworkState>()
  const entriesOf = (accountId: string) =>
    [...entries.values()].filter(({ row }) => row.accountId === accountId)
  /** Cached by account, because each order needs them. Changes are rare, so each clears the whole cache. */
  const usedByAccount = new Map<string, readonly Connection[]>()
  /** Returns the account's connections that take orders, in the order of `networkKinds`. */
  function connectionsUsedBy(accountId: string, mode: 'live' | 'sandbox'): readonly Connection[] {
    const entriesInUse = entriesOf(accountId).filter(({ row }) => row.connected && row.enabled)
    const connectionsTo = (name: string) =>
      entriesInUse.filter(({ row }) => row.name === name).map(({ connection }) => connection)
    const networks = networkKinds.flatMap(({ name }) => connectionsTo(name))
    return mode === 'sandbox' ? [...networks, parts.simulator] : networks
  }
  const connections: StoredConnections = {
    connectionsOf(account) {
      const used = usedByAccount.get(account.id) ?? connectionsUsedBy(account.id, account.mode)
      usedByAccount.set(account.id, used)
      return used
    },
    find: id => (id === parts.simulator.id ? parts.simulator : entries.get(id)?.connection),
    rowOf: (accountId, name) => connections.rowsOf(accountId, name).find(({ connected }) => connected),
    rowsOf: (accountId, name) =>
      entriesOf(accountId)
        .map(({ row }) => row)
        .filter(row => row.name === name),
    createdAtOf: id => entries.get(id)?.row.createdAt,
    credentialsOf: row => openCredentials(parts.seal, row),
    stateOf: id => states.get(id) ?? noCallYet,
    recordMessage(id) {
      states.set(id, { lastOkAt: parts.world.clock.now(), lastError: null, balance: null })
    },
    recordBalance(id, amount) {
      states.set(id, { ...connections.stateOf(id), balance: { amount, at: parts.world.clock.now() } })
    },
    callbackUrlOf: row => callbackUrl(parts, row),
    findByCallback(name, secret) {
      const entry = entries
        .values()
        .find(({ row, callbackSecret }) => row.name === name && callbackSecret === secret)
      return entry?.connection.reach === 'network' ? entry.connection : undefined
    },
    putNetwork(stored) {
      const { row } = stored
      const entry = newEntry(parts, stored, states)
      if (entry) entries.set(row.id, entry)
      usedByAccount.clear()
    },
    remove(id) {
      entries.delete(id)
      usedByAccount.clear()
    },
    reread: read => rereadAll(connections, entries, read),
  }
  stored.forEach(connections.putNetwork)
  return connections
}

/** Replaces the connections whose stored rows have changed, and removes those whose rows were deleted. */
async function rereadAll(
  connections: StoredConnections,
  entries: ReadonlyMap<string, Entry>,
  read: () => Promise<readonly StoredNetwork[]>,
): Promise<void> {
  const before = new Set(entries.values())
  const storedNetworks = await read()
  // A change on this node during the read is newer than the rows that were read, so read them again.
  const hasChanged = before.symmetricDifference(new Set(entries.values())).size > 0
  if (hasChanged) return rereadAll(connections, entries, read)
  const storedIds = new Set(storedNetworks.map(({ row }) => row.id))
  for (const id of entries.keys()) if (!storedIds.has(id)) connections.remove(id)
  for (const network of storedNetworks)
    if (!Bun.deepEquals(entries.get(network.row.id)?.row, network.row)) connections.putNetwork(network)
}

/**
 * Creates the connection of a row. Each answer of its network is recorded in `states` under the row's id.
 * @returns undefined for a network that this build does not support
 */
function newEntry(
  parts: ConnectionsParts,
  { row, mode }: StoredNetwork,
  states: Map<string, NetworkState>,
): Entry | undefined {
  const { world, seal, addresses, relayHosts, own } = parts
  const kind = networkKind(row.name)
  if (!kind) {
    world.log('warn', 'this build does not know a connected network', { network: row.name })
    return undefined
  }
  const recordAnswer = (answer: NetAnswer): NetAnswer => {
    const before = states.get(row.id) ?? noCallYet
    states.set(row.id, stateAfter(before, answer, world.clock.now()))
    return answer
  }
  const connection = kind.connect({
    id: row.id,
    accountId: row.accountId,
    orderEnds: parts.orderEnds,
    credentials: openCredentials(seal, row),
    mode,
    net: { ...world.net, request: call => world.net.request(call).then(recordAnswer) },
    now: world.clock.now,
    elapsed: world.clock.elapsed,
    after: world.clock.after,
    random: world.random.bytes,
    callbackUrl: callbackUrl(parts, row),
    addresses,
    relayHosts,
    own,
  })
  return { row, connection, callbackSecret: callbackSecret(seal, row) }
}

/** Returns the secret in the address of a connection's callbacks, 40 characters derived from the seal. */
const callbackSecret = (seal: Seal, { id }: NetworkRow) => seal.derive(`callback ${id}`).slice(0, 40)
/** Returns the address to which a connection's network sends its callbacks. */
const callbackUrl = ({ publicUrl, seal }: ConnectionsParts, row: NetworkRow) =>
  `${publicUrl}/callback/${row.name}/${callbackSecret(seal, row)}`

/**
 * Returns a network's state after this answer. A 404 counts as a success, because networks return it for an
 * order that they do not know.
 */
function stateAfter(state: NetworkState, answer: NetAnswer, now: number): NetworkState {
  if (answer.kind !== 'answered') {
    const wasConnected = answer.kind === 'timeout' || answer.kind === 'dropped' || answer.kind === 'too_long'
    const kind = wasConnected ? 'silent' : 'unreachable'
    return { ...state, lastError: { at: now, kind, text: answer.error } }
  }
  const { status } = answer
  if (status < 400 || status === 404) return { ...state, lastOkAt: now }
  return {
    ...state,
    lastError: { at: now, kind: errorKindOf(status), text: `the network answered ${status}` },
  }
}

const openCredentials = (seal: Seal, { credentials }: NetworkRow): Credentials =>
  JSON.parse(seal.open(credentials)) as Credentials
