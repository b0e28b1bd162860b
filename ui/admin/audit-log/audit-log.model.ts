// The audit log in words: the sentence of each entry, the values in it, and the actor.
import { auditActions, type ChangedField } from '../../../src/domain/audit-log.ts'
import type { NamedActorView } from '../../../src/wire/actor.ts'
import { digitsOf } from '../../kit/money.ts'
import { choiceParam, cursorParam, dayParam, type Query, textParam } from '../parts/query.model.ts'
import type { audit } from './audit-log.text.ts'

/** Reads the filters of the list from the address. Values that do not fit are left out. */
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

/** The key of a text of the audit log. */
export type AuditText = keyof (typeof audit)['en']
/** The texts of the audit log in one language. */
type Words = Readonly<Partial<Record<AuditText, string>>>

/** The names behind ids in entries. */
export interface Names {
  /** The staff id of the reader, whom the list calls "You". */
  readonly me?: string | undefined
  readonly people: ReadonlyMap<string, string>
  readonly keys: ReadonlyMap<string, string>
  readonly tills: ReadonlyMap<string, string>
}

/** Returns a kind of entry as text keys contain it: `till.paired` becomes `till_paired`. */
const textKeyOf = (name: string) => name.replaceAll('.', '_')

/** Returns a kind in words where no text exists: `till.paired` becomes `Till paired`. */
function readableKind(kind: string): string {
  const words = kind.replace(/[._]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the name of a kind of entry: its text, else the kind in readable words. */
export const kindName = (kind: string, words: Words): string =>
  words[`kind_${textKeyOf(kind)}` as AuditText] ?? readableKind(kind)

/** Returns whether the person who acted is the person whom the entry is about. */
const isSelf = (actor: NamedActorView, subject: string | null): boolean =>
  actor.type === 'staff' && actor.id === subject

/** Returns the key of the sentence for an entry. Some kinds have several, chosen by the entry’s details. */
function sentenceKeyOf({ kind, actor, subject, detail }: AuditEntry): string {
  const base = `what_${textKeyOf(kind)}`
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
  // `to` is the new role; `fields` names the other changes.
  if (kind === 'staff.changed' && detail.to === undefined) return `${base}_name`
  if (kind === 'staff.changed') return detail.fields ? `${base}_both` : `${base}_role`
  return base
}

/**
 * Returns what was done, without the actor: `changed settings: name, fees`. A kind without a sentence becomes
 * its name and its details.
 */
export function actionTextOf(entry: AuditEntry, words: Words, names: Names): string {
  const sentence = words[sentenceKeyOf(entry) as AuditText]
  if (sentence === undefined) return [kindName(entry.kind, words), ...detailTexts(entry)].join(' · ')
  return sentence.replace(/{{(\w+)}}/g, (_, blank: string) => blankText(entry, blank, words, names))
}

/** Returns whether a stored detail is one changed field with its old and new value. */
const isChangedField = (value: unknown): value is ChangedField =>
  value instanceof Object && 'field' in value && 'from' in value && 'to' in value

/** Kinds whose entries hold the old and new values. */
const kindsWithChanges: readonly string[] = [
  'settings.changed',
  'product.changed',
  'profile.webhook_changed',
  'routing.changed',
]

/**
 * Returns the old and new value of each setting, in words: `fee, card: 3% → 3.5%`. Returns none for entries
 * from before values were recorded.
 */
export function changesOf({ kind, detail }: AuditEntry, words: Words): string[] {
  if (!kindsWithChanges.includes(kind) || !Array.isArray(detail.changes)) return []
  return detail.changes
    .filter(isChangedField)
    .map(
      ({ field, from, to }) =>
        `${fieldName(field, words)}: ${valueText(field, from, words)} → ${valueText(field, to, words)}`,
    )
}

/**
 * Returns the name of a field. `fees.card.fixed` is named after its payment method, because its value shows
 * whether it is the fixed part or the percentage. `price.Large` is the price of a variation.
 */
function fieldName(field: string, words: Words): string {
  const [name = '', ...rest] = field.split('.')
  const knownName =
    name === 'fees' && rest.length > 0
      ? words[`fee_${rest[0]?.replace('-', '_')}` as AuditText]
      : words[`field_${name}` as AuditText]
  if (knownName === undefined) return field.replace(/[._]+/g, ' ')
  return name === 'fees' || rest.length === 0 ? knownName : `${knownName} (${rest.join('.')})`
}

/** Returns the value of a field in the unit people know: percent, shillings or minutes. */
function valueText(field: string, value: ChangedField['from'], words: Words): string {
  if (value === null) return (field === 'amount_max' ? words.no_limit : words.no_value) ?? ''
  if (field.endsWith('.basis_points')) return `${Number(value) / 100}%`
  if (/\.fixed$|^amount_max$|_approval_above$|^(price|cost)(\.|$)/.test(field))
    return `TZS\u00a0${digitsOf(Number(value) || 0)}`
  if (field === 'expiry_seconds') {
    const minutes = Math.round((Number(value) / 60) * 100) / 100
    return (words.some_minutes ?? '{{count}}').replace('{{count}}', String(minutes))
  }
  // Stored as `yes`, `no`, `on` or `off`.
  if (/^(available(\.|$)|track_stock$)/.test(field))
    return words[`value_${value}` as AuditText] ?? String(value)
  return String(value)
}

/** Returns the plain details of an entry, for kinds without a sentence: `reason: stolen`. */
const detailTexts = ({ detail }: AuditEntry): string[] =>
  Object.entries(detail)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${String(value)}`)

/**
 * Returns the prefix of a Swahili verb: `a-` for another person, `i-` for a till, and `u-` for the reader, a
 * key and the server.
 */
function verbPrefix({ type, id }: NamedActorView, me: string | undefined): string {
  if (type === 'till') return 'i'
  return type === 'staff' && id !== me ? 'a' : 'u'
}

/** Returns what replaces a blank such as `{{amount}}`: a detail of the entry, or a grammatical form. */
function blankText(
  { actor, subject, subject_name, detail }: AuditEntry,
  blank: string,
  words: Words,
  names: Names,
): string {
  const value = detail[blank]
  const translated = (prefix: string) =>
    words[`${prefix}_${String(value).replaceAll('-', '_')}` as AuditText] ?? String(value ?? '')
  const isReader = actor.type === 'staff' && actor.id === names.me
  switch (blank) {
    case 's':
      return verbPrefix(actor, names.me)
    case 'ake':
      return isReader ? 'ako' : 'ake'
    case 'their':
      return isReader ? 'your' : 'their'
    case 'person':
      return subject_name ?? names.people.get(subject ?? '') ?? words.a_former_person ?? ''
    case 'key':
      return names.keys.get(subject ?? '') ?? subject ?? ''
    case 'role':
    case 'from':
    case 'to':
      return translated('role')
    case 'what':
      return translated('list')
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

/**
 * Returns the name of the actor, and of the till where it happened: `Asha · till Front`. Former people and
 * tills have general names.
 */
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

/** Puts a name into a text such as `till {{name}}`. */
const fillName = (sentence: string | undefined, name: string) =>
  (sentence ?? '{{name}}').replace('{{name}}', name)

/** Returns how an API key is called: by its name or, without one, by the last 8 characters of its id. */
export const keyName = (id: string, name: string | null, words: Words): string =>
  fillName(words.a_key, name ?? id.slice(-8))

/** Returns the page that an entry links to: a payment, payout or shift; undefined if it links to none. */
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
