// `kaunta upgrade --uploaded`: installs what was uploaded in the console. The root unit of `kaunta service
// install` runs it when the service asks. The service controls all that it may write, so root opens or runs
// nothing of it but a copy of the release, and only after checking its signature.
import { resolve } from 'node:path'
import { errorText } from '../domain/error-text.ts'
import { releaseBytesMax } from '../domain/release.ts'
import { signatureBytesMax, type UpgradeEnd } from '../store/folder/staged-release.ts'
import type { SignedRelease } from '../wire/release.ts'
import { CommandError } from './client.ts'
import type { Executable } from './command.ts'
import { makeExecutable, newAside, removeCopy } from './executable-file.ts'
import { checkRelease } from './release-file.ts'
import { takeOutput } from './sent-copy.ts'
import { type DataWork, type OwnerCommand, ownerCommand, stepAsOwner, workAsOwner } from './upgrade-data.ts'

/** Longest error message that a page shows, in characters. */
const whyLengthMax = 1_000

/** Installs a checked copy. */
type Install = (release: { readonly file: string; readonly version: string }, work: DataWork) => Promise<void>

/** Thrown when the new version did not get ready and the previous one runs again. `failure` is the reason. */
export class TakenBack extends CommandError {
  constructor(
    message: string,
    readonly failure: string,
  ) {
    super(message)
  }
}

interface Upload {
  readonly buildCommand: OwnerCommand
  readonly install: Install
}

/**
 * Returns a builder of commands that run as the folder's owner.
 * @throws CommandError unless root runs this
 */
function requireOwnerCommand(executable: Executable, data: string): OwnerCommand {
  const buildCommand = ownerCommand(executable, resolve(data))
  if (!buildCommand)
    throw new CommandError(
      '--uploaded is for the unit kaunta-upgrade.service: it needs Linux, root, and a data folder of another user',
    )
  return buildCommand
}

/** Installs the upload if the service has requested it. @throws CommandError with the reason of a failure */
export async function installUpload(executable: Executable, data: string, install: Install): Promise<void> {
  try {
    const buildCommand = requireOwnerCommand(executable, data)
    const isClaimed = (await stepAsOwner(executable, buildCommand, 'claim')) === true
    if (!isClaimed) {
      executable.print('Nothing was asked for.')
      return
    }
    const end = await tryUpload(executable, { buildCommand, install })
    await stepAsOwner(executable, buildCommand, 'end', JSON.stringify(end))
    if (end.outcome !== 'installed') throw new CommandError(end.why)
    executable.print(`Version ${end.version} is installed. It runs and is ready.`)
  } finally {
    removeCopy(executable.path)
  }
}

/** Records a failure if the unit ended before the upgrade did, and removes its copy of the release. */
export async function endInterrupted(executable: Executable, data: string): Promise<void> {
  const why = 'the upgrade was interrupted: journalctl -u kaunta-upgrade says more'
  try {
    await stepAsOwner(executable, requireOwnerCommand(executable, data), 'interrupt', why)
  } finally {
    removeCopy(executable.path)
  }
}

/** Checks and installs the upload. @returns how that ended; never throws */
async function tryUpload(executable: Executable, { buildCommand, install }: Upload): Promise<UpgradeEnd> {
  let release: SignedRelease | undefined
  const end = (why: string, outcome: UpgradeEnd['outcome']): UpgradeEnd => ({
    version: release?.version ?? '',
    commit: release?.commit ?? '',
    outcome,
    why: why.slice(0, whyLengthMax),
    at: executable.now(),
  })
  try {
    const file = await takeCopy(executable, buildCommand)
    release = await checkRelease(file, executable, 'the upload')
    makeExecutable(file)
    await install({ file, version: release.version }, workAsOwner(executable, buildCommand))
    return end('', 'installed')
  } catch (error) {
    return end(reasonOf(error), release ? 'failed' : 'refused')
  }
}

/** Returns the reason of a failure, as a page shows it. */
const reasonOf = (error: unknown): string => (error instanceof TakenBack ? error.failure : errorText(error))

/**
 * Copies release and signature to where only root may write. They come through a pipe from a child with the
 * owner's rights: a link then gives access to no file that the owner could not read, and no one can change
 * the copy after the check through a file that is still open.
 */
async function takeCopy(executable: Executable, buildCommand: OwnerCommand): Promise<string> {
  const { release, signature } = newAside(executable.path)
  const failureText = (line: string) => `the upload cannot be read: ${line}`
  await takeOutput(executable, buildCommand('send-signature'), {
    to: signature,
    max: signatureBytesMax,
    failureText,
  })
  await takeOutput(executable, buildCommand('send-release'), {
    to: release,
    max: releaseBytesMax,
    failureText,
  })
  return release
}
