// Lists, searches and counts of payments: each walks the one index that is meant for it
// (test/store/scale.test.ts).
import { and, between, type Column, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import {
  type Payment,
  type PaymentStatus,
  type PaymentType,
  referenceLength,
  referenceTailLength,
} from '../domain/payment.ts'
import { countUpTo, type IdRange, idRange } from './range.ts'
import { adHocQuery, type Read } from './statement.ts'
import { noteWord, payment, total } from './table.ts'

export interface PaymentFilter extends IdRange {
  readonly accountId: string
  readonly status?: PaymentStatus | undefined
  readonly type?: PaymentType | undefined
  /** E.164. */
  readonly phone?: string | undefined
  /** In capitals or not. */
  readonly email?: string | undefined
  readonly externalReference?: string | undefined
  /** Whole shillings, exactly. */
  readonly amount?: number | undefined
  /** Its note has all of these words. */
  readonly words?: readonly string[] | undefined
  /** Its note has a word that begins like this. */
  readonly wordStart?: string | undefined
  readonly token?: string | undefined
  /** Created at this till. */
  readonly tillId?: string | undefined
  /** Created by this person, and not at a till. */
  readonly staffId?: string | undefined
  /** Of which a network has said neither yes nor no. */
  readonly unknown?: true | undefined
  /** The whole reference, or how it ends (six characters or more). */
  readonly reference?: string | undefined
}

/** A whole reference is one row; an ending is found by its last six characters and then compared in full. */
function referenceIs(reference: string): SQL[] {
  if (reference.length === referenceLength) return [eq(payment.id, reference)]
  const ending = [eq(payment.tail, reference.slice(-referenceTailLength))]
  if (reference.length > referenceTailLength)
    ending.push(sql`substr(${payment.id}, ${referenceLength + 1 - reference.length}) = ${reference}`)
  return ending
}

/** Few payments have it: SQLite must find them by it. */
const isRare = ({
  phone,
  email,
  externalReference,
  token,
  reference,
  amount,
  words,
  wordStart,
  unknown,
}: PaymentFilter) =>
  Boolean(
    phone ||
      email ||
      externalReference ||
      token ||
      reference ||
      amount !== undefined ||
      words ||
      wordStart ||
      unknown,
  )

/** The most payments with one word that are compared: the newest ones. */
const sharedMax = 10_000

/** Numbers are rarer in notes than words, and long words rarer than short ones. */
const isRarer = (a: string, b: string) => Number(/\d/.test(b)) - Number(/\d/.test(a)) || b.length - a.length

/** The search begins with the rarest word; the others are compared with what it found. */
function wordsAre({ accountId, words = [] }: PaymentFilter): SQL[] {
  const [first, ...others] = words.toSorted(isRarer)
  if (first === undefined) return []
  const { accountId: account, word, paymentId } = noteWord
  const found = sql`select ${paymentId} from ${noteWord} where ${eq(account, accountId)} and ${eq(word, first)}
    order by ${paymentId} desc limit ${sql.raw(String(sharedMax))}`
  return [
    sql`${payment.id} in (${found})`,
    ...others.map(
      other =>
        sql`exists (select 1 from ${noteWord} where ${eq(account, accountId)} and ${eq(word, other)} and ${paymentId} = ${payment.id})`,
    ),
  ]
}

/** After every letter and digit there is. */
const lastLetter = '\u{10ffff}'

function wordStartIs({ accountId, wordStart }: PaymentFilter): SQL[] {
  if (wordStart === undefined) return []
  const { accountId: account, word, paymentId } = noteWord
  return [
    sql`${payment.id} in (select ${paymentId} from ${noteWord} where ${eq(account, accountId)}
      and ${between(word, wordStart, `${wordStart}${lastLetter}`)} limit ${sql.raw(String(sharedMax))})`,
  ]
}

/**
 * Compares a column whose values many payments share. Beside a rarer one it is hidden from the planner, which
 * does not know how many there are and would walk all completed payments in search of a token.
 */
const common = (column: Column, value: string | undefined, isHidden: boolean) =>
  value === undefined ? undefined : isHidden ? sql`${column} || '' = ${value}` : sql`${column} = ${value}`

/** Whose sales: rarer than a status, and many beside a phone number. */
function ownIs(filter: PaymentFilter): SQL[] {
  const { tillId, staffId } = filter
  const own = [
    common(payment.tillId, tillId, isRare(filter)),
    common(payment.staffId, staffId, isRare(filter)),
    staffId === undefined ? undefined : isNull(payment.tillId),
  ]
  return own.filter(one => one !== undefined)
}

/**
 * Their index holds these few alone, so all of them are found first: the planner, not knowing how few, would
 * begin elsewhere.
 */
const unknownIs = ({ accountId, unknown }: PaymentFilter): SQL[] =>
  unknown
    ? [
        sql`${payment.id} in (select ${payment.id} from ${payment} where ${eq(payment.accountId, accountId)} and ${payment.unknown} = 1)`,
      ]
    : []

/**
 * Tokens and what was found before are looked up without the account: the planner must not begin with that
 * instead.
 */
const ofAccount = ({ accountId, token, words, wordStart, unknown }: PaymentFilter) =>
  token || words || wordStart || unknown
    ? sql`${payment.accountId} || '' = ${accountId}`
    : eq(payment.accountId, accountId)

function conditions(filter: PaymentFilter): SQL | undefined {
  const isHidden = isRare(filter) || filter.tillId !== undefined || filter.staffId !== undefined
  return and(
    ofAccount(filter),
    common(payment.status, filter.status, isHidden),
    common(payment.type, filter.type, isHidden),
    ...ownIs(filter),
    filter.phone ? eq(payment.phone, filter.phone) : undefined,
    filter.email ? sql`(${payment.customer} ->> 'email') = ${filter.email} collate nocase` : undefined,
    filter.externalReference ? eq(payment.externalReference, filter.externalReference) : undefined,
    filter.token ? eq(payment.token, filter.token) : undefined,
    filter.amount === undefined ? undefined : eq(payment.amount, filter.amount),
    ...wordsAre(filter),
    ...wordStartIs(filter),
    ...unknownIs(filter),
    ...(filter.reference ? referenceIs(filter.reference) : []),
    idRange(payment.id, filter),
  )
}

/**
 * A page of payments, newest first. What an offset skips is skipped in the index, without a look at its rows.
 */
export const listPayments = (
  read: Read,
  filter: PaymentFilter,
  limit: number,
  offset: number,
): Promise<Payment[]> =>
  adHocQuery(read, db => {
    const fits = conditions(filter)
    const ids = db
      .select({ id: payment.id })
      .from(payment)
      .where(fits)
      .orderBy(desc(payment.id))
      .limit(limit)
      .offset(offset)
    const wanted = offset === 0 ? fits : inArray(payment.id, ids)
    return db.select().from(payment).where(wanted).orderBy(desc(payment.id)).limit(limit)
  })

const sumCounts = sql<number>`coalesce(sum(${total.count}), 0)`.mapWith(Number)

/** How many payments there are by account, status and type, from the stored totals. */
export async function countPayments(
  read: Read,
  filter: Pick<PaymentFilter, 'accountId' | 'status' | 'type'>,
): Promise<number> {
  const rows = await adHocQuery(read, db =>
    db
      .select({ count: sumCounts })
      .from(total)
      .where(
        and(
          eq(total.accountId, filter.accountId),
          filter.status && eq(total.status, filter.status),
          filter.type && eq(total.type, filter.type),
        ),
      ),
  )
  return rows[0]?.count ?? 0
}

/** How many payments fit a filter, up to `max`. */
export const countPaymentsUpTo = (read: Read, filter: PaymentFilter, max: number): Promise<number> =>
  countUpTo(read, payment, conditions(filter), max)
