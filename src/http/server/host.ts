// The host names and addresses that this server answers to. Requests for other hosts get 421, which stops DNS
// rebinding.
import { hostname, networkInterfaces } from 'node:os'

/** The addresses of this machine's network cards, without loopback; IPv4 first. */
export function ownAddresses(): string[] {
  const cards = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? [])
  const outward = cards.filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
  return outward
    .sort((a, b) => (a.family < b.family ? -1 : a.family > b.family ? 1 : 0))
    .map(({ address }) => address)
}

/** Without its port, which an IPv6 address has behind brackets only. */
const nameOf = (host: string) =>
  host
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([^:]*):\d+$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()

/**
 * @param more further names: the public URL's host and those the settings list
 * @returns whether a Host header's value is ours, whatever its port
 */
export function hostGuard(addresses: readonly string[], more: readonly string[]): (host: string) => boolean {
  const name = hostname().toLowerCase()
  const own = new Set(
    ['localhost', '127.0.0.1', '::1', 'kaunta.local', name, `${name}.local`, ...addresses, ...more].map(
      nameOf,
    ),
  )
  return host => own.has(nameOf(host))
}
