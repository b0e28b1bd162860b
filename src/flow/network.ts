// Connects an account to a payment network, changes and ends the connection, and tests it without moving
// money.

import { type Credentials, type NetworkKind, networkKind, networkKinds } from '../connector/network.ts'
import type { Account } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import type { WebhookPolicy } from '../domain/address.ts'
import { badField, badFields, fault, type Problem, problem, shortValue } from '../domain/fault.ts'
import { idWithPrefix } from '../domain/id.ts'
import type { NetworkTest } from '../domain/network-test.ts'
import type { Tx } from '../store/engine/statement.ts'
import {
  hasOpenOrders,
  insertNetwork,
  type NetworkRow,
  removeNetwork,
  updateNetwork,
} from '../store/network.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'

const nonceBytes = 12 // of the seal

/** An owner's request. If it has no credentials, the stored ones stay. */
export interface NetworkRequest {
  readonly credentials?: Readonly<Record<string, string>>
  readonly enabled?: boolean
  readonly replace_phone?: boolean
}

/** A network, and the account's connection to it; `row` is undefined when it is not connected. */
export interface AccountNetwork {
  readonly kind: NetworkKind
  readonly row: NetworkRow | undefined
}

/** Returns every network that this build supports, with the account's connection to it. */
export const networksOf = ({ networks }: Appliance, account: Account): readonly AccountNetwork[] =>
  networkKinds.map(kind => ({ kind, row: networks.rowOf(account.id, kind.name) }))

/** Returns the name of a network as pages show it. */
export const networkTitle = (name: string): string =>
  networkKind(name)?.title ?? (name === 'simulator' ? 'Simulator' : name)

/** Finds a network that this build supports. @throws Fault `network_not_found` */
function kindOf(name: string): NetworkKind {
  const kind = networkKind(name)
  if (!kind) throw fault('network_not_found', { name: shortValue(name) })
  return kind
}

/**
 * Returns the account's connection to a network.
 * @throws Fault `network_not_found` when it is unknown, `network_not_connected`
 */
function connectedNetwork(
  { networks }: Appliance,
  account: Account,
  name: string,
): AccountNetwork & { row: NetworkRow } {
  const kind = kindOf(name)
  const row = networks.rowOf(account.id, name)
  if (!row) throw fault('network_not_connected', { name })
  return { kind, row }
}

/**
 * Checks the credentials that an owner entered, and trims them.
 * @param policy which addresses the network may have
 * @throws Fault naming each field that is unknown, missing or wrong
 */
function readCredentials(
  { name, fields, problemsOf }: NetworkKind,
  values: Readonly<Record<string, string>>,
  policy: WebhookPolicy,
): Credentials {
  const problems: Problem[] = []
  for (const key of Object.keys(values))
    if (!fields.some(field => field.key === key))
      problems.push(problem(`credentials.${key.slice(0, 40)}`, 'credential_unknown', { network: name }))
  const entries = fields.flatMap(({ key, isRequired }) => {
    const value = (values[key] ?? '').trim()
    if (/\p{Control}/u.test(value)) problems.push(problem(`credentials.${key}`, 'control_characters'))
    if (value === '' && isRequired) problems.push(problem(`credentials.${key}`, 'required'))
    return value === '' ? [] : [[key, value] as const]
  })
  if (problems.length > 0) throw badFields(problems)
  const credentials = Object.fromEntries(entries)
  const networkProblems = (problemsOf?.(credentials, policy) ?? []).map(({ field, message, ...details }) => ({
    ...details,
    field: `credentials.${field}`,
    message: `credentials.${message}`,
  }))
  if (networkProblems.length > 0) throw badFields(networkProblems)
  return credentials
}

/**
 * Changes the connection to a network in one of three ways. With `replace_phone`, the phone of a till number
 * gets a new address and secret. Without credentials, the connection is switched on or off. With credentials,
 * the network is connected. Credentials of another merchant number create another connection, and the status
 * of payments over the former connection is still checked.
 * @throws Fault `network_not_found`, `network_live_only` in the sandbox, one that names each wrong field, or
 * as `replacePhone` and `switchNetwork`
 */
export async function connectNetwork(
  appliance: Appliance,
  account: Account,
  name: string,
  { credentials, enabled, replace_phone }: NetworkRequest,
  by: RequestedBy,
): Promise<AccountNetwork> {
  const kind = kindOf(name)
  if (kind.isLiveOnly && account.mode === 'sandbox') throw fault('network_live_only', { name })
  if (replace_phone === true) return replacePhone(appliance, account, name, by)
  if (credentials === undefined) return switchNetwork(appliance, account, name, enabled ?? true, by)
  const { mode } = account
  const entered = readCredentials(kind, credentials, { mode, allowed: appliance.relayHosts })
  const { networks, seal, world, store } = appliance
  const formerRow = networks.rowOf(account.id, name)
  const merchant = kind.merchantOf(entered)
  const storedRow = networks.rowsOf(account.id, name).find(row => row.merchant === merchant)
  const generated = storedRow ? generatedValues(kind, networks.credentialsOf(storedRow)) : {}
  const now = world.clock.now()
  const row: NetworkRow = {
    id: storedRow?.id ?? idWithPrefix('net', world.ids.uuid(now)),
    accountId: account.id,
    name,
    merchant,
    credentials: seal.close(JSON.stringify({ ...entered, ...generated }), world.random.bytes(nonceBytes)),
    connected: true,
    enabled: enabled ?? true,
    createdAt: storedRow?.createdAt ?? now,
  }
  const replacedRow = formerRow && formerRow.id !== row.id ? { ...formerRow, connected: false } : undefined
  await store.write(async tx => {
    if (replacedRow) await updateNetwork(tx, replacedRow)
    if (storedRow) await updateNetwork(tx, row)
    else await insertNetwork(tx, row)
    await recordChange(tx, appliance, account, by, 'network.connected', row)
    tx.afterCommit(() => {
      if (replacedRow) networks.putNetwork({ row: replacedRow, mode })
      networks.putNetwork({ row, mode })
    })
  })
  return { kind, row }
}

/** Returns the stored credentials that Kaunta generated (`ownKeys`), which stay when the others change. */
const generatedValues = ({ ownKeys = [] }: NetworkKind, stored: Credentials): Credentials =>
  Object.fromEntries(Object.entries(stored).filter(([key]) => ownKeys.includes(key)))

/**
 * Gives the phone of a till number a new address and secret. Messages from the former phone are then
 * rejected, even if they are about a former till number of the shop, so all rows of the network change.
 * @throws Fault `network_not_connected`, `not_till_number`
 */
async function replacePhone(
  appliance: Appliance,
  account: Account,
  name: string,
  by: RequestedBy,
): Promise<AccountNetwork> {
  const { kind, row: former } = connectedNetwork(appliance, account, name)
  if (!kind.ownKeys?.includes('phone_key')) throw badField('replace_phone', 'not_till_number')
  const { networks, seal, world, store } = appliance
  const phone_key = Buffer.from(world.random.bytes(16)).toString('hex')
  const rows = networks.rowsOf(account.id, name).map(before => {
    const values = { ...networks.credentialsOf(before), phone_key }
    return { ...before, credentials: seal.close(JSON.stringify(values), world.random.bytes(nonceBytes)) }
  })
  await store.write(async tx => {
    for (const row of rows) await updateNetwork(tx, row)
    await recordChange(tx, appliance, account, by, 'network.phone_replaced', former)
    tx.afterCommit(() => {
      for (const row of rows) networks.putNetwork({ row, mode: account.mode })
    })
  })
  return connectedNetwork(appliance, account, name)
}

/**
 * Switches a connection on or off. A connection that is off takes no new orders, but the status of its
 * earlier orders is still checked.
 * @throws Fault `network_not_connected`
 */
async function switchNetwork(
  appliance: Appliance,
  account: Account,
  name: string,
  isEnabled: boolean,
  by: RequestedBy,
): Promise<AccountNetwork> {
  const { kind, row: before } = connectedNetwork(appliance, account, name)
  const row = { ...before, enabled: isEnabled }
  if (before.enabled !== isEnabled)
    await appliance.store.write(async tx => {
      await updateNetwork(tx, row)
      await recordChange(tx, appliance, account, by, 'network.switched', row)
      tx.afterCommit(() => appliance.networks.putNetwork({ row, mode: account.mode }))
    })
  return { kind, row }
}

/**
 * Removes a connection with its credentials.
 * @throws Fault `network_in_use` while a payment or payout over the network has no outcome, because only the
 * network can report it
 */
export async function disconnectNetwork(
  appliance: Appliance,
  account: Account,
  name: string,
  by: RequestedBy,
): Promise<void> {
  const { row } = connectedNetwork(appliance, account, name)
  await appliance.store.write(async tx => {
    if (await hasOpenOrders(tx, row.id)) throw fault('network_in_use', { name })
    await removeNetwork(tx, row.id)
    await recordChange(tx, appliance, account, by, 'network.disconnected', row)
    tx.afterCommit(() => appliance.networks.remove(row.id))
  })
}

/** Adds the audit entry of a changed connection, without its credentials. */
const recordChange = (
  tx: Tx,
  appliance: Appliance,
  account: Account,
  by: RequestedBy,
  kind: 'network.connected' | 'network.switched' | 'network.disconnected' | 'network.phone_replaced',
  { id, name, enabled }: NetworkRow,
) => recordAudit(tx, appliance, { account, by, kind, subject: id, detail: { network: name, enabled } })

/**
 * Sends the network a harmless request for each of its products, and stores the balance in its answer.
 * @returns the results; none when the connection cannot be tested
 * @throws Fault `network_not_connected`
 */
export async function testNetwork(
  appliance: Appliance,
  account: Account,
  name: string,
): Promise<readonly NetworkTest[]> {
  const { row } = connectedNetwork(appliance, account, name)
  const connection = appliance.networks.find(row.id)
  if (connection?.reach !== 'network' || !connection.test) return []
  const tests = await connection.test()
  for (const { balance } of tests)
    if (balance !== undefined) appliance.networks.recordBalance(row.id, balance)
  return tests
}
