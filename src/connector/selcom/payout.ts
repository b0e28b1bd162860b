// Paying out through Selcom: cash-in to a wallet, a transfer to a bank account. Each rail knows only its own
// transactions, so the rail is stored before the money leaves and asked afterwards.
import { unsent } from '../../domain/answer.ts'
import type { Destination, PayoutOrder } from '../../domain/payout.ts'
import type { Call, PayoutAnswer, Step } from '../connector.ts'
import { type SelcomClient, type SelcomReply, shillings, text } from './client.ts'
import { isNotFound, msisdnOf, unassignedNumber } from './order.ts'
import { selcomReason } from './reason.ts'
import type { SelcomFields } from './signature.ts'

const unknown = { kind: 'unknown' } as const

/** Selcom's codes by our codes of banks. Selcom does not serve a bank that is missing here. */
export const selcomBanks: ReadonlyMap<string, string> = new Map([
  ...(
    'ABSA AKIBA AZANIA BANCABC BOA DTB ECOBANK ICB IMBANK KCB KILIMANJARO MAENDELEO MKOMBOZI MWALIMU MWANGA NBC NCBA ' +
    'NMB PBZ STANBIC TCB UBA UCHUMI'
  )
    .split(' ')
    .map(name => [name, name] as const),
  ['AMANA', 'AMANABANK'],
  ['BARODA', 'BANKOFBARODA'],
  ['BOI', 'BANKOFINDIA'],
  ['CITI', 'CITIBANK'],
  ['CRDB', 'CRDBBANK'],
  ['DASHENG', 'CHINADASHENG'],
  ['DCB', 'DCBBANK'],
  ['EQUITY', 'EQUITYBANK'],
  ['EXIM', 'EXIMBANK'],
  ['GT BANK', 'GTBANK'],
  ['HABIB', 'HABIBBANK'],
  ['SELCOMPESA', 'SPSCASHIN'],
])

/** Selcom finds the network of a number itself, because numbers move and a wrong operator is refused. */
const anyWallet = 'CASHIN'

/** Selcom's result code when the float does not cover the payout. */
const floatEmptyCode = '990'

/** The part of Selcom's API that pays out, by the recipient's channel. */
const rails = { mobile: 'walletcashin', bank: 'qwiksend' } as const

/** Sends the payout. The first call only returns its rail as a step to store; the second call sends it. */
export async function payOut(
  client: SelcomClient,
  { order, memo }: Call<PayoutOrder>,
): Promise<PayoutAnswer | Step> {
  const rail = memo.rail
  if (!rail) return { kind: 'step', memo: { rail: rails[order.recipient.channel] } }
  const fields = payoutFields(client, order)
  if (!fields) return { kind: 'failed', reason: 'recipient_not_found', unsent: true }
  const reply = await client.call('POST', `/${rail}/process`, fields)
  if (reply.kind === 'unsent' || reply.kind === 'not let in') return unsent
  // The float is empty, so Selcom has sent nothing.
  if (reply.kind === 'no' && reply.code === floatEmptyCode)
    return { kind: 'failed', reason: selcomReason(reply.code, 'recipient'), unsent: true }
  return answerOf(reply)
}

/** Returns the body of a payout, signed in this order; undefined for a bank that Selcom does not serve. */
function payoutFields({ credentials }: SelcomClient, order: PayoutOrder): SelcomFields | undefined {
  const { networkReference: transid, amount, recipient } = order
  const { vendor, pin } = credentials
  if (recipient.channel === 'mobile')
    return { transid, utilitycode: anyWallet, utilityref: msisdnOf(recipient.phone), amount, vendor, pin }
  const recipientFiCode = selcomBanks.get(recipient.bank) // FI: financial institution
  if (!recipientFiCode) return undefined
  return {
    transid,
    recipientFiCode,
    recipientAccount: recipient.account,
    recipientName: recipient.name,
    senderAccount: vendor,
    senderName: order.payer,
    amount,
    vendor,
    pin,
    msisdn: unassignedNumber,
    purpose: order.narration || 'Payment',
  }
}

/** Checks the status of the payout on the rail that it was sent on. */
export async function checkPayout(
  client: SelcomClient,
  { order, memo }: Call<PayoutOrder>,
): Promise<PayoutAnswer> {
  // The rail is stored before sending, so without one nothing was sent. In a restored older copy of the
  // database it may be missing.
  const rail = memo.rail ?? (memo.restored ? rails[order.recipient.channel] : undefined)
  if (!rail) return { kind: 'absent' }
  const transid = order.networkReference
  const reply = await client.call('GET', `/${rail}/query`, { transid })
  if (reply.kind === 'no' && isNotFound(reply.message)) return { kind: 'absent' }
  // A "no" about the query, or about another transaction, proves nothing about the payout.
  if (reply.kind === 'no' && (reply.transid !== transid || isRejectedRequest(reply.code))) return unknown
  return answerOf(reply)
}

/** Whether a result code rejects the request itself, such as 412, 429 or 4035. */
const isRejectedRequest = (code: string): boolean => /^[45]\d\d/.test(code)

/** Turns a reply about the payout into an answer. */
function answerOf(reply: SelcomReply): PayoutAnswer {
  switch (reply.kind) {
    case 'yes': {
      const receipt = text(reply.data.receipt) || reply.reference
      return { kind: 'completed', ...(receipt ? { externalReference: receipt } : {}) }
    }
    case 'in progress':
      return { kind: 'pending' }
    case 'no':
      return { kind: 'failed', reason: selcomReason(reply.code, 'recipient') }
    default:
      return unknown
  }
}

/** Returns the holder's name of a wallet or an account; undefined when Selcom returns none. */
export async function lookUpName(
  client: SelcomClient,
  destination: Destination,
  transid: string,
): Promise<string | undefined> {
  const reply =
    destination.channel === 'mobile'
      ? await client.call('GET', '/walletcashin/namelookup', {
          utilitycode: anyWallet,
          utilityref: msisdnOf(destination.phone),
          transid,
        })
      : await client.call('GET', '/qwiksend/lookup', {
          bank: selcomBanks.get(destination.bank) ?? destination.bank,
          account: destination.account,
          transid,
        })
  return reply.kind === 'yes' ? text(reply.data.name) || undefined : undefined
}

/** Returns the whole shillings in the float that payouts are paid from; undefined without an answer. */
export async function balanceOf(client: SelcomClient, transid: string): Promise<number | undefined> {
  const { vendor, pin } = client.credentials
  const reply = await client.call('POST', '/vendor/balance', { vendor, pin, transid })
  return reply.kind === 'yes' ? shillings(reply.data.balance) : undefined
}
