// A certificate with its key, and what can be read from it.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'

/** PEM texts. `certificate` includes the rest of the chain. */
export interface Pair {
  readonly certificate: string
  readonly key: string
}

/** Returns when a certificate (PEM) is valid, in milliseconds since 1970. */
export function validityOf(certificate: string): { readonly from: number; readonly until: number } {
  const { validFrom, validTo } = new X509Certificate(certificate)
  return { from: Date.parse(validFrom), until: Date.parse(validTo) }
}

/**
 * Returns the first DNS name of a certificate (PEM), or its first IP address if it has no name, as in a URL.
 * Returns undefined if it has neither, or only wildcards.
 */
export function hostOf(certificate: string): string | undefined {
  const names = new X509Certificate(certificate).subjectAltName?.split(', ') ?? []
  const valuesWithPrefix = (prefix: string) =>
    names.filter(name => name.startsWith(prefix)).map(name => name.slice(prefix.length))
  const hosts = [...valuesWithPrefix('DNS:'), ...valuesWithPrefix('IP Address:')]
  const host = hosts.find(name => !name.includes('*'))
  const isIpv6 = host?.includes(':')
  return isIpv6 ? `[${host?.toLowerCase()}]` : host
}

/** Whether a certificate names this host: as a DNS name, also by a wildcard, or as an address. */
export const namesHost = (certificate: X509Certificate, host: string): boolean =>
  (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host, { subject: 'never' })) !== undefined

/** Whether key and certificate belong together. @throws when one of them cannot be read */
export const belongTogether = ({ certificate, key }: Pair): boolean =>
  new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
