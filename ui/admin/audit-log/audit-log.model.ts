// The audit log in words: the sentence of each entry, the values in it, and the actor.
import { auditActions, type ChangedField } from '../../../src/domain/audit-log.ts'
import type { NamedActorView } from '../../../src/wire/actor.ts'
import { digitsOf } from '../../kit/money.ts'
import { choiceParam, cursorParam, dayParam, type Query, textParam } from '../parts/query.model.ts'
import type { audit } from './audit-log.text.ts'

/** Reads the filters of the list from the address, and leaves out invalid values. */
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
/** The texts of the audit log in one language, by their keys. */
type Texts = Readonly<Partial<Record<AuditText, string>>>

/** The names behind ids in entries. */
export interface Names {
  /** The staff id of the reader, whom the list calls "You". */
  readonly me?: string | undefined
  readonly people: ReadonlyMap<string, string>
  readonly keys: ReadonlyMap<string, string>
  readonly tills: ReadonlyMap<string, string>
}

/** Returns a kind of entry as it is written in text keys: `till_paired` for `till.paired`. */
const textKeyOf = (kind: string) => kind.replaceAll('.', '_')

/** Returns a readable name for a kind of entry without a text: `Till paired` for `till.paired`. */
function readableKind(kind: string): string {
  const name = kind.replace(/[._]+/g, ' ').trim()
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Returns the name of a kind of entry: its text, or else the kind as readable words. */
export const kindName = (kind: string, texts: Texts): string =>
  texts[`kind_${textKeyOf(kind)}` as AuditText] ?? readableKind(kind)

/** Returns whether the person who acted is the person whom the entry is about. */
const isSelf = (actor: NamedActorView, subject: string | null): boolean =>
  actor.type === 'staff' && actor.id === subject

/**
 * Returns the key of the sentence for an entry, such as `what_till_paired`. Some kinds have several
 * sentences, and the details of the entry decide which is used.
 */
function sentenceKeyOf({ kind, actor, subject, detail }: AuditEntry): string {
  const base = `what_${textKeyOf(kind)}`
  if (kind === 'login.ended' && detail.all === true) return `${base}_all`
  const isVoidOrRefund = kind === 'cash.voided' || kind === 'refund.created'
  if (isVoidOrRefund && detail.approver !== undefined) return `${base}_approved`
  if (kind === 'export.taken' && detail.filters) return `${base}_filtered`
  if (kind === 'payout.marked' || kind === 'refund.marked')
    return `${base}_${detail.result === 'sent' ? 'sent' : 'not_sent'}`
  if (kind === 'unmatched.settled') return `${base}_${String(detail.resolution)}`
  // The subject is an accepted invitation, or the new person, whom another person may have added.
  const hasInvitation = subject?.startsWith('inv_') ?? false
  if (kind === 'staff.joined' && !hasInvitation && !isSelf(actor, subject)) return 'what_staff_added'
  if (kind === 'staff.removed' && isSelf(actor, subject)) return 'what_staff_left'
  // `detail.to` is the new role; `detail.fields` names the other changed fields.
  if (kind === 'staff.changed' && detail.to === undefined) return `${base}_name`
  if (kind === 'staff.changed') return detail.fields ? `${base}_both` : `${base}_role`
  return base
}

/**
 * Returns what was done, without the actor: `changed settings: name, fees`. For a kind without a sentence,
 * returns its name and its details.
 */
export function actionTextOf(entry: AuditEntry, texts: Texts, names: Names): string {
  const sentence = texts[sentenceKeyOf(entry) as AuditText]
  if (sentence === undefined) return [kindName(entry.kind, texts), ...detailTexts(entry)].join(' · ')
  // A blank of a sentence: `{{amount}}`.
  return sentence.replace(/{{(\w+)}}/g, (_, blank: string) => blankText(entry, blank, texts, names))
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
 * Returns each changed field with its old and new value: `fee, card: 3% → 3.5%`. Returns an empty list for
 * kinds without changes, and for old entries, which hold no values.
 */
export function changesOf({ kind, detail }: AuditEntry, texts: Texts): string[] {
  if (!kindsWithChanges.includes(kind) || !Array.isArray(detail.changes)) return []
  return detail.changes.filter(isChangedField).map(({ field, from, to }) => {
    const oldValue = valueText(field, from, texts)
    const newValue = valueText(field, to, texts)
    return `${fieldName(field, texts)}: ${oldValue} → ${newValue}`
  })
}

/**
 * Returns the name of a field in the language of `texts`. `fees.card.fixed` is called `fee, card`, because
 * its value shows whether it is the fixed part or the percentage. `price.Large`, the price of a variation, is
 * called `price (Large)`. A field without a text keeps its own name, in words.
 */
function fieldName(field: string, texts: Texts): string {
  const [name = '', ...subfields] = field.split('.')
  const method = name === 'fees' ? subfields[0] : undefined
  const textKey = method === undefined ? `field_${name}` : `fee_${method.replace('-', '_')}`
  const knownName = texts[textKey as AuditText]
  if (knownName === undefined) return field.replace(/[._]+/g, ' ')
  return name === 'fees' || subfields.length === 0 ? knownName : `${knownName} (${subfields.join('.')})`
}

/** Fields with amounts in shillings, such as `fees.card.fixed`, `refund_approval_above`, `price.Large`. */
const amountFields = /\.fixed$|^amount_max$|_approval_above$|^(price|cost)(\.|$)/
/** Fields that are stored as `yes`, `no`, `on` or `off`, such as `available` and `available.Large`. */
const switchFields = /^(available(\.|$)|track_stock$)/

/** Returns the value of a field in the unit that people know: percent, shillings or minutes. */
function valueText(field: string, value: ChangedField['from'], texts: Texts): string {
  if (value === null) return (field === 'amount_max' ? texts.no_limit : texts.no_value) ?? ''
  if (field.endsWith('.basis_points')) return `${Number(value) / 100}%`
  if (amountFields.test(field)) return `TZS\u00a0${digitsOf(Number(value) || 0)}`
  if (field === 'expiry_seconds') {
    const minutes = Math.round((Number(value) / 60) * 100) / 100 // at most two decimals
    return (texts.some_minutes ?? '{{count}}').replace('{{count}}', String(minutes))
  }
  if (switchFields.test(field)) return texts[`value_${value}` as AuditText] ?? String(value)
  return String(value)
}

/** Returns the details of an entry that are not objects or lists: `reason: stolen`. */
const detailTexts = ({ detail }: AuditEntry): string[] =>
  Object.entries(detail)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${String(value)}`)

/**
 * Returns the prefix of a Swahili verb, which depends on the actor: `a` for another person, `i` for a till,
 * and `u` for the reader, a key and the server.
 * @param readerId the staff id of the person who reads the list
 */
function verbPrefix({ type, id }: NamedActorView, readerId: string | undefined): string {
  if (type === 'till') return 'i'
  return type === 'staff' && id !== readerId ? 'a' : 'u'
}

/**
 * Returns the text for a blank of a sentence, such as `{{amount}}`. The blanks `s`, `ake` and `their` are
 * forms that agree with the actor; most others are the detail of the same name.
 */
function blankText(
  { actor, subject, subject_name, detail }: AuditEntry,
  blank: string,
  texts: Texts,
  names: Names,
): string {
  const value = detail[blank]
  const translatedValue = (prefix: string) =>
    texts[`${prefix}_${String(value).replaceAll('-', '_')}` as AuditText] ?? String(value ?? '')
  const isReader = actor.type === 'staff' && actor.id === names.me
  switch (blank) {
    case 's':
      return verbPrefix(actor, names.me)
    case 'ake':
      return isReader ? 'ako' : 'ake'
    case 'their':
      return isReader ? 'your' : 'their'
    case 'person':
      return subject_name ?? names.people.get(subject ?? '') ?? texts.a_former_person ?? ''
    case 'key':
      return names.keys.get(subject ?? '') ?? subject ?? ''
    case 'role':
    case 'from':
    case 'to':
      return translatedValue('role')
    case 'what':
      return translatedValue('list')
    case 'amount':
      return `TZS\u00a0${digitsOf(Number(value) || 0)}`
    case 'fields':
      return String(value ?? '')
        .split(' ')
        .map(field => texts[`field_${field}` as AuditText] ?? field.replaceAll('_', ' '))
        .join(', ')
    case 'filters':
      return String(value ?? '').replaceAll(' ', ', ')
    default:
      return String(value ?? '')
  }
}

/**
 * Returns the name of the actor and, for a person at a till, of that till: `Asha · till Front`. People and
 * tills that no longer exist have a general name, such as `till`.
 */
export function actorNameOf({ type, id, name, till_id }: NamedActorView, texts: Texts, names: Names): string {
  const tillName = till_id === null ? '' : fillName(texts.a_till, names.tills.get(till_id) ?? '').trim()
  switch (type) {
    case 'staff':
      return [name || texts.gone, tillName].filter(Boolean).join(' · ')
    case 'till':
      return tillName
    case 'key':
      return keyName(id ?? '', name, texts)
    case 'server':
      return texts.server ?? ''
  }
}

/** Puts a name into a text such as `till {{name}}`. Returns the name alone if there is no text. */
const fillName = (text: string | undefined, name: string) => (text ?? '{{name}}').replace('{{name}}', name)

/** Returns the name of an API key as the log shows it; without a name, the last 8 characters of its id. */
export const keyName = (id: string, name: string | null, texts: Texts): string =>
  fillName(texts.a_key, name ?? id.slice(-8))

/**
 * Returns the page that an entry links to, the id being that of the payment, payout or shift; undefined if
 * the entry has no such page.
 */
export function linkOfEntry({
  kind,
  subject,
  detail,
}: AuditEntry): { to: 'payment' | 'payout' | 'shift'; id: string } | undefined {
  if (subject === null) return undefined
  // A refund links to its payment or, if the sale was in cash, to the shift that paid the refund out.
  const { sale, shift } = detail
  const hasPayment = typeof sale === 'string' && !sale.startsWith('cash_')
  if (kind === 'refund.created' && hasPayment) return { to: 'payment', id: sale }
  const isVoidOrRefund = kind === 'cash.voided' || kind === 'refund.created'
  if (isVoidOrRefund && typeof shift === 'string') return { to: 'shift', id: shift }
  if (kind.startsWith('payment.')) return { to: 'payment', id: subject }
  if (kind.startsWith('payout.')) return { to: 'payout', id: subject }
  return undefined
}
