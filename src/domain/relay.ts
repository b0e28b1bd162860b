// A relay: another server with this same API as the payment network. Where it may be, whose key fits which
// account, and the mark of a request that was passed on once.
import { isListedHost, mayReach, reachOfHost, type SendPolicy, type WebhookPolicy } from './address.ts'

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
  | 'relay_address_private'
  | 'relay_key_is_live'
  | 'relay_key_is_test'
  | 'relay_key_malformed'

/** The address without its `/v1`; undefined when it is none. */
export function parseRelayAddress(text: string): URL | undefined {
  const url = /\s/.test(text) ? null : URL.parse(text.replace(/\/*$/, '').replace(/(\/api)?\/v1$/, ''))
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return !url || !isWeb || url.username || url.password || url.search || url.hash ? undefined : url
}

/**
 * The same, or what is wrong with it. As webhooks, it is public unless the administrator of the
 * server listed it or the account is a sandbox. Plain http can be changed on its way: never to a public address.
 */
export function readRelayAddress(text: string, { mode, allowed }: WebhookPolicy): URL | RelayProblem {
  const url = parseRelayAddress(text)
  if (!url) return 'relay_address_malformed'
  const reach = reachOfHost(url.hostname)
  const isListed = isListedHost(url.hostname, allowed)
  if (reach === 'never' || (reach !== 'public' && mode === 'live' && !isListed))
    return 'relay_address_private'
  if (url.protocol === 'http:' && reach === 'public' && !isListed) return 'relay_address_not_https'
  return url
}

/** Whether a request may go to this resolved address; a text is the reason why not. */
export function mayRelayTo(
  address: string,
  port: number,
  { isSecure, ...policy }: SendPolicy & { readonly isSecure: boolean },
): true | string {
  const allowed = mayReach(address, port, policy)
  if (allowed !== true) return allowed
  const isNear = reachOfHost(address) !== 'public' || isListedHost(policy.host ?? address, policy.allowed)
  return isSecure || isNear || `${address} is not in a private network: use https`
}

/** Test keys are for sandbox accounts, and no other key is. */
export function keyProblem(key: string, mode: 'live' | 'sandbox'): RelayProblem | undefined {
  // It goes into a header.
  if (!/^[\x21-\x7e]+$/.test(key)) return 'relay_key_malformed'
  const isTest = key.startsWith('kn_test_')
  if (isTest === (mode === 'sandbox')) return undefined
  return isTest ? 'relay_key_is_test' : 'relay_key_is_live'
}
