// The server over the real world: opens a data folder, listens, runs the jobs and stops cleanly.
import { SQLiteError } from 'bun:sqlite'
import { join } from 'node:path'
import admin from '../ui/admin/app/admin.html'
import display from '../ui/display/display.html'
import phone from '../ui/phone/phone.html'
import till from '../ui/till/app/till.html'
import { type Appliance, newAppliance } from './appliance.ts'
import { build } from './build.ts'
import { welcomeText } from './cli/welcome.ts'
import { type Config, s3Of } from './config.ts'
import { badField, unlessDiskFull } from './domain/fault.ts'
import { firstStart, isClaimed, newClaimCode } from './flow/account.ts'
import { createTrialKey } from './flow/key.ts'
import { logProblems, recordProblems } from './flow/record-check.ts'
import { withPhoneSwitch } from './http/sandbox/phone-page.ts'
import { hostGuard, ownAddresses, ownPlaces, publicUrlOf } from './http/server/host.ts'
import { type Pages, servePages } from './http/server/page.ts'
import { listen } from './http/server/serve.ts'
import { serveShell } from './http/server/shell.ts'
import { type Loop, newJobLoop } from './job/loop.ts'
import { type Lan, newLan } from './lan/lan.ts'
import { type Login, openLogin } from './login/login.ts'
import { realNet } from './net/net.ts'
import type { ServiceManager } from './net/service-manager.ts'
import { listAccounts } from './store/account.ts'
import type { BackupPlan } from './store/backup.ts'
import { FolderError } from './store/folder.ts'

import { makePrivate } from './store/private.ts'
import { isS3 } from './store/s3.ts'
import { openSeal } from './store/seal.ts'
import { openSqlite } from './store/sqlite.ts'
import { type Clock, type Log, realWorld } from './world.ts'

/** A clean stop takes at most 5 s: 3 s for requests under way, 1 s for jobs. */
const requestGraceMs = 3_000
const jobGraceMs = 1_000
/** After a failed commit nothing more is written; callers still get their error within this time. */
const answerGraceMs = 100

/** What the process gives to the server. */
export interface Surroundings {
  /** The compiled binary finds a worker only from its entry file. */
  readonly backupWorker: URL
  readonly isTerminal: boolean
  readonly serviceManager: ServiceManager
  write(text: string): void
  exit(status: number): never
}

export interface OpenServer {
  readonly appliance: Appliance
  readonly login: Login
  readonly mayUseHost: (host: string) => boolean
  readonly lan: Lan
  close(): Promise<void>
}

/** Opens a data folder. @param broken is called when a commit has failed, after which nothing is written */
export async function openServer(
  config: Config,
  { backupWorker }: Pick<Surroundings, 'backupWorker'>,
  broken: (cause: unknown) => void,
): Promise<OpenServer> {
  const world = realWorld(config.logLevel, realNet())
  for (const path of makePrivate(config.data))
    world.log('warn', 'other users of this computer can read this, and Kaunta could not change that', {
      path,
    })
  world.clock.floor(build.builtAt)
  const plan = {
    worker: backupWorker,
    keep: config.backupKeep,
    ...secondPlaceOf(config),
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

/** Where back-ups are copied to. @throws Fault when what leaves the shop would not be sealed */
function secondPlaceOf(config: Config): Pick<BackupPlan, 'second' | 'sealing' | 's3'> {
  const { backupTo: second, backupRecipient: recipient, backupPassphraseFile: passphraseFile } = config
  const sealing = recipient ? { recipient } : passphraseFile ? { passphraseFile } : undefined
  if (second && isS3(second) && !sealing)
    throw badField('KAUNTA_BACKUP_RECIPIENT', 'config_invalid', {
      expected:
        'a public key of age (or KAUNTA_BACKUP_PASSPHRASE_FILE a file) when KAUNTA_BACKUP_TO is s3://…',
      value: '""',
    })
  return { second, sealing, s3: s3Of(config) }
}

/** What happens after a failed commit: nothing more is written, and the process ends. */
function whenBroken(log: Log, clock: Clock, exit: Surroundings['exit']) {
  const logBroken = (cause: unknown) =>
    log('error', 'writing to the disk failed: stopping, so that the next start reads what is really stored', {
      error: String(cause),
    })
  const stopSoon = (cause: unknown) => {
    logBroken(cause)
    clock.after(answerGraceMs, () => exit(5))
  }
  const stopNow = (cause: unknown) => {
    logBroken(cause)
    exit(5)
  }
  return { stopSoon, stopNow }
}

/** Runs the server on a data folder until it gets a signal to stop. */
export async function runServer(config: Config, surroundings: Surroundings): Promise<void> {
  const { exit, write, isTerminal, serviceManager } = surroundings
  const { clock, log } = realWorld(config.logLevel, realNet())
  const { stopSoon, stopNow } = whenBroken(log, clock, exit)
  const { appliance, login, mayUseHost, lan, close } = await openServer(config, surroundings, stopSoon)
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
    serviceManager.notify('STOPPING=1')
    await lan.stop()
    await listening.stop(requestGraceMs)
    await Promise.race([
      loop.stop(),
      new Promise<void>(resolve => appliance.world.clock.after(jobGraceMs, resolve)),
    ])
    await close().catch(error =>
      log('warn', 'the store was closed with work under way', { error: String(error) }),
    )
    exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  await loop.start()
  await lan.start(listening)
  serviceManager.notify(`READY=1\nSTATUS=Kaunta ${build.version} at ${appliance.publicUrl}`)
  feedWatchdog(serviceManager, loop, clock)
  const hasOwner = await isClaimed(appliance)
  const claimCode = hasOwner ? undefined : await newClaimCode(appliance).catch(unlessDiskFull)
  const facts = { version: build.version, url: appliance.publicUrl, claimCode, sandboxKey: key }
  write(await welcomeText(facts, isTerminal))
}

/** A server whose event loop or job loop hangs falls silent, and its manager starts it again. */
function feedWatchdog({ watchdogMs, notify }: ServiceManager, loop: Loop, { after }: Clock): void {
  if (watchdogMs === undefined) return
  const feed = () => {
    if (!loop.stuck()) notify('WATCHDOG=1')
    after(watchdogMs / 2, feed)
  }
  feed()
}

function pagesOf(appliance: Appliance): Pages {
  const files = servePages({ '/admin': admin, '/till': till, '/display': display, '/phone': phone })
  const pages = withPhoneSwitch(appliance, files)
  const shell = serveShell(till)
  return (request, path) => shell(request, path) ?? pages(request, path)
}
