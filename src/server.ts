// The server over the real world: opens a data folder, listens, runs the jobs and stops cleanly.
import { SQLiteError } from 'bun:sqlite'
import admin from '../ui/admin/app/admin.html'
import display from '../ui/display/display.html'
import phone from '../ui/phone/phone.html'
import till from '../ui/till/app/till.html'
import { newAppliance } from './appliance.ts'
import { build } from './build.ts'
import type { Serving } from './cli/self-upgrade.ts'
import { welcomeText } from './cli/welcome.ts'
import { type Config, settings } from './config.ts'
import { ignoreUnwritable } from './domain/fault.ts'
import { firstStart, isClaimed, newClaimCode } from './flow/account.ts'
import type { Appliance } from './flow/appliance.ts'
import { createTrialKey } from './flow/key.ts'
import { checkCarriedHead, listStartProblems } from './flow/record-check.ts'
import { settleRestored } from './flow/restore.ts'
import { recordVersionLater, type Upgrades } from './flow/upgrade.ts'
import { type Guesses, newGuesses } from './http/access/guess.ts'
import { withPhoneSwitch } from './http/sandbox/phone-page.ts'
import { newPublicUrl, ownAddresses, ownEndpoints, ownHostCheck } from './http/server/host.ts'
import { type Pages, servePages } from './http/server/page.ts'
import { type Listening, listen } from './http/server/serve.ts'
import type { HealthSource } from './http/server/server.ts'
import { shellHandler } from './http/server/shell.ts'
import { serveTypeface } from './http/server/typeface.ts'
import { type Loop, newJobLoop } from './job/loop.ts'
import type { Certify } from './lan/certify.ts'
import { type Lan, newLan } from './lan/lan.ts'
import { assertCertificateHasKey, hostOfCertificate } from './lan/own-certificate.ts'
import type { Login } from './login/login.ts'
import { openLogin } from './login/open-login.ts'
import { throttleOn } from './login/throttle.ts'
import { realNet } from './net/net.ts'
import type { ServiceManager } from './net/service-manager.ts'
import { preferNewest } from './net/shared-port.ts'
import { assertKeyOfDatabase, assertSharedKey, loginPlace, openStore, sealOf } from './storage.ts'
import { s3Of } from './store/backup/s3-access.ts'
import { FolderError } from './store/folder/folder.ts'
import { newTaskRunner } from './store/folder/folder-task.ts'
import { makePrivate } from './store/folder/private.ts'
import type { DatabasePlace } from './store/postgres/postgres.ts'
import { type Clock, type Log, newLineKeeper, realWorld } from './world.ts'

/** How long a clean stop waits for requests and for jobs; with the rest of it, at most 5 s. */
const requestGraceMs = 3_000
const jobGraceMs = 1_000
/** After a failed commit nothing more is written; callers still get their error within this time. */
const answerGraceMs = 100
export const failedCommitStatus = 5 // docs/trouble.md lists the exit statuses

/** What the process gives to the server: workers, terminal, service manager and its own end. */
export interface Surroundings {
  readonly backupWorker: URL // the compiled binary finds workers only from its entry file
  readonly folderWorker: URL
  readonly isTerminal: boolean
  readonly serviceManager: ServiceManager
  newUpgrades(serving: Serving): Upgrades
  readonly certify: Certify
  /** Called once the server answers and its jobs run. */
  started(): void
  write(text: string): void
  exit(status: number): never
}

type OpenParts = Pick<Surroundings, 'backupWorker' | 'certify'> & Omit<DatabasePlace, 'url'>

/** An opened data folder or database, without a listening socket or jobs. */
export interface OpenServer {
  readonly appliance: Appliance
  readonly login: Login
  readonly guesses: Guesses
  readonly mayUseHost: (host: string) => boolean
  readonly lan: Lan
  close(): Promise<void>
}

/**
 * Opens the store, the seal, the logins and the appliance of these settings, without listening.
 * @param onBroken is called when a commit has failed; nothing is written after that
 * @param keepLine receives each line of the log
 * @throws FolderError when the data cannot be opened, and Fault for settings that contradict each other
 */
export async function openServer(
  config: Config,
  { backupWorker, certify, isAlone, isVisitor }: OpenParts,
  onBroken: (cause: unknown) => void,
  keepLine: (line: string) => void = () => {},
): Promise<OpenServer> {
  assertSharedKey(config)
  assertCertificateHasKey(config)
  const world = realWorld(config.logLevel, realNet(), keepLine)
  for (const path of makePrivate(config.data))
    world.log('warn', 'other users of this computer can read this, and Kaunta could not change that', {
      path,
    })
  world.clock.floor(build.builtAt)
  const store = await openStore(config, { worker: backupWorker, isAlone, isVisitor }, world, onBroken)
  const seal = await sealOf(config, store, world)
  const publicUrl = newPublicUrl(config, hostOfCertificate(config), ownAddresses, world.clock.elapsed)
  const moreNames = [new URL(publicUrl()).hostname, ...config.allowedHosts]
  const mayUseHost = ownHostCheck(ownAddresses, moreNames)
  const place = await loginPlace(config, world)
  const secureCookies = config.publicUrl?.startsWith('https:') ?? false
  const idleSeconds = config.idleHours * 3_600
  const secret = seal.derive('staff logins')
  const loginParts = { place, channel: store.channel, secret, mayUseHost, secureCookies, idleSeconds }
  const login = await openLogin(loginParts).catch(error => {
    if (!(error instanceof SQLiteError)) throw error
    throw new FolderError(`cannot open ${place} (${error.message}): move it away or restore a back-up`, 1)
  })
  const own = ownEndpoints([config.port, config.httpsPort])
  const appliance = await newAppliance({
    world,
    store,
    seal,
    own,
    get publicUrl() {
      return publicUrl()
    },
    secureCookies,
    networkAddresses: { selcom: config.selcomUrl },
    relayHosts: config.relayHosts,
    phonePushesMax: config.phonePushes,
  })
  if (store.restored) await settleRestored(appliance, store.restored)
  const lanParts = { world, certify, store, seal, settings: config, moreNames, addresses: ownAddresses }
  const lan = newLan({ ...lanParts, builtAt: build.builtAt })
  return {
    appliance,
    login,
    guesses: newGuesses(throttleOn(place, world.clock.elapsed)),
    mayUseHost,
    lan,
    async close() {
      await login.close()
      await store.close()
    },
  }
}

/** Returns functions that end the process after a failed commit. `stopSoon` lets callers get their error. */
function whenBroken(log: Log, clock: Clock, exit: Surroundings['exit']) {
  const logBroken = (cause: unknown) =>
    log('error', 'writing to the disk failed: stopping, so that the next start reads what is really stored', {
      error: String(cause),
    })
  const stopSoon = (cause: unknown) => {
    logBroken(cause)
    clock.after(answerGraceMs, () => exit(failedCommitStatus))
  }
  const stopNow = (cause: unknown) => {
    logBroken(cause)
    exit(failedCommitStatus)
  }
  return { stopSoon, stopNow }
}

/** Runs the server on a data folder until it gets a signal to stop. */
export async function runServer(config: Config, surroundings: Surroundings): Promise<void> {
  const { exit, write, isTerminal, serviceManager } = surroundings
  const lineKeeper = newLineKeeper()
  const { clock, log } = realWorld(config.logLevel, realNet(), lineKeeper.keep)
  const { stopSoon, stopNow } = whenBroken(log, clock, exit)
  const { appliance, login, guesses, mayUseHost, lan, close } = await openServer(
    config,
    { ...surroundings, isAlone: false },
    stopSoon,
    lineKeeper.keep,
  )
  await listStartProblems(appliance)
  const loop = newJobLoop(appliance, stopNow)
  const sandboxKey = await prepareAccounts(config, appliance)
  const listening = listen(
    { appliance, login, loop, guesses },
    {
      host: config.host,
      port: config.port,
      rateLimit: config.rateLimit,
      trustedProxies: config.trustedProxies,
      mayUseHost,
      redirectToHttps: config.httpsRedirect,
      preferNewest,
      reach: lan,
      health: healthSource(config, surroundings.folderWorker, lineKeeper.lines),
      upgrades: surroundings.newUpgrades({
        data: config.data,
        host: config.host,
        port: config.port,
        stop: () => beginStop(),
        alive: () => serviceManager.notify('WATCHDOG=1'),
      }),
      pages: pagesOf(appliance),
      streamStallSeconds: 30, // six pings, because some are lost on a weak line
    },
  )
  const running: Running = { listening, loop, cancelVersion() {} }
  const stopServing = newStop({ appliance, lan, close }, running)
  let isStopping = false
  const beginStop = () => {
    isStopping = true
    return stopServing()
  }
  const stopOnSignal = async () => {
    if (isStopping) return
    serviceManager.notify('STOPPING=1')
    await beginStop()
    exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopOnSignal)

  await loop.start()
  surroundings.started()
  running.cancelVersion = startLateWork(appliance)
  await lan.start(listening)
  serviceManager.notify(`READY=1\nSTATUS=Kaunta ${build.version} at ${appliance.publicUrl}`)
  feedWatchdog(serviceManager, loop, clock)
  write(await welcomeOf({ appliance, lan }, sandboxKey, isTerminal))
}

/** Starts work that the start does not wait for. @returns a function that cancels recording the version */
function startLateWork(appliance: Appliance): () => void {
  void checkCarriedHead(appliance).catch(() => {}) // the ledger check of a minute later does it again
  return recordVersionLater(appliance, `${build.version} (${build.commit})`)
}

/** Creates the first account if there is none, and checks our key. @returns an API key of a new account */
async function prepareAccounts(config: Config, appliance: Appliance): Promise<string | undefined> {
  const firstAccount = await firstStart(appliance)
  await assertKeyOfDatabase(config, appliance.store, appliance.seal)
  return firstAccount && createTrialKey(appliance, firstAccount)
}

/** Returns the text to print once the server is ready; for a new server, with the code that claims it. */
async function welcomeOf(
  { appliance, lan }: Pick<OpenServer, 'appliance' | 'lan'>,
  sandboxKey: string | undefined,
  isTerminal: boolean,
): Promise<string> {
  const hasOwner = (await isClaimed(appliance).catch(ignoreUnwritable)) ?? true // if unknown, print no code
  const claimCode = hasOwner ? undefined : await newClaimCode(appliance).catch(ignoreUnwritable)
  const secureUrl = lan.authority() && lan.places().find(({ isSecure }) => isSecure)?.url
  const facts = { version: build.version, url: appliance.publicUrl, secureUrl, claimCode, sandboxKey }
  return welcomeText(facts, isTerminal)
}

interface Running {
  readonly listening: Pick<Listening, 'stop'>
  readonly loop: Pick<Loop, 'stop'>
  /** Forgets to record the version; it is set once the server has started. */
  cancelVersion: () => void
}

/** Returns a function that waits a limited time for requests and jobs to end, and closes the data. */
const newStop =
  ({ appliance, lan, close }: Pick<OpenServer, 'appliance' | 'lan' | 'close'>, running: Running) =>
  async (): Promise<void> => {
    const { clock, log } = appliance.world
    running.cancelVersion()
    await lan.stop()
    await running.listening.stop(requestGraceMs)
    await Promise.race([running.loop.stop(), new Promise<void>(resolve => clock.after(jobGraceMs, resolve))])
    await close().catch(error =>
      log('warn', 'the store was closed with work under way', { error: String(error) }),
    )
  }

/** Returns what the health checks, the metrics and the file for support read of this process. */
const healthSource = (
  config: Config,
  folderWorker: URL,
  logLines: HealthSource['logLines'],
): HealthSource => ({
  settings: { ...config, s3: s3Of(config) },
  builtAt: build.builtAt,
  databaseUrl: config.databaseUrl,
  runTask: newTaskRunner(folderWorker),
  about: build,
  settingNames: Object.keys(settings),
  logLines,
})

/** Reports to the service manager, unless the event loop or job loop hangs: then it restarts the server. */
function feedWatchdog({ watchdogMs, notify }: ServiceManager, loop: Loop, { after }: Clock): void {
  if (watchdogMs === undefined) return
  const feed = () => {
    if (!loop.stuck()) notify('WATCHDOG=1')
    after(watchdogMs / 2, feed)
  }
  feed()
}

/** Returns the handler of the pages: the typeface, the offline shell of the till, and the four pages. */
function pagesOf(appliance: Appliance): Pages {
  const files = servePages({ '/admin': admin, '/till': till, '/display': display, '/phone': phone })
  const pages = withPhoneSwitch(appliance, files)
  const shell = shellHandler(till)
  const typeface = serveTypeface()
  return (request, path) => typeface(request, path) ?? shell(request, path) ?? pages(request, path)
}
