// The host names and addresses that this server answers to. Requests for other hosts get 421, which stops DNS
// rebinding.
import { hostname, networkInterfaces } from 'node:os'
import type { Config } from '../../config.ts'
import { mdnsNames } from '../../domain/local-name.ts'

/** The addresses of this machine's network cards, without loopback; IPv4 first. */
export function ownAddresses(): string[] {
  const cards = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? [])
  const outward = cards.filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
  return outward
    .sort((a, b) => (a.family < b.family ? -1 : a.family > b.family ? 1 : 0))
    .map(({ address }) => address)
}

/**
 * This server's own addresses and ports, to which nothing may be sent. The addresses change while it runs.
 */
export const ownPlaces = (ports: readonly number[]) => ({
  get addresses() {
    return ['127.0.0.1', '::1', ...ownAddresses()]
  },
  ports,
})

/** The host without its port; an IPv6 address has brackets when it has a port. */
const nameOf = (host: string) =>
  host
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([^:]*):\d+$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()

/** The cache is limited, because a client can put anything after the colon. */
const acceptedMax = 100

/**
 * Returns a check whether the value of a Host header names this server, whatever its port.
 * @param addresses reads this machine's addresses; read again for an unknown host, because they change
 * @param otherNames the public URL's host and those in the settings
 */
export function ownHostCheck(
  addresses: () => readonly string[],
  otherNames: readonly string[],
): (host: string) => boolean {
  const name = hostname().toLowerCase()
  const fixed = ['localhost', '127.0.0.1', '::1', ...mdnsNames, name, `${name}.local`, ...otherNames]
  const ownNames = new Set([...fixed, ...addresses()].map(nameOf))
  /** Accepted Host headers as text: most requests repeat them. */
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
 * The base address in links. Customers' phones do not trust this server's certificate authority, so links use
 * https only with the owner's certificate.
 * @param certified the host of that certificate, if any
 */
export function publicUrlOf(
  { publicUrl, host, port, httpsPort }: LinkSettings,
  addresses: readonly string[],
  certified: string | undefined,
): string {
  if (publicUrl !== undefined) return publicUrl
  return certified === undefined
    ? `http://${hostInLinks(host, addresses)}:${port}`
    : new URL(`https://${certified}:${httpsPort}`).origin
}

/** The address on which the server listens, or its first one in the local network. */
function hostInLinks(host: string, addresses: readonly string[]): string {
  const shownHost = host === '0.0.0.0' || host === '::' ? (addresses[0] ?? 'localhost') : host
  return shownHost.includes(':') ? `[${shownHost}]` : shownHost
}
