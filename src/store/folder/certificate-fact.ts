// Reads the facts of the https certificate for the health checks.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { errorText } from '../../domain/error-text.ts'
import type { CertificateFact } from '../../domain/health.ts'
import { findSetting } from '../account.ts'
import type { Read } from '../engine/statement.ts'
import type { Seal } from './seal.ts'

interface CertificateSettings {
  readonly httpsPort: number
  readonly tlsCertificate: string | undefined
  readonly tlsKey: string | undefined
  /** Host that links lead to. */
  readonly host: string
}

/** Setting where local-certificate.ts keeps its own certificate. */
const settingName = 'tls'

/**
 * Returns the facts of the certificate that the server uses: the files in the settings, else the server's own
 * certificate in the database. `first` means that none is stored yet, or `stored` is undefined.
 * @param stored undefined if the database or the key cannot be read
 */
export async function certificateFact(
  { httpsPort, tlsCertificate, tlsKey, host }: CertificateSettings,
  stored: { readonly read: Read; readonly seal: Seal } | undefined,
): Promise<CertificateFact> {
  if (httpsPort === 0) return { kind: 'off' }
  try {
    if (tlsCertificate !== undefined && tlsKey !== undefined)
      return factOf(readFileSync(tlsCertificate, 'utf8'), { host, key: readFileSync(tlsKey, 'utf8') })
    const sealed = stored && (await findSetting(stored.read, settingName))
    if (!stored || sealed === undefined) return { kind: 'first' }
    const { leaf } = JSON.parse(stored.seal.open(sealed)) as { leaf: { certificate: string } }
    return factOf(leaf.certificate)
  } catch (error) {
    return { kind: 'unreadable', why: errorText(error) }
  }
}

/**
 * Reads a certificate.
 * @param owned for one from the owner's files: its key, and the host that it must name
 */
function factOf(pem: string, owned: { host?: string; key?: string } = {}): CertificateFact {
  const { host, key } = owned
  const certificate = new X509Certificate(pem)
  if (key !== undefined && !certificate.checkPrivateKey(createPrivateKey(key)))
    return { kind: 'unreadable', why: 'the key is of another certificate' }
  const isIpAddress = (name: string) => /^[\d.]+$|:/.test(name)
  /** Returns undefined if the certificate does not name this host or IP address. */
  const checkName = (name: string) =>
    isIpAddress(name) ? certificate.checkIP(name) : certificate.checkHost(name)
  return {
    kind: 'read',
    from: Date.parse(certificate.validFrom),
    until: Date.parse(certificate.validTo),
    isOwned: key !== undefined,
    lacks: host !== undefined && checkName(host) === undefined ? host : undefined,
  }
}
