// Lists: filters, pages and totals, the same cost at a million rows as at a thousand. Those of payments are
// here, others use the parts.
import { badField } from '../../domain/fault.ts'
import { idFrom, namedId } from '../../domain/id.ts'
import { noteWords } from '../../domain/note.ts'
import { paymentStatuses, paymentTypes, referenceLength, tailLength } from '../../domain/payment.ts'
import { readPhone } from '../../domain/phone.ts'
import {
  countPayments,
  countPaymentsUpTo,
  listPayments,
  type PaymentFilter,
} from '../../store/payment-list.ts'
import type { Read } from '../../store/statement.ts'
import { success } from '../../wire/money.ts'
import type { Caller } from '../access/caller.ts'
import { visibleView } from '../payments/visible-payment.ts'

const limitMax = 100
const limitDefault = 20
/** With free filters the total is exact up to here, then capped and marked. */
export const exactMost = 10_000

/** A request's query as it came. */
export type Query = Readonly<Record<string, string | undefined>>

/** A whole number of the query. @param ifAbsent undefined when it is required */
export function wholeOf(
  query: Query,
  name: string,
  ifAbsent: number | undefined,
  least: number,
  most: number,
): number {
  const text = query[name]
  if (text === undefined && ifAbsent !== undefined) return ifAbsent
  if (text === undefined) throw badField(name, 'is required')
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least && value <= most))
    throw badField(
      name,
      most === Number.MAX_SAFE_INTEGER
        ? `must be a whole number from ${least} on`
        : `must be a whole number from ${least} to ${most}`,
    )
  return value
}

/** A word of the query that must be one of these; empty is not given. */
export function oneOf<T extends string>(query: Query, name: string, allowed: readonly T[]): T | undefined {
  const text = query[name]
  if (text === undefined || text === '') return undefined
  const known = allowed.find(one => one === text)
  if (!known) throw badField(name, `must be one of ${allowed.join(', ')}`)
  return known
}

/** `limit` and `offset`. */
export const pageOf = (query: Query) => ({
  limit: wholeOf(query, 'limit', limitDefault, 1, limitMax),
  offset: wholeOf(query, 'offset', 0, 0, Number.MAX_SAFE_INTEGER),
})

/** `from` and `to` as a range of ids: from the first moment on, before the second. */
export function rangeOf(query: Query) {
  const from = timeOf(query, 'from')
  const to = timeOf(query, 'to')
  return {
    fromId: from === undefined ? undefined : idFrom(from),
    beforeId: to === undefined ? undefined : idFrom(to),
  }
}

/** The same over ids that begin with the name of their kind. */
export function namedRangeOf(query: Query, kind: 'evt' | 'del') {
  const { fromId, beforeId } = rangeOf(query)
  return { fromId: fromId && namedId(kind, fromId), beforeId: beforeId && namedId(kind, beforeId) }
}

function timeOf(query: Query, name: string): number | undefined {
  const text = query[name]
  return text === undefined || text === '' ? undefined : readTime(name, text)
}

/** A moment in milliseconds. @throws Fault naming the field */
export function readTime(name: string, text: string): number {
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time))
    throw badField(name, 'must be a date or a time in ISO 8601, such as 2026-11-21 or 2026-11-21T08:00:00Z')
  return time
}

/** Free text of the query, trimmed; empty is not given. */
export const textOf = (query: Query, name: string): string | undefined => {
  const text = query[name]?.trim()
  if (text && text.length > 200) throw badField(name, 'must have at most 200 characters')
  return text || undefined
}

function phoneOf(query: Query): string | undefined {
  const text = textOf(query, 'phone_number')
  if (text === undefined) return undefined
  const phone = readPhone(text)
  if (!phone) throw badField('phone_number', 'must be a Tanzanian mobile number, such as 0754 123 456')
  return phone.e164
}

const isReference = (text: string) => /^[0-9a-f-]{6,36}$/i.test(text)

function referenceOf(query: Query): string | undefined {
  const text = textOf(query, 'reference')?.toLowerCase()
  if (text !== undefined && text.length < tailLength)
    throw badField('reference', `must be a whole reference or its last ${tailLength} characters or more`)
  return text
}

/** `12,500`, `TZS 12500`, `12500/=`: whole shillings, as people write them. */
const amountPattern = /^(?:tzs|tsh|sh)?\.?\s*(\d{1,3}(?:[,.\s]\d{3})+|\d{3,12})\s*(?:\/[=-]|tzs|tsh)?$/i

function readAmount(text: string): number | undefined {
  const digits = amountPattern.exec(text)?.[1]?.replace(/\D/g, '')
  return digits === undefined ? undefined : Number(digits)
}

function amountOf(query: Query): number | undefined {
  const text = textOf(query, 'amount')
  const amount = text === undefined ? undefined : readAmount(text)
  if (text !== undefined && amount === undefined)
    throw badField('amount', 'must be whole shillings, such as 12500')
  return amount
}

/**
 * The 8 digits as they are shown: in two halves, with whatever space or dash comes along when they are copied
 * or read out.
 */
const tokenPattern = /^(\d{4})[\s\p{Pd}]*(\d{4})$/u

const readToken = (text: string): string | undefined => {
  const halves = tokenPattern.exec(text)
  return halves ? `${halves[1]}${halves[2]}` : undefined
}

function tokenOf(query: Query): string | undefined {
  const text = textOf(query, 'payment_token')
  return text === undefined ? undefined : (readToken(text) ?? text)
}

type Meaning = Partial<PaymentFilter>

/** What the words of a note may mean: whole words, else the last one as the beginning of a word. */
function meaningsOfNote(text: string): Meaning[] {
  const words = noteWords(text)
  if (words.length === 0) return [{ words: [text] }] // no note has it
  return [{ words }, { words: words.slice(0, -1), wordStart: words.at(-1) }]
}

/** All that a person may mean who types this into one search box, the likeliest first. */
function meaningsOf(text: string): Meaning[] {
  const phone = readPhone(text)
  const amount = readAmount(text)
  const token = readToken(text)
  const isTail = isReference(text) && (text.length === referenceLength || text.length <= 12)
  return [
    token !== undefined && { token },
    phone && { phone: phone.e164 },
    isTail && { reference: text.toLowerCase() },
    amount !== undefined && { amount },
    { externalReference: text },
    ...meaningsOfNote(text),
  ].filter(one => typeof one === 'object')
}

async function pageAnswer(read: Read, caller: Caller, filter: PaymentFilter, query: Query, isFree: boolean) {
  const page = pageOf(query)
  const items = await listPayments(read, filter, page.limit, page.offset)
  const total = await totalOf(read, filter, { ...page, shown: items.length, isFree })
  return success(200, {
    items: items.map(item => visibleView(caller, item)),
    total,
    ...(isFree && total === exactMost ? { total_capped: true } : {}),
    ...page,
  })
}

interface Page {
  readonly limit: number
  readonly offset: number
  readonly shown: number
  /** Filtered by what no total is kept for. */
  readonly isFree: boolean
}

function totalOf(read: Read, filter: PaymentFilter, page: Page): number | Promise<number> {
  const { isFree } = page
  const told = toldTotal(page)
  if (told !== undefined) return isFree ? Math.min(told, exactMost) : told
  return isFree ? countPaymentsUpTo(read, filter, exactMost) : countPayments(read, filter)
}

/** A page that is neither full nor beyond the end tells the total itself: most searches count nothing. */
const toldTotal = ({ limit, offset, shown }: Omit<Page, 'isFree'>): number | undefined =>
  shown < limit && (shown > 0 || offset === 0) ? offset + shown : undefined

interface Listed<Row, View> {
  list(limit: number, offset: number): Promise<readonly Row[]>
  /** How many there are, counted up to `most`. */
  countUpTo(most: number): Promise<number>
  view(row: Row): View
}

/** A page of what no totals are kept for: exact to `exactMost`, then capped and marked. */
export async function freePage<Row, View>(query: Query, { list, countUpTo, view }: Listed<Row, View>) {
  const page = pageOf(query)
  const rows = await list(page.limit, page.offset)
  const told = toldTotal({ ...page, shown: rows.length })
  const total = told === undefined ? await countUpTo(exactMost) : Math.min(told, exactMost)
  return success(200, {
    items: rows.map(view),
    total,
    ...(total === exactMost ? { total_capped: true } : {}),
    ...page,
  })
}

/** Whether something is asked for that nobody asks against. */
export function wishOf(query: Query, name: string): true | undefined {
  const text = textOf(query, name)
  if (text === undefined) return undefined
  if (text !== 'true') throw badField(name, 'must be true, or left out')
  return true
}

const filterOf = ({ account, sight }: Caller, query: Query): PaymentFilter => ({
  accountId: account.id,
  ...sight,
  status: oneOf(query, 'status', paymentStatuses),
  type: oneOf(query, 'payment_type', paymentTypes),
  unknown: wishOf(query, 'outcome_unknown'),
  ...rangeOf(query),
})

/** No totals are kept for any of these. */
const isFree = ({ fromId, beforeId, tillId, createdBy, unknown }: PaymentFilter) =>
  [fromId, beforeId, tillId, createdBy, unknown].some(one => one !== undefined)

/**
 * The answer of `GET /v1/payments`: newest first, with the total of all that fit and are in the caller's
 * sight.
 */
export function listAnswer(read: Read, caller: Caller, query: Query) {
  const filter = filterOf(caller, query)
  return pageAnswer(read, caller, filter, query, isFree(filter))
}

/** The list's filters, and by reference, network's reference, token, phone, amount, or words of the note. */
export async function searchFilterOf(read: Read, caller: Caller, query: Query): Promise<PaymentFilter> {
  const filter: PaymentFilter = {
    ...filterOf(caller, query),
    reference: referenceOf(query),
    externalReference: textOf(query, 'external_reference'),
    token: tokenOf(query),
    phone: phoneOf(query),
    amount: amountOf(query),
  }
  const [note, text] = [textOf(query, 'note'), textOf(query, 'q')]
  const noted = note === undefined ? filter : await firstFound(read, filter, meaningsOfNote(note))
  return text === undefined ? noted : firstFound(read, noted, meaningsOf(text))
}

/** The first meaning that any payment fits; the last one when none does. Each costs the look at one index. */
async function firstFound(
  read: Read,
  filter: PaymentFilter,
  meanings: readonly Meaning[],
): Promise<PaymentFilter> {
  for (const meaning of meanings.slice(0, -1)) {
    const narrowed = together(filter, meaning)
    if ((await listPayments(read, narrowed, 1, 0)).length > 0) return narrowed
  }
  return together(filter, meanings.at(-1) ?? {})
}

const together = (filter: PaymentFilter, meaning: Meaning): PaymentFilter => ({
  ...filter,
  ...meaning,
  words: filter.words || meaning.words ? [...(filter.words ?? []), ...(meaning.words ?? [])] : undefined,
})

/** The answer of `GET /v1/payments/search`: like the list, with more filters. */
export async function searchAnswer(read: Read, caller: Caller, query: Query) {
  return pageAnswer(read, caller, await searchFilterOf(read, caller, query), query, true)
}
