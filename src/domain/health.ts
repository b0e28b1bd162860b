// The health of a server: turns facts into checks, each good, a warning or bad, with its cure.
import { reachOfHost } from './address.ts'
import { fillText } from './fault.ts'
import { type DatabaseFact, databaseFindings } from './health-database.ts'
import { type HealthReason, type HealthState, healthReasons } from './health-reason.ts'
import { type NetworkTest, networkTestMessage } from './network-test.ts'

type HealthParams = Readonly<Record<string, string | number>>

export interface HealthCheck {
  readonly name: CheckName
  readonly reason: HealthReason
  readonly params: HealthParams
  readonly state: HealthState
  readonly message: string
  readonly cure: string // empty when there is nothing to do
}

type FolderCheck =
  | 'database'
  | 'disk'
  | 'disk_speed'
  | 'disk_wear'
  | 'rights'
  | 'secret_key'
  | 'kaunta.db'
  | 'staff.db'
  | 'ledger'
  | 'records'
type ServerCheck =
  | 'certificate'
  | 'links'
  | 'name'
  | 'port'
  | 'clock'
  | 'printer'
  | 'network'
  | 'backup'
  | 'restore_drill'
  | 'second_place'
type CheckName = FolderCheck | ServerCheck

export type CertificateFact =
  | { readonly kind: 'off' | 'first' }
  | { readonly kind: 'unreadable'; readonly why: string }
  | {
      readonly kind: 'read'
      readonly from: number // milliseconds
      readonly until: number
      /** Whether the certificate is from the owner's files. Kaunta renews its own certificate. */
      readonly isOwned: boolean
      readonly lacks: string | undefined // a host in links for which the certificate is not valid
    }

export interface HealthFacts {
  readonly now: number
  /** Whether the owner reads it in the console, where something that a shop should not lack is a warning. */
  readonly isForOwner: boolean
  readonly database: DatabaseFact | undefined // undefined when payments are stored in a data folder
  readonly freeBytes: number | undefined
  /** How long one write took to reach the disk, in milliseconds, or the error. */
  readonly write: { readonly ms: number } | { readonly why: string } | undefined
  /** Used percentage of the disk's life; undefined when the disk does not report it. */
  readonly wear: number | undefined
  readonly openPaths: readonly string[] // files that other users of the computer can read
  readonly key: 'fits' | 'missing' | 'damaged' | 'foreign'
  readonly keyFile: string | undefined // the key file of nodes on a database
  readonly findings: readonly {
    readonly name: 'kaunta.db' | 'staff.db' | 'ledger' | 'records'
    readonly problems: readonly string[]
  }[]
  readonly certificate: CertificateFact
  readonly links: { readonly host: string; readonly state: 'own' | 'gone' | 'unknown' }
  /** The server's mDNS name; null when there is none, undefined when mDNS is off or the name is not known. */
  readonly localName: string | null | undefined
  readonly port: {
    readonly number: number
    readonly state: 'free' | 'ready' | 'taken' | { readonly why: string }
  }
  readonly newest: number // the newest stored time
  readonly hasJumped: boolean
  /** The time of each network minus ours; milliseconds. */
  readonly offsets: readonly { readonly network: string; readonly ms: number }[]
  readonly printers: readonly {
    readonly till: string
    readonly place: string
    readonly state: 'ready' | 'off' | 'without_paper'
  }[]
  readonly networks: readonly { readonly title: string; readonly tests: readonly NetworkTest[] }[]
  readonly drill:
    | {
        readonly at: number // when it passed or failed; before the first drill, the first start
        readonly state: 'none' | 'passed' | 'failed'
        readonly failure: string
        readonly isLate: boolean
      }
    | undefined
  /** Undefined when the database has its own back-ups. */
  readonly backup:
    | {
        readonly takenAt: number | undefined
        readonly failure: string | undefined
        readonly isLate: boolean
        /** The problem: `missing`, or the error of a bucket. */
        readonly second:
          | {
              readonly place: string
              readonly problem: string | undefined
              /** Whether changes have waited longer for the log than one piece takes. */
              readonly isLogBehind: boolean
            }
          | undefined
      }
    | undefined
}

const megabyte = 1_000_000
/** Below this much free space the disk is low. The home page warns at the same limit. */
const lowBytes = 500 * megabyte
const fullBytes = 50 * megabyte
/** A good disk takes under 10 ms, a memory card about 50. */
const slowMs = 250
/** Wear of a disk in percent, from which it is reported. Disks report it in steps of ten. */
const wornFrom = 80
const wornOut = 100
/** How long before its end a certificate that the owner renews is reported. */
const endsSoonMs = 21 * 86_400_000
/** Networks report their time to the second, and some refuse requests that are five minutes off. */
const offsetMaxMs = 120_000
const hourMs = 3_600_000

/** Builds a check from the table of reasons. Fills `params` into its message and cure. */
function check(name: CheckName, reason: HealthReason, params: HealthParams = {}): HealthCheck {
  const { state, message, cure } = healthReasons[reason]
  return { name, reason, params, state, message: fillText(message, params), cure: fillText(cure, params) }
}

/** Returns all checks in the order in which a person reads them: from the data folder to the outside. */
export const healthChecks = (facts: HealthFacts): HealthCheck[] => [
  ...databaseChecks(facts.database),
  ...diskChecks(facts),
  facts.openPaths.length === 0
    ? check('rights', 'rights_private')
    : check('rights', 'rights_open', { paths: facts.openPaths.join(', ') }),
  keyCheck(facts),
  ...facts.findings.flatMap(findingChecks),
  certificateCheck(facts),
  ...nameChecks(facts),
  portCheck(facts.port),
  ...clockChecks(facts),
  ...facts.printers.map(({ till, place, state }) => check('printer', `printer_${state}`, { till, place })),
  ...facts.networks.flatMap(networkChecks),
  ...backupChecks(facts),
]

const databaseChecks = (fact: DatabaseFact | undefined): HealthCheck[] =>
  fact ? databaseFindings(fact).map(([reason, params]) => check('database', reason, params)) : []

const keyCheck = ({ key, keyFile: file }: HealthFacts): HealthCheck =>
  file === undefined ? check('secret_key', `key_${key}`) : check('secret_key', `shared_key_${key}`, { file })

function diskChecks({ freeBytes, write, wear }: HealthFacts): HealthCheck[] {
  const checks: HealthCheck[] = []
  if (freeBytes !== undefined)
    checks.push(check('disk', spaceReason(freeBytes), { free: Math.floor(freeBytes / megabyte) }))
  if (write) checks.push(speedCheck(write))
  if (wear !== undefined) checks.push(check('disk_wear', wearReason(wear), { percent: wear }))
  return checks
}

function spaceReason(freeBytes: number) {
  if (freeBytes < fullBytes) return 'disk_full'
  return freeBytes < lowBytes ? 'disk_low' : 'disk_free'
}

/** Checks whether a write reaches the disk, and how fast. */
function speedCheck(write: NonNullable<HealthFacts['write']>): HealthCheck {
  if ('why' in write) return check('disk_speed', 'disk_refuses', { why: write.why })
  return check('disk_speed', write.ms > slowMs ? 'disk_slow' : 'disk_fast', { ms: Math.ceil(write.ms) })
}

function wearReason(usedPercent: number) {
  if (usedPercent > wornOut) return 'wear_over'
  return usedPercent >= wornFrom ? 'wear_high' : 'wear_low'
}

/** The reasons for each finding: the first without problems, the second for each problem. */
const findingReasons = {
  'kaunta.db': ['file_whole', 'file_damaged'],
  'staff.db': ['file_whole', 'file_damaged'],
  ledger: ['ledger_right', 'ledger_wrong'],
  records: ['records_kept', 'records_changed'],
} as const

/** Returns a check for each problem of a finding; a single good one if it has none. */
function findingChecks({ name, problems }: HealthFacts['findings'][number]): HealthCheck[] {
  const [goodReason, badReason] = findingReasons[name]
  if (problems.length === 0) return [check(name, goodReason)]
  return problems.map(problem => check(name, badReason, { problem }))
}

/** Writes the UTC day of a moment: `2026-11-21`. */
const dayText = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Checks the certificate: its first problem, or that it is valid, switched off or not created yet. */
function certificateCheck({ certificate, now }: HealthFacts): HealthCheck {
  if (certificate.kind === 'unreadable')
    return check('certificate', 'certificate_unreadable', { why: certificate.why })
  if (certificate.kind !== 'read') return check('certificate', `certificate_${certificate.kind}`)
  const { from, until, isOwned, lacks } = certificate
  const day = dayText(until)
  if (now < from) return check('certificate', 'certificate_early', { day: dayText(from) })
  if (now > until) return check('certificate', isOwned ? 'certificate_ended' : 'certificate_renews', { day })
  if (lacks !== undefined) return check('certificate', 'certificate_lacks_name', { name: lacks })
  if (isOwned && until - now < endsSoonMs) return check('certificate', 'certificate_ends', { day })
  return check('certificate', 'certificate_valid', { day })
}

/** Checks the host in links, and the mDNS name. Only an owner is warned of links to this computer itself. */
function nameChecks({ links, localName, isForOwner }: HealthFacts): HealthCheck[] {
  const isLoopback = isForOwner && reachOfHost(links.host) === 'loopback'
  const state = isLoopback ? 'loopback' : links.state
  const checks = [check('links', `name_${state}`, { name: links.host })]
  if (localName === null) checks.push(check('name', 'name_silent'))
  else if (localName !== undefined) checks.push(check('name', 'name_found', { name: localName }))
  return checks
}

const portCheck = ({ number: port, state }: HealthFacts['port']): HealthCheck =>
  typeof state === 'string'
    ? check('port', `port_${state}`, { port })
    : check('port', 'port_unready', { port, why: state.why })

/** Checks the clock against those of networks, then against the newest record, then for a jump. */
function clockChecks({ now, newest, hasJumped, offsets }: HealthFacts): HealthCheck[] {
  const largeOffsets = offsets.filter(({ ms }) => Math.abs(ms) > offsetMaxMs)
  if (largeOffsets.length > 0)
    return largeOffsets.map(({ network, ms }) =>
      check('clock', 'clock_off', { network, seconds: Math.round(Math.abs(ms) / 1_000) }),
    )
  if (now < newest) return [check('clock', 'clock_behind', { time: new Date(newest).toISOString() })]
  if (hasJumped) return [check('clock', 'clock_jumped')]
  const [firstOffset] = offsets
  if (!firstOffset) return [check('clock', 'clock_plausible')]
  return [check('clock', 'clock_right', { network: firstOffset.network })]
}

function networkChecks({ title: network, tests }: HealthFacts['networks'][number]): HealthCheck[] {
  const failed = tests.filter(({ result }) => result !== 'ok')
  if (failed.length === 0) return [check('network', 'network_works', { network })]
  return failed.map(test => {
    const params = { network, product: test.name, result: test.result, why: networkTestMessage(test) }
    return check('network', 'network_fails', params)
  })
}

/** Checks back-ups, restore drills and the second place. A PostgreSQL database has back-ups of its own. */
function backupChecks({ backup, drill, database, now, isForOwner }: HealthFacts): HealthCheck[] {
  const drillChecks = drill ? [drillCheck(drill, database ? 'dump_drill' : 'drill')] : []
  if (!backup) return database ? [check('backup', 'backup_of_database'), ...drillChecks] : []
  return [backupCheck(backup, now), ...drillChecks, secondPlaceCheck(backup.second, isForOwner)]
}

type BackupFact = NonNullable<HealthFacts['backup']>

function backupCheck({ takenAt, failure, isLate }: BackupFact, now: number): HealthCheck {
  if (failure !== undefined) return check('backup', 'backup_failed', { why: failure })
  if (takenAt === undefined) return check('backup', isLate ? 'backup_never' : 'backup_first')
  const hours = Math.floor((now - takenAt) / hourMs)
  if (isLate) return check('backup', 'backup_late', { hours })
  return check('backup', 'backup_fresh', { hours: hours + 1 }) // "less than {hours} h ago"
}

function secondPlaceCheck(second: BackupFact['second'], isForOwner: boolean): HealthCheck {
  if (!second) return check('second_place', isForOwner ? 'second_lacking' : 'second_none')
  const { place, problem, isLogBehind } = second
  const params = { place, why: problem ?? '' }
  if (problem !== undefined)
    return check('second_place', problem === 'missing' ? 'second_missing' : 'second_refuses', params)
  return check('second_place', isLogBehind ? 'second_behind' : 'second_there', params)
}

/** Checks the last restore drill. `kind` is `dump_drill` for PostgreSQL, whose reasons have another cure. */
function drillCheck(
  { at, state, failure, isLate }: NonNullable<HealthFacts['drill']>,
  kind: 'drill' | 'dump_drill',
): HealthCheck {
  const day = dayText(at)
  if (state === 'failed') return check('restore_drill', `${kind}_failed`, { day, why: failure })
  if (isLate) return check('restore_drill', `${kind}_late`, { day })
  if (state === 'passed') return check('restore_drill', 'drill_passed', { day })
  return check('restore_drill', 'drill_first')
}

/** Returns the worst state of all checks; `good` if there are none. */
export function worstOf(checks: readonly HealthCheck[]): HealthState {
  const states = new Set(checks.map(({ state }) => state))
  if (states.has('bad')) return 'bad'
  return states.has('warning') ? 'warning' : 'good'
}
