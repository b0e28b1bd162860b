// The certificate authority of this server: creates itself, and certificates for the names and addresses of
// this server. It loads a library, so import it only when something is to be created.
import 'reflect-metadata' // the library needs it before its own code runs
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
/** Browsers refuse longer ones: https://support.apple.com/en-us/102028 (398 days). */
const leafDays = 397
const authorityYears = 10
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
/** 2.5.29.30, RFC 5280 section 4.2.1.10. */
const nameConstraints = '2.5.29.30'

/** One DER value: its tag, its length and its content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return new Uint8Array([tag, ...size, ...content])
}

/**
 * Only these DNS names, and those below them. Addresses stay unlimited: BoringSSL, and with it Bun's own
 * client, refuses every chain whose authority limits addresses.
 */
const onlyNames = (names: readonly string[]) => {
  const subtrees = names.map(name => der(0x30, der(0x82, Buffer.from(name, 'ascii'))))
  return new Extension(nameConstraints, true, der(0x30, der(0xa0, ...subtrees)))
}

async function newKeys() {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY')
  return { keys, key }
}

const keyOf = (pem: string) =>
  crypto.subtle.importKey('pkcs8', PemConverter.decodeFirst(pem), algorithm, false, ['sign'])

/** Positive and random, as RFC 5280 requires. */
const serialOf = (bytes: Uint8Array) => `4${Buffer.from(bytes).toString('hex').slice(1)}`

interface NewAuthority {
  readonly names: readonly string[] // the only names that it may certify
  readonly label: string // tells two servers apart in a device's list
  readonly now: number
  readonly serial: Uint8Array
}

/** A new authority, valid for ten years. */
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
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
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

/** A certificate for this server, followed by that of its authority. It never outlives the authority. */
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
    notAfter: new Date(Math.min(now + (leafDays - 1) * dayMs, issuer.notAfter.getTime())),
    publicKey: keys.publicKey,
    signingKey: await keyOf(authority.key),
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(alternatives),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  })
  return { certificate: `${certificate.toString('pem')}\n${authority.certificate}\n`, key }
}
