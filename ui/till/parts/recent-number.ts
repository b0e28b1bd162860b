// Keeps the numbers of recent customers in memory alone: a reload, another cashier or another account starts
// anew, because a cashier sees only the end of a number that another one typed.
import { numbersAfter, numbersWith } from './recent-number.model.ts'
import type { TillDevice } from './till-device.ts'

let owner = ''
let numbers: readonly string[] = []

const ownerOf = ({ caller, cashier }: TillDevice): string =>
  [caller.account, caller.till, cashier?.id].join(' ')

/** @param phone E.164 of a customer who paid a request */
export function rememberNumber(device: TillDevice, phone: string): void {
  const seller = ownerOf(device)
  numbers = numbersAfter(owner === seller ? numbers : [], phone)
  owner = seller
}

/** Those to offer while these digits are typed. */
export const recentNumbers = (device: TillDevice, digits: string): readonly string[] =>
  owner === ownerOf(device) ? numbersWith(numbers, digits) : []
