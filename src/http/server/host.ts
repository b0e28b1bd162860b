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
 * Returns the name or address of a host without its port, in lower case. An IPv6 address with a port has
 * brackets.
 */
const nameOf = (host: string) =>
  host
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([^:]*):\d+$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()

/** How many accepted headers are cached: a client can put any port after the colon. */
const acceptedMax = 100

/**
 * Returns a check whether the value of a Host header names this server, whatever its port.
 * @param addresses reads this machine's addresses; it is called again for an unknown host, because they
 * change
 * @param otherNames the public URL's host and those in the settings
 */
export function ownHostCheck(
  addresses: () => readonly string[],
  otherNames: readonly string[],
): (host: string) => boolean {
  const name = hostname().toLowerCase()
  const fixedNames = ['localhost', '127.0.0.1', '::1', ...mdnsNames, name, `${name}.local`, ...otherNames]
  const ownNames = new Set([...fixedNames, ...addresses()].map(nameOf))
  /** Host headers that were accepted, as they were sent: most requests repeat one of them. */
  const accepted = new Set<string>()
  return host => {
    if (accepted.has(host)) return true
    if (!ownNames.has(nameOf(host))) return addresses().includes(nameOf(host))
    if (accepted.size < acceptedMax) accepted.add(host)
    return true
  }
}

type LinkSettings = Pick<Config, 'publicUrl' | 'host' | 'port' | 'httpsPort'>

/**
 * Returns the base address of links: the configured one, else one that customers' phones can open. They do
 * not trust this server's own certificate authority, so links use https only with the owner's certificate.
 * @param addresses this machine's addresses, best first
 * @param certifiedHost the host of the owner's certificate, if any
 */
export function publicUrlOf(
  { publicUrl, host, port, httpsPort }: LinkSettings,
  addresses: readonly string[],
  certifiedHost: string | undefined,
): string {
  if (publicUrl !== undefined) return publicUrl
  return certifiedHost === undefined
    ? `http://${hostInLinks(host, addresses)}:${port}`
    : new URL(`https://${certifiedHost}:${httpsPort}`).origin
}

/** How long addresses are used again, because reading them for each link would take too long. */
const addressesKeptMs = 10_000

/**
 * Returns a function that returns the current base address of links. It changes when the network gives this
 * machine another address while the server runs, and stays while the machine has no address.
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
    const current = addresses()
    if (listenAddresses(settings.host, current).length > 0)
      url = publicUrlOf(settings, current, certifiedHost)
    return url
  }
}

/**
 * Returns the host on which the server listens, or its first address in the network when it listens on all.
 * An IPv6 address is in brackets, as in a URL.
 */
function hostInLinks(host: string, addresses: readonly string[]): string {
  const [shownHost = 'localhost'] = listenAddresses(host, addresses)
  return shownHost.includes(':') ? `[${shownHost}]` : shownHost
}
