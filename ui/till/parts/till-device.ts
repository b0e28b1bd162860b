// The device this till runs on: a paired till with its account, cashier and shift, or a person's own login.
import { createContext, useContext } from 'react'
import type { Role } from '../../../src/domain/account.ts'
import type { Caller } from '../../kit/caller.ts'
import type { Account } from '../../kit/me.ts'
import type { Cashier, TillMe } from '../../kit/till.ts'

/** Who sells here, for which account, and what they may do. */
export interface TillDevice {
  readonly caller: Caller
  readonly account: Omit<Account, 'role' | 'pin_length'>
  /** The paired till; null where a person is logged in. */
  readonly till: TillMe['till'] | null
  readonly cashier: Cashier | null
  readonly shift: TillMe['shift']
  /** How many customer displays are paired with it. */
  readonly displays: number
  /** The role of the person who sells, which limits their discounts. */
  readonly role: Role
  /** The person may confirm a payment manually. */
  readonly mayConfirm: boolean
  /** The person may give money of a sale back; a developer may not (src/domain/account.ts). */
  readonly mayRefund: boolean
  /** The person may open the console. */
  readonly mayManage: boolean
}

/** Returns the device of a paired till. */
export const deviceOfTill = ({ till, account, staff, shift, displays }: TillMe): TillDevice => ({
  caller: { account: account.id, till: till.id },
  account,
  till,
  cashier: staff,
  shift,
  displays,
  role: staff?.role ?? 'cashier',
  mayConfirm: staff?.may_confirm ?? false,
  mayRefund: staff !== null,
  mayManage: false,
})

/** Returns the device of a browser where a person is logged in and sells for an account. */
export const deviceOfLogin = (account: Account, staff: Cashier | null): TillDevice => ({
  caller: { account: account.id, till: null },
  account,
  till: null,
  cashier: staff,
  shift: null,
  displays: 0,
  role: account.role,
  mayConfirm: account.role === 'owner' || account.role === 'admin',
  mayRefund: account.role !== 'developer',
  mayManage: account.role !== 'cashier',
})

const TillDeviceContext = createContext<TillDevice | null>(null)
export const TillDeviceProvider = TillDeviceContext.Provider

/** Returns the device of the current screen. */
export function useTillDevice(): TillDevice {
  const device = useContext(TillDeviceContext)
  if (!device) throw new Error('useTillDevice needs a TillDeviceProvider')
  return device
}
