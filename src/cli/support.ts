// `kaunta support` makes the file for support of a data folder, also while Kaunta runs, and shows what is in it.
import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { build } from '../build.ts'
import { type Config, settings } from '../config.ts'
import { type SupportFile, supportArchive, supportFiles, supportName } from '../flow/support.ts'
import { type DatabaseFacts, describeTables } from '../store/table-fact.ts'
import { CommandError } from './client.ts'
import { type Executable, printResult, withJson, withSettings } from './command.ts'
import { examine } from './doctor.ts'

interface SupportOptions {
  readonly output?: string
  readonly show?: boolean
  readonly json?: boolean
}

const supportHelp = `
Versions, settings, health, the last log lines of the service (where systemd keeps them), counts of rows and
the schema. No names, numbers, secrets or texts of the shop. --show prints all of it and writes nothing.
Give it the settings of the server (flags or environment). Also while Kaunta runs.`

export function addSupport(program: Command, executable: Executable): void {
  const command = program
    .command('support')
    .description('make a file for support, without names, numbers and secrets')
  withSettings(command, ['data', 'host', 'port', 'httpsPort'])
    .option('--output <file>', 'where it is written (default: kaunta-support-TIME.tar.gz here)')
    .option('--show', 'print what would be in it')
  withJson(command)
    .addHelpText('after', supportHelp)
    .action(options => runSupport(executable, options))
}

async function runSupport(executable: Executable, options: SupportOptions): Promise<void> {
  const { output, show, json, ...flags } = options
  const now = executable.now()
  const files = await filesOf(executable, flags, now)
  if (show) {
    executable.write(shownText(files))
    return
  }
  const file = resolve(output ?? supportName(now))
  if (existsSync(file)) throw new CommandError(`${file} is there already: name another file with --output`)
  writeFileSync(file, supportArchive(files, now), { mode: 0o600, flag: 'wx' })
  printResult(executable, json ? { json } : {}, { file, files: files.map(({ name }) => name) }, writtenText)
}

async function filesOf(executable: Executable, flags: object, now: number): Promise<SupportFile[]> {
  const config = executable.readConfig({ ...flags })
  const checks = await examine(executable, config)
  return supportFiles({
    now,
    about: { ...build, ranMs: 0 },
    settings: config,
    settingNames: Object.keys(settings),
    checks,
    logLines: await serviceLog(executable),
    databases: await databasesOf(config),
  })
}

async function databasesOf({ data, databaseUrl }: Config): Promise<DatabaseFacts[]> {
  if (databaseUrl === undefined) return describeTables(data)
  const { describeDatabase } = await import('../store/database-fact.ts')
  return describeDatabase(databaseUrl)
}

const logLines = '500'

/** What systemd keeps of the log; nothing on other systems. */
async function serviceLog({ computer, run }: Executable): Promise<string[]> {
  if (computer.platform !== 'linux') return []
  const { status, output } = await run([
    ...['journalctl', '--unit', 'kaunta', '--lines', logLines, '--output', 'cat', '--no-pager'],
  ])
  return status === 0 ? output.split('\n') : []
}

const shownText = (files: readonly SupportFile[]) =>
  files.map(({ name, text }) => `=== ${name}\n${text}\n`).join('')

const writtenText = ({ file }: { readonly file: string }) =>
  `${file}: look into it with kaunta support --show, then send it to support.\n`
