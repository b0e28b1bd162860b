// The certificate authority of this server: makes itself, and certificates for the names and addresses of this
// server (RFC 5280). Keys and signatures are the runtime's; what is here says what is signed. A library for it
// kept 8 MB after the first start (decision 25).
import { createHash, createPrivateKey, generateKeyPairSync, sign, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import {
  bits,
  type Der,
  der,
  identifier,
  integer,
  octets,
  partsOf,
  sequence,
  set,
  text,
  time,
  yes,
} from './der.ts'
import type { Pair } from './pair.ts'

const dayMs = 86_400_000
/** Browsers refuse longer ones: https://support.apple.com/en-us/102028 (398 days). */
const leafDays = 397
const authorityYears = 10
const oid = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAlternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
} as const

const extension = (id: keyof typeof oid, isCritical: boolean, value: Uint8Array): Der =>
  sequence(identifier(oid[id]), ...(isCritical ? [yes] : []), octets(value))

/** First bits of the key usages: digitalSignature; keyCertSign and cRLSign. */
const usages = { leaf: bits(new Uint8Array([0x80]), 7), authority: bits(new Uint8Array([0x06]), 1) } as const

const dnsName = (name: string) => der(0x82, Buffer.from(name, 'ascii'))

/**
 * Only these DNS names, and those below them. Addresses stay unlimited: BoringSSL, and with it Bun's own
 * client, refuses every chain whose authority limits addresses.
 */
const onlyNames = (names: readonly string[]) =>
  extension('nameConstraints', true, sequence(der(0xa0, ...names.map(name => sequence(dnsName(name))))))

/** An address as 4 or 16 bytes. */
function addressBytes(address: string): Uint8Array {
  if (isIP(address) === 4) return new Uint8Array(address.split('.').map(Number))
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groupsOf = (part: string) =>
    part === '' ? [] : part.split(':').map(group => Number.parseInt(group, 16))
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')]
  const groups = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
  return new Uint8Array(groups.flatMap(group => [group >> 8, group & 0xff]))
}

const nameOf = (parts: readonly (readonly [keyof typeof oid, string])[]) =>
  sequence(...parts.map(([id, value]) => set(sequence(identifier(oid[id]), text(value)))))

/** Positive and random, as RFC 5280 wants serial numbers. */
const serialOf = (bytes: Uint8Array) =>
  integer(Uint8Array.from(bytes, (byte, index) => (index === 0 ? 0x40 | (byte & 0x3f) : byte)))

function newKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    publicKey: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })),
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

/** The SHA-1 of the key's own bits, the last part of what says which kind of key it is. */
function keyIdentifier(publicKey: Uint8Array): Uint8Array {
  const [, key = new Uint8Array()] = partsOf(publicKey)
  return new Uint8Array(
    createHash('sha1')
      .update(key.subarray(key.length - 65))
      .digest(),
  )
}

interface Contents {
  readonly serial: Uint8Array
  readonly issuer: Uint8Array
  readonly subject: Uint8Array
  readonly from: number
  readonly until: number
  readonly publicKey: Uint8Array
  readonly extensions: readonly Uint8Array[]
}

const signature = sequence(identifier(oid.ecdsaWithSha256))
/** X.509 version 3. */
const version = der(0xa0, integer(new Uint8Array([2])))

/** @param key of the issuer, as PEM @returns PEM */
function certificateOf(contents: Contents, key: string): string {
  const { serial, issuer, subject, from, until, publicKey, extensions } = contents
  const validity = sequence(time(from), time(until))
  const body = sequence(
    ...[version, serialOf(serial), signature, issuer, validity, subject, publicKey],
    der(0xa3, sequence(...extensions)),
  )
  const signed = sequence(body, signature, bits(new Uint8Array(sign('sha256', body, createPrivateKey(key)))))
  const lines =
    Buffer.from(signed)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n')
}

interface NewAuthority {
  /** It may certify these and nothing else. */
  readonly names: readonly string[]
  /** Tells two servers apart in a device's list. */
  readonly label: string
  readonly now: number
  readonly serial: Uint8Array
}

/** A new authority for ten years. */
export function newAuthority({ names, label, now, serial }: NewAuthority): Pair {
  const { publicKey, key } = newKeys()
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + authorityYears)
  const name = nameOf([
    ['commonName', `Kaunta ${label}`],
    ['organization', 'Kaunta'],
  ])
  const certificate = certificateOf(
    {
      serial,
      issuer: name,
      subject: name,
      from: now - dayMs,
      until: until.getTime(),
      publicKey,
      extensions: [
        extension('basicConstraints', true, sequence(yes, integer(new Uint8Array([0])))),
        extension('keyUsage', true, usages.authority),
        extension('subjectKeyIdentifier', false, octets(keyIdentifier(publicKey))),
        onlyNames(names),
      ],
    },
    key,
  )
  return { certificate, key }
}

interface NewLeaf {
  readonly authority: Pair
  readonly names: readonly string[]
  readonly addresses: readonly string[]
  readonly now: number
  readonly serial: Uint8Array
}

/** A certificate's name and public key, as they stand in it. */
function subjectOf(certificate: X509Certificate) {
  const [body = new Uint8Array()] = partsOf(new Uint8Array(certificate.raw))
  const [, , , , , name = new Uint8Array(), publicKey = new Uint8Array()] = partsOf(body)
  return { name, publicKey }
}

/** A certificate for this server, followed by that of its authority. It never outlives the authority. */
export function newLeaf({ authority, names, addresses, now, serial }: NewLeaf): Pair {
  const issuer = new X509Certificate(authority.certificate)
  const { name, publicKey: issuerKey } = subjectOf(issuer)
  const { publicKey, key } = newKeys()
  const alternatives = [...names.map(dnsName), ...addresses.map(address => der(0x87, addressBytes(address)))]
  const certificate = certificateOf(
    {
      serial,
      issuer: name,
      subject: nameOf([['commonName', names[0] ?? 'Kaunta']]),
      from: now - dayMs,
      until: Math.min(now + (leafDays - 1) * dayMs, Date.parse(issuer.validTo)),
      publicKey,
      extensions: [
        extension('basicConstraints', true, sequence()),
        extension('keyUsage', true, usages.leaf),
        extension('extendedKeyUsage', false, sequence(identifier(oid.serverAuth))),
        extension('subjectAlternativeName', false, sequence(...alternatives)),
        extension('subjectKeyIdentifier', false, octets(keyIdentifier(publicKey))),
        extension('authorityKeyIdentifier', false, sequence(der(0x80, keyIdentifier(issuerKey)))),
      ],
    },
    authority.key,
  )
  return { certificate: `${certificate}\n${authority.certificate}\n`, key }
}
