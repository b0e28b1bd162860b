// A restore drill of a dump: pg_restore restores it into an empty database, and the drill checks the result
// as Kaunta would when opening it. Sales go on in the meantime.
import { basename } from 'node:path'
import type { After } from '../engine/after.ts'
import { FolderError } from '../folder/folder.ts'
import { moneyFindings } from '../postgres/database-check.ts'
import { moveMark, takeDatabase } from '../postgres/postgres.ts'
import { allowLongWork, openSession, type Session, withLongSession } from '../postgres/session.ts'
import { openSharedSeal } from '../postgres/shared-seal.ts'
import { type DrillResult, keptRows } from './restore-drill.ts'

/** Runs a program to its end, and returns its output and errors as one text. */
type RunProgram = (
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly output: string }>

export interface DumpDrill {
  /** Path of a file made by `pg_dump --format=custom`. */
  readonly dump: string
  /** URL of the nodes' database. */
  readonly liveUrl: string
  /** URL of the empty database that the dump is restored into. */
  readonly drillUrl: string
  /** Path of the secret key's file. */
  readonly key: string
  readonly run: RunProgram
  readonly onStep: (step: 'restore' | 'check') => void
  readonly now: () => number
  readonly after: After
  readonly random: (length: number) => Uint8Array
}

/**
 * Restores a dump into the empty database, and checks the result as a start of Kaunta would.
 * @throws Error that explains what is wrong with the dump
 */
export async function drillDump(drill: DumpDrill): Promise<DrillResult> {
  drill.onStep('restore')
  await restoreDump(drill)
  drill.onStep('check')
  const session = await takeDatabase(drill.drillUrl, drill.now(), drill.after)
  try {
    await allowLongWork(session)
    const mark = await moveMark(session)
    if (mark !== undefined) throw new Error(`it belongs to a database that is not used: ${mark}`)
    await assertOpens(session, drill)
    for (const { problems } of await moneyFindings(session, session))
      if (problems[0] !== undefined) throw new Error(problems[0])
    const payments = await withLongSession(drill.liveUrl, live => assertAllThere(session, live))
    return { backup: basename(drill.dump), payments }
  } finally {
    session.end()
  }
}

/**
 * Runs pg_restore to restore the dump into the empty database. The password is passed in the environment,
 * because other users of the computer can read the arguments.
 * @throws Error with the first line that pg_restore wrote
 */
async function restoreDump({ dump, drillUrl, run }: DumpDrill): Promise<void> {
  const url = new URL(drillUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  const command = ['pg_restore', '--exit-on-error', '--no-owner', '--no-privileges', `--dbname=${url.href}`]
  const environment: Record<string, string> = password === '' ? {} : { PGPASSWORD: password }
  const { status, output } = await run([...command, dump], environment)
  if (status === 0) return
  const lines = output.split('\n').map(line => line.replace(/^pg_restore: (error: )?/, '').trim())
  const firstLine = lines.find(line => line !== '')
  throw new Error(`pg_restore cannot restore it: ${firstLine ?? `status ${status}`}`)
}

/**
 * Lists sealed values with a description: everything that money depends on, and the newest texts of
 * customers.
 */
const sealedValues = `
select 'a signing key', signing_key from account
union all select 'a signing key', previous_signing_key from account where previous_signing_key is not null
union all select 'the credentials of ' || name, credentials from network
union all select 'the certificate', value from setting where name = 'tls'
union all select 'an SMS', text from (
  select text from sms where text is not null order by id desc limit 1000) as newest`

/** Checks that the key opens every sealed value of the restored database. @throws Error when it does not */
async function assertOpens(session: Session, { key, random }: DumpDrill): Promise<void> {
  const [account] = await session.rows('select signing_key from account order by number limit 1')
  if (!account) throw new Error('there is no shop in it')
  const seal = openSharedSeal({ file: key, sealed: String(account[0]), random })
  for (const [what, sealed] of await session.rows(sealedValues))
    try {
      seal.open(String(sealed))
    } catch {
      throw new Error(`the secret key does not open ${what} in it`)
    }
}

/**
 * Checks that the restored database lacks no row of the live one up to its own newest row, as a drill of a
 * data folder does, and that its last link is also in the live record chain.
 * @returns the number of restored payments
 * @throws Error when rows are missing, or the records differ
 */
async function assertAllThere(restored: Session, live: Session): Promise<number> {
  /** Returns the single number that a query selects. */
  const numberFrom = async (session: Session, text: string, ...values: number[]) => {
    const [row] = await session.rows(text, values)
    return Number(row?.[0])
  }
  const assertRows = (table: string, found: number, expected: number) => {
    if (found < expected) throw new Error(`it has ${found} of ${expected} rows of the table ${table}`)
  }
  const payments = await numberFrom(restored, 'select count(*) from payment')
  assertRows('payment', payments, await numberFrom(restored, 'select coalesce(sum(count), 0) from total'))
  for (const [table, column] of Object.entries(keptRows)) {
    const newest = await numberFrom(restored, `select coalesce(max(${column}), 0) from ${table}`)
    const countIn = (session: Session) =>
      numberFrom(session, `select count(*) from ${table} where ${column} <= $1`, newest)
    assertRows(table, await countIn(restored), await countIn(live))
  }
  const [link] = await restored.rows('select number, hash from chain_link order by number desc limit 1')
  const [liveLink] = await live.rows('select hash from chain_link where number = $1', [link?.[0] ?? 0])
  if (link && liveLink?.[0] !== link[1])
    throw new Error(`its records up to link ${link[0]} are not those of the database of KAUNTA_DATABASE_URL`)
  return payments
}

/** Counts tables, views and the like, except those of the server and of extensions. */
const tableCount = `select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

/** Checks that the database for a drill is empty. @throws FolderError if it is not, or cannot be opened */
export async function assertEmptyDatabase(url: string): Promise<void> {
  const session = await openSession(url).catch(error => {
    throw new FolderError(`cannot open the database of --to: ${error.message}`)
  })
  try {
    const [row] = await session.rows(tableCount)
    if (Number(row?.[0]) > 0)
      throw new FolderError('the database of --to is not empty: name one that is (createdb)')
  } finally {
    session.end()
  }
}
