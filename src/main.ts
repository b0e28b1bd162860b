// The executable: reads the command line and gives its commands the real world. Only this file ends the
// process.
import { SQLiteError } from 'bun:sqlite'
import { homedir } from 'node:os'
import { build } from './build.ts'
import { CommandError, ServerUnreachable } from './cli/client.ts'
import type { Executable, Flags } from './cli/command.ts'
import { endCutUpgrade } from './cli/cut-upgrade.ts'
import { newProgram } from './cli/program.ts'
import { againStatus, newUpgrades } from './cli/self-upgrade.ts'
import { type Config, readConfig } from './config.ts'
import { AssertionError, Fault } from './domain/fault.ts'
import { secretText } from './domain/secret-text.ts'
import { ownAddresses, publicUrlOf } from './http/server/host.ts'
import { answerOrder, certifyAside, certifyWord } from './lan/certify.ts'
import { hostOfCertificate } from './lan/own-certificate.ts'
import { realNet } from './net/net.ts'
import { serviceManagerOf } from './net/service-manager.ts'
import { failedCommitStatus, type OpenServer, openServer, runServer, type Surroundings } from './server.ts'
import { FolderError } from './store/folder/folder.ts'
import { becomeOwnerOf } from './store/folder/folder-owner.ts'
import { databaseWords, isPostgresError } from './store/postgres/error.ts'
import { realWorld, type World } from './world.ts'

/** Prints why the command cannot go on, and ends the process with this exit status. */
function fail(sentence: string, exitStatus: number): never {
  process.stderr.write(`kaunta: ${sentence}\n`)
  process.exit(exitStatus)
}

/** The environment variable that marks a version on trial: an upgrade that may still be taken back. */
const triedName = 'KAUNTA_TRIED_VERSION'

/** Whether this process is a server, and not a command that soon ends. */
let isServing = false

/** Returns the home folder of this user; empty if the system does not know the user, as in a container. */
function homeFolder(): string {
  try {
    return homedir()
  } catch {
    return ''
  }
}

/**
 * Makes the JIT compile code as early as usual from now on. The executable starts with a JIT that compiles
 * later (scripts/compile.ts), because a start runs most code only once, and compiling it would take 40 ms of
 * processor time.
 */
function compileAsUsual(): void {
  Bun.unsafe.setJITPolicy(1)
}

/** Whether this is the compiled executable; otherwise Bun runs the sources. */
const isCompiled = import.meta.url.includes('$bunfs') || import.meta.url.includes('~BUN')
const surroundings: Surroundings = {
  backupWorker: new URL('./job/backup-worker.ts', import.meta.url),
  folderWorker: new URL('./job/folder-worker.ts', import.meta.url),
  isTerminal: process.stdout.isTTY,
  serviceManager: serviceManagerOf(process.env),
  certify: certifyAside(isCompiled ? [process.execPath] : [process.execPath, Bun.main]),
  started: compileAsUsual,
  write: text => void process.stdout.write(text),
  exit: status => process.exit(status),
  newUpgrades: serving => newUpgrades(executable, serving),
}

/**
 * If this process runs as root, makes it run as the owner of the data folder from now on. Nodes that share a
 * key file stay root: perhaps only root can read that file, and they do not use the data folder.
 */
function workAsOwner({ data, databaseUrl, secretKeyFile }: Config): void {
  if (databaseUrl === undefined || secretKeyFile === undefined) becomeOwnerOf(data)
}

/**
 * Opens a data folder or database, does the work on it, and closes it even when the work throws.
 * @param access `isAlone`: no node may use the database at the same time; `isVisitor`: nodes go on serving
 */
const whileOpen = async (
  flags: Flags,
  access: { readonly isAlone: boolean; readonly isVisitor?: boolean },
  work: (server: OpenServer) => Promise<void>,
) => {
  const config = readConfig(flags, process.env)
  workAsOwner(config)
  const server = await openServer(config, { ...surroundings, ...access }, cause =>
    fail(String(cause), failedCommitStatus),
  )
  try {
    await work(server)
  } finally {
    await server.close()
  }
}

/** The exit status of a shell for a program that is not on the computer. */
const notInstalledStatus = 127
/** The exit status of a program that SIGPIPE has ended: 128 and the number of the signal. */
const brokenPipeStatus = 141

const world: World = { ...realWorld('error', realNet()), log() {} }
const { clock } = world

const executable: Executable = {
  ...surroundings,
  ...build,
  path: process.execPath,
  showProgress: process.stderr.isTTY ? text => void process.stderr.write(text) : undefined,
  ask: process.stdin.isTTY && process.stdout.isTTY ? question => prompt(question) ?? '' : undefined,
  computer: {
    platform: process.platform,
    user: { id: process.getuid?.() ?? -1, home: homeFolder() }, // Windows has no user ids
    programData: process.env.ProgramData ?? 'C:\\ProgramData',
  },
  world,
  environment: process.env,
  fetch: (url, init) => fetch(url, init),
  after: clock.after,
  elapsed: clock.elapsed,
  now: clock.now,
  print: line => void process.stdout.write(`${line}\n`),
  warn: line => void process.stderr.write(`kaunta: ${line}\n`),
  async readText(file) {
    const source = file === '-' ? Bun.stdin : Bun.file(file)
    const text = secretText(await source.bytes())
    if (text === undefined) throw new Error('it is not UTF-8: save it as UTF-8 and try again')
    return text
  },
  async run(command, moreEnvironment = {}) {
    const path = Bun.which(command[0] ?? '')
    if (!path) return { status: notInstalledStatus, output: `${command[0]} is not on this computer` }
    const env = { ...process.env, ...moreEnvironment }
    const child = Bun.spawn([...command], { env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
    const [output, errors] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    return { status: await child.exited, output: output + errors }
  },
  writeBytes: bytes =>
    new Promise((resolve, reject) => {
      process.stdout.write(bytes, error => (error ? reject(error) : resolve()))
    }),
  async pipe(command, take) {
    const path = Bun.which(command[0] ?? '')
    if (!path) return { status: notInstalledStatus, output: `${command[0]} is not on this computer` }
    const child = Bun.spawn([...command], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
    const errors = new Response(child.stderr).text()
    try {
      for await (const piece of child.stdout) take(piece)
    } catch (error) {
      child.kill('SIGKILL')
      throw error
    }
    return { status: await child.exited, output: await errors }
  },
  args: process.argv.slice(2),
  isManaged: process.env.NOTIFY_SOCKET !== undefined,
  isTried: process.env[triedName] !== undefined,
  start(command, { isTried } = { isTried: false }) {
    // Only this process reports to the service manager, and not its child.
    const { NOTIFY_SOCKET: _, WATCHDOG_USEC: _u, WATCHDOG_PID: _p, [triedName]: _t, ...env } = process.env
    const child = Bun.spawn([...command], {
      env: isTried ? { ...env, [triedName]: '1' } : env,
      // The end of a pipe that carries nothing: the system closes it when this process ends, however it ends.
      stdin: isTried ? 'pipe' : 'inherit',
      stdout: 'inherit',
      stderr: 'inherit',
    })
    return {
      ended: child.exited,
      stop: () => child.kill('SIGTERM'),
      kill: () => child.kill('SIGKILL'),
    }
  },
  readConfig: flags => readConfig(flags, process.env),
  publicUrl: config => publicUrlOf(config, ownAddresses(), hostOfCertificate(config)),
  onStopped: (flags, work) => whileOpen(flags, { isAlone: true }, work),
  besideNodes: (flags, work) => whileOpen(flags, { isAlone: false, isVisitor: true }, work),
  async serve(config) {
    isServing = true
    workAsOwner(config)
    if (executable.isTried) endWithParent()
    else if (config.databaseUrl === undefined && (await endCutUpgrade(executable, config.data)))
      return serveInstalled()
    return runServer(config, surroundings)
  },
  setExitStatus(status) {
    process.exitCode = status
  },
  onSignal(call) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, call)
  },
}

/**
 * Stops this version on trial when its parent process ends, because it must not serve in parallel with the
 * version that is started next. Its standard input is a pipe of the parent: the pipe ends with the parent.
 */
function endWithParent(): void {
  process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'))
  process.stdin.resume()
}

/** Starts the executable that has replaced ours: through the service manager, or as our own child. */
async function serveInstalled(): Promise<never> {
  if (executable.isManaged) process.exit(againStatus)
  const child = executable.start([executable.path, ...executable.args])
  executable.onSignal(child.stop)
  process.exit(await child.ended)
}

/**
 * Removes the environment variables that better-auth would read, because we pass its settings as arguments.
 */
function forgetForeignSettings(): void {
  const names = Object.keys(process.env).filter(name => name.startsWith('BETTER_AUTH_'))
  for (const name of names) delete process.env[name]
}

/**
 * Handles an error of our output. If its reader has gone, as with `kaunta licenses | head`, a command ends as
 * other tools do, with the status of SIGPIPE, and a server goes on selling.
 */
function endWithoutReader(error: Error): void {
  if (!('code' in error) || error.code !== 'EPIPE') throw error
  if (!isServing) process.exit(brokenPipeStatus)
}

process.stdout.on('error', endWithoutReader)
process.stderr.on('error', endWithoutReader)
forgetForeignSettings()
// Only its own user may read what Kaunta writes.
process.umask(0o077)
if (process.argv[2] !== 'serve') compileAsUsual()
try {
  await (process.argv[2] === certifyWord ? answerOrder() : newProgram(executable).parseAsync())
} catch (error) {
  if (error instanceof FolderError) fail(error.message, error.exitStatus)
  if (
    error instanceof Fault ||
    error instanceof CommandError ||
    error instanceof AssertionError ||
    error instanceof ServerUnreachable
  )
    fail(error.message, 1)
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    fail('the port is taken by another program: stop it, or choose another with --port', 1)
  if (error instanceof Error && 'code' in error && error.code === 'EACCES')
    fail(`not allowed: ${error.message}`, 1)
  if (error instanceof SQLiteError) fail(`the database cannot be used: ${error.message}`, 1)
  if (error instanceof Error && 'syscall' in error) fail(error.message, 1)
  // The connection to the database broke after it was opened.
  if (isPostgresError(error))
    fail(`cannot use the database of KAUNTA_DATABASE_URL: ${databaseWords(error)}`, 1)
  throw error
}
