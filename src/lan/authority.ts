// Creates this server's certificate authority, and certificates for the names and addresses of the server. It
// loads a large library, so import it only to create a certificate.
import 'reflect-metadata' // must be loaded before the library
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  type JsonGeneralName,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import type { Pair } from './pair.ts'

const dayMs = 86_400_000
/** Browsers reject more than 398 days: https://support.apple.com/en-us/102028. */
const leafDays = 397
const authorityYears = 10
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
/** The OID of the name constraints extension (RFC 5280, section 4.2.1.10). */
const nameConstraints = '2.5.29.30'
/** The DER tags of that extension: a sequence, a DNS name, and the list of permitted names. */
const sequenceTag = 0x30
const dnsNameTag = 0x82
const permittedTag = 0xa0
/** Whether a program must reject a certificate whose extension it does not know. */
const isCritical = true

/**
 * Encodes a value in DER, the binary format of certificates: tag, length, content.
 * @param parts the content, up to 65,535 bytes together
 */
function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const content = Buffer.concat(parts)
  return new Uint8Array([tag, ...derLength(content.length), ...content])
}

/**
 * Encodes a length in DER: as one byte if it is below 128, else as 0x80 plus the number of length bytes,
 * followed by these bytes (X.690, section 8.1.3).
 */
function derLength(length: number): number[] {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}

/**
 * Returns the extension that limits an authority to these DNS names and their subdomains. It does not limit
 * IP addresses: BoringSSL, and so Bun's own client, rejects every chain whose authority limits them.
 */
const onlyNames = (names: readonly string[]) => {
  const subtrees = names.map(name => der(sequenceTag, der(dnsNameTag, Buffer.from(name, 'ascii'))))
  const constraints = der(sequenceTag, der(permittedTag, ...subtrees))
  return new Extension(nameConstraints, isCritical, constraints)
}

/** Creates a key pair. @returns the pair for signing (`keys`), and its private key as PEM (`key`) */
async function newKeys() {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY')
  return { keys, key }
}

/** Reads a private key from PEM, for signing. */
const keyOf = (pem: string) =>
  crypto.subtle.importKey('pkcs8', PemConverter.decodeFirst(pem), algorithm, false, ['sign'])

/**
 * Returns random bytes as a serial number in hex. RFC 5280 requires a positive number, so the first digit is
 * replaced by 4.
 */
const serialOf = (bytes: Uint8Array) => `4${Buffer.from(bytes).toString('hex').slice(1)}`

interface NewAuthority {
  readonly names: readonly string[] // the only names that it may certify
  readonly label: string // tells two servers apart in a device's list
  readonly now: number
  readonly serial: Uint8Array
}

/** Creates an authority that is valid for ten years from `now` (milliseconds since 1970). */
export async function newAuthority({ names, label, now, serial }: NewAuthority): Promise<Pair> {
  const { keys, key } = await newKeys()
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + authorityYears)
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialOf(serial),
    name: [{ CN: [`Kaunta ${label}`] }, { O: ['Kaunta'] }],
    notBefore: new Date(now - dayMs),
    notAfter: until,
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      // An authority that certifies no other authority.
      new BasicConstraintsExtension(true, 0, isCritical),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, isCritical),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      onlyNames(names),
    ],
  })
  return { certificate: certificate.toString('pem'), key }
}

interface NewLeaf {
  readonly authority: Pair
  readonly names: readonly string[]
  readonly addresses: readonly string[]
  readonly now: number
  readonly serial: Uint8Array
}

/**
 * Creates a certificate for this server, followed by that of its authority. It is valid for 397 days, but not
 * longer than the authority.
 */
export async function newLeaf({ authority, names, addresses, now, serial }: NewLeaf): Promise<Pair> {
  const issuer = new X509Certificate(authority.certificate)
  const { keys, key } = await newKeys()
  const alternatives: JsonGeneralName[] = [
    ...names.map(value => ({ type: 'dns' as const, value })),
    ...addresses.map(value => ({ type: 'ip' as const, value })),
  ]
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serialOf(serial),
    subject: [{ CN: [names[0] ?? 'Kaunta'] }],
    issuer: issuer.subjectName,
    notBefore: new Date(now - dayMs),
    // The 397 days count from `notBefore`.
    notAfter: new Date(Math.min(now + (leafDays - 1) * dayMs, issuer.notAfter.getTime())),
    publicKey: keys.publicKey,
    signingKey: await keyOf(authority.key),
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, isCritical), // no authority
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, isCritical),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(alternatives),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  })
  return { certificate: `${certificate.toString('pem')}\n${authority.certificate}\n`, key }
}
