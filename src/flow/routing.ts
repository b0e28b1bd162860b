// The routing of an account: reads and changes it.

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

/** Returns the networks that the account could connect in this build, by name. */
const networksFor = ({ mode }: Account): ReadonlyMap<string, Abilities> =>
  new Map<string, Abilities>([
    ...networkKinds
      .filter(kind => mode === 'live' || !kind.isLiveOnly)
      .map(kind => [kind.name, kind] as const),
    ...(mode === 'sandbox' ? [[simulatorName, simulatorAbilities] as const] : []),
  ])

const closedCircuit: CircuitView = { state: 'closed', since: null }

/** Returns every way with the networks that serve it and those that could. */
export function routingOf(appliance: Appliance, account: Account): readonly RoutedWay[] {
  const connections = appliance.connections.connectionsOf(account)
  const connectors = [...networksFor(account)].map(([connector, facts]) => ({ connector, facts }))
  return ways.map(way => {
    const purpose = purposeOf(way)
    const chosen = account.routing[way]
    // Every network counts as chosen here, so that only its abilities decide.
    const choices = chooseNetworks(
      connectors,
      { [way]: connectors.map(({ connector }) => connector) },
      purpose,
    )
    return {
      way,
      networks:
        chosen ?? chooseNetworks(connections, account.routing, purpose).map(({ connector }) => connector),
      isDefault: chosen === undefined,
      choices: choices.map(({ connector }) => {
        const connection = connections.find(eachConnection => eachConnection.connector === connector)
        const circuit = connection ? circuitOf(appliance, connection.id, wayOf(purpose)) : closedCircuit
        return { name: connector, isUsed: connection !== undefined, circuit }
      }),
    }
  })
}

/**
 * Replaces the routing. Ways that the request does not name get the default.
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
    const changed = ways.filter(way => before.routing[way]?.join() !== routing[way]?.join())
    if (changed.length === 0) return before
    await updateRouting(tx, after)
    const listOf = (account: Account, way: Way) => account.routing[way]?.join(', ') ?? null
    await recordAudit(tx, appliance, {
      account,
      by,
      kind: 'routing.changed',
      subject: account.id,
      detail: {
        changes: changed.map(way => ({ field: way, from: listOf(before, way), to: listOf(after, way) })),
      },
    })
    tx.afterCommit(() => appliance.keyHolders.deleteOf(account.id))
    return after
  })
}
