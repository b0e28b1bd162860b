// The customer's brand, as a name people know.
import { providerNames } from '../../../src/domain/phone.ts'
import type { Payment } from '../../kit/payment.ts'

const names: Readonly<Record<string, string>> = { ...providerNames, tanqr: 'TANQR' }

export const providerOf = ({ channel }: Payment): string => names[channel.provider] ?? channel.provider
