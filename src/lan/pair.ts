// A certificate with its key, and what can be read off it.
import { createPrivateKey, X509Certificate } from 'node:crypto'

/** As PEM; the certificates of the chain follow in `certificate`. */
export interface Pair {
  readonly certificate: string
  readonly key: string
}

/** In milliseconds since 1970. */
export function validityOf(certificate: string): { readonly from: number; readonly until: number } {
  const { validFrom, validTo } = new X509Certificate(certificate)
  return { from: Date.parse(validFrom), until: Date.parse(validTo) }
}

/** Whether key and certificate belong together. @throws when one of them cannot be read */
export const belongTogether = ({ certificate, key }: Pair): boolean =>
  new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
