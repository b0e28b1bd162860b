// The addresses to which webhooks and printed pages may be sent. A webhook's address is checked both as
// written and, at each send, as resolved. This file resolves nothing: net.ts does that. An address is
// compared as a text of bits that begins with its family (4 or 6), so a network is a prefix.
import type { FieldReason } from './field-reason.ts'

export type WebhookMode = 'live' | 'sandbox'

export interface WebhookPolicy {
  readonly mode: WebhookMode
  /** Hosts, addresses and networks (`10.0.0.0/8`) where plain http and private addresses are allowed. */
  readonly allowed: readonly string[]
}

export interface SendPolicy extends WebhookPolicy {
  readonly ownAddresses: readonly string[]
  readonly ownPorts: readonly number[]
  /** The name that was resolved. If the admin listed the name, its addresses count as listed. */
  readonly host?: string
}

const urlLengthMax = 500
/** Whether an address is too long in the form in which it is stored: percent-encoded. */
const isTooLong = ({ href }: URL) => href.length > urlLengthMax

export type PrinterAddressReason =
  | 'printer_address_malformed'
  | 'printer_outside_network'
  | 'printer_is_server'
  | 'printer_on_server'

/** Why an address cannot be called. */
export type WebAddressReason = Extract<FieldReason, `web_address_${string}`>
type WebhookHostReason = Exclude<Extract<FieldReason, `webhook_host_${string}`>, 'webhook_host_in_use'>

/**
 * Reads a webhook address: the address to call, or why it cannot be called. A live account may call plain
 * http and private addresses only where `allowed` lists them.
 */
export function readWebhookUrl(text: string, { mode, allowed }: WebhookPolicy): URL | WebAddressReason {
  if ([...text].length > urlLengthMax) return 'web_address_too_long'
  if (/[\s\p{Control}]/u.test(text)) return 'web_address_spaces'
  if (!/^https?:\/\//i.test(text)) return mode === 'live' ? 'web_address_not_https' : 'web_address_not_http'
  const url = URL.parse(text)
  if (!url) return 'web_address_malformed'
  if (isTooLong(url)) return 'web_address_too_long'
  if (url.username || url.password) return 'web_address_credentials'
  if (url.port === '0') return 'web_address_port'
  const host = plainHost(url.hostname)
  const bits = addressBits(host)
  if (!bits && !isHostName(host)) return 'web_address_without_host'
  const reach = reachOfHost(host)
  if (reach === 'never') return 'web_address_reserved'
  if (mode === 'sandbox' || isListed(host, bits, allowed)) return url
  if (url.protocol !== 'https:') return 'web_address_not_https'
  return reach === 'public' ? url : 'web_address_private'
}

/**
 * Returns true if an admin may list this host or network for webhooks, or else the reason why not.
 * @param text lower case, as `plainHost` returns it
 */
export function readWebhookHost(text: string): true | WebhookHostReason {
  const network = networkBits(text)
  // The bits have `4` or `6` in front. The widest private networks are 10.0.0.0/8 and fc00::/7.
  const lengthMin = network?.startsWith('4') ? 8 : 7
  if (network && network.length - 1 < lengthMin) return 'webhook_host_too_wide'
  if (network && reachOf(network) === 'never') return 'webhook_host_reserved'
  if (network || addressBits(text)) return true
  const hasNumberAtEnd = /(^|\.)\d+$/.test(text) // URL parsers read such a name as an address
  const isName = text.length <= hostNameMax && isHostName(text) && !hasNumberAtEnd
  return isName || 'webhook_host_malformed'
}

/** Reads a redirect address. With real money, only listed hosts may use http, which is open to tampering. */
export function readRedirectUrl(text: string, { mode, allowed }: WebhookPolicy): URL | WebAddressReason {
  if ([...text].length > urlLengthMax) return 'web_address_too_long'
  if (/[\s\\\p{Control}]/u.test(text) || !/^https?:\/\/[^/]/i.test(text)) return 'web_address_not_http'
  const url = URL.parse(text)
  // The URL parser accepts characters in a host that would end a directive of a Content-Security-Policy.
  if (!url || /[^a-z0-9._:[\]-]/i.test(url.host)) return 'web_address_malformed'
  if (isTooLong(url)) return 'web_address_too_long'
  if (url.username || url.password) return 'web_address_credentials'
  if (url.port === '0') return 'web_address_port'
  const host = plainHost(url.hostname)
  const isSafe = mode === 'sandbox' || url.protocol === 'https:' || isListed(host, addressBits(host), allowed)
  return isSafe ? url : 'web_address_not_https'
}

/** Returns true if a webhook may be sent to this resolved address, or else the reason why not. */
export function mayReach(address: string, port: number, policy: SendPolicy): true | string {
  const bits = addressBits(address)
  if (!bits) return `${address} is not an address`
  const reach = reachOf(bits)
  if (reach === 'never') return `${address} is a link-local, multicast or reserved address`
  // Listing the system's addresses takes 0.1 ms, so it is done only for a port of this server.
  const isOwn = () => reach === 'loopback' || policy.ownAddresses.some(own => addressBits(own) === bits)
  if (policy.ownPorts.includes(port) && isOwn()) return `${address} port ${port} is Kaunta itself`
  if (reach === 'public' || policy.mode === 'sandbox') return true
  if (isListed(plainHost(policy.host ?? ''), bits, policy.allowed)) return true
  return `${address} is a ${reach} address: an admin can list its host or network`
}

/**
 * Returns true if a page may be sent to a printer at this resolved address, or else the reason why not.
 * Printers are in the shop's own network.
 * @param own the addresses and ports of this server
 * @param mayBeLoopback whether the configured address may name this computer
 */
export function mayPrintAt(
  address: string,
  port: number,
  own: { readonly addresses: readonly string[]; readonly ports: readonly number[] },
  mayBeLoopback: boolean,
): true | PrinterAddressReason {
  const bits = addressBits(address)
  if (!bits) return 'printer_address_malformed'
  const reach = reachOf(bits)
  const isNear = reach === 'private' || reach === 'loopback' || (isLinkLocal(bits) && !isMetadata(bits))
  if (!isNear) return 'printer_outside_network'
  const isOwn = () =>
    reach === 'loopback' || own.addresses.some(ownAddress => addressBits(ownAddress) === bits)
  if (own.ports.includes(port) && isOwn()) return 'printer_is_server'
  return reach === 'loopback' && !mayBeLoopback ? 'printer_on_server' : true
}

/**
 * Returns an IP address in lower case; undefined for other texts, and for spellings that no person uses:
 * leading zeros, fewer than four parts, or the zone of an IPv6 address.
 */
export function addressOf(text: string): string | undefined {
  if (plainIpv4.test(text)) return writtenBits(text) ? text : undefined
  const isIpv6WithoutZone = text.includes(':') && !text.includes('%')
  return isIpv6WithoutZone && writtenBits(text) ? text.toLowerCase() : undefined
}

const plainIpv4 = /^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/
/** An IPv4 caller as a dual-stack socket shows it: `::ffff:192.0.2.1`. */
const mappedV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** `[2001:db8::1]` with or without a port, or `192.0.2.1:443`. */
const bracketsOrPort = /^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/

/**
 * Returns an address without brackets and without the port that some proxies add in X-Forwarded-For. An IPv4
 * caller of a dual-stack socket becomes plain IPv4.
 */
export function plainAddress(text: string): string {
  const [, bracketed, beforePort] = bracketsOrPort.exec(text) ?? []
  const address = bracketed ?? beforePort ?? text
  return mappedV4.exec(address)?.[1] ?? address
}

/** The number of leading bits that identify a household: the family bit and the /64 network of IPv6. */
const householdBits = 1 + 64

/**
 * Returns the key by which limits count a caller: the bits of an IPv4 address, or of the /64 network of an
 * IPv6 address, which is one household.
 */
export function callerKey(address: string): string {
  const bits = addressBits(address)
  return bits?.startsWith('6') ? bits.slice(0, householdBits) : (bits ?? address)
}

/** `never`: webhooks must not go there, even where private addresses are allowed. */
export type Reach = 'public' | 'private' | 'loopback' | 'never'

/** Returns the bits with which a network's addresses begin; for a wrong text `-`, which matches none. */
function prefixOf(network: string): string {
  return networkBits(network) ?? '-'
}

/** IPv6 networks that carry IPv4: mapped, IPv4-translated, the old IPv4-compatible form, NAT64, 6to4. */
const wrappers = ['::ffff:0:0/96', '::ffff:0:0:0/96', '::/96', '64:ff9b::/96', '2002::/16'].map(prefixOf)

/** The first match counts. From the IANA special-purpose registries and the metadata addresses of clouds. */
const networks: readonly { readonly bits: string; readonly reach: Reach }[] = (
  [
    [
      'never',
      '0.0.0.0/8 169.254.0.0/16 192.0.0.0/24 224.0.0.0/4 240.0.0.0/4 100.100.100.200/32 168.63.129.16/32',
    ],
    ['loopback', '127.0.0.0/8 ::1/128'],
    ['private', '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 198.18.0.0/15'],
    ['private', '192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 192.88.99.0/24 2001:db8::/32 3fff::/20'],
    ['never', 'fd00:ec2::254/128 2001::/23'],
    ['private', 'fc00::/7 fec0::/10'],
    ['public', '0.0.0.0/0 2000::/3'],
  ] as const
).flatMap(([reach, texts]) => texts.split(' ').map(text => ({ reach, bits: prefixOf(text) })))

const linkLocal = ['169.254.0.0/16', 'fe80::/10'].map(prefixOf)
const isLinkLocal = (bits: string): boolean => linkLocal.some(network => bits.startsWith(network))
/** Clouds serve credentials at these addresses. */
const metadata = ['169.254.169.0/24', '169.254.170.0/24'].map(prefixOf)
const isMetadata = (bits: string): boolean => metadata.some(network => bits.startsWith(network))

/** Returns the reach of an address by the first network that contains it; `never` if none does. */
const reachOf = (bits: string): Reach =>
  networks.find(network => bits.startsWith(network.bits))?.reach ?? 'never'

/**
 * Returns the reach of a name. Public resolvers do not answer private names: RFC 6761, 6762, 8375, ICANN's
 * .internal, and names without a dot.
 */
function reachOfName(name: string): Reach {
  if (/(^|\.)localhost$/.test(name)) return 'loopback'
  const isPrivate = !name.includes('.') || /\.(local|internal|home\.arpa)$/.test(name)
  return isPrivate ? 'private' : 'public'
}

/** Returns the reach of a host name or an address, as far as its text shows it: nothing is resolved. */
export function reachOfHost(host: string): Reach {
  const plain = plainHost(host)
  const bits = addressBits(plain)
  return bits ? reachOf(bits) : reachOfName(plain)
}

/**
 * Returns the addresses on which a server listens.
 * @param host the address in its settings: 0.0.0.0 means every IPv4 address, and :: means every address
 * @param addresses all addresses of its machine
 */
export function listenAddresses(host: string, addresses: readonly string[]): readonly string[] {
  if (host === '::') return addresses
  return host === '0.0.0.0' ? addresses.filter(address => !address.includes(':')) : [host]
}

/** The most characters of a DNS name. */
export const hostNameMax = 253
/** Whether a text in lower case has the form of a host name, whatever its length. */
export const isHostName = (text: string): boolean => /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(text)

/** Returns a host for comparison: lower case, without the brackets of IPv6 or a trailing dot. */
export const plainHost = (host: string): string => host.toLowerCase().replace(/^\[|\]$|\.$/g, '')

/** Whether an admin listed this host name or address, or a network that contains it. */
export const isListedHost = (host: string, allowed: readonly string[]): boolean =>
  isListed(plainHost(host), addressBits(plainHost(host)), allowed)

/** As `isListedHost`. `bits` are those of the address that `host` is, or was resolved to, if known. */
const isListed = (host: string, bits: string | undefined, allowed: readonly string[]): boolean =>
  allowed.map(plainHost).some(entry => {
    const network = networkBits(entry) ?? addressBits(entry)
    const isName = network === undefined
    return isName ? entry !== '' && entry === host : bits?.startsWith(network)
  })

/** Returns the family and the leading bits of a network such as `10.0.0.0/8`; undefined for other texts. */
function networkBits(text: string): string | undefined {
  const [, address = '', length] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? []
  const bits = writtenBits(address)
  return bits && Number(length) < bits.length ? bits.slice(0, 1 + Number(length)) : undefined
}

/**
 * Returns the family and the bits of an address; undefined for other texts. If an IPv6 address carries an
 * IPv4 address, the bits are those of the IPv4 address.
 */
function addressBits(text: string): string | undefined {
  const bits = writtenBits(text)
  if (!bits || reachOf(bits) === 'loopback') return bits // ::1 is in ::/96, but carries no IPv4 address
  const wrapper = wrappers.find(prefix => bits.startsWith(prefix))
  return wrapper ? `4${bits.slice(wrapper.length, wrapper.length + 32)}` : bits
}

/**
 * Returns the family and the bits of an address as written; undefined for other texts. The URL parser reads
 * octal, shortened and mixed spellings.
 */
function writtenBits(text: string): string | undefined {
  const bare = text.replace(/%.*$/, '') // without the zone, as in fe80::1%eth0
  if (!/^[0-9a-f.:]+$/i.test(bare)) return undefined
  const host = URL.parse(bare.includes(':') ? `http://[${bare}]` : `http://${bare}`)?.hostname ?? ''
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return `4${bitsOf(host.split('.').map(Number), 8)}`
  return host.startsWith('[') ? `6${ipv6Bits(host.slice(1, -1))}` : undefined
}

/** Returns the 128 bits of an IPv6 address in the form of the URL parser, where `::` is a run of zeros. */
function ipv6Bits(address: string): string {
  const groupsOf = (side: string) =>
    side === '' ? [] : side.split(':').map(group => Number.parseInt(group, 16))
  const [front = [], back = []] = address.split('::').map(groupsOf)
  const zeros = Array<number>(8 - front.length - back.length).fill(0)
  return bitsOf([...front, ...zeros, ...back], 16)
}

/** Writes each number with `size` binary digits. */
function bitsOf(numbers: readonly number[], size: number): string {
  return numbers.map(number => number.toString(2).padStart(size, '0')).join('')
}
