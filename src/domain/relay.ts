// A relay: another server with this same API as the payment network. Where it may be, whose key fits which
// account, and the mark of a request that was passed on once.
import { type Reach, reachOfHost } from './address.ts'

/** The network's name. */
export const relayConnector = 'relay'

/**
 * On every request that a relay sends. What carries it is never passed on to another relay: two servers that
 * relay to each other would pass an order round for ever.
 */
export const relayHeader = 'kaunta-relayed'

export type RelayProblem =
  | 'relay_address_malformed'
  | 'relay_address_not_https'
  | 'relay_key_is_live'
  | 'relay_key_is_test'

const isNear = (reach: Reach) => reach === 'private' || reach === 'loopback'

/** The address without its `/v1`, or what is wrong with it. Plain http can be changed on its way. */
export function readRelayAddress(text: string): URL | RelayProblem {
  const url = /\s/.test(text) ? null : URL.parse(text.replace(/\/*$/, '').replace(/(\/api)?\/v1$/, ''))
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isWeb || url.username || url.password || url.search || url.hash)
    return 'relay_address_malformed'
  return url.protocol === 'https:' || isNear(reachOfHost(url.hostname)) ? url : 'relay_address_not_https'
}

/** Whether a request may go to this resolved address; a text is the reason why not. */
export function mayRelayTo(address: string, isSecure: boolean): true | string {
  const reach = reachOfHost(address)
  if (reach === 'never') return `${address} is a link-local, multicast or reserved address`
  return isSecure || isNear(reach) || `${address} is not in a private network: use https`
}

/** Test keys are for sandbox accounts, and no other key is. */
export function keyProblem(key: string, mode: 'live' | 'sandbox'): RelayProblem | undefined {
  const isTest = key.startsWith('kn_test_')
  if (isTest === (mode === 'sandbox')) return undefined
  return isTest ? 'relay_key_is_test' : 'relay_key_is_live'
}
