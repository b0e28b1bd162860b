// The executable: reads the command line and the settings, and opens a server over the real world. Only this
// file ends the process.
import { SQLiteError } from 'bun:sqlite'
import { join } from 'node:path'
import admin from '../ui/admin/app/admin.html'
import display from '../ui/display/display.html'
import phone from '../ui/phone/phone.html'
import till from '../ui/till/app/till.html'
import { type Appliance, newAppliance } from './appliance.ts'
import { build } from './build.ts'
import { backUp, backupText } from './cli/backup.ts'
import { CommandError, ServerUnreachable, type Terminal } from './cli/client.ts'
import { acceptedText, doctorText, examine, unwellStatus } from './cli/doctor.ts'
import { initShop, initText } from './cli/init.ts'
import { listenToEvents } from './cli/listen.ts'
import { runNetworkCommand } from './cli/network.ts'
import { pagesText } from './cli/open.ts'
import { resetOwner, resetText } from './cli/owner.ts'
import { readPassword } from './cli/password.ts'
import { newProgram } from './cli/program.ts'
import { type RestoreRequest, restore, restoreText } from './cli/restore.ts'
import { triggerEvent } from './cli/trigger.ts'
import { welcomeText } from './cli/welcome.ts'
import { type Config, readConfig } from './config.ts'
import { AssertionError, Fault, unlessDiskFull } from './domain/fault.ts'
import { firstStart, isClaimed, newClaimCode } from './flow/account.ts'
import { createTrialKey } from './flow/key.ts'
import { acceptProblems, logProblems, recordProblems } from './flow/record-check.ts'
import { withPhoneSwitch } from './http/sandbox/phone-page.ts'
import { hostGuard, ownAddresses, ownPlaces, publicUrlOf } from './http/server/host.ts'
import { type Pages, servePages } from './http/server/page.ts'
import { listen } from './http/server/serve.ts'
import { serveShell } from './http/server/shell.ts'
import { newJobLoop } from './job/loop.ts'
import { type Lan, newLan } from './lan/lan.ts'
import { type Login, openLogin } from './login/login.ts'
import { realNet } from './net/net.ts'
import { listAccounts } from './store/account.ts'
import { FolderError } from './store/folder.ts'
import { makePrivate } from './store/private.ts'
import { openSeal } from './store/seal.ts'
import { openSqlite } from './store/sqlite.ts'
import { realWorld } from './world.ts'

/** A clean stop takes at most 5 s: 3 s for requests under way, 1 s for jobs. */
const requestGraceMs = 3_000
const jobGraceMs = 1_000
/** After a failed commit nothing more is written; callers still get their error within this time. */
const answerGraceMs = 100

/** The compiled binary finds a worker only from its entry file. */
const backupWorker = new URL('./job/backup-worker.ts', import.meta.url)

interface OpenServer {
  readonly appliance: Appliance
  readonly login: Login
  readonly mayUseHost: (host: string) => boolean
  readonly lan: Lan
  close(): Promise<void>
}

function fail(sentence: string, status: number): never {
  process.stderr.write(`kaunta: ${sentence}\n`)
  process.exit(status)
}

/**
 * better-auth reads environment variables of its own. It gets its settings from us as arguments, so these
 * variables are removed.
 */
function forgetForeignSettings(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('BETTER_AUTH_')) delete process.env[name]
}

async function open(config: Config, broken: (cause: unknown) => void): Promise<OpenServer> {
  forgetForeignSettings()
  const world = realWorld(config.logLevel, realNet())
  for (const path of makePrivate(config.data))
    world.log('warn', 'other users of this computer can read this, and Kaunta could not change that', {
      path,
    })
  world.clock.floor(build.builtAt)
  const plan = {
    worker: backupWorker,
    keep: config.backupKeep,
    second: config.backupTo,
    after: world.clock.after,
  }
  const store = openSqlite(config.data, world.clock.now(), broken, plan)
  const isNew = (await listAccounts(store.read)).length === 0
  const seal = openSeal(join(config.data, 'secret.key'), isNew, world.random.bytes)
  const addresses = ownAddresses()
  const publicUrl = publicUrlOf(config, addresses)
  const moreNames = [new URL(publicUrl).hostname, ...config.allowedHosts]
  const mayUseHost = hostGuard(ownAddresses, moreNames)
  const file = join(config.data, 'staff.db')
  const secureCookies = publicUrl.startsWith('https:')
  const idleSeconds = config.idleHours * 3_600
  const secret = seal.derive('staff logins')
  const login = await openLogin({ file, secret, mayUseHost, secureCookies, idleSeconds }).catch(error => {
    if (!(error instanceof SQLiteError)) throw error
    throw new FolderError(`cannot open ${file} (${error.message}): move it away or restore a back-up`, 1)
  })
  const own = ownPlaces([config.port, config.httpsPort])
  const appliance = await newAppliance({
    world,
    store,
    seal,
    own,
    publicUrl,
    networkAddresses: { selcom: config.selcomUrl },
  })
  const lanParts = { world, store, seal, settings: config, moreNames, addresses: ownAddresses }
  const lan = newLan({ ...lanParts, builtAt: build.builtAt })
  return {
    appliance,
    login,
    mayUseHost,
    lan,
    async close() {
      await login.close()
      await store.close()
    },
  }
}

async function serve(config: Config): Promise<void> {
  const { clock, log } = realWorld(config.logLevel, realNet())
  const logBroken = (cause: unknown) =>
    log('error', 'writing to the disk failed: stopping, so that the next start reads what is really stored', {
      error: String(cause),
    })
  const stopSoon = (cause: unknown) => {
    logBroken(cause)
    clock.after(answerGraceMs, () => process.exit(5))
  }
  const stopNow = (cause: unknown) => {
    logBroken(cause)
    process.exit(5)
  }
  const { appliance, login, mayUseHost, lan, close } = await open(config, stopSoon)
  logProblems(appliance.world, await recordProblems(appliance.store.read))
  const loop = newJobLoop(appliance, stopNow)
  const first = await firstStart(appliance)
  const key = first && (await createTrialKey(appliance, first))
  const listening = listen(
    { appliance, login, loop },
    {
      host: config.host,
      port: config.port,
      rateLimit: config.rateLimit,
      trustedProxies: config.trustedProxies,
      mayUseHost,
      redirectToHttps: config.httpsRedirect,
      reach: lan,
      pages: pagesOf(appliance),
      // Six pings: a reader on a weak line takes some of them.
      streamStallSeconds: 30,
    },
  )
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await lan.stop()
    await listening.stop(requestGraceMs)
    await Promise.race([
      loop.stop(),
      new Promise<void>(resolve => appliance.world.clock.after(jobGraceMs, resolve)),
    ])
    await close().catch(error =>
      log('warn', 'the store was closed with work under way', { error: String(error) }),
    )
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  await loop.start()
  await lan.start(listening)
  const hasOwner = await isClaimed(appliance)
  const claimCode = hasOwner ? undefined : await newClaimCode(appliance).catch(unlessDiskFull)
  const facts = { version: build.version, url: appliance.publicUrl, claimCode, sandboxKey: key }
  process.stdout.write(await welcomeText(facts, process.stdout.isTTY))
}

function pagesOf(appliance: Appliance): Pages {
  const files = servePages({ '/admin': admin, '/till': till, '/display': display, '/phone': phone })
  const pages = withPhoneSwitch(appliance, files)
  const shell = serveShell(till)
  return (request, path) => shell(request, path) ?? pages(request, path)
}

/** Runs a command on a data folder; no server may be running on it. */
async function onStopped(
  flags: Record<string, unknown>,
  work: (server: OpenServer) => Promise<void>,
): Promise<void> {
  const server = await open(readConfig(flags, process.env), cause => fail(String(cause), 5))
  try {
    await work(server)
  } finally {
    await server.close()
  }
}

/** For commands that send requests to a running server. */
function terminal(): Terminal {
  const { clock } = realWorld('error', realNet())
  return {
    fetch: (url, init) => fetch(url, init),
    after: clock.after,
    elapsed: clock.elapsed,
    print: line => void process.stdout.write(`${line}\n`),
    warn: line => void process.stderr.write(`kaunta: ${line}\n`),
  }
}

/** The text of a file, or of standard input for `-`. */
const readText = (file: string) => (file === '-' ? Bun.stdin : Bun.file(file)).text()

const program = newProgram({
  version: build.version,
  serve: flags => serve(readConfig(flags, process.env)),
  async init(flags, options) {
    const password = await readPassword(options, { read: readText, warn: terminal().warn })
    await onStopped(flags, async ({ appliance, login }) => {
      const result = await initShop(appliance, login, { ...options, password })
      process.stdout.write(options.json ? `${JSON.stringify(result)}\n` : initText(result))
    })
  },
  resetOwner: (flags, options) =>
    onStopped(flags, async ({ appliance, login }) => {
      const result = await resetOwner(appliance, login, options.email)
      process.stdout.write(options.json ? `${JSON.stringify(result)}\n` : resetText(result))
    }),
  async backup(flags, options) {
    const { clock } = realWorld('error', realNet())
    const result = backUp(readConfig(flags, process.env).data, options.to, clock.now())
    process.stdout.write(options.json ? `${JSON.stringify(result)}\n` : backupText(result))
  },
  async restore(backup, flags, options) {
    const { data } = readConfig(flags, process.env)
    const openFolder: RestoreRequest['openFolder'] = (folder, work) =>
      onStopped({ data: folder }, ({ appliance }) => work(appliance))
    const result = await restore({ backup, data, former: options.former, openFolder })
    process.stdout.write(options.json ? `${JSON.stringify(result)}\n` : restoreText(result, options.former))
  },
  async doctor(flags, options) {
    if (options.accept)
      return onStopped(flags, async ({ appliance }) => {
        const accepted = await acceptProblems(appliance)
        process.stdout.write(options.json ? `${JSON.stringify({ accepted })}\n` : acceptedText(accepted))
      })
    const result = await examine(readConfig(flags, process.env).data)
    process.stdout.write(options.json ? `${JSON.stringify(result)}\n` : doctorText(result))
    if (!result.ok) process.exitCode = unwellStatus
  },
  async network(flags, command, options) {
    const read =
      command.does === 'connect' ? { ...command, credentials: await readText(command.credentials) } : command
    await onStopped(flags, async ({ appliance }) => {
      const { text, isWell } = await runNetworkCommand(appliance, read, options)
      process.stdout.write(text)
      if (!isWell) process.exitCode = 2
    })
  },
  async open(flags) {
    const url = publicUrlOf(readConfig(flags, process.env), ownAddresses())
    process.stdout.write(await pagesText(url))
  },
  async trigger(event, options) {
    if (!(await triggerEvent(terminal(), event, options))) process.exitCode = 2
  },
  async listen(options) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0))
    await listenToEvents(terminal(), options)
  },
})

/** What Kaunta writes is for its own user alone. */
process.umask(0o077)
try {
  await program.parseAsync()
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
