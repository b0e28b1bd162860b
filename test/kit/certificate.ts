// A certificate for one host name from an authority of its own, as tests of TLS need them.
import { newAuthority, newLeaf } from '../../src/lan/authority.ts'

/** Creates an authority. @returns its certificate, and a server's certificate and key, as PEM */
export async function newCertificate(host: string, addresses: readonly string[] = []) {
  const random = () => crypto.getRandomValues(new Uint8Array(16))
  const now = Date.now()
  const authority = await newAuthority({ names: [host], label: host, now, serial: random() })
  const leaf = await newLeaf({ authority, names: [host], addresses, now, serial: random() })
  return { authority: authority.certificate, leaf }
}
