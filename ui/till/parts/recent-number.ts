// Keeps the numbers of recent customers, in memory only. A reload, another cashier or another account clears
// them, because a cashier may see only the end of a number that a colleague typed.
import { numbersAfter, numbersWith } from './recent-number.model.ts'
import type { TillDevice } from './till-device.ts'

let owner = ''
let numbers: readonly string[] = []

/** Returns a text that identifies the account, till and cashier that the numbers belong to. */
const ownerOf = ({ caller, cashier }: TillDevice): string =>
  [caller.account, caller.till, cashier?.id].join(' ')

/** Remembers the number of a customer who paid a request. `phone` is in E.164. */
export function rememberNumber(device: TillDevice, phone: string): void {
  const newOwner = ownerOf(device)
  numbers = numbersAfter(owner === newOwner ? numbers : [], phone)
  owner = newOwner
}

/** Returns the recent numbers of this cashier to offer while these digits are typed. */
export const recentNumbers = (device: TillDevice, digits: string): readonly string[] =>
  owner === ownerOf(device) ? numbersWith(numbers, digits) : []
