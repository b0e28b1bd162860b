// A group's turn to write on PostgreSQL, whichever node it comes from (decision 35): groups that only add rows have theirs
// together, any other has one for itself.
import type { GivenNumber } from '../engine/node.ts'
import type { Read } from '../engine/statement.ts'
import { locks } from './lock.ts'
import type { Session } from './session.ts'
import { era, type TransactionName, type WriterParts } from './writer.ts'

type Writer = Pick<WriterParts, 'node' | 'refresh' | 'clock'>

/** A group that only adds rows shares its turn with others that do. */
export type TurnKind = 'shared' | 'own'

const turn = `${locks.space}, ${locks.turn}`
/** Another group that writes this row at the same moment says as much: nothing waits for it. */
const lastIfFree = 'select ctid from last_writer where node <> writer for update skip locked'

/**
 * Takes a turn, names the transaction and has numbers for its payments. A function, for one round trip: inside, each statement
 * sees what was committed before it.
 */
const takeMeans = (name: string, lock: string, last: string) => `
create or replace function ${name}(writer bigint, payments bigint, left_over bigint, left_last bigint, now_ms bigint,
  out had_other boolean, out transaction text, out era text, out first_number bigint, out last_number bigint,
  out id_ms bigint, out newest_id text, out newest_ran bigint)
language plpgsql as $$ declare newest bigint; begin
  perform ${lock}(${turn});
  update last_writer set node = writer where ${last};
  had_other := found;
  transaction := pg_current_xact_id();
  era := ${era};
  select id, number into newest_id, newest from payment order by number desc limit 1;
  select ran_at into newest_ran from attempt where id = newest_id;
  if payments > 0 then
    select n.first_number, n.last_number, n.id_ms into first_number, last_number, id_ms
      from payment_numbers(writer, payments, left_over, left_last, now_ms, newest, newest_id) n;
  end if;
end $$;`

/** Clocks of nodes and clients differ by as much. */
const shortWaitMs = 100
/** How long the call has waited, where that is long: `now_ms` was before that. */
const waitedMs = `(select case when ms < ${shortWaitMs} then 0 else ms end
      from floor(extract(epoch from clock_timestamp() - statement_timestamp()) * 1000) as ms)::bigint`

/**
 * Numbers that follow each other, with those that are left to one who had the last, and the millisecond of their ids: later
 * than that of all lower ones of other nodes, and not before that of our own. Not all rows have theirs from here: then
 * those after `newest` are next. Calls wait for each other, but not for a commit.
 */
const numberMeans = `
create sequence if not exists payment_number;
create sequence if not exists payment_ms;
create sequence if not exists payment_writer;
create or replace function payment_numbers(writer bigint, wanted bigint, left_over bigint, left_last bigint, now_ms bigint, newest bigint,
  newest_id text, out first_number bigint, out last_number bigint, out id_ms bigint)
language plpgsql as $$ declare given bigint; begin
  perform pg_advisory_lock(${locks.space}, ${locks.number});
  select case when is_called then last_value else 0 end into given from payment_number;
  select greatest(now_ms + ${waitedMs}, m.last_value + case when w.last_value = writer then 0 else 1 end) into id_ms
    from payment_ms m, payment_writer w;
  if newest > given then
    given := newest;
    id_ms := greatest(id_ms, 1 + ('x' || substr(replace(newest_id, '-', ''), 1, 12))::bit(48)::bigint);
  end if;
  first_number := given + 1 - case when left_last = given then left_over else 0 end;
  last_number := greatest(given, first_number + wanted - 1);
  perform setval('payment_number', last_number), setval('payment_ms', id_ms), setval('payment_writer', writer);
  perform pg_advisory_unlock(${locks.space}, ${locks.number});
exception when query_canceled or others then
  perform pg_advisory_unlock(${locks.space}, ${locks.number}); -- only a warning where it is not ours
  raise;
end $$;`

export const turnMeans = `${numberMeans}
${takeMeans('take_turn', 'pg_advisory_xact_lock', 'node <> writer')}
${takeMeans('share_turn', 'pg_advisory_xact_lock_shared', `ctid = (${lastIfFree})`)}`

const takeTexts: Readonly<Record<TurnKind, string>> = {
  own: 'select * from take_turn($1, $2, $3, $4, $5)',
  shared: 'select * from share_turn($1, $2, $3, $4, $5)',
}
/** With an id that says no time: the number alone has to be higher. */
const numberText = "select first_number, id_ms from payment_numbers($1, 1, 0, 0, $2, $3, '0')"

/** A number above `newest` and all that were given. */
export async function takeNumber(
  read: Read,
  node: number,
  now: number,
  newest: number,
): Promise<GivenNumber> {
  const [row] = await read.rows(numberText, [node, now, newest], true)
  return { number: Number(row?.[0]), idMs: Number(row?.[1]) }
}

/**
 * Takes turns. What another node has written since is read anew in the next turn of our own: what nodes write in those
 * has ids in turns as well, whatever their clocks say. Readers of events go on after the last id that they know.
 */
export function newTurns({ node, refresh, clock }: Writer) {
  /** Another node has written what was not read anew yet. */
  let isBehind = false
  /** Where nodes take turns, another one has nearly always written since: then nothing waits for that answer. */
  let hadOtherWriter = false

  /** For payments of the group that runs. */
  let numbers = { next: 1, last: 0, idMs: 0 }
  const left = () => numbers.last - numbers.next + 1

  async function take(session: Session, kind: TurnKind, payments: number): Promise<TransactionName> {
    session.rows('begin').catch(() => {}) // what follows fails as well
    const values = [node, payments, left(), numbers.last, clock.now()]
    const [row = []] = await session.rows(takeTexts[kind], values)
    const [hadOther, transaction, eraName, first, last, idMs, id, ranMs] = row
    hadOtherWriter = hadOther === true
    isBehind ||= hadOtherWriter
    numbers = { next: Number(first ?? 1), last: Number(last ?? 0), idMs: Number(idMs) }
    if (typeof id === 'string') clock.follow({ id, ranMs: Number(ranMs) })
    return { transaction, era: eraName }
  }

  return {
    /**
     * Begins a transaction, and waits for the groups before that it cannot run beside.
     * @param payments so many of its bodies may make one
     */
    async take(session: Session, kind: TurnKind, payments: number): Promise<TransactionName> {
      const isExpected = kind === 'own' && (isBehind || hadOtherWriter)
      const taking = take(session, kind, payments)
      // If its answer is lost it may have taken over from another node.
      taking.catch(() => {
        isBehind = true
      })
      const [name] = await Promise.all([taking, isExpected && refresh(session)])
      if (kind === 'shared') return name
      if (isBehind && !isExpected) await refresh(session)
      isBehind = false
      return name
    },
    /** How many numbers there are. */
    numbers: left,
    /** The number of a new payment, from those of the group that runs. */
    nextNumber(): GivenNumber | undefined {
      return left() > 0 ? { number: numbers.next++, idMs: numbers.idMs } : undefined
    },
  }
}

export type Turns = ReturnType<typeof newTurns>
