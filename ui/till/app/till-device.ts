// Where and for whom this till sells now: the account, the paired till with its cashier and shift, or a
// person's own login.
import { createContext, useContext } from 'react'
import type { Caller } from '../../kit/caller.ts'
import type { Account } from '../../kit/me.ts'
import type { Cashier, TillMe } from '../../kit/till.ts'

export interface TillDevice {
  readonly caller: Caller
  readonly account: Omit<Account, 'role'>
  /** The paired till; null where a person is logged in. */
  readonly till: TillMe['till'] | null
  readonly cashier: Cashier | null
  readonly shift: TillMe['shift']
  /** May say by hand that a payment came. */
  readonly mayConfirm: boolean
  /** Their own console is open to them. */
  readonly mayManage: boolean
}

export const deviceOfTill = ({ till, account, staff, shift }: TillMe): TillDevice => ({
  caller: { account: account.id, till: till.id },
  account,
  till,
  cashier: staff,
  shift,
  mayConfirm: staff?.may_confirm ?? false,
  mayManage: false,
})

export const deviceOfLogin = (account: Account, staff: Cashier | null): TillDevice => ({
  caller: { account: account.id, till: null },
  account,
  till: null,
  cashier: staff,
  shift: null,
  mayConfirm: account.role === 'owner' || account.role === 'admin',
  mayManage: account.role !== 'cashier',
})

const CounterContext = createContext<TillDevice | null>(null)
export const TillDeviceProvider = CounterContext.Provider

/** The counter of the screen that asks. */
export function useTillDevice(): TillDevice {
  const counter = useContext(CounterContext)
  if (!counter) throw new Error('a screen of the till stands at a counter')
  return counter
}
