// The database that a restore drill creates on the server of the nodes' database, and drops afterwards. If an
// interrupted drill left one, its comment identifies it.
import { errorText } from '../../domain/error-text.ts'
import { FolderError } from '../folder/folder.ts'
import { sqlStateOf } from '../postgres/error.ts'
import { withLongSession } from '../postgres/session.ts'

/** Comment of a database that a drill has made. */
const remark = 'made by kaunta backup --drill, which drops it again'

/**
 * Selects the name of the drill's database, also quoted, and its comment if it exists. The name is cut,
 * because PostgreSQL allows 63 bytes.
 */
const databaseQuery = `select name, quote_ident(name), shobj_description(oid, 'pg_database')
  from (select (left(current_database(), 48) || '_restore_drill')::name as name) as wanted
  left join pg_database on datname = name`

/** Why the database cannot be made, by SQLSTATE. */
const reasons: Readonly<Record<string, string>> = {
  '42501': 'its user may not create databases: alter role … createdb, or name an empty one with --to',
  '42P04': 'one of that name is there and no drill made it: drop it, or name an empty one with --to',
  '55006': 'another drill is under way',
}

/** Waits for `work`, which makes a database. @throws FolderError that explains its error */
async function withMakingError<T>(name: string, work: Promise<T>): Promise<T> {
  return work.catch(error => {
    const why = reasons[sqlStateOf(error)] ?? errorText(error)
    throw new FolderError(`cannot make the database ${name} to restore into: ${why}`)
  })
}

/**
 * Creates an empty database on the server of `url`, passes its URL to `work`, and drops the database
 * afterwards. A database that an interrupted drill left is dropped first.
 * @throws FolderError when the database cannot be made
 */
export async function withDrillDatabase<T>(url: string, work: (drillUrl: string) => Promise<T>): Promise<T> {
  const { name, quoted } = await withLongSession(url, async session => {
    const [row] = await session.rows(databaseQuery)
    const [name = '', quoted = '', comment] = (row ?? []).map(String)
    if (comment === remark) await withMakingError(name, session.rows(`drop database ${quoted}`))
    await withMakingError(name, session.rows(`create database ${quoted} template template0 encoding 'UTF8'`))
    await session.rows(`comment on database ${quoted} is '${remark}'`)
    return { name, quoted }
  })
  const drillUrl = new URL(url)
  drillUrl.pathname = `/${encodeURIComponent(name)}`
  try {
    return await work(drillUrl.href)
  } finally {
    await withLongSession(url, session => session.rows(`drop database ${quoted} with (force)`))
  }
}
