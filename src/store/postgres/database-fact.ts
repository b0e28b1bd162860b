// Facts about the tables of a PostgreSQL database: their definitions and numbers of rows, as table-fact.ts
// has them for a data folder. No value of a row is read.

import type { DatabaseFacts } from '../folder/table-fact.ts'
import { staffSchema } from './migration.ts'
import { openSession, type Session } from './session.ts'

/** Above this many rows the planner's estimate is used: counting ten million takes long. */
const countedMax = 100_000
/** The schemas of payments, and of people and logins. */
const schemas = { payments: 'public', staff: staffSchema } as const

const tablesText = `select c.relname, c.reltuples::bigint, pg_total_relation_size(c.oid)
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relkind = 'r' order by c.relname`
/** Returns a line for each column, index and trigger. */
const schemaText = `select 'table ' || c.relname || ' column ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when a.attnotnull then ' not null' else '' end
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  union all select indexdef from pg_indexes where schemaname = $1
  union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
  join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and not t.tgisinternal
  order by 1`

/** Quotes a name for SQL. */
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Reads the size, row counts and definitions of the tables in a schema. Large counts are estimates. */
async function factsOf(session: Session, name: keyof typeof schemas): Promise<DatabaseFacts> {
  const schema = schemas[name]
  const tables = await session.rows(tablesText, [schema])
  const rows: Record<string, number> = {}
  for (const [table, estimate] of tables) {
    const qualifiedName = `${quote(schema)}.${quote(String(table))}`
    const text = `select count(*) from (select 1 from ${qualifiedName} limit ${countedMax}) counted`
    const [row] = await session.rows(text)
    const count = Number(row?.[0])
    rows[String(table)] = count < countedMax ? count : Math.max(count, Number(estimate))
  }
  const [version] = await session.rows(`select coalesce(max(number), 0) from ${quote(schema)}.migration`)
  return {
    name,
    bytes: tables.reduce((sum, [, , bytes]) => sum + Number(bytes), 0),
    version: Number(version?.[0]),
    rows,
    schema: (await session.rows(schemaText, [schema])).map(([line]) => String(line)),
  }
}

/**
 * Describes the tables of payments and of staff over a separate connection. It only reads, so nodes may run.
 * If that fails, both have the problem `unreadable`.
 */
export async function describeDatabase(url: string): Promise<DatabaseFacts[]> {
  const names = ['payments', 'staff'] as const
  let session: Session | undefined
  try {
    const opened = await openSession(url)
    session = opened
    const facts: DatabaseFacts[] = []
    for (const name of names) facts.push(await factsOf(opened, name))
    return facts
  } catch {
    return names.map(name => ({ name, bytes: 0, version: 0, rows: {}, schema: [], problem: 'unreadable' }))
  } finally {
    session?.end()
  }
}
