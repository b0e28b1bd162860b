// The audit log in words: the sentence of each entry, the values in it, and the actor.
import { auditActions, type ChangedField } from '../../../src/domain/audit-log.ts'
import type { NamedActorView } from '../../../src/wire/actor.ts'
import { digitsOf } from '../../kit/money.ts'
import { choiceParam, cursorParam, dayParam, type Query, textParam } from '../parts/query.model.ts'
import type { audit } from './audit-log.text.ts'

/** The filters of the list, as in the address. */
export const auditSearch = (query: Query) => ({
  ...choiceParam(query, 'kind', auditActions),
  ...textParam(query, 'by'),
  ...dayParam(query, 'from'),
  ...dayParam(query, 'to'),
  ...cursorParam(query),
})
export type AuditSearch = ReturnType<typeof auditSearch>

/** An entry as the API shows it. */
export interface AuditEntry {
  readonly kind: string
  readonly actor: NamedActorView
  readonly subject: string | null
  readonly subject_name: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

export type AuditText = keyof (typeof audit)['en']
type Words = Readonly<Partial<Record<AuditText, string>>>

/** The names behind ids in entries. */
export interface Names {
  /** The staff id of the reader, whom the list calls "You". */
  readonly me?: string | undefined
  readonly people: ReadonlyMap<string, string>
  readonly keys: ReadonlyMap<string, string>
  readonly tills: ReadonlyMap<string, string>
}

const oneWord = (name: string) => name.replaceAll('.', '_')

/** `till.paired` in words that need no table: `Till paired`. */
function readableKind(kind: string): string {
  const words = kind.replace(/[._]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The name of a kind of entry, for filters and for kinds without a sentence. */
export const kindName = (kind: string, words: Words): string =>
  words[`kind_${oneWord(kind)}` as AuditText] ?? readableKind(kind)

/** Whether a person did it to themselves. */
const isSelf = (actor: NamedActorView, subject: string | null): boolean =>
  actor.type === 'staff' && actor.id === subject

/** Some kinds have more than one sentence. */
function sentenceOf({ kind, actor, subject, detail }: AuditEntry): string {
  const base = `what_${oneWord(kind)}`
  if (kind === 'login.ended' && detail.all === true) return `${base}_all`
  if ((kind === 'cash.voided' || kind === 'refund.created') && detail.approver !== undefined)
    return `${base}_approved`
  if (kind === 'export.taken' && detail.filters) return `${base}_filtered`
  if (kind === 'payout.marked' || kind === 'refund.marked')
    return `${base}_${detail.result === 'sent' ? 'sent' : 'not_sent'}`
  if (kind === 'unmatched.settled') return `${base}_${String(detail.resolution)}`
  // An accepted invitation is the subject of its own entry.
  if (kind === 'staff.joined' && !subject?.startsWith('inv_') && !isSelf(actor, subject))
    return 'what_staff_added'
  if (kind === 'staff.removed' && isSelf(actor, subject)) return 'what_staff_left'
  if (kind === 'staff.changed')
    return detail.to === undefined ? `${base}_name` : detail.fields ? `${base}_both` : `${base}_role`
  return base
}

/** What was done, without the actor: `changed settings: name, fees`. */
export function subjectOf(entry: AuditEntry, words: Words, names: Names): string {
  const sentence = words[sentenceOf(entry) as AuditText]
  if (sentence === undefined) return [kindName(entry.kind, words), ...factsOf(entry)].join(' · ')
  return sentence.replace(/{{(\w+)}}/g, (_, blank: string) => blankOf(entry, blank, words, names))
}

const isChanged = (value: unknown): value is ChangedField =>
  value instanceof Object && 'field' in value && 'from' in value && 'to' in value

const kindsWithChanges: readonly string[] = [
  'settings.changed',
  'product.changed',
  'profile.webhook_changed',
  'routing.changed',
]

/**
 * What each setting was and is, in words: `fee, card: 3% → 3.5%`. Older entries have none.
 */
export function changesOf({ kind, detail }: AuditEntry, words: Words): string[] {
  if (!kindsWithChanges.includes(kind) || !Array.isArray(detail.changes)) return []
  return detail.changes
    .filter(isChanged)
    .map(
      ({ field, from, to }) =>
        `${fieldName(field, words)}: ${valueText(field, from, words)} → ${valueText(field, to, words)}`,
    )
}

/**
 * Returns the name of a field. `fees.card.fixed` is named after its payment method; its value shows which
 * part it is. `price.Large` belongs to a variation.
 */
function fieldName(field: string, words: Words): string {
  const [name = '', ...rest] = field.split('.')
  const known =
    name === 'fees' && rest.length > 0
      ? words[`fee_${rest[0]?.replace('-', '_')}` as AuditText]
      : words[`field_${name}` as AuditText]
  if (known === undefined) return field.replace(/[._]+/g, ' ')
  return name === 'fees' || rest.length === 0 ? known : `${known} (${rest.join('.')})`
}

function valueText(field: string, value: ChangedField['from'], words: Words): string {
  if (value === null) return (field === 'amount_max' ? words.no_limit : words.no_value) ?? ''
  if (field.endsWith('.basis_points')) return `${Number(value) / 100}%`
  if (
    field.endsWith('.fixed') ||
    field === 'amount_max' ||
    field.endsWith('_approval_above') ||
    /^(price|cost)(\.|$)/.test(field)
  )
    return `TZS\u00a0${digitsOf(Number(value) || 0)}`
  if (field === 'expiry_seconds')
    return (words.some_minutes ?? '{{count}}').replace(
      '{{count}}',
      String(Math.round(Number(value) / 0.6) / 100),
    )
  if (/^(available(\.|$)|track_stock$)/.test(field))
    return words[`value_${value}` as AuditText] ?? String(value)
  return String(value)
}

/** The details of an entry whose kind has no sentence. */
const factsOf = ({ detail }: AuditEntry): string[] =>
  Object.entries(detail)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${String(value)}`)

/** The prefix of a Swahili verb: `a-` of a person, `u-` of oneself, a key and the server, `i-` of a till. */
const verbPrefix = ({ type, id }: NamedActorView, me: string | undefined): string =>
  type === 'staff' && id !== me ? 'a' : type === 'till' ? 'i' : 'u'

function blankOf(
  { actor, subject, subject_name, detail }: AuditEntry,
  blank: string,
  words: Words,
  names: Names,
): string {
  const value = detail[blank]
  const textOf = (prefix: string) =>
    words[`${prefix}_${String(value).replaceAll('-', '_')}` as AuditText] ?? String(value ?? '')
  const isMine = actor.type === 'staff' && actor.id === names.me
  switch (blank) {
    case 's':
      return verbPrefix(actor, names.me)
    case 'ake':
      return isMine ? 'ako' : 'ake'
    case 'their':
      return isMine ? 'your' : 'their'
    case 'person':
      return subject_name ?? names.people.get(subject ?? '') ?? words.a_former_person ?? ''
    case 'key':
      return names.keys.get(subject ?? '') ?? subject ?? ''
    case 'role':
    case 'from':
    case 'to':
      return textOf('role')
    case 'what':
      return textOf('list')
    case 'amount':
      return `TZS\u00a0${digitsOf(Number(value) || 0)}`
    case 'fields':
      return String(value ?? '')
        .split(' ')
        .map(field => words[`field_${field}` as AuditText] ?? field.replaceAll('_', ' '))
        .join(', ')
    case 'filters':
      return String(value ?? '').replaceAll(' ', ', ')
    default:
      return String(value ?? '')
  }
}

/** Who did it, by name as far as it is known. */
export function actorNameOf({ type, id, name, till_id }: NamedActorView, words: Words, names: Names): string {
  const till = till_id === null ? [] : [fillName(words.a_till, names.tills.get(till_id) ?? '').trim()]
  switch (type) {
    case 'staff':
      return [name || words.gone, ...till].filter(Boolean).join(' · ')
    case 'till':
      return till.join('')
    case 'key':
      return keyName(id ?? '', name, words)
    case 'server':
      return words.server ?? ''
  }
}

const fillName = (sentence: string | undefined, name: string) =>
  (sentence ?? '{{name}}').replace('{{name}}', name)

/** An API key by its name, or by how its id ends. */
export const keyName = (id: string, name: string | null, words: Words): string =>
  fillName(words.a_key, name ?? id.slice(-8))

/** The page of an entry's subject, if it has one. */
export function linkOfEntry({
  kind,
  subject,
  detail,
}: AuditEntry): { to: 'payment' | 'payout' | 'shift'; id: string } | undefined {
  if (subject === null) return undefined
  // A refund leads to its payment, or to the report of the shift that paid it out.
  if (kind === 'refund.created' && typeof detail.sale === 'string' && !detail.sale.startsWith('cash_'))
    return { to: 'payment', id: detail.sale }
  if ((kind === 'cash.voided' || kind === 'refund.created') && typeof detail.shift === 'string')
    return { to: 'shift', id: detail.shift }
  if (kind.startsWith('payment.')) return { to: 'payment', id: subject }
  return kind.startsWith('payout.') ? { to: 'payout', id: subject } : undefined
}
