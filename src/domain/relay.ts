// A relay: another server with this API serves as the payment network. This file decides at which addresses a
// relay may be and which key fits which account, and names the header of a relayed request.
import { isListedHost, mayReach, reachOfHost, type SendPolicy, type WebhookPolicy } from './address.ts'

/** The network's name. */
export const relayConnector = 'relay'

/**
 * The header of every request that a relay sends. A request with this header is never relayed again, because
 * two servers that relay to each other would pass an order back and forth forever.
 */
export const relayHeader = 'kaunta-relayed'

export type RelayProblem =
  | 'relay_address_malformed'
  | 'relay_address_not_https'
  | 'relay_address_private'
  | 'relay_key_is_live'
  | 'relay_key_is_test'
  | 'relay_key_malformed'

/**
 * Returns a server's address without a trailing `/v1` or `/api/v1`; undefined when the text is not an http or
 * https address, or has a blank, user, password, query or fragment.
 */
export function parseRelayAddress(text: string): URL | undefined {
  if (/\s/.test(text)) return undefined
  const withoutSlashes = text.replace(/\/*$/, '')
  const url = URL.parse(withoutSlashes.replace(/(\/api)?\/v1$/, ''))
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  const hasOtherParts = url.username || url.password || url.search || url.hash
  return hasOtherParts ? undefined : url
}

/**
 * Reads the address of a relay, or returns the problem with it. Like a webhook's address, it must be public
 * unless the administrator of the server listed it or the account is a sandbox. Plain http can be changed in
 * transit, so a public address that is not listed needs https.
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

/**
 * Returns whether a request may go to this resolved address, or the reason why not. Plain http may only go to
 * a private or listed address, because others could read the key on its way.
 */
export function mayRelayTo(
  address: string,
  port: number,
  { isSecure, ...policy }: SendPolicy & { readonly isSecure: boolean },
): true | string {
  const allowed = mayReach(address, port, policy)
  if (allowed !== true) return allowed
  const isPrivate = reachOfHost(address) !== 'public'
  const mayUseHttp = isPrivate || isListedHost(policy.host ?? address, policy.allowed)
  return isSecure || mayUseHttp ? true : `${address} is not in a private network: use https`
}

/** Returns the problem with a relay's key, if any. Sandbox accounts need a test key, live ones a live key. */
export function keyProblem(key: string, mode: 'live' | 'sandbox'): RelayProblem | undefined {
  // The key is sent in a header.
  if (!/^[\x21-\x7e]+$/.test(key)) return 'relay_key_malformed'
  const isTest = key.startsWith('kn_test_')
  if (isTest === (mode === 'sandbox')) return undefined
  return isTest ? 'relay_key_is_test' : 'relay_key_is_live'
}
