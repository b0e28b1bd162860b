// A PostgreSQL server like those of managed services: TLS with its own authority, only passwords, and a role
// that only owns its database.
import { writeFileSync } from 'node:fs'
import { newCertificate } from './certificate.ts'
import { type ClusterPlace, openCluster } from './postgres-cluster.ts'

/** Every character of it has another meaning in an address. */
const password = 'a%b@c/d:e?f#g h'
const host = 'localhost'

interface Address {
  readonly host?: string
  readonly password?: string
  readonly authority?: string // the file of the authority; none is named when empty
  readonly mode?: string
}

export interface ManagedPlace extends Omit<ClusterPlace, 'newShop'> {
  readonly authority: string // the authority of the server, and that of another one; as files
  readonly otherAuthority: string
  readonly password: string
  /** Makes an empty database that the role owns. @returns its name */
  newDatabase(): Promise<string>
  /** Returns the role's address, with optional errors. */
  url(database: string, address?: Address): string
  /** Changes the password of the role. */
  setPassword(text: string): Promise<void>
}

export async function openManagedCluster(): Promise<ManagedPlace> {
  const [own, other] = await Promise.all([newCertificate(host), newCertificate(host)])
  const { newShop, ...place } = await openCluster({}, { secured: own.leaf })
  const { cluster, path } = place
  const [authority, otherAuthority] = [path('authority.pem'), path('other.pem')]
  writeFileSync(authority, own.authority)
  writeFileSync(otherAuthority, other.authority)
  await cluster.sql(`create role shop login nosuperuser nocreatedb nocreaterole password '${password}'`)
  let made = 0
  return {
    ...place,
    authority,
    otherAuthority,
    password,
    async newDatabase() {
      const name = `managed_${made++}`
      await cluster.sql(`create database ${name} owner shop`)
      return name
    },
    url(database, { mode = 'verify-full', ...wrong } = {}) {
      const login = `shop:${encodeURIComponent(wrong.password ?? password)}`
      const file = wrong.authority ?? authority
      const root = file && `&sslrootcert=${encodeURIComponent(file)}`
      return `postgres://${login}@${wrong.host ?? host}:${cluster.port}/${database}?sslmode=${mode}${root}`
    },
    setPassword: async text => void (await cluster.sql(`alter role shop password '${text}'`)),
  }
}
