// `kaunta backup --drill --dump FILE` tests whether a dump of the database can be restored, and stores the
// result for Health and the console. Nodes keep selling.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { requestedByServer } from '../domain/actor.ts'
import { runDrill } from '../flow/restore-drill.ts'
import { listAccounts } from '../store/account.ts'
import { withDrillDatabase } from '../store/backup/drill-database.ts'
import { assertEmptyDatabase, type DumpDrill, drillDump } from '../store/backup/dump-drill.ts'
import { FolderError } from '../store/folder/folder.ts'
import { type Executable, printResult } from './command.ts'
import { withProgress } from './progress.ts'

interface DumpDrillOptions {
  readonly data?: string
  readonly dump: string
  readonly to?: string // an empty database; if absent, one is created and dropped again
  readonly key?: string
  readonly json?: boolean
}

const stepTexts = { restore: 'Restoring the dump', check: 'Checking what was restored' } as const

/**
 * Checks the options, and that pg_restore is installed.
 * @returns the address of the live database
 * @throws FolderError when the drill cannot begin, which proves nothing about the dump
 */
async function assertReady(executable: Executable, { databaseUrl }: Config, options: DumpDrillOptions) {
  if (databaseUrl === undefined)
    throw new FolderError('--dump is for a database: name it with KAUNTA_DATABASE_URL', 1)
  for (const file of [options.dump, options.key])
    if (file !== undefined && !existsSync(file)) throw new FolderError(`${file} is missing`, 1)
  if (options.to !== undefined && !/^postgres(ql)?:\/\//.test(options.to))
    throw new FolderError('--to must be an empty database with --dump: postgres://user@host/name', 1)
  const { status } = await executable.run(['pg_restore', '--version'])
  if (status !== 0)
    throw new FolderError('pg_restore is not on this computer: install the client of PostgreSQL', 1)
  return databaseUrl
}

/** Restores a dump in a test, stores the result and prints it. @throws FolderError with the dump's problem */
export async function runDumpDrill(
  executable: Executable,
  config: Config,
  options: DumpDrillOptions,
): Promise<void> {
  const liveUrl = await assertReady(executable, config, options)
  const { dump, to } = options
  const { run, now, after, world } = executable
  const { bytes: random } = world.random
  const key = options.key ?? config.secretKeyFile ?? join(config.data, 'secret.key')
  const line = options.json ? undefined : executable.showProgress
  await executable.besideNodes({ data: options.data }, async ({ appliance }) => {
    const accounts = await listAccounts(appliance.store.read)
    const account = accounts.find(({ mode }) => mode === 'live')
    if (!account) throw new FolderError('the database of KAUNTA_DATABASE_URL has no shop yet', 1)
    const drillIn = (drillUrl: string) =>
      withProgress(line, Object.keys(stepTexts).length, progress => {
        const onStep: DumpDrill['onStep'] = step => progress.step(stepTexts[step])
        const drill = { dump, liveUrl, drillUrl, key, run, now, after, random, onStep }
        return runDrill(appliance, { account, by: requestedByServer }, () => drillDump(drill))
      })
    if (to !== undefined) await assertEmptyDatabase(to)
    const result = await (to === undefined ? withDrillDatabase(liveUrl, drillIn) : drillIn(to))
    const { backup, payments, failure } = result
    if (failure !== null) throw new FolderError(`${dump} failed the test: ${failure}`, 1)
    printResult(executable, options, { backup, payments: payments ?? 0 }, drillText)
  })
}

const drillText = ({ backup, payments }: { readonly backup: string | null; readonly payments: number }) =>
  [
    `${backup}: restored in a test, ${payments.toLocaleString('en')} payments.`,
    'Its balances match its postings, its records are unaltered, and the key works.\n',
  ].join(' ')
