// Addresses of host names by the system's resolver.
import { lookup, resolve4, resolveNs } from 'node:dns/promises'

/** All addresses of a host name, best first; rejects when there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>

/**
 * Looks a host name up with the system's resolver. IPv4 comes first, because many shops have no IPv6 route.
 */
export const systemResolve: Resolve = async host => {
  const addresses = await lookup(host, { all: true }).catch(async error => {
    if (codeOf(error) === 'EAI_AGAIN' && (await isNameBroken(host))) throw serverFailure(host)
    throw error
  })
  const ipv4First = addresses.toSorted((left, right) => left.family - right.family)
  return ipv4First.map(({ address }) => address)
}

/** Whether a query ends with SERVFAIL, which means that the name servers gave no answer. */
const isServerFailure = (query: Promise<unknown>) =>
  query.then(
    () => false,
    error => codeOf(error) === 'ESERVFAIL',
  )

/**
 * Whether the name servers of a domain are broken (SERVFAIL). The system's lookup cannot tell this from a
 * resolver that does not answer: both give EAI_AGAIN. A resolver without a network also answers SERVFAIL, but
 * then it does so for the root (`.`), too.
 */
const isNameBroken = async (host: string) =>
  (await isServerFailure(resolve4(host))) && !(await isServerFailure(resolveNs('.')))

/** Returns the error for a domain whose name servers are broken. */
const serverFailure = (host: string) =>
  Object.assign(new Error(`the name servers of ${host} fail (ESERVFAIL)`), { code: 'ESERVFAIL' })

/** Returns the code of a system error, such as ECONNREFUSED; empty for other errors. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
