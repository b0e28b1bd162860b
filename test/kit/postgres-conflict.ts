// Causes conflicts on a real PostgreSQL: transactions of another program, and tables whose changes fail as
// often as the test wants.
import { SQL } from 'bun'

/** Errors because of another transaction. */
const conflicts = {
  deadlock: 'deadlock_detected',
  'serialisation failure': 'serialization_failure',
} as const
export type Conflict = keyof typeof conflicts
export const conflictPlaces = ['a statement', 'the commit'] as const
type ConflictPlace = (typeof conflictPlaces)[number]

/** Every conflict at every place. */
export const conflictCases: [Conflict, ConflictPlace][] = conflictPlaces.flatMap(place =>
  (Object.keys(conflicts) as Conflict[]).map((conflict): [Conflict, ConflictPlace] => [conflict, place]),
)

export type ConflictingProgram = Awaited<ReturnType<typeof openConflicting>>

/**
 * Opens a second program whose transactions get in the way. In a deadlock the one whose time is over ends:
 * never this program.
 */
export async function openConflicting(url: string) {
  const admin = new SQL({ url, max: 1 })
  const other = new SQL({ url, max: 1 })
  await admin.unsafe(`alter database ${new URL(url).pathname.slice(1)} set deadlock_timeout = '20ms'`)
  await other.unsafe("set deadlock_timeout = '10min'")
  return {
    /** Runs statements of the other program. */
    run: (text: string) => other.unsafe(text).execute(),
    /** Reads rows on another connection. */
    rows: async (text: string, values: unknown[] = []): Promise<unknown[][]> =>
      admin.unsafe(text, values).values(),
    /** Makes changes of this table fail this often; no rollback undoes the count. */
    async fail(
      [table, change]: readonly [table: string, change: 'insert' | 'update'],
      times: number,
      [conflict, place]: readonly [Conflict, ConflictPlace] = ['serialisation failure', 'a statement'],
    ): Promise<void> {
      await admin.unsafe(`create sequence tries;
        create function fail() returns trigger language plpgsql as $$ begin
          if nextval('public.tries') <= ${times} then
            raise exception 'in the way' using errcode = '${conflicts[conflict]}';
          end if;
          return new; end $$`)
      await admin.unsafe(
        place === 'a statement'
          ? `create trigger fail before ${change} on ${table} for each row execute function fail()`
          : `create constraint trigger fail after ${change} on ${table} deferrable initially deferred
              for each row execute function fail()`,
      )
    },
    /** Returns how often such a change was tried. */
    tries: async () => Number((await admin.unsafe('select last_value from tries').values())[0]?.[0]),
    async close() {
      await other.close({ timeout: 0 })
      await admin.close({ timeout: 0 })
    },
  }
}
