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

/** Returns the records that only this server may have. They replace older ones in a reader's cache. */
export function ownRecords(presence: Presence): MdnsRecord[] {
  const { name, ipv4, ipv6 } = presence
  const own = { ttl: hostTtl, flush: true } as const
  return [
    { ...own, name, type: 'A', data: ipv4 },
    ...ipv6.map(data => ({ ...own, name, type: 'AAAA', data }) as const),
    ...servicesOf(presence).flatMap(({ type, port }): MdnsRecord[] => {
      const instance = instanceOf(name, type)
      return [
        { ...own, name: instance, type: 'SRV', data: { port, target: name, priority: 0, weight: 0 } },
        { ...own, name: instance, type: 'TXT', data: ['path=/'] },
      ]
    }),
  ]
}

/** Returns the records by which others find the service; several servers may have one. */
function sharedRecordsOf(presence: Presence): MdnsRecord[] {
  const shared = { ttl: sharedTtl, type: 'PTR' } as const
  return servicesOf(presence).flatMap(({ type }) => [
    { ...shared, name: type, data: instanceOf(presence.name, type) },
    { ...shared, name: serviceList, data: type },
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

/** Answers these questions; returns no record if they are not about our name. */
export function answersTo(questions: readonly Question[], presence: Presence): MdnsRecord[] {
  const all = allRecords(presence)
  const answers = questions.flatMap(({ name, type }) => {
    const ofName = all.filter(record => isSameName(record.name, name))
    const matching = ofName.filter(record => type === 'ANY' || record.type === type)
    // Answer that there is no such address; otherwise resolvers wait.
    return matching.length > 0 || !isSameName(name, presence.name) ? matching : [noMore(presence)]
  })
  const unique = [...new Set(answers)]
  // These point to other records, which the reader needs next (RFC 6763, section 12).
  const hasPointers = unique.some(({ type }) => type === 'PTR' || type === 'SRV')
  return hasPointers ? [...new Set([...unique, ...ownRecords(presence)])].map(sameRecordIn(all)) : unique
}

/** Returns a function that replaces a record by the equal object of `all`. */
const sameRecordIn = (all: readonly MdnsRecord[]) => (record: MdnsRecord) =>
  all.find(answer => JSON.stringify(answer) === JSON.stringify(record)) ?? record

/** Returns the record that a name has only the listed types of records. */
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

/** Returns the records of other machines that claim our name. A withdrawn record does not count. */
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

/** Returns the rank of a record: its address or port, padded with zeros so that texts compare as numbers. */
function rankOf(record: MdnsRecord): string[] {
  if (record.type === 'SRV') return [String(record.data.port).padStart(5, '0')]
  if (record.type !== 'A') return []
  const bytes = record.data.split('.').map(byte => byte.padStart(3, '0'))
  return [bytes.join('.')]
}

const ranksOf = (records: readonly MdnsRecord[]) => records.flatMap(rankOf).toSorted().join(' ')

/** Whether we lose against a concurrent claim: the greater records win (RFC 6762, section 8.2). */
export const losesTo = (own: readonly MdnsRecord[], foreign: readonly MdnsRecord[]): boolean =>
  ranksOf(own) < ranksOf(foreign)
