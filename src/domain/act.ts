// Acts: who did what, and from where, for whoever asks later. Kept for things that a person decides, not for each sale.

/** Every kind there is, `noun.past`. */
export const actKinds = [
  'account.created',
  'export.taken',
  'invitation.created',
  'invitation.withdrawn',
  'key.created',
  'key.revoked',
  'login.ended',
  'owner.handed_over',
  'owner.reset',
  'password.changed',
  'payment.voided',
  'payout.created',
  'settings.changed',
  'staff.changed',
  'staff.joined',
  'staff.removed',
  'token.issued',
  'two_factor.disabled',
  'two_factor.enabled',
  'unmatched.settled',
  'webhook_secret.read',
] as const
export type ActKind = (typeof actKinds)[number]

/** Who does something: `staff …`, `key_…`, or the box itself. */
export interface Actor {
  readonly name: string
  /** Of the other end of the connection; null at the box itself. */
  readonly address: string | null
}

/** What the first start and the command line do. */
export const theBox: Actor = { name: 'box', address: null }

/** A few small facts; never a secret, a phone number or free text of a customer. */
export type ActDetail = Readonly<Record<string, string | number | boolean | null>>

export interface Act {
  readonly id: string
  readonly accountId: string
  readonly actor: string
  readonly kind: ActKind
  /** The id of what it was done to. */
  readonly subject: string | null
  readonly detail: ActDetail
  readonly address: string | null
  readonly createdAt: number
}
