// Builds the mDNS records of this server (RFC 6762), and reads those of other machines. It opens no socket.
import type { ResponsePacket } from 'multicast-dns'

export type MdnsRecord = NonNullable<ResponsePacket['answers']>[number]
export interface Question {
  readonly name: string
  readonly type: string
}

/** The name and addresses that a server announces on one network card. */
export interface Presence {
  readonly name: string // such as kaunta.local
  readonly ipv4: string
  readonly ipv6: readonly string[]
  readonly httpPort: number
  readonly httpsPort: number | undefined
}

/** How long others may cache a record of a host, in seconds. */
const hostTtl = 120
/** In seconds, too. Shared records live longer (RFC 6762, section 10). */
const sharedTtl = 4_500
const serviceList = '_services._dns-sd._udp.local'

/** Returns the services of a server, each with its port. */
const servicesOf = ({ httpPort, httpsPort }: Presence) => [
  { type: '_http._tcp.local', port: httpPort },
  ...(httpsPort === undefined ? [] : [{ type: '_https._tcp.local', port: httpsPort }]),
]
/** Returns the name of this server's instance of a service, such as `kaunta._http._tcp.local`. */
const instanceOf = (name: string, type: string) => `${name.replace(/\.local$/, '')}.${type}`

/**
 * Returns the records that only this server may have: its addresses and its instances of services. They
 * replace older records in a reader's cache (`flush`).
 */
export function ownRecords(presence: Presence): MdnsRecord[] {
  const { name, ipv4, ipv6 } = presence
  const common = { ttl: hostTtl, flush: true } as const
  const addressRecords: MdnsRecord[] = [
    { ...common, name, type: 'A', data: ipv4 },
    ...ipv6.map(data => ({ ...common, name, type: 'AAAA', data }) as const),
  ]
  const serviceRecords = servicesOf(presence).flatMap(({ type, port }): MdnsRecord[] => {
    const instance = instanceOf(name, type)
    return [
      { ...common, name: instance, type: 'SRV', data: { port, target: name, priority: 0, weight: 0 } },
      { ...common, name: instance, type: 'TXT', data: ['path=/'] },
    ]
  })
  return [...addressRecords, ...serviceRecords]
}

/**
 * Returns the records by which other devices find the services. Several servers may offer the same service.
 */
function sharedRecordsOf(presence: Presence): MdnsRecord[] {
  const common = { ttl: sharedTtl, type: 'PTR' } as const
  return servicesOf(presence).flatMap(({ type }) => [
    { ...common, name: type, data: instanceOf(presence.name, type) },
    { ...common, name: serviceList, data: type },
  ])
}

/** Returns everything that a server announces. */
export const allRecords = (presence: Presence): MdnsRecord[] => [
  ...sharedRecordsOf(presence),
  ...ownRecords(presence),
]

/** Returns all records with a time to live of 0, which withdraws them. */
export const goodbye = (presence: Presence): MdnsRecord[] =>
  allRecords(presence).map(record => ({ ...record, ttl: 0 }) as MdnsRecord)

/** Whether two names are equal. DNS names are case-insensitive. */
const isSameName = (name: string, other: string) => name.toLowerCase() === other.toLowerCase()

/** Returns the records that answer these questions, each once; none if no question is about this server. */
export function answersTo(questions: readonly Question[], presence: Presence): MdnsRecord[] {
  const all = allRecords(presence)
  const answers = questions.flatMap(({ name, type }) => {
    const recordsOfName = all.filter(record => isSameName(record.name, name))
    const matching = recordsOfName.filter(record => type === 'ANY' || record.type === type)
    if (matching.length > 0 || !isSameName(name, presence.name)) return matching
    // Our name has no record of this type, such as an IPv6 address. Answer that, or resolvers wait.
    return [noMore(presence)]
  })
  const unique = [...new Set(answers)]
  const hasPointers = unique.some(({ type }) => type === 'PTR' || type === 'SRV')
  if (!hasPointers) return unique
  // Pointers name other records, which the reader needs next (RFC 6763, section 12).
  return [...new Set([...unique, ...ownRecords(presence)])].map(sameRecordIn(all))
}

/** Returns a function that replaces a record by the equal object of `all`. */
const sameRecordIn = (all: readonly MdnsRecord[]) => (record: MdnsRecord) =>
  all.find(answer => JSON.stringify(answer) === JSON.stringify(record)) ?? record

/** Returns the record which states that our name has only address records of the listed types (NSEC). */
const noMore = ({ name, ipv6 }: Presence): MdnsRecord => ({
  name,
  type: 'NSEC',
  ttl: hostTtl,
  flush: true,
  data: { nextDomain: name, rrtypes: ipv6.length > 0 ? ['A', 'AAAA'] : ['A'] },
})

interface Claim {
  readonly name: string
  /** All addresses of this machine. Their records come from this machine. */
  readonly addresses: readonly string[]
  readonly httpPort: number
  readonly httpsPort: number | undefined
}

/**
 * Returns those of these records by which another machine claims our name: its address, or an instance of our
 * services on another port. A withdrawn record (time to live 0) does not count.
 */
export const foreignRecords = (records: readonly MdnsRecord[], claim: Claim): MdnsRecord[] =>
  records.filter(record => {
    if (!('ttl' in record) || record.ttl === 0) return false
    if ((record.type === 'A' || record.type === 'AAAA') && isSameName(record.name, claim.name))
      return !claim.addresses.includes(record.data)
    if (record.type !== 'SRV') return false
    const { port } = record.data
    if (isSameName(record.name, instanceOf(claim.name, '_http._tcp.local'))) return port !== claim.httpPort
    if (claim.httpsPort === undefined) return false
    return isSameName(record.name, instanceOf(claim.name, '_https._tcp.local')) && port !== claim.httpsPort
  })

/**
 * Returns the rank of a record in a list: its IPv4 address or port, padded with zeros so that texts compare
 * as numbers. Returns an empty list for a record of another type.
 */
function rankOf(record: MdnsRecord): string[] {
  if (record.type === 'SRV') return [String(record.data.port).padStart(5, '0')]
  if (record.type !== 'A') return []
  const bytes = record.data.split('.').map(byte => byte.padStart(3, '0'))
  return [bytes.join('.')]
}

/** Returns the sorted ranks of records as one text. */
const ranksOf = (records: readonly MdnsRecord[]) => records.flatMap(rankOf).toSorted().join(' ')

/** Whether our claim loses against a concurrent one: the greater records win (RFC 6762, section 8.2). */
export const losesTo = (claim: readonly MdnsRecord[], otherClaim: readonly MdnsRecord[]): boolean =>
  ranksOf(claim) < ranksOf(otherClaim)
