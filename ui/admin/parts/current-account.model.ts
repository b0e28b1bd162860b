// Chooses the current account of a person.
import type { Account } from '../../kit/me.ts'

/** Whether the account has a network that takes payments by QR code or by push to a phone. */
const canTakePayments = (account: Account) => account.takes['dynamic-qr'] || account.takes.mobile

/**
 * Returns the account that the address names, else the one chosen last on this browser, else the first that
 * can take payments, else the first. Undefined for a person without any account.
 */
export function accountFor(
  accounts: readonly Account[],
  idInAddress: string | undefined,
  lastId: string | undefined,
): Account | undefined {
  return (
    accounts.find(account => account.id === idInAddress) ??
    accounts.find(account => account.id === lastId) ??
    accounts.find(canTakePayments) ??
    accounts[0]
  )
}
