// Holds another program at one statement on a PostgreSQL database: a command, a row that it adds or one that
// it reads waits for a lock of the test. Its objects in the database are removed again.
import type { Cluster } from '../../scripts/postgres/cluster.ts'
import { assert } from '../../src/domain/fault.ts'
import { until } from './wait.ts'

const lock = 77
const functions = [
  `create function public.hold() returns boolean language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${lock}); return true; end $$`,
  `create function public.hold_row() returns trigger language plpgsql as
    $$ begin perform public.hold(); return new; end $$`,
]

export interface Hold {
  /** @param condition of `current_query()`, for statements that create, change or drop something */
  atCommand(condition: string): Promise<void>
  /** @param condition of the `new` row */
  atRow(table: string, condition: string): Promise<void>
  /** @param condition of a row that is read, and of `current_query()` */
  atRead(table: string, condition: string): Promise<void>
  /** @param isLost whether the other program has ended */
  reached(isLost: () => boolean): Promise<void>
  /** Lets it go on to its next hold. */
  next(): Promise<void>
  /** Lets it go on. */
  release(): Promise<void>
  /** Waits until the other program's connections are gone, and removes its objects. */
  remove(): Promise<void>
}

export async function openHold(cluster: Cluster, database: string): Promise<Hold> {
  const own = new Bun.SQL({ url: cluster.url(database), max: 1 })
  const run = (text: string) => own.unsafe(text).values()
  for (const text of [...functions, `select pg_advisory_lock(${lock})`]) await run(text)
  const undo: string[] = []
  const isTrue = async (text: string) => (await run(`select ${text}`))[0]?.[0] === true
  return {
    async atCommand(condition) {
      await run(`create function public.hold_command() returns event_trigger language plpgsql as
        $$ begin if ${condition} then perform public.hold(); end if; end $$`)
      await run('create event trigger hold on ddl_command_start execute function public.hold_command()')
      undo.push('drop event trigger hold', 'drop function public.hold_command()')
    },
    async atRow(table, condition) {
      await run(`create trigger hold before insert on ${table} for each row when (${condition})
        execute function public.hold_row()`)
      undo.push(`drop trigger hold on ${table}`)
    },
    async atRead(table, condition) {
      await run(`alter table ${table} rename to held`)
      await run(`create view ${table} as select * from held where not (${condition}) or public.hold()`)
      undo.push(`drop view ${table}`, `alter table held rename to ${table}`)
    },
    async reached(isLost) {
      await until(async () => {
        const isWaiting = await isTrue(
          `exists (select from pg_locks where locktype = 'advisory' and objid = ${lock} and not granted)`,
        )
        assert(isWaiting || !isLost(), 'it ended before')
        return isWaiting
      })
    },
    async next() {
      await run(`select pg_advisory_unlock(${lock})`)
      await run(`select pg_advisory_lock(${lock})`)
    },
    release: async () => void (await run(`select pg_advisory_unlock(${lock})`)),
    async remove() {
      await until(() =>
        isTrue(`not exists (select from pg_stat_activity where datname = current_database()
          and application_name = 'kaunta')`),
      )
      for (const text of [...undo, 'drop function public.hold_row()', 'drop function public.hold()'])
        await run(text)
      await own.close()
    },
  }
}

/** Makes each commit wait for a missing standby after it is made, until called again. */
export async function holdCommits(cluster: Cluster, database: string): Promise<() => Promise<void>> {
  const choose = async (text: string) => {
    await cluster.sql(`alter system ${text}`)
    await cluster.sql('select pg_reload_conf()')
  }
  await choose("set synchronous_standby_names = 'nobody'")
  const session = new Bun.SQL({ url: cluster.url(database), max: 1 })
  const ended: Promise<unknown>[] = []
  // A commit that does not wait yet is tried again.
  let isOpen = false
  await until(async () => {
    if (!isOpen) {
      isOpen = true
      const commit = session.unsafe("select pg_logical_emit_message(true, '', '')").then(() => {
        isOpen = false
      })
      ended.push(commit)
    }
    return (await waitingCommits(cluster)) > 0
  })
  return async () => {
    await choose('reset synchronous_standby_names')
    await Promise.all(ended)
    await session.close()
  }
}

export const waitingCommits = async (cluster: Cluster): Promise<number> =>
  Number((await cluster.sql("select count(*) from pg_stat_activity where wait_event = 'SyncRep'"))[0]?.[0])
