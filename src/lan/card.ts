// The network cards of this machine that other devices can reach.
import { BlockList, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** A network card that other devices can reach. `prefix` is the number of bits that its network shares. */
export interface Card {
  readonly ipv4: string
  readonly prefix: number
  readonly ipv6: readonly string[]
}

/**
 * Returns the network cards through which other devices reach the server; none if it listens on loopback.
 * @param host the address that the server listens on
 */
export function cardsBehind(host: string): Card[] {
  const listensOnAll = host === '0.0.0.0' || host === '::'
  return Object.values(networkInterfaces()).flatMap(addresses => {
    const external = (addresses ?? []).filter(({ internal }) => !internal)
    const ipv4 = external.find(
      ({ family, address }) => family === 'IPv4' && (listensOnAll || address === host),
    )
    if (!ipv4) return []
    // Without link-local addresses, which begin with fe80.
    const ipv6 = external.filter(({ family, address }) => family === 'IPv6' && !address.startsWith('fe80:'))
    return {
      ipv4: ipv4.address,
      prefix: Number(ipv4.cidr?.split('/')[1] ?? 32), // of 192.168.1.10/24: 24
      ipv6: host === '::' ? ipv6.map(({ address }) => address) : [],
    }
  })
}

/** Whether an IPv4 address is in the network of this card. */
export function isNear({ ipv4, prefix }: Card, address: string): boolean {
  if (!isIPv4(address)) return false
  const network = new BlockList()
  network.addSubnet(ipv4, prefix)
  return network.check(address)
}
