// The part of an upgrade that works on the data folder: copies, the rehearsal, the way back, and the files of
// an upload. When root upgrades, a child does it with the rights of the folder's owner, because an
// unprivileged process chooses the content of that folder (links, databases, their logs) and must not gain
// root's rights.
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { freeBackupName, makeOwnPlace } from '../store/backup/backup.ts'
import { copyData } from '../store/backup/copy.ts'
import { becomeOwnerOf, ownerOf } from '../store/folder/folder-owner.ts'
import { claimRequest, endRequest } from '../store/folder/install-request.ts'
import { readPlainFile } from '../store/folder/plain-file.ts'
import { isAsCopied, putDataBack, tablesVersion } from '../store/folder/put-back.ts'
import { clearStaged, keepUpgradeEnd, stagedFiles, type UpgradeEnd } from '../store/folder/staged-release.ts'
import { assertData } from './backup.ts'
import { CommandError } from './client.ts'
import { type Executable, withSettings } from './command.ts'
import { ownProgram } from './executable-file.ts'

/** Whether the new version changed the tables of a copy, and how long the rehearsal took. */
export interface Rehearsed {
  readonly changesTables: boolean
  readonly tookMs: number
}

/** `same`: the tables are unchanged. `recorded`: the new version recorded something, so its data stays. */
export type PutBack = 'same' | 'put_back' | 'recorded'

/** Takes a back-up. @returns the folder of the copy */
export function backUp(executable: Executable, data: string): string {
  assertData(data, 'data folder')
  const backups = makeOwnPlace(data)
  const folder = join(backups, freeBackupName(backups, executable.now()))
  copyData({ from: data, to: folder, suffix: '.command-part' })
  return folder
}

interface Rehearsal {
  readonly file: string // the executable of the new version
  readonly data: string
  readonly copy: string // the back-up to rehearse on
}

/** Lets the new version open a copy of the data. @throws CommandError with its output when it cannot */
export async function rehearseOn(
  executable: Executable,
  { file, data, copy }: Rehearsal,
): Promise<Rehearsed> {
  const folder = join(data, 'upgrade-rehearsal')
  const startedMs = executable.elapsed()
  try {
    rmSync(folder, { recursive: true, force: true })
    copyData({ from: copy, to: folder, suffix: '.part' })
    const { status, output } = await executable.run([file, 'upgrade', folder, '--rehearse'])
    if (status !== 0)
      throw new CommandError(
        `the new version cannot use your data, so nothing was changed. It said: ${output.trim() || `exit status ${status}`}`,
      )
    return {
      changesTables: tablesVersion(folder) !== tablesVersion(copy),
      tookMs: executable.elapsed() - startedMs,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Restores the data of the copy if the new version changed the tables and recorded nothing. */
export function putBackIfUnused({ now }: Pick<Executable, 'now'>, data: string, copy: string): PutBack {
  if (tablesVersion(data) === tablesVersion(copy)) return 'same'
  if (!isAsCopied(data, copy)) return 'recorded'
  putDataBack(data, copy, join(data, `upgrade-failed-${now()}`))
  return 'put_back'
}

/** Work that a child does on the data folder. @returns a value for JSON */
type Step = (executable: Executable, data: string, args: readonly string[]) => unknown

const interrupted = { version: '', commit: '', outcome: 'failed' } as const

/** The steps that a child can do; it prints the result of each as JSON. */
const steps = {
  copy: backUp,
  rehearse: (executable, data, [file = '', copy = '']) => rehearseOn(executable, { file, data, copy }),
  'put-back': (executable, data, [copy = '']) => putBackIfUnused(executable, data, copy),
  claim: (_, data) => claimRequest(data),
  end(_, data, [end = '']) {
    const value: UpgradeEnd = JSON.parse(end)
    keepUpgradeEnd(data, value)
    if (value.outcome !== 'failed') clearStaged(data)
    return endRequest(data)
  },
  interrupt({ now }, data, [why = '']) {
    if (endRequest(data)) keepUpgradeEnd(data, { ...interrupted, why, at: now() })
  },
} satisfies Record<string, Step>

const isStep = (name: string): name is keyof typeof steps => name in steps

/** Files of an upload, which a child writes to its output. */
const sentFiles = {
  'send-release': (data: string) => stagedFiles(data).release,
  'send-signature': (data: string) => stagedFiles(data).signature,
}

/** Adds the hidden `kaunta upgrade-data`, which a child runs as the folder's owner. */
export function addUpgradeData(program: Command, executable: Executable): void {
  const command = program
    .command('upgrade-data <step> [args...]', { hidden: true })
    .description('a step of an upgrade on the data folder; `kaunta upgrade` runs this as the folder’s owner')
  withSettings(command, ['data']).action(
    async (step: string, args: string[], options: { readonly data?: string }) => {
      const data = resolve(executable.readConfig({ data: options.data }).data)
      becomeOwnerOf(data)
      if (step === 'send-release' || step === 'send-signature') {
        for (const piece of readPlainFile(sentFiles[step](data))) await executable.writeBytes(piece)
        return
      }
      if (!isStep(step)) throw new CommandError(`there is no step ${step}`)
      const run: Step = steps[step]
      const result = (await run(executable, data, args)) ?? null
      executable.write(`${JSON.stringify(result)}\n`)
    },
  )
}

/** The work of an upgrade on the data: copy it, rehearse the new version on a copy, restore it. */
export interface DataWork {
  copy(): Promise<string>
  rehearse(file: string, copy: string): Promise<Rehearsed>
  putBack(copy: string): Promise<PutBack>
}

/** Returns the work on a data folder with the rights of this process. */
export const ownWork = (executable: Executable, data: string): DataWork => ({
  copy: async () => backUp(executable, data),
  rehearse: (file, copy) => rehearseOn(executable, { file, data, copy }),
  putBack: async copy => putBackIfUnused(executable, data, copy),
})

/** Builds the command line of a child that drops root's rights and does a step as the folder's owner. */
export type OwnerCommand = (step: string, ...args: readonly string[]) => readonly string[]

/** Starts a command in a session of its own, so that it cannot type into root's terminal. */
export const ownSession = ['setsid', '--wait']

/**
 * Returns a builder of command lines for children that work as the owner of a data folder; undefined when
 * this process does not run as root, or root owns the folder.
 * @param prefix put before the command line on Linux
 */
export function ownerCommand(
  { computer, path }: Executable,
  data: string,
  prefix: readonly string[] = [],
): OwnerCommand | undefined {
  if (!ownerOf(data)) return undefined
  const program = [...(computer.platform === 'linux' ? prefix : []), ownProgram(path)]
  return (step, ...args) => [...program, 'upgrade-data', '--data', data, '--', step, ...args]
}

/**
 * Runs a step of the upgrade in a child that works as the folder's owner.
 * @returns the JSON value on the last line of the child's output, unchecked
 * @throws CommandError with the output of a child that failed
 */
export async function stepAsOwner(
  executable: Executable,
  buildCommand: OwnerCommand,
  step: string,
  ...args: readonly string[]
): Promise<unknown> {
  const { status, output } = await executable.run(buildCommand(step, ...args))
  const text = output.trim()
  // Without the child's own `kaunta: `: this process prints that, too.
  if (status !== 0) throw new CommandError(text.replace(/^kaunta: /, '') || `exit status ${status}`)
  return JSON.parse(text.split('\n').at(-1) ?? '')
}

/**
 * Returns the work on a data folder by children that run as its owner. Their results are not trusted: each is
 * only passed to another child, or decides how long to wait.
 */
export function workAsOwner(executable: Executable, buildCommand: OwnerCommand): DataWork {
  const run = (step: string, ...args: readonly string[]) =>
    stepAsOwner(executable, buildCommand, step, ...args)
  return {
    copy: async () => String(await run('copy')),
    async rehearse(file, copy) {
      const result = await run('rehearse', file, copy)
      const { changesTables, tookMs } = Object(result)
      return { changesTables: changesTables === true, tookMs: Number(tookMs) || 0 }
    },
    async putBack(copy) {
      const result = await run('put-back', copy)
      return result === 'same' || result === 'put_back' ? result : 'recorded'
    },
  }
}
