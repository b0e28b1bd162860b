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

export interface StoredConnections extends Connections {
  /** The row of an account's network; undefined when it is not connected. */
  rowOf(accountId: string, name: string): NetworkRow | undefined
  /** The row of a connection with another merchant number, whose last payments are still checked. */
  rowOfMerchant(accountId: string, name: string, merchant: string): NetworkRow | undefined
  /** When the connection was made; undefined for one that is not stored. */
  createdAtOf(id: string): number | undefined
  credentialsOf(row: NetworkRow): Credentials
  stateOf(id: string): NetworkState
  /** Records that the phone of a till number has forwarded a message. */
  recordMessage(id: string): void
  /** Whole shillings that the network reported. */
  recordBalance(id: string, amount: number): void
  /** The address of a connection's callbacks. */
  callbackUrlOf(row: NetworkRow): string
  findByCallback(name: string, secret: string): NetworkConnection | undefined
  /** Called after a row was written. */
  putNetwork(stored: StoredNetwork): void
  remove(id: string): void
  /** Reads all rows again after another node has changed some. */
  reread(read: () => Promise<readonly StoredNetwork[]>): Promise<void>
}

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

const unused: NetworkState = { lastOkAt: null, lastError: null, balance: null }

interface Entry {
  readonly row: NetworkRow
  readonly connection: Connection
  readonly callbackSecret: string
}

export function newConnections(parts: ConnectionsParts, stored: readonly StoredNetwork[]): StoredConnections {
  const entries = new Map<string, Entry>()
  const states = new Map<string, NetworkState>()
  const ofAccount = (accountId: string) =>
    [...entries.values()].filter(({ row }) => row.accountId === accountId)
  /** Cached by account until one of the connections changes, because each order asks for them. */
  const used = new Map<string, readonly Connection[]>()
  function connectionsUsedBy({
    id,
    mode,
  }: Parameters<Connections['connectionsOf']>[0]): readonly Connection[] {
    const rows = ofAccount(id).filter(({ row }) => row.connected && row.enabled)
    const networks = networkKinds.flatMap(({ name }) =>
      rows.filter(({ row }) => row.name === name).map(({ connection }) => connection),
    )
    return mode === 'sandbox' ? [...networks, parts.simulator] : networks
  }
  const connections: StoredConnections = {
    connectionsOf(account) {
      const uses = used.get(account.id) ?? connectionsUsedBy(account)
      used.set(account.id, uses)
      return uses
    },
    find: id => (id === parts.simulator.id ? parts.simulator : entries.get(id)?.connection),
    rowOf: (accountId, name) =>
      ofAccount(accountId).find(({ row }) => row.name === name && row.connected)?.row,
    rowOfMerchant: (accountId, name, merchant) =>
      ofAccount(accountId).find(({ row }) => row.name === name && row.merchant === merchant)?.row,
    createdAtOf: id => entries.get(id)?.row.createdAt,
    credentialsOf: row => openCredentials(parts.seal, row),
    stateOf: id => states.get(id) ?? unused,
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
    putNetwork(one) {
      const { row } = one
      const entry = newEntry(parts, one, states)
      if (entry) entries.set(row.id, entry)
      used.clear()
    },
    remove(id) {
      entries.delete(id)
      used.clear()
    },
    reread: read => rereadAll(connections, entries, read),
  }
  stored.forEach(connections.putNetwork)
  return connections
}

async function rereadAll(
  connections: StoredConnections,
  entries: ReadonlyMap<string, Entry>,
  read: () => Promise<readonly StoredNetwork[]>,
): Promise<void> {
  const before = new Set(entries.values())
  const all = await read()
  // A change on this node is newer than the rows that were read.
  if (before.symmetricDifference(new Set(entries.values())).size > 0)
    return rereadAll(connections, entries, read)
  const stored = new Set(all.map(({ row }) => row.id))
  for (const id of entries.keys()) if (!stored.has(id)) connections.remove(id)
  for (const entry of all)
    if (!Bun.deepEquals(entries.get(entry.row.id)?.row, entry.row)) connections.putNetwork(entry)
}

/** Undefined for a network that this build does not support. */
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
  const note = (answer: NetAnswer): NetAnswer => {
    const before = states.get(row.id) ?? unused
    states.set(row.id, stateAfter(before, answer, world.clock.now()))
    return answer
  }
  const connection = kind.connect({
    id: row.id,
    accountId: row.accountId,
    orderEnds: parts.orderEnds,
    credentials: openCredentials(seal, row),
    mode,
    net: { ...world.net, request: call => world.net.request(call).then(note) },
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

const callbackSecret = (seal: Seal, { id }: NetworkRow) => seal.derive(`callback ${id}`).slice(0, 40)
const callbackUrl = ({ publicUrl, seal }: ConnectionsParts, row: NetworkRow) =>
  `${publicUrl}/callback/${row.name}/${callbackSecret(seal, row)}`

function stateAfter(state: NetworkState, answer: NetAnswer, now: number): NetworkState {
  if (answer.kind !== 'answered') {
    const isConnected = answer.kind === 'timeout' || answer.kind === 'dropped' || answer.kind === 'too_long'
    const kind = isConnected ? 'silent' : 'unreachable'
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
