// `kaunta support` makes the file for support of a data folder, also while Kaunta runs, and shows its
// content.
import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { build } from '../build.ts'
import { type Config, settings } from '../config.ts'
import { type SupportFile, supportArchive, supportFiles, supportName } from '../flow/support.ts'
import { becomeOwnerOf, ownerOf } from '../store/folder/folder-owner.ts'
import { type DatabaseFacts, describeTables } from '../store/folder/table-fact.ts'
import { CommandError } from './client.ts'
import { type Executable, printResult, withJson, withSettings } from './command.ts'
import { examine } from './doctor.ts'

interface SupportOptions {
  readonly output?: string
  readonly show?: boolean
  readonly facts?: boolean
  readonly json?: boolean
}

const supportHelp = `
Versions, settings, health, the last log lines of the service (where systemd keeps them), counts of rows and
the schema. No names, numbers, secrets or texts of the shop. --show prints all of it and writes nothing.
Give it the settings of the server (flags or environment). Also while Kaunta runs.`

/** Adds `kaunta support` to the command line. */
export function addSupport(program: Command, executable: Executable): void {
  const command = program
    .command('support')
    .description('make a file for support, without names, numbers and secrets')
  withSettings(command, ['data', 'host', 'port', 'httpsPort'])
    .option('--output <file>', 'where it is written (default: kaunta-support-TIME.tar.gz here)')
    .option('--show', 'print what would be in it')
    // Internal: a command of root starts itself with --facts as the folder's owner (`factsOfOwner`).
    .addOption(new Option('--facts', 'print the facts that are read from the folder').hideHelp())
  withJson(command)
    .addHelpText('after', supportHelp)
    .action(options => runSupport(executable, options))
}

/** Writes or shows the file for support. @throws CommandError when the file exists already */
async function runSupport(executable: Executable, options: SupportOptions): Promise<void> {
  const { output, show, json, facts, ...flags } = options
  const now = executable.now()
  const config = executable.readConfig({ ...flags })
  if (facts) {
    executable.write(`${JSON.stringify(await factsHere(executable, config))}\n`)
    return
  }
  const files = await filesOf(executable, config, now)
  if (show) {
    executable.write(shownText(files))
    return
  }
  const file = resolve(output ?? supportName(now))
  if (existsSync(file)) throw new CommandError(`${file} is there already: name another file with --output`)
  writeFileSync(file, supportArchive(files, now), { mode: 0o600, flag: 'wx' })
  printResult(executable, json ? { json } : {}, { file, files: files.map(({ name }) => name) }, writtenText)
}

/** Returns the files of the archive for support. If root runs this, a child reads the folder as its owner. */
async function filesOf(executable: Executable, config: Config, now: number): Promise<SupportFile[]> {
  const isOwn = config.databaseUrl !== undefined || ownerOf(config.data) === undefined
  const { checks, databases } = await (isOwn ? factsHere(executable, config) : factsOfOwner(executable))
  return supportFiles({
    now,
    about: { ...build, ranMs: 0 },
    settings: config,
    settingNames: Object.keys(settings),
    checks,
    logLines: await serviceLog(executable),
    databases,
  })
}

/** Facts that are read from the data folder. */
interface FolderFacts {
  readonly checks: Awaited<ReturnType<typeof examine>>
  readonly databases: DatabaseFacts[]
}

/** Reads the facts in this process. */
async function factsHere(executable: Executable, config: Config): Promise<FolderFacts> {
  if (config.databaseUrl === undefined) becomeOwnerOf(config.data)
  return { checks: await examine(executable, config), databases: await databasesOf(config) }
}

/** Reads the facts in a child that becomes the folder's owner. This process stays root, to read the log. */
async function factsOfOwner({ run, path, args }: Executable): Promise<FolderFacts> {
  const { status, output } = await run([path, ...args, '--facts'])
  if (status !== 0) throw new CommandError(output.trim().replace(/^kaunta: /, ''))
  return JSON.parse(output.split('\n', 1)[0] ?? '') as FolderFacts
}

/** Returns the schema and the counts of rows of each database. */
async function databasesOf({ data, databaseUrl }: Config): Promise<DatabaseFacts[]> {
  if (databaseUrl === undefined) return describeTables(data)
  const { describeDatabase } = await import('../store/postgres/database-fact.ts')
  return describeDatabase(databaseUrl)
}

/** How many lines of the service's log the file has. */
const logLines = '500'

/** Returns the last lines of the service's log from systemd; none on other systems. */
async function serviceLog({ computer, run }: Executable): Promise<string[]> {
  if (computer.platform !== 'linux') return []
  const unit = ['--unit', 'kaunta', '--lines', logLines]
  const { status, output } = await run(['journalctl', ...unit, '--output', 'cat', '--no-pager'])
  return status === 0 ? output.split('\n') : []
}

const shownText = (files: readonly SupportFile[]) =>
  files.map(({ name, text }) => `=== ${name}\n${text}\n`).join('')

const writtenText = ({ file }: { readonly file: string }) =>
  `${file}: look into it with kaunta support --show, then send it to support.\n`
