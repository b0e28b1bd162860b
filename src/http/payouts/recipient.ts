// The destination of a payout in requests: a wallet by its number, a bank account by bank and number.
import type { Static } from '@sinclair/typebox'
import { banks } from '../../domain/bank.ts'
import { badField } from '../../domain/fault.ts'
import type { Destination, Recipient } from '../../domain/payout.ts'
import { readPhone } from '../../domain/phone.ts'
import { readName } from '../../domain/plain-text.ts'
import type { LookUpName, SendPayout } from '../../wire/payout.ts'

/**
 * Returns the destination of a payout: a mobile wallet or a bank account, by the `channel` of the body.
 * @throws Fault naming a field that is missing or invalid for the channel
 */
export function destinationOf(body: Static<typeof LookUpName>): Destination {
  if (body.channel === 'mobile') {
    if (body.recipient_phone === undefined)
      throw badField('recipient_phone', 'required_for_channel', { channel: 'mobile' })
    const phone = readPhone(body.recipient_phone)
    if (!phone) throw badField('recipient_phone', 'phone_malformed')
    return { channel: 'mobile', phone: phone.e164, provider: phone.provider ?? 'unknown' }
  }
  if (body.recipient_bank === undefined)
    throw badField('recipient_bank', 'required_for_channel', { channel: 'bank' })
  const bank = body.recipient_bank.trim().toUpperCase()
  if (!banks.has(bank)) throw badField('recipient_bank', 'wrong_choice', { choices: [...banks].join(', ') })
  if (body.recipient_account === undefined)
    throw badField('recipient_account', 'required_for_channel', { channel: 'bank' })
  return { channel: 'bank', bank, account: body.recipient_account }
}

/** Returns the recipient of a payout: the destination and the name. @throws Fault naming an invalid field */
export function recipientOf(body: SendPayout): Recipient {
  const name = readName('recipient_name', body.recipient_name)
  if (name === '') throw badField('recipient_name', 'empty')
  return { ...destinationOf(body), name }
}
