// Addresses of host names by the system's resolver.
import { lookup, resolve4, resolveNs } from 'node:dns/promises'

/** All addresses of a host name, best first; rejects when there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** Asks the system's resolver. IPv4 comes first, because in many shops IPv6 has no route. */
export const systemResolve: Resolve = async host => {
  const addresses = await lookup(host, { all: true }).catch(async error => {
    throw codeOf(error) === 'EAI_AGAIN' && (await isNameBroken(host)) ? serverFailure(host) : error
  })
  return addresses.toSorted((entry, other) => entry.family - other.family).map(({ address }) => address)
}

/** Whether a query ends with SERVFAIL: the name servers did not give an answer. */
const isServerFailure = (query: Promise<unknown>) =>
  query.then(
    () => false,
    error => codeOf(error) === 'ESERVFAIL',
  )

/**
 * Whether the name servers of a domain are broken (SERVFAIL). The system's lookup returns EAI_AGAIN for that
 * and when no resolver answers. A resolver without a network answers SERVFAIL, too, but also for the root.
 */
const isNameBroken = async (host: string) =>
  (await isServerFailure(resolve4(host))) && !(await isServerFailure(resolveNs('.')))

const serverFailure = (host: string) =>
  Object.assign(new Error(`the name servers of ${host} fail (ESERVFAIL)`), { code: 'ESERVFAIL' })

/** Returns the code of a system error, such as ECONNREFUSED; empty for other errors. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
