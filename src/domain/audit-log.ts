// Acts: who did what, and from where, for whoever asks later. Kept for things that a person decides, not for
// each sale.

/** Every kind there is, `noun.past`. */
export const auditActions = [
  'account.created',
  'backup.taken',
  'cash.voided',
  'display.paired',
  'display.removed',
  'drawer.changed',
  'export.taken',
  'grants.changed',
  'invitation.created',
  'invitation.withdrawn',
  'key.created',
  'key.revoked',
  'login.ended',
  'owner.handed_over',
  'owner.reset',
  'password.changed',
  'payment.confirmed_manually',
  'payment.voided',
  'payout.created',
  'pin.changed',
  'pin.locked',
  'settings.changed',
  'shift.closed',
  'shift.opened',
  'staff.changed',
  'staff.joined',
  'staff.removed',
  'till.created',
  'till.paired',
  'till.pairing_made',
  'till.printer_removed',
  'till.printer_set',
  'till.renamed',
  'till.revoked',
  'token.issued',
  'two_factor.disabled',
  'two_factor.enabled',
  'unmatched.settled',
  'webhook_secret.read',
  'webhook_secret.regenerated',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Who does something: `staff …`, `key_…`, `till_… staff …`, or the box itself. */
export interface Actor {
  readonly name: string
  /** Of the other end of the connection; null at the box itself. */
  readonly address: string | null
}

/** The person in an actor's name, if it is one: at a desk or on a till. */
export const personIn = (actor: string): string | undefined => /^(?:till_\w+ )?staff (.+)$/.exec(actor)?.[1]
/** The till in an actor's name, if it acted there. */
export const tillIn = (actor: string): string | undefined => /^till_\w+/.exec(actor)?.[0]

/** The kinds whose subject is a person. */
export const isAboutPerson = (kind: AuditAction): boolean => /^(staff|pin|grants|owner)\./.test(kind)

/** What the first start and the command line do. */
export const theBox: Actor = { name: 'box', address: null }

type Fact = string | number | boolean | null
/** What a value was and what it is. */
export interface Changed {
  readonly field: string
  readonly from: string | number | null
  readonly to: string | number | null
}

/** A few small facts; never a secret, a phone number or free text of a customer. */
export type AuditDetail = Readonly<Record<string, Fact | readonly Changed[]>>

export interface AuditEntry {
  readonly id: string
  readonly accountId: string
  readonly actor: string
  readonly kind: AuditAction
  /** The id of what it was done to. */
  readonly subject: string | null
  readonly detail: AuditDetail
  readonly address: string | null
  readonly createdAt: number
}
