// The executable: reads the command line and gives its commands the real world. Only this file ends the
// process.
import { homedir, userInfo } from 'node:os'
import { build } from './build.ts'
import { CommandError, ServerUnreachable } from './cli/client.ts'
import type { Executable } from './cli/command.ts'
import { newProgram } from './cli/program.ts'
import { readConfig } from './config.ts'
import { AssertionError, Fault } from './domain/fault.ts'
import { ownAddresses, publicUrlOf } from './http/server/host.ts'
import { realNet } from './net/net.ts'
import { serviceManagerOf } from './net/service-manager.ts'
import { openServer, runServer, type Surroundings } from './server.ts'
import { FolderError } from './store/folder.ts'
import { realWorld, type World } from './world.ts'

function fail(sentence: string, status: number): never {
  process.stderr.write(`kaunta: ${sentence}\n`)
  process.exit(status)
}

const surroundings: Surroundings = {
  backupWorker: new URL('./job/backup-worker.ts', import.meta.url),
  isTerminal: process.stdout.isTTY,
  serviceManager: serviceManagerOf(process.env),
  write: text => void process.stdout.write(text),
  exit: status => process.exit(status),
}

const world: World = { ...realWorld('error', realNet()), log() {} }
const { clock } = world

const executable: Executable = {
  ...surroundings,
  ...build,
  path: process.execPath,
  computer: {
    platform: process.platform,
    user: { id: userInfo().uid, home: homedir() },
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
  readText: file => (file === '-' ? Bun.stdin : Bun.file(file)).text(),
  async run(words) {
    const path = Bun.which(words[0] ?? '')
    if (!path) return { status: 127, output: `${words[0]} is not on this computer` }
    const child = Bun.spawn([...words], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
    const [output, errors] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    return { status: await child.exited, output: output + errors }
  },
  readConfig: flags => readConfig(flags, process.env),
  publicUrl: config => publicUrlOf(config, ownAddresses()),
  async onStopped(flags, work) {
    const config = readConfig(flags, process.env)
    const server = await openServer(config, surroundings, cause => fail(String(cause), 5))
    try {
      await work(server)
    } finally {
      await server.close()
    }
  },
  serve: config => runServer(config, surroundings),
  setExitStatus(status) {
    process.exitCode = status
  },
  onSignal(call) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, call)
  },
}

/**
 * better-auth reads environment variables of its own. It gets its settings from us as arguments, so these
 * variables are removed.
 */
function forgetForeignSettings(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('BETTER_AUTH_')) delete process.env[name]
}

forgetForeignSettings()
/** What Kaunta writes is for its own user alone. */
process.umask(0o077)
try {
  await newProgram(executable).parseAsync()
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
  throw error
}
