// The host names and addresses that this server answers to. Requests for other hosts get 421, which stops DNS
// rebinding.
import { hostname, networkInterfaces } from 'node:os'
import type { Config } from '../../config.ts'
import { listenAddresses } from '../../domain/address.ts'
import { mdnsNames } from '../../domain/local-name.ts'

/**
 * Returns the addresses of this machine's network cards, without loopback and link-local ones; IPv4 first.
 */
export function ownAddresses(): string[] {
  const cards = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? [])
  const outward = cards.filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
  return outward
    .sort((left, right) => left.family.localeCompare(right.family)) // IPv4, then IPv6
    .map(({ address }) => address)
}

/**
 * Returns this server's own addresses and ports, to which no webhook may be sent. The addresses are read at
 * each use, because they change while the server runs.
 */
export const ownEndpoints = (ports: readonly number[]) => ({
  get addresses() {
    return ['127.0.0.1', '::1', ...ownAddresses()]
  },
  ports,
})

/**
 * Returns the name or address in a Host header, without port, brackets and a trailing dot, in lower case. So
 * `[::1]:8080` becomes `::1`, and `Shop.lan.:8080` becomes `shop.lan`.
 */
const nameOf = (host: string) =>
  host
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1') // IPv6 with brackets, with or without a port
    .replace(/^([^:]*):\d+$/, '$1') // a name or IPv4 with a port
    .replace(/\.$/, '')
    .toLowerCase()

/** How many accepted headers are cached: a client can put any port after the colon. */
const acceptedMax = 100

/**
 * Returns a function that checks whether a Host header names this server, on any port.
 * @param addresses reads this machine's addresses; called again for each unknown host, because they change
 * @param otherNames the public URL's host and those in the settings
 */
export function ownHostCheck(
  addresses: () => readonly string[],
  otherNames: readonly string[],
): (host: string) => boolean {
  const machine = hostname().toLowerCase()
  const machineNames = [...mdnsNames, machine, `${machine}.local`]
  const fixedNames = ['localhost', '127.0.0.1', '::1', ...machineNames, ...otherNames]
  const knownNames = new Set([...fixedNames, ...addresses()].map(nameOf))
  /** Accepted Host headers as they were sent, so that most requests need no parsing. */
  const acceptedHeaders = new Set<string>()
  return host => {
    if (acceptedHeaders.has(host)) return true
    const name = nameOf(host)
    if (!knownNames.has(name)) return addresses().includes(name)
    if (acceptedHeaders.size < acceptedMax) acceptedHeaders.add(host)
    return true
  }
}

type LinkSettings = Pick<Config, 'publicUrl' | 'host' | 'port' | 'httpsPort'>

/**
 * Returns the base address of links: the configured one, or else an address that customers' phones can open.
 * Phones do not trust this server's own certificate authority, so links use https only with a certificate of
 * the owner.
 * @param addresses this machine's addresses, best first
 * @param certifiedHost the host of the owner's certificate, if any
 */
export function publicUrlOf(
  { publicUrl, host, port, httpsPort }: LinkSettings,
  addresses: readonly string[],
  certifiedHost: string | undefined,
): string {
  if (publicUrl !== undefined) return publicUrl
  if (certifiedHost === undefined) return `http://${hostInLinks(host, addresses)}:${port}`
  return new URL(`https://${certifiedHost}:${httpsPort}`).origin // leaves out the default port
}

/** How long addresses are used again, because reading them for each link would take too long. */
const addressesKeptMs = 10_000

/**
 * Returns a function that returns the current base address of links. That address follows the addresses of
 * this machine while the server runs; while the machine has none, the last address of links stays.
 * @param certifiedHost the host of the owner's certificate, if any
 * @param addresses reads this machine's addresses, best first
 * @param elapsed milliseconds of a monotonic clock
 */
export function newPublicUrl(
  settings: LinkSettings,
  certifiedHost: string | undefined,
  addresses: () => readonly string[],
  elapsed: () => number,
): () => string {
  let readAt = elapsed()
  let url = publicUrlOf(settings, addresses(), certifiedHost)
  return () => {
    if (elapsed() - readAt < addressesKeptMs) return url
    readAt = elapsed()
    const currentAddresses = addresses()
    const isReachable = listenAddresses(settings.host, currentAddresses).length > 0
    if (isReachable) url = publicUrlOf(settings, currentAddresses, certifiedHost)
    return url
  }
}

/**
 * Returns the host on which the server listens, or its first address in the network when it listens on all.
 * An IPv6 address is in brackets, as in a URL.
 */
function hostInLinks(host: string, addresses: readonly string[]): string {
  const [firstAddress = 'localhost'] = listenAddresses(host, addresses)
  const isIpv6 = firstAddress.includes(':')
  return isIpv6 ? `[${firstAddress}]` : firstAddress
}
