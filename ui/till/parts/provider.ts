// The display name of the customer's provider.
import { walletNames } from '../../../src/domain/phone.ts'
import type { Payment } from '../../kit/payment.ts'

const names: Readonly<Record<string, string>> = {
  ...walletNames,
  tanqr: 'TANQR',
  till_number: 'Lipa Namba',
}

/** Returns the brand's name for a payment; its code if it has none. */
export const providerOf = ({ channel }: Payment): string => names[channel.provider] ?? channel.provider
