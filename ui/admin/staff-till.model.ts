// What a person may do at tills: what is wrong with a PIN before the box is asked, and whether they may complete payments by hand.
import { assertPin } from '../../src/domain/pin.ts'

export type PinFault = 'field_empty' | 'pin_digits' | 'pin_easy'

/** Undefined for a PIN that the box will take. */
export function pinFault(pin: string): PinFault | undefined {
  if (pin === '') return 'field_empty'
  if (!/^\d{4,8}$/.test(pin)) return 'pin_digits'
  try {
    assertPin(pin)
    return undefined
  } catch {
    return 'pin_easy'
  }
}

interface Person {
  readonly id: string
  /** Member since. */
  readonly created_at: string
}
export interface GrantAct {
  readonly subject: string | null
  readonly detail: Readonly<Record<string, unknown>>
  readonly created_at: string
}

/**
 * The act that decides whether a person may complete payments by hand: the last one about them since they joined, for a new member
 * has no grants. Undefined when there is none: they may not.
 * @param acts newest first, of the kind `grants.changed`
 */
export const lastGrant = <A extends GrantAct>(acts: readonly A[], { id, created_at }: Person): A | undefined =>
  acts.find(act => act.subject === id && act.created_at >= created_at)

export const isGranted = (act: GrantAct | undefined): boolean => act?.detail.complete_by_hand === true
