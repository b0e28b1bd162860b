// Reads and changes the routing of an account: which networks serve each way of collecting and paying out.

import { networkKinds } from '../connector/network.ts'
import { simulatorAbilities } from '../connector/simulator.ts'
import type { Account } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import { assert } from '../domain/fault.ts'
import {
  type Abilities,
  chooseNetworks,
  purposeOf,
  type Routing,
  readRouting,
  simulatorName,
  type Way,
  wayOf,
  ways,
} from '../domain/routing.ts'
import { findAccount, updateRouting } from '../store/account.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { type CircuitView, circuitOf } from './circuit.ts'

/** A network that could serve a way. */
interface Choice {
  readonly name: string
  readonly isUsed: boolean // connected and switched on: only such a network is used
  readonly circuit: CircuitView
}

/** The networks of one way, such as pushes or payouts to a bank. */
export interface RoutedWay {
  readonly way: Way
  /** The owner's choice, or the current default, in order of preference. */
  readonly networks: readonly string[]
  readonly isDefault: boolean
  readonly choices: readonly Choice[]
}

/** Returns the networks that an account could connect, by name. Only a sandbox account has the simulator. */
function networksFor({ mode }: Account): ReadonlyMap<string, Abilities> {
  const kinds = networkKinds.filter(kind => mode === 'live' || !kind.isLiveOnly)
  const networks = new Map<string, Abilities>(kinds.map(kind => [kind.name, kind]))
  if (mode === 'sandbox') networks.set(simulatorName, simulatorAbilities)
  return networks
}

/** The circuit of a network without a connection. */
const closedCircuit: CircuitView = { state: 'closed', since: null }

/** Returns every way with the networks that serve it now, and all networks that could serve it. */
export function routingOf(appliance: Appliance, account: Account): readonly RoutedWay[] {
  const connections = appliance.connections.connectionsOf(account)
  const connectors = [...networksFor(account)].map(([connector, facts]) => ({ connector, facts }))
  return ways.map(way => {
    const purpose = purposeOf(way)
    const ownerChoice = account.routing[way]
    const networks = ownerChoice ?? namesOf(chooseNetworks(connections, account.routing, purpose))
    // As if the owner had chosen every network, so that only the abilities of each decide.
    const capable = chooseNetworks(connectors, { [way]: namesOf(connectors) }, purpose)
    const choices = capable.map(({ connector }) => {
      const connection = connections.find(eachConnection => eachConnection.connector === connector)
      const circuit = connection ? circuitOf(appliance, connection.id, wayOf(purpose)) : closedCircuit
      return { name: connector, isUsed: connection !== undefined, circuit }
    })
    return { way, networks, isDefault: ownerChoice === undefined, choices }
  })
}

const namesOf = (networks: readonly { readonly connector: string }[]) =>
  networks.map(({ connector }) => connector)

/**
 * Replaces the routing of an account. A way that the request does not name gets its default networks.
 * @returns the account with its new routing
 * @throws Fault naming the networks that cannot serve a way
 */
export function changeRouting(
  appliance: Appliance,
  account: Account,
  requested: Parameters<typeof readRouting>[0],
  by: RequestedBy,
): Promise<Account> {
  const routing: Routing = readRouting(requested, networksFor(account))
  return appliance.store.write(async tx => {
    const before = await findAccount(tx, account.id)
    assert(before, 'the account exists')
    const after = { ...before, routing }
    const changedWays = ways.filter(way => before.routing[way]?.join() !== routing[way]?.join())
    if (changedWays.length === 0) return before
    await updateRouting(tx, after)
    const changes = changedWays.map(way => ({
      field: way,
      from: before.routing[way]?.join(', ') ?? null,
      to: routing[way]?.join(', ') ?? null,
    }))
    await recordAudit(tx, appliance, {
      account,
      by,
      kind: 'routing.changed',
      subject: account.id,
      detail: { changes },
    })
    // Cached keys hold the account with its old routing.
    tx.afterCommit(() => appliance.keyHolders.deleteOf(account.id))
    return after
  })
}
