// `kaunta doctor` checks a data folder and the server's surroundings, and names the cures. It changes
// nothing.
import type { Command } from 'commander'
import { build } from '../build.ts'
import type { Config } from '../config.ts'
import { errorText } from '../domain/error-text.ts'
import { type HealthCheck, type HealthFacts, worstOf } from '../domain/health.ts'
import { checkHealth } from '../flow/health.ts'
import { acceptProblems } from '../flow/record-check.ts'
import { findCarriedHead } from '../store/backup/carry-head.ts'
import { s3Of } from '../store/backup/s3-access.ts'
import { FolderError } from '../store/folder/folder.ts'
import { checkFolder } from '../store/folder/folder-check.ts'
import { becomeOwnerOf } from '../store/folder/folder-owner.ts'
import { withReader } from '../store/folder/reader.ts'
import { withCheckedDatabase } from '../store/postgres/database-check.ts'
import { isPostgresError } from '../store/postgres/error.ts'
import { newPaint, type Paint } from './color.ts'
import { type Executable, printResult, withJson, withSettings } from './command.ts'
import { hostToAsk } from './listen-host.ts'

const exitStatus = { good: 0, warning: 1, bad: 2 } as const
const colors = { good: 'green', warning: 'yellow', bad: 'red' } as const
const signs = { good: 'good   ', warning: 'WARNING', bad: 'BAD    ' } as const

const titles: Readonly<Record<HealthCheck['name'], string>> = {
  database: 'Database',
  disk: 'Disk',
  disk_speed: 'Speed of the disk',
  disk_wear: 'Wear of the disk',
  rights: 'Rights',
  secret_key: 'Secret key',
  'kaunta.db': 'The file kaunta.db',
  'staff.db': 'The file staff.db',
  ledger: 'The ledger',
  records: 'The records',
  certificate: 'Certificate',
  links: 'Links',
  name: 'Name',
  port: 'Port',
  clock: 'Clock',
  printer: 'Printer',
  network: 'Network',
  backup: 'Back-up',
  restore_drill: 'Restore drill',
  second_place: 'Second place for back-ups',
}

const portTimeoutMs = 3_000

/** Finds out whether Kaunta, another program or none answers on the port of the settings. */
async function portState(
  executable: Executable,
  { host, port }: Config,
): Promise<HealthFacts['port']['state']> {
  const answer = await executable.world.net.request({
    method: 'GET',
    url: `http://${hostToAsk(host)}:${port}/ready`,
    headers: {},
    body: '',
    timeoutMs: portTimeoutMs,
    mayReach: () => true, // the address is in the settings
  })
  if (answer.kind === 'unreachable') return 'free'
  return answer.kind === 'answered' ? readyState(answer.body) : 'taken'
}

/** Reads the answer of /ready. `taken` means another program. A Kaunta that gives no reason runs no jobs. */
function readyState(body: string): HealthFacts['port']['state'] {
  try {
    const { status, reason } = JSON.parse(body) as { readonly status?: string; readonly reason?: string }
    if (status === 'ready') return 'ready'
    return status === 'not ready' ? { why: reason ?? 'its jobs do not run' } : 'taken'
  } catch {
    return 'taken'
  }
}

/** Checks a folder or a database, and the server of this computer on it if one runs. */
export async function examine(executable: Executable, config: Config): Promise<HealthCheck[]> {
  const url = config.databaseUrl
  if (url === undefined) return examineFolder(executable, config)
  const parts = await surroundings(executable, config)
  return withCheckedDatabase(url, executable.elapsed, ({ fact: database, findings, read }) =>
    checkHealth({ ...parts, database, findings, read }),
  )
}

/** Checks a data folder. Checks that need the database are left out when its file is damaged. */
async function examineFolder(executable: Executable, config: Config): Promise<HealthCheck[]> {
  const { backupTo: place } = config
  const { after } = executable.world.clock
  const carriedHead =
    place === undefined ? undefined : await findCarriedHead({ place, s3: s3Of(config) }, after)
  const findings = await checkFolder(config.data, carriedHead)
  const isReadable = findings.some(({ name, problems }) => name === 'kaunta.db' && problems.length === 0)
  const facts = await surroundings(executable, config)
  const parts = { ...facts, database: undefined, findings }
  return isReadable
    ? withReader(config.data, read => checkHealth({ ...parts, read }))
    : checkHealth({ ...parts, read: undefined })
}

/** Reads the facts that the checks need. Only a running server has addresses, printing and a local name. */
async function surroundings(executable: Executable, config: Config) {
  return {
    world: executable.world,
    own: { addresses: [], ports: [config.port, config.httpsPort] },
    printing: new Map(),
    publicUrl: executable.publicUrl(config),
    settings: { ...config, s3: s3Of(config) },
    builtAt: build.builtAt,
    port: await portState(executable, config),
    localName: undefined,
    isForOwner: false,
  }
}

/** A check in its printed form. */
type CheckLine = Pick<HealthCheck, 'name' | 'state' | 'message' | 'cure'>

/** Returns the report for a person: a line for each check, and its cure below. */
const doctorText = (checks: readonly CheckLine[], paint: Paint): string =>
  [
    ...checks.flatMap(({ name, state, message, cure }) => {
      const line = `${paint(colors[state], signs[state])}  ${titles[name]}: ${message}`
      return cure === '' ? [line] : [line, `         → ${cure}`]
    }),
    '',
    checks.every(({ state }) => state === 'good') ? 'Nothing is wrong.' : 'docs/trouble.md says more.',
    '',
  ].join('\n')

const acceptedText = (count: number): string =>
  count === 0
    ? 'There is nothing to accept.\n'
    : `Accepted ${count} ${count === 1 ? 'problem' : 'problems'} of the records; the audit log has an entry.\n`

const doctorHelp = `
Give it the settings of the server (flags or environment). Also while Kaunta runs.
Exit status: 0 when nothing is wrong, 1 with warnings, 2 when something is bad.`

/** Adds `kaunta doctor` to the command line. */
export function addDoctor(program: Command, executable: Executable): void {
  const command = program
    .command('doctor')
    .description('check folder or database, disk, clock, port, certificate, printers, networks and back-ups')
  withSettings(command, ['data', 'host', 'port', 'httpsPort']).option(
    '--accept',
    'accept what was found in the records, with an entry in the audit log; stop Kaunta first',
  )
  withJson(command)
    .addHelpText('after', doctorHelp)
    .action(options => runDoctor(executable, options))
}

interface DoctorOptions {
  readonly accept?: boolean
  readonly json?: boolean
}

/** Rethrows errors with a message for people. @throws FolderError for others: the folder is damaged */
function cannotCheck(error: unknown): never {
  if (error instanceof FolderError || isPostgresError(error)) throw error
  const reason = errorText(error)
  throw new FolderError(`the folder cannot be checked (${reason}): restore a back-up`, exitStatus.bad)
}

/** Prints the report and sets the exit status, or accepts the problems of the records with `--accept`. */
async function runDoctor(executable: Executable, { accept, json, ...flags }: DoctorOptions): Promise<void> {
  if (accept)
    return executable.onStopped(flags, async ({ appliance }) => {
      const accepted = await acceptProblems(appliance)
      printResult(executable, { json }, { accepted }, result => acceptedText(result.accepted))
    })
  const config = executable.readConfig(flags)
  if (config.databaseUrl === undefined) becomeOwnerOf(config.data)
  const results = await examine(executable, config).catch(cannotCheck)
  const checks = results.map(({ name, state, message, cure }): CheckLine => ({ name, state, message, cure }))
  printResult(executable, { json }, { checks }, result =>
    doctorText(result.checks, newPaint(executable.isTerminal, executable.environment)),
  )
  executable.setExitStatus(exitStatus[worstOf(results)])
}
