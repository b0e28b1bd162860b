// Addresses of host names by the system's resolver.
import { lookup, resolve4, resolveNs } from 'node:dns/promises'

/** All addresses of a host name, best first; rejects when there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** IPv4 first: in many shops IPv6 has no route. */
export const systemResolve: Resolve = async host => {
  const addresses = await lookup(host, { all: true }).catch(async error => {
    throw codeOf(error) === 'EAI_AGAIN' && (await isNameBroken(host)) ? serverFailure(host) : error
  })
  return addresses.toSorted((one, other) => one.family - other.family).map(({ address }) => address)
}

const isServerFailure = (query: Promise<unknown>) =>
  query.then(
    () => false,
    error => codeOf(error) === 'ESERVFAIL',
  )

/**
 * The system's lookup returns EAI_AGAIN both when no resolver answers and when the name servers of a domain
 * are broken (SERVFAIL). A resolver without a network answers SERVFAIL, too, but then also for the root zone.
 */
const isNameBroken = async (host: string) =>
  (await isServerFailure(resolve4(host))) && !(await isServerFailure(resolveNs('.')))

const serverFailure = (host: string) =>
  Object.assign(new Error(`the name servers of ${host} fail (ESERVFAIL)`), { code: 'ESERVFAIL' })

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
