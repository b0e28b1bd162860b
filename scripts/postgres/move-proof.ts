// The proof that a move changes nothing: moves a shop with many payments from a data folder to PostgreSQL and
// back. Logins, keys, passwords and PINs work in each place, and all rows are unchanged but those that these
// uses wrote, which are listed.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Binary, freePort, type Initial, runBinary, startBinary } from '../../test/kit/binary.ts'
import {
  differencesOf,
  differenceText,
  type Rows,
  rowsOf,
  rowsOfDatabase,
  sumsOf,
  sumsOfDatabase,
  type TableDifference,
} from '../../test/kit/moved-rows.ts'
import { asha } from '../../test/kit/people.ts'
import { newCluster } from './cluster.ts'

export interface MoveProof {
  readonly payments: number
  readonly rows: number
  readonly toDatabaseSeconds: number
  readonly toFolderSeconds: number
  /** The number of rows per table that the uses of the shop on the database wrote. */
  readonly written: readonly string[]
  readonly failures: readonly string[] // broken promises in words; empty when there are none
}

/**
 * The columns that a login, a PIN, a key or a start may change, and the tables to which they may add rows. On
 * a slow machine these uses take longer than the minute after which a start clears the bodies of old events.
 */
const changedByUse: Readonly<Record<string, readonly string[]>> = {
  'staff user': ['updatedAt', 'lastLoginAt'],
  'staff session': [],
  'payments key_use': ['used_at'],
  'payments till': ['seen_at'],
  'payments job': ['due_at', 'state', 'tries'],
  'payments event': ['body'],
  'payments setting': ['value'],
}

/** Whether a difference of a table is one that using the shop causes. */
const isOfUse = ({ table, gone, columns }: TableDifference): boolean =>
  gone === 0 &&
  changedByUse[table] !== undefined &&
  columns.every(name => changedByUse[table]?.includes(name))

/** Credentials from before the move, which must still work. */
interface Access {
  readonly key: string
  /** Of the owner's login, and of a till where the owner had signed in with the PIN. */
  readonly login: string
  readonly till: string
  readonly staffId: string
  readonly path: string // a payment, and its view in the API
  readonly shown: string
}

type Headers = Readonly<Record<string, string>>

/** Sends a request to a server and returns its status, text, first cookie and data. */
async function send(box: Binary, path: string, headers: Headers, json?: object, method?: string) {
  const answer = await fetch(box.url + path, {
    method: method ?? (json ? 'POST' : 'GET'),
    headers: { origin: box.url, ...headers, ...(json ? { 'content-type': 'application/json' } : {}) },
    ...(json ? { body: JSON.stringify(json) } : {}),
  })
  const text = await answer.text()
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  // biome-ignore lint/suspicious/noExplicitAny: each caller reads what its route answers
  return { status: answer.status, text, cookie, data: JSON.parse(text || '{}').data as any }
}

/** The header of an API key or token. */
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
/** The headers of a till's request. */
const ofTill = (cookie: string) => ({ cookie, 'kaunta-till': '1' })
const { email, password, pin } = asha
/** Logs the owner in with the password. */
const logIn = (box: Binary) => send(box, '/api/auth/sign-in/email', {}, { email, password })
/** Signs the owner in at a till with the PIN. */
const signIn = (box: Binary, { till, staffId }: Pick<Access, 'till' | 'staffId'>) =>
  send(box, '/api/v1/till/login', ofTill(till), { staff_id: staffId, pin })

/**
 * Logs the owner in, sets a PIN and signs in with it at a new till. Returns all of that for the checks after
 * the move.
 */
async function gainAccess(box: Binary, { sandbox_account, sandbox_api_key: key }: Initial): Promise<Access> {
  const { cookie: login } = await logIn(box)
  const { data: me } = await send(box, '/api/v1/me', { cookie: login, 'kaunta-account': sandbox_account.id })
  const staffId: string = me.staff.id
  const person = { email, password, account_id: sandbox_account.id }
  const owner = bearer((await send(box, '/api/v1/auth/token', {}, person)).data.token)
  await send(box, `/api/v1/staff/${staffId}/pin`, owner, { pin }, 'PUT')
  const { data: till } = await send(box, '/api/v1/tills', owner, { name: 'Counter 1' })
  const paired = await send(box, '/api/v1/till/pair', {}, { code: till.pairing_code })
  const { status } = await signIn(box, { till: paired.cookie, staffId })
  if (status !== 200) throw new Error(`the PIN was not taken before the move: ${status}`)
  const { data: list } = await send(box, '/v1/payments?status=completed&limit=1', bearer(key))
  const path = `/v1/payments/${list.items[0].reference}`
  const { text: shown } = await send(box, path, bearer(key))
  return { key, login, till: paired.cookie, staffId, path, shown }
}

/** Returns what of the access no longer works on a server, in words; empty when all of it does. */
async function brokenIn(box: Binary, where: string, access: Access): Promise<string[]> {
  const { key, login, till, path, shown } = access
  const payment = await send(box, path, bearer(key))
  const uses = {
    'the API key': payment.status,
    'the login of before': (await send(box, '/api/v1/me', { cookie: login })).status,
    'the till of before': (await send(box, '/api/v1/till/me', ofTill(till))).status,
    'the password': (await logIn(box)).status,
    'the PIN': (await signIn(box, access)).status,
  }
  return [
    ...Object.entries(uses).flatMap(([name, status]) =>
      status === 200 ? [] : [`${name} does not work ${where}: ${status}`],
    ),
    ...(payment.text === shown ? [] : [`${path} is shown otherwise ${where}: ${payment.text}`]),
  ]
}

/** Runs `kaunta doctor` and returns what is bad, in words. Ledger and records must be good. */
async function doctorProblems(where: string, data: string, env: Record<string, string> = {}) {
  const { output } = await runBinary(['doctor', '--json', '--data', data], { env })
  const { checks } = JSON.parse(output) as { checks: { name: string; state: string; message: string }[] }
  return checks.flatMap(({ name, state, message }) =>
    state === 'bad' || (['ledger', 'records'].includes(name) && state !== 'good')
      ? [`doctor ${where}: ${name} is ${state}: ${message}`]
      : [],
  )
}

/** Moves a shop and returns the seconds it took. Throws when the move fails. */
async function move(from: string, to: string, key: string): Promise<number> {
  const began = performance.now()
  const { code, log } = await runBinary(['move', '--from', from, '--to', to, '--key', key])
  if (code !== 0) throw new Error(`the move to ${to} ended with ${code}: ${log}`)
  return (performance.now() - began) / 1_000
}

/** Returns the differences of rows, in words. */
const sameRows = (where: string, before: Rows, now: Rows) =>
  differencesOf(before, now).map(difference => `${where}: ${differenceText(difference)}`)
/** Returns that sums differ, in words; empty when they do not. */
const sameSums = (where: string, before: unknown, now: unknown) =>
  Bun.deepEquals(before, now) ? [] : [`sums of postings, balances or totals differ ${where}`]

export interface MovePlan {
  readonly programs: string // where PostgreSQL's programs are
  readonly payments: number
  readonly note?: (what: string) => void
}

/**
 * Proves the move on a PostgreSQL server of its own, which is removed afterwards. `note` receives each step.
 */
export async function proveMove({ programs, payments, note = () => {} }: MovePlan): Promise<MoveProof> {
  const root = mkdtempSync('/var/tmp/kaunta-move-')
  chmodSync(root, 0o711)
  const cluster = await newCluster(programs, join(root, 'server'), { max_wal_size: '4GB' })
  try {
    return await proveIn({ root, url: cluster.url(), payments, note })
  } finally {
    await cluster.stop('immediate')
    rmSync(root, { recursive: true, force: true })
  }
}

interface ProofSetting extends Required<Pick<MovePlan, 'payments' | 'note'>> {
  readonly root: string
  readonly url: string
}

/** Seeds a shop, moves it to the database and back, and checks it in each place. */
async function proveIn({ root, url, payments, note }: ProofSetting): Promise<MoveProof> {
  const [shop, node, back] = ['shop', 'node', 'back'].map(name => join(root, name)) as [
    string,
    string,
    string,
  ]
  const secret = join(shop, 'secret.key')
  const env = { KAUNTA_DATABASE_URL: url, KAUNTA_SECRET_KEY_FILE: secret }
  const words = ['--data', shop, '--payments', String(payments), '--json']
  const seeded = await Bun.$`${process.execPath} ${join(import.meta.dir, '../seed.ts')} ${words}`
    .quiet()
    .json()
  const port = freePort() // links in answers have it
  const serveWhile = async <T>(
    data: string,
    more: Record<string, string>,
    use: (box: Binary) => Promise<T>,
  ) => {
    const box = await startBinary({ data, port, env: more })
    return use(box).finally(box.stop)
  }
  const access = await serveWhile(shop, {}, box => gainAccess(box, seeded))
  const [before, sums] = [rowsOf(shop), sumsOf(shop)]

  note('moving to PostgreSQL')
  const toDatabaseSeconds = await move(shop, url, secret)
  const failures = [
    ...sameRows('moved to PostgreSQL', before, await rowsOfDatabase(url, shop)),
    ...sameRows('left behind', before, rowsOf(shop)),
    ...(await doctorProblems('on PostgreSQL', node, env)),
    ...(await serveWhile(node, env, box => brokenIn(box, 'on PostgreSQL', access))),
    ...sameSums('on PostgreSQL', sums, await sumsOfDatabase(url)),
  ]
  const used = await rowsOfDatabase(url, shop)
  const written = differencesOf(before, used)

  note('moving back to a folder')
  const toFolderSeconds = await move(url, back, secret)
  failures.push(
    ...sameRows('moved back', used, rowsOf(back)),
    ...sameSums('moved back', sums, sumsOf(back)),
    ...(await doctorProblems('in the folder', back)),
    ...(await serveWhile(back, {}, box => brokenIn(box, 'in the folder', access))),
    ...written
      .filter(tableDifference => !isOfUse(tableDifference))
      .map(tableDifference => `a use changed ${differenceText(tableDifference)}`),
  )
  const rows = Object.values(before).reduce((sum, table) => sum + table.length, 0)
  const texts = written.map(differenceText)
  return { payments, rows, toDatabaseSeconds, toFolderSeconds, written: texts, failures }
}
