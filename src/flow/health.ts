// The health of a server: gathers the facts of a running server, or of a folder that no server has open, and
// asks the networks and printers. It leaves out facts that cannot be read; the check of their file explains
// why.

import { withAnswerDates } from '../connector/answer-date.ts'
import type { NetworkAddresses } from '../connector/network.ts'
import { simulator } from '../connector/simulator.ts'
import { addressOf } from '../domain/address.ts'
import { isBackupLate, lastBackup } from '../domain/backup.ts'
import { isLogBehind } from '../domain/backup-log.ts'
import { type HealthCheck, type HealthFacts, healthChecks } from '../domain/health.ts'
import { timeOf } from '../domain/id.ts'
import { printerOf } from '../domain/printer.ts'
import { findSetting, listAccounts } from '../store/account.ts'
import { findOrderEnd } from '../store/attempt.ts'
import { waitingPieces } from '../store/backup/log-spool.ts'
import type { S3Access } from '../store/backup/s3-access.ts'
import { findNewest } from '../store/engine/newest-id.ts'
import type { Read } from '../store/engine/statement.ts'
import { certificateFact } from '../store/folder/certificate-fact.ts'
import { diskWear, folderFacts, openFile, placeProblem, timeWrite } from '../store/folder/folder-fact.ts'
import { canOpen, keyFileOf, readNamedKey, readSeal, type Seal } from '../store/folder/seal.ts'
import { listNetworks } from '../store/network.ts'
import { findSimulation, insertSimulation } from '../store/simulation.ts'
import { listTills } from '../store/till.ts'
import type { World } from '../world.ts'
import type { Appliance } from './appliance.ts'
import { failureSetting } from './backup.ts'
import { newConnections } from './connection.ts'
import { networkTitle } from './network.ts'
import { placeOf, printerState } from './print.ts'
import { drillState } from './restore-drill.ts'

/** The settings that are checked. */
interface HealthSettings {
  readonly data: string
  /** The path of a database's shared key; undefined for the key in the data folder. */
  readonly secretKeyFile: string | undefined
  /** The owner's setting; undefined when links contain this computer's address. */
  readonly publicUrl: string | undefined
  readonly port: number
  readonly httpsPort: number
  readonly mdns: boolean
  readonly tlsCertificate: string | undefined
  readonly tlsKey: string | undefined
  readonly backupTo: string | undefined
  readonly s3: S3Access | undefined
  readonly selcomUrl: string | undefined
  readonly relayHosts: readonly string[]
}

/** What a health check needs: how to reach the server's parts, and the facts that its caller found. */
export interface HealthParts extends Pick<Appliance, 'world' | 'own' | 'printing' | 'publicUrl'> {
  readonly settings: HealthSettings
  readonly builtAt: number
  readonly database: HealthFacts['database'] // undefined when payments are in the data folder
  readonly read: Read | undefined // undefined when the database cannot be read
  readonly findings: HealthFacts['findings']
  readonly port: HealthFacts['port']['state']
  readonly isForOwner: boolean
  readonly localName: HealthFacts['localName']
}

/**
 * Gathers the facts of a server, and returns the health checks that an administrator sees. A fact that needs
 * the database or the key is left out if that cannot be read; a check of its own reports that problem.
 */
export async function checkHealth(parts: HealthParts): Promise<HealthCheck[]> {
  const { settings, world, read, database } = parts
  const place = database ? databasePlace(settings) : await folderPlace(settings, world)
  const seal = database ? readSeal(place.key, readNamedKey) : readSeal(place.key)
  // `readSeal` returns a text that names the problem if it cannot read the key.
  const keyProblem = typeof seal === 'string' ? seal : undefined
  const opened = typeof seal !== 'string' && read ? { seal, read } : undefined
  const outside = opened && (await outsideFacts(parts, opened))
  const newestIds = read ? (await findNewest(read)).ids : []
  return healthChecks({
    now: world.clock.now(),
    isForOwner: parts.isForOwner,
    database,
    keyFile: database && place.key,
    ...place.disk,
    openPaths: place.openPaths,
    key: keyProblem ?? outside?.key ?? 'fits',
    findings: parts.findings,
    certificate: await certificateOf(parts, opened),
    links: await linksFact(parts),
    localName: parts.localName,
    port: { number: settings.port, state: parts.port },
    newest: Math.max(parts.builtAt, ...newestIds.map(timeOf)),
    hasJumped: world.clock.isUnreliable(),
    offsets: outside?.offsets ?? [],
    printers: read ? await printersOf(parts, read) : [],
    networks: outside?.networks ?? [],
    drill: await drillFact(parts),
    backup: database ? undefined : await backupFact(parts, place.backups),
  })
}

/** Returns the facts of a data folder: its disk, its key, its back-ups, and files that others could open. */
async function folderPlace({ data }: HealthSettings, { clock }: World) {
  const { freeBytes, openPaths, backups } = folderFacts(data)
  const disk = { freeBytes, write: await timeWrite(data, clock.elapsed), wear: diskWear(data) }
  return { key: keyFileOf(data), disk, openPaths, backups }
}

/** Returns the facts of a node, which has only the key: the database is on the disk of another computer. */
function databasePlace({ data, secretKeyFile }: HealthSettings) {
  const key = secretKeyFile ?? keyFileOf(data)
  const disk = { freeBytes: undefined, write: undefined, wear: undefined }
  return { key, disk, openPaths: openFile(key), backups: [] }
}

/** The longest wait for the name of this server to be resolved. */
const lookUpMaxMs = 5_000

/** Returns the host of a URL. An IPv6 address loses its brackets: `[::1]` becomes `::1`. */
const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '')

/**
 * Returns the host in links to this server, and whether others can find the server by it. `own`: yes, as far
 * as this computer can know · `gone`: an address that this computer no longer has · `unknown`: a name that
 * was not resolved.
 */
async function linksFact({ world, own, settings, publicUrl }: HealthParts): Promise<HealthFacts['links']> {
  const host = hostOf(publicUrl)
  if (settings.publicUrl === undefined) {
    // Only an IP address can be lost; a host name, for example of a certificate, cannot.
    const isAddress = addressOf(host) !== undefined
    const isGone = isAddress && own.addresses.length > 0 && !own.addresses.includes(host)
    return { host, state: isGone ? 'gone' : 'own' }
  }
  // Other computers' resolvers may not know a name of the local network.
  if (host.endsWith('.local')) return { host, state: 'own' }
  return { host, state: (await isResolved(world, publicUrl)) ? 'own' : 'unknown' }
}

/** Returns whether the host of a URL can be resolved. It does not connect to the host. */
async function isResolved({ net }: World, url: string): Promise<boolean> {
  let wasResolved = false
  // The HTTP client calls this once the name is resolved. Returning a text refuses the connection.
  const mayReach = () => {
    wasResolved = true
    return 'only looked up'
  }
  await net.request({ method: 'GET', url, headers: {}, body: '', timeoutMs: lookUpMaxMs, mayReach })
  return wasResolved
}

/** The database and the key that opens its secrets. */
interface Opened {
  readonly read: Read
  readonly seal: Seal
}

/** Returns the facts of the server's certificate. A key that cannot be read is reported by another check. */
const certificateOf = ({ settings, publicUrl }: HealthParts, opened: Opened | undefined) => {
  const { httpsPort, tlsCertificate, tlsKey } = settings
  return certificateFact({ httpsPort, tlsCertificate, tlsKey, host: hostOf(publicUrl) }, opened)
}

type OutsideFacts = Pick<HealthFacts, 'key' | 'networks' | 'offsets'>

const foreignKey: OutsideFacts = { key: 'foreign', networks: [], offsets: [] }

/**
 * Tests each connected network with requests that move no money. If the key does not open the secrets in the
 * database, it reports only that (`foreignKey`), because it then has no credentials.
 * @returns the result of each test, and how far each network's clock is ahead of this computer's, in
 * milliseconds
 */
async function outsideFacts(parts: HealthParts, { read, seal }: Opened): Promise<OutsideFacts> {
  const stored = (await listNetworks(read)).filter(({ row }) => row.connected && row.enabled)
  const [account] = await listAccounts(read)
  if (account && !canOpen(seal, account.signingKey)) return foreignKey
  const sealedCertificate = await findSetting(read, 'tls')
  if (sealedCertificate !== undefined && !canOpen(seal, sealedCertificate)) return foreignKey
  const offsets = new Map<string, number>()
  const networks: HealthFacts['networks'][number][] = []
  for (const network of stored) {
    const title = networkTitle(network.row.name)
    const world = withAnswerDates(parts.world, time => offsets.set(title, time - parts.world.clock.now()))
    if (!canOpen(seal, network.row.credentials)) return foreignKey
    const connections = connectionsOf(parts, { read, seal }, world, network)
    const connection = connections.find(network.row.id)
    if (connection?.reach === 'network' && connection.test)
      networks.push({ title, tests: await connection.test() })
  }
  return { key: 'fits', networks, offsets: [...offsets].map(([network, ms]) => ({ network, ms })) }
}

/** Makes the connection of one stored network, for a test that moves no money. */
function connectionsOf(
  { publicUrl, settings, own }: HealthParts,
  { read, seal }: Opened,
  world: World,
  stored: Awaited<ReturnType<typeof listNetworks>>[number],
) {
  const addresses: NetworkAddresses = { selcom: settings.selcomUrl }
  const find = (reference: string) => findSimulation(read, reference)
  return newConnections(
    {
      world,
      seal,
      simulator: simulator({ insert: insertSimulation, find }, world.clock.now),
      publicUrl,
      addresses,
      relayHosts: settings.relayHosts,
      own,
      orderEnds: reference => findOrderEnd(read, reference),
    },
    [stored],
  )
}

/** Tests the printers of all tills in use, in parallel. */
async function printersOf(parts: HealthParts, read: Read): Promise<HealthFacts['printers']> {
  const accounts = await listAccounts(read)
  const tillsByAccount = await Promise.all(accounts.map(({ id }) => listTills(read, id)))
  const tests = tillsByAccount.flat().map(async till => {
    const printer = till.revokedAt === null ? printerOf(till) : null
    if (!printer) return undefined
    return { till: till.name, place: placeOf(printer), state: await printerState(parts, printer) }
  })
  return (await Promise.all(tests)).filter(test => test !== undefined)
}

/** Returns the last restore drill; `at` is the first start if there was none. Undefined before that. */
async function drillFact({ read, world }: HealthParts): Promise<HealthFacts['drill']> {
  if (!read) return undefined
  const createdAts = (await listAccounts(read)).map(({ createdAt }) => createdAt)
  if (createdAts.length === 0) return undefined
  const { last, isLate } = await drillState(read, world.clock.now())
  if (!last) return { at: Math.min(...createdAts), state: 'none', failure: '', isLate }
  const state = last.failure === null ? 'passed' : 'failed'
  return { at: last.at, state, failure: last.failure ?? '', isLate }
}

/** Returns the facts of the last backup and of the second place; undefined before the first start. */
async function backupFact(
  { read, world, settings }: HealthParts,
  backups: readonly { readonly takenAt: number }[],
): Promise<HealthFacts['backup']> {
  if (!read) return undefined
  const now = world.clock.now()
  const accounts = await listAccounts(read)
  if (accounts.length === 0) return undefined
  const takenAt = lastBackup(backups, now)?.takenAt
  const firstStartAt = Math.min(...accounts.map(({ createdAt }) => createdAt))
  return {
    takenAt,
    failure: (await findSetting(read, failureSetting)) || undefined,
    isLate: isBackupLate(takenAt, firstStartAt, now),
    second: await secondPlaceFact(settings, world, now),
  }
}

/** Returns the facts of the second place for back-ups; undefined without one. */
async function secondPlaceFact({ backupTo: place, s3, data }: HealthSettings, { clock }: World, now: number) {
  if (place === undefined) return undefined
  const problem = await placeProblem(place, s3, clock.after)
  const [oldestPiece] = waitingPieces(data)
  return { place, problem, isLogBehind: isLogBehind(oldestPiece?.endedAt, now) }
}
