// Finds the holder's name of a phone number or bank account. It asks the networks that would pay out to it,
// in routing order.

import type { Account } from '../domain/account.ts'
import type { Destination } from '../domain/payout.ts'
import { plainName } from '../domain/plain-text.ts'
import type { Appliance } from './appliance.ts'
import { type Route, routeFor } from './connector.ts'
import { callNetwork } from './network-call.ts'
import { networkWaitMs, withTimeout } from './timeout.ts'

/**
 * Returns the name of a wallet's or bank account's holder; null when no network returns one in time.
 * @param options `isRelayed`: another server's relay sent the request. It is then not relayed again, because
 * two servers could ask each other forever
 * @throws Fault as `routeFor`
 */
export async function lookUpPayoutName(
  appliance: Appliance,
  account: Account,
  destination: Destination,
  { isRelayed }: { readonly isRelayed: boolean },
): Promise<string | null> {
  const route = routeFor(appliance, account, { payOut: destination.channel, isRelayed })
  return (await withTimeout(appliance, networkWaitMs, firstNameFound(appliance, route, destination))) ?? null
}

/** Returns the first name that a network of the route has for this destination. */
async function firstNameFound(
  appliance: Appliance,
  route: Route,
  destination: Destination,
): Promise<string | undefined> {
  for (const connection of route) {
    const { lookUp } = connection
    if (!lookUp) continue
    const answer =
      connection.reach === 'local'
        ? await lookUp(destination, new AbortController().signal)
        : await callNetwork(appliance, connection, signal => lookUp(destination, signal))
    const name = typeof answer === 'string' ? plainName(answer) : ''
    if (name !== '') return name
  }
  return undefined
}
