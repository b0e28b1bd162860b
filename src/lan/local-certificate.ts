// The certificate that this server makes for itself and stores sealed in the database. It is renewed a month
// before it expires, and when the server has a new address. The authority is replaced only when it expires,
// because a person has to install the new one on each device.
import { certifiableNames, isPermitted } from '../domain/local-name.ts'
import { findSetting, putSetting } from '../store/account.ts'
import type { Seal } from '../store/folder/seal.ts'
import type { Store } from '../store/store.ts'
import type { World } from '../world.ts'
import type { Certify } from './certify.ts'
import { type Pair, validityOf } from './pair.ts'

/** `current` returns the same object until the certificate has to be replaced. */
export interface CertificateSource {
  current(): Promise<Pair>
  /** The authority that devices have to trust, as PEM; undefined for the owner's certificate. */
  authority(): string | undefined
}

interface LocalCertificate {
  readonly world: World
  readonly certify: Certify
  readonly store: Store
  readonly seal: Seal
  readonly hostname: string
  readonly moreNames: readonly string[] // further names, from the settings
  /** The addresses of this machine now. */
  readonly addresses: () => readonly string[]
  readonly builtAt: number // the clock cannot be right before this time
}

/** The value that is sealed in the database. */
interface StoredCertificates {
  readonly authority: Pair
  readonly names: readonly string[] // the names that the authority is limited to
  readonly leaf: Pair
  readonly addresses: readonly string[] // the addresses in the leaf
}

const settingName = 'tls'
const renewBeforeMs = 30 * 86_400_000
/** RFC 5280 allows 20 bytes. */
const serialBytes = 16
/** The nonce of AES-GCM, which seals the value. */
const nonceBytes = 12
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const loopback = ['127.0.0.1', '::1']

/** Returns the certificate that this server makes, stores and renews. */
export const localCertificate = (parts: LocalCertificate): CertificateSource => new LocalSource(parts)

class LocalSource implements CertificateSource {
  readonly #parts: LocalCertificate
  #certificates: StoredCertificates | undefined

  constructor(parts: LocalCertificate) {
    this.#parts = parts
  }

  authority(): string | undefined {
    return this.#certificates?.authority.certificate
  }

  /** Returns the certificate. Before that, makes whatever is missing, has expired or must be renewed. */
  async current(): Promise<Pair> {
    this.#certificates ??= await this.#load()
    const certificates = await this.#upToDate(this.#certificates)
    this.#certificates = certificates
    return certificates.leaf
  }

  /** Returns the stored certificates, or new ones in place of those that have expired or are due. */
  async #upToDate(stored: StoredCertificates | undefined): Promise<StoredCertificates> {
    if (!stored || this.#hasExpired(stored)) return this.#makeAll()
    return this.#isDue(stored) ? this.#make(stored.authority, stored.names) : stored
  }

  /** Reads what an earlier start has stored; undefined before the first certificate. */
  async #load(): Promise<StoredCertificates | undefined> {
    const sealed = await findSetting(this.#parts.store.read, settingName)
    return sealed === undefined ? undefined : JSON.parse(this.#parts.seal.open(sealed))
  }

  /** Stores the authority and the certificate, sealed. @returns the same certificates */
  async #store(next: StoredCertificates): Promise<StoredCertificates> {
    const { seal, store, world } = this.#parts
    const sealed = seal.close(JSON.stringify(next), world.random.bytes(nonceBytes))
    await store.write(tx => putSetting(tx, settingName, sealed))
    return next
  }

  /** Returns the time now, but at least that of the build: the clock may be wrong after a power cut. */
  #now(): number {
    return Math.max(this.#parts.world.clock.now(), this.#parts.builtAt)
  }

  /** Returns the time now, but at least the start of the authority's validity: an earlier clock is wrong. */
  #nowFor(authority: Pair): number {
    return Math.max(this.#now(), validityOf(authority.certificate).from)
  }

  /** Makes a new authority, which each device has to trust again, and a certificate. */
  async #makeAll(): Promise<StoredCertificates> {
    const { certify, world } = this.#parts
    const names = certifiableNames(this.#parts.hostname, this.#parts.moreNames)
    const label = hex(world.random.bytes(3))
    const serial = hex(world.random.bytes(serialBytes))
    const authority = await certify({ kind: 'authority', names, label, now: this.#now(), serial })
    return this.#make(authority, names)
  }

  /**
   * Makes and stores a certificate for those names of this server that the authority may certify.
   * @param permitted the names that the authority is limited to
   */
  async #make(authority: Pair, permitted: readonly string[]): Promise<StoredCertificates> {
    const { certify, world } = this.#parts
    const serverNames = certifiableNames(this.#parts.hostname, this.#parts.moreNames)
    const rejected = serverNames.filter(name => !isPermitted(name, permitted))
    const message = 'the authority of this server may not certify these names: use a certificate of your own'
    if (rejected.length > 0) world.log('warn', message, { names: rejected.join(', ') })
    const addresses = [...loopback, ...this.#parts.addresses()]
    const leaf = await certify({
      kind: 'leaf',
      authority,
      names: serverNames.filter(name => isPermitted(name, permitted)),
      addresses,
      now: this.#nowFor(authority),
      serial: hex(world.random.bytes(serialBytes)),
    })
    return this.#store({ authority, names: permitted, leaf, addresses })
  }

  /** Whether the authority has expired. An unreliable clock never discards an authority. */
  #hasExpired({ authority }: StoredCertificates): boolean {
    return !this.#parts.world.clock.isUnreliable() && validityOf(authority.certificate).until < this.#now()
  }

  /**
   * Whether to renew the certificate: it expires soon, is not valid yet, or lacks an address of this machine.
   * A certificate that expires with its authority cannot be extended.
   */
  #isDue({ authority, leaf, addresses }: StoredCertificates): boolean {
    const { from, until } = validityOf(leaf.certificate)
    const now = this.#nowFor(authority)
    const canBeExtended = until < validityOf(authority.certificate).until
    const endsSoon = now > until - renewBeforeMs && canBeExtended
    if (endsSoon || now < from) return true
    return this.#parts.addresses().some(address => !addresses.includes(address))
  }
}
