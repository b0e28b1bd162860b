// A whole server in this process for endpoint scenarios: real store on real files, real socket, real logins;
// only the clock and the outside network are the test's. Jobs run when the test calls `work`, so the changes
// of a request can be counted exactly.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApplianceParts, newAppliance } from '../../src/appliance.ts'
import { build } from '../../src/build.ts'
import { initShop } from '../../src/cli/init.ts'
import { readConfig, settings } from '../../src/config.ts'
import { type Account, scopes } from '../../src/domain/account.ts'
import { assert } from '../../src/domain/fault.ts'
import { firstStart } from '../../src/flow/account.ts'
import type { Appliance } from '../../src/flow/appliance.ts'
import { createKey } from '../../src/flow/key.ts'
import type { Upgrades } from '../../src/flow/upgrade.ts'
import { newGuesses } from '../../src/http/access/guess.ts'
import { ownHostCheck } from '../../src/http/server/host.ts'
import { listen, type ServeSettings } from '../../src/http/server/serve.ts'
import { newJobLoop } from '../../src/job/loop.ts'
import type { PasswordHash } from '../../src/login/auth.ts'
import { openLogin } from '../../src/login/open-login.ts'
import { newThrottle, throttleOn } from '../../src/login/throttle.ts'
import { realNet } from '../../src/net/net.ts'
import { preferNewest } from '../../src/net/shared-port.ts'
import { findAccount, insertAccount } from '../../src/store/account.ts'
import { newTaskRunner } from '../../src/store/folder/folder-task.ts'
import { openSeal } from '../../src/store/folder/seal.ts'
import { stageRelease } from '../../src/store/folder/staged-release.ts'
import { nextJobAt } from '../../src/store/job.ts'
import { type NetRequest, newOrderedIds, type World } from '../../src/world.ts'
import { expectEnvelope, expectLimit, paymentOf, type TestResponse } from './endpoint-answer.ts'
import { newSnapshots, type Rows, readRows, type Snapshot } from './endpoint-rows.ts'
import { hire } from './hire.ts'
import { quickHash } from './password-hash.ts'
import { owner } from './people.ts'
import { newerRelease, newerSignature, runningRelease } from './release.ts'
import { newTimeline } from './simulated-world.ts'
import { openFolderStore } from './store-database.ts'

export type Headers = Readonly<Record<string, string>>

/** One request; `json` is sent as JSON, `raw` as it is. */
export interface TestRequest {
  readonly path: string
  readonly method?: string // default: POST with a body, GET without one
  readonly as?: Who
  readonly headers?: Headers
  readonly json?: unknown
  readonly raw?: BodyInit
}

/**
 * The callers: keys of the sandbox (all scopes, or one), of the live account and of a stranger; tokens of
 * people; a browser.
 */
export type Who =
  | 'anonymous'
  | 'sandbox'
  | 'reader'
  | 'creator'
  | 'live'
  | 'stranger'
  | 'owner'
  | 'owner of live'
  | 'live admin'
  | 'live developer'
  | 'cashier'
  | 'browser'
  // Added by endpoint-money.ts.
  | 'payer'
  | 'payout reader'
  | 'admin'
  | 'developer'
  | 'other'
  // A paired browser with someone signed in (endpoint-till.ts).
  | 'till'

export { owner } from './people.ts'

const start = Date.UTC(2026, 10, 21, 9)

/** Tokens expire when the clock is moved, so each request gets a new one. */
type Credential = () => Headers | Promise<Headers>
type Credentials = Map<Who, Credential>
export type EndpointOptions = Partial<
  Pick<ServeSettings, 'rateLimit' | 'trustedProxies' | 'streamStallSeconds'>
> &
  Pick<ApplianceParts, 'networkAddresses' | 'relayHosts' | 'phonePushesMax' | 'secureCookies'> & {
    readonly passwordHash?: PasswordHash
    /**
     * Whether PostgreSQL counts wrong guesses, for all nodes and by its own clock, as in the product. By
     * default this process counts them, by the clock of the test.
     */
    readonly sharesGuesses?: boolean
    /** A node on the same database with the same key, callers and receivers; only on PostgreSQL. */
    readonly joins?: {
      readonly database: string | undefined
      readonly folder: string
      readonly credentials: Credentials
      readonly dispatches: NetRequest[]
    }
  }

export type EndpointShop = Awaited<ReturnType<typeof openEndpointShop>>

interface JobStepper {
  /** Runs what is due now, if this node runs the jobs. */
  run(): Promise<void>
  areDue(): Promise<boolean>
}

/**
 * Runs what is due on these nodes until nothing is. One of them runs the jobs; after two seconds of silence
 * another one takes over.
 */
export async function workOn(nodes: readonly JobStepper[]): Promise<void> {
  do for (const node of nodes) await node.run()
  while ((await Promise.all(nodes.map(node => node.areDue()))).includes(true))
}

/** The places of the server in the network. */
const places = [
  { url: 'http://kaunta.local:8080', kind: 'name', isSecure: false },
  { url: 'http://192.168.1.10:8080', kind: 'address', isSecure: false },
] as const

const folderWorker = new URL('../../src/job/folder-worker.ts', import.meta.url)
const backupWorker = new URL('../../src/job/backup-worker.ts', import.meta.url)

/**
 * Opens a server without an owner, in its own folder. The rate limit is on, and too high to be reached by
 * chance.
 */
export async function openUnclaimedServer({
  rateLimit = 1_000_000,
  trustedProxies = [],
  networkAddresses = {},
  relayHosts = [],
  phonePushesMax = 0,
  secureCookies = false,
  passwordHash = quickHash,
  streamStallSeconds = 60,
  sharesGuesses = false,
  joins,
}: EndpointOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-endpoint-'))
  /** The state of the jobs for /ready. */
  const flags = { ready: true, mayInstall: true, isUpgrading: false, publicUrl: 'http://192.168.1.10:8080' }
  const { world, advance, dispatches, logged } = testWorld(joins?.dispatches)
  const seal = openSeal(join(joins?.folder ?? folder, 'secret.key'), {
    isFresh: !joins,
    random: world.random.bytes,
  })
  const broken = (cause: unknown) => assert(false, `the disk failed: ${cause}`)
  const plan = { worker: backupWorker, keep: 7, second: undefined, after: world.clock.after }
  const place = await openFolderStore([folder, world.clock.now(), broken, plan], joins?.database)
  const { store, staff, url: database } = place
  const mayUseHost = ownHostCheck(() => [], [])
  const login = await openLogin({
    place: staff,
    channel: store.channel,
    secret: seal.derive('staff logins'),
    mayUseHost,
    secureCookies,
    idleSeconds: 43_200,
    passwordHash,
  })
  const own = { addresses: ['127.0.0.1', '192.168.1.10'], ports: [1] }
  const appliance = await newAppliance({
    world,
    store,
    seal,
    own,
    get publicUrl() {
      return flags.publicUrl
    },
    networkAddresses,
    relayHosts,
    phonePushesMax,
    secureCookies,
  })
  await firstStart(appliance)
  const credentials: Credentials = joins?.credentials ?? new Map()
  const health = {
    settings: { ...readConfig({ data: folder }, {}), httpsPort: 0, s3: undefined },
    builtAt: 0,
    databaseUrl: database,
    runTask: newTaskRunner(folderWorker),
    about: build,
    settingNames: Object.keys(settings),
    logLines: () => logged,
  }
  const release = newerSignature()
  const { sha256 } = JSON.parse(release)
  const pieces = async function* () {
    yield newerRelease
  }
  await stageRelease(folder, { signature: release, sha256 }, pieces())
  const started: string[] = []
  const upgrades: Upgrades = {
    current: runningRelease,
    data: folder,
    mayInstall: () => flags.mayInstall,
    phase: () => (flags.isUpgrading ? 'preparing' : 'idle'),
    start({ commit }) {
      started.push(commit)
      flags.isUpgrading = true
    },
  }
  const loop = newJobLoop(appliance, () => {})
  const listening = listen(
    {
      appliance,
      login,
      loop: { healthy: () => flags.ready },
      guesses: newGuesses(
        sharesGuesses ? throttleOn(staff, world.clock.elapsed) : newThrottle(world.clock.elapsed),
      ),
    },
    {
      host: '127.0.0.1',
      port: 0,
      rateLimit,
      trustedProxies,
      mayUseHost,
      pages: () => undefined,
      streamStallSeconds,
      redirectToHttps: false,
      preferNewest,
      reach: {
        places: () => places,
        httpsPort: () => undefined,
        isCertified: () => false,
        https: () => ({ state: 'off', until: undefined }),
        authority: () => undefined,
        whenBegun: async () => {},
      },
      health,
      upgrades,
    },
  )
  const jobs: JobStepper = {
    async run() {
      while (((await loop.runDue()) ?? Number.POSITIVE_INFINITY) <= world.clock.now());
      await loop.settled()
    },
    areDue: async () => ((await nextJobAt(store.read)) ?? Number.POSITIVE_INFINITY) <= world.clock.now(),
  }
  const url = `http://127.0.0.1:${listening.port}`
  const snapshots = newSnapshots(store.read, join(folder, 'kaunta.db'))
  const headersOf = async ({ as = 'anonymous', headers = {}, json }: TestRequest) => ({
    ...(await credentials.get(as)?.()),
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  })
  const send = async (request: TestRequest) => {
    const body = request.json === undefined ? request.raw : JSON.stringify(request.json)
    return fetch(url + request.path, {
      method: request.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: await headersOf(request),
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
    })
  }
  return {
    url,
    serveHttps: listening.serveHttps,
    appliance,
    login,
    health,
    folder,
    /** Its address; undefined on SQLite. */
    database,
    upgrades,
    /** The commits of releases whose installation was requested. */
    started,
    credentials,
    flags,
    /** What was sent to webhook addresses. */
    dispatches,
    logged,
    advance,
    /** Sends a request and returns the response as it comes; for streams. */
    send,
    /** Sends a request, and checks what every answer must have. */
    async request(request: TestRequest): Promise<TestResponse> {
      const response = await send(request)
      const bytes = await response.bytes()
      const text = new TextDecoder().decode(bytes)
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      const answer = {
        status: response.status,
        headers: response.headers,
        text,
        bytes,
        json: isJson ? JSON.parse(text) : undefined,
      }
      if (/^\/(api\/)?v1\//.test(request.path) && answer.status !== 421) expectLimit(answer)
      if (answer.status >= 400 && !request.path.startsWith('/api/auth/') && request.path !== '/ready')
        expectEnvelope(answer)
      return answer
    },
    /** Runs what is due until nothing is. On several nodes: `workOn`. */
    work: (): Promise<void> => workOn([jobs]),
    jobs,
    rows: (): Promise<Rows> => readRows(store.read),
    /** Takes a snapshot of the rows, to compare later ones with; one at a time. */
    snapshot: (): Promise<Snapshot> => snapshots.take(),
    async close(): Promise<void> {
      snapshots.end()
      await listening.stop(0)
      await loop.stop()
      await login.close()
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/**
 * Returns a world with a clock that moves only when a test moves it, and a network that answers 200 to
 * everything; printers are real ones.
 */
function testWorld(dispatches: NetRequest[] = []) {
  const { now, after, next } = newTimeline(start)
  const logged: string[] = []
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) }
  const world: World = {
    clock: {
      now,
      after,
      elapsed: () => now() - start,
      isUnreliable: () => false,
      confirm: () => {},
      floor: () => {},
    }, // always right
    random,
    ids: newOrderedIds(random),
    net: {
      async request(call) {
        dispatches.push(call)
        return { kind: 'answered', status: 200, headers: {}, body: '', tookMs: 0 }
      },
      print: realNet().print,
    },
    log: (level, message, facts) => logged.push(JSON.stringify({ level, message, ...facts })),
  }
  /** Moves the clock, and calls due timers in order. */
  const advance = (ms: number) => {
    const end = now() + ms
    while (next(end)) {}
  }
  return { world, advance, dispatches, logged }
}

const bearer = (credential: string) => (): Headers => ({ authorization: `Bearer ${credential}` })

/** Opens a server with an owner and all callers: keys, people, and a stranger with a sandbox account. */
export async function openEndpointShop(options: EndpointOptions = {}, open = openUnclaimedServer) {
  const box = await open(options)
  const { appliance, login } = box
  const { store, world } = appliance
  const made = await initShop(appliance, login, { store: 'Duka la Asha', ...owner })
  const live = await accountOf(appliance, made.account.id)
  const sandbox = await accountOf(appliance, made.sandbox_account.id)
  const later = { name: 'Duka la Juma', createdAt: sandbox.createdAt + 1 }
  const stranger: Account = { ...sandbox, id: 'acct_stranger', twinId: null, ...later }
  await store.write(tx => insertAccount(tx, stranger))
  const keyOf = async (account: Account, of: readonly string[]) =>
    bearer((await createKey(appliance, account, { name: 'test', scopes: of }, null)).key)
  const tokenOf = (staffId: string, account: Account) => async () =>
    bearer(
      (await login.mintToken({ staffId, accountId: account.id, removals: 0 }, world.clock.now())).token,
    )()
  const person = await login.check(owner, 'test')
  assert(person, 'the owner can log in')
  const cashier = await login.createStaff({
    name: 'Neema',
    email: 'neema@duka.co.tz',
    password: 'siri-ndogo-sana',
  })
  const membership = {
    staffId: cashier.id,
    accountId: sandbox.id,
    role: 'cashier',
    name: 'Neema',
    createdAt: world.clock.now(),
  } as const
  await hire(appliance, membership)
  const [cookie = ''] = await login.cookiesFor(owner, new Request(box.url), 'test')
  box.credentials
    .set('sandbox', bearer(made.sandbox_api_key))
    .set('live', bearer(made.api_key))
    .set('stranger', await keyOf(stranger, scopes))
    .set('reader', await keyOf(sandbox, ['collection:read']))
    .set('creator', await keyOf(sandbox, ['collection:create']))
    .set('owner', tokenOf(person.id, sandbox))
    .set('owner of live', tokenOf(person.id, live))
    .set('cashier', tokenOf(cashier.id, sandbox))
    .set('browser', () => ({ cookie: cookie.split(';')[0] ?? '' }))
  return {
    ...box,
    accounts: { live, sandbox, stranger },
    /** The output of `kaunta init`. */
    made,
    /** Creates a payment of the sandbox account. */
    make: async (json: object = qr) =>
      paymentOf(await box.request({ as: 'sandbox', path: '/v1/payments', json })),
  }
}

async function accountOf({ store }: Appliance, id: string): Promise<Account> {
  const found = await findAccount(store.read, id)
  assert(found, 'the account was made')
  return found
}

export const qr = { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } }
export const mobile = {
  payment_type: 'mobile',
  details: { amount: 1_500, currency: 'TZS' },
  phone_number: '0754 123 456',
}
/** The rows of a new payment: its expiry and its status check are the two jobs. */
export const rowsOfNewPayment = { payment: 1, attempt: 1, total: 1, payment_total: 1 }
