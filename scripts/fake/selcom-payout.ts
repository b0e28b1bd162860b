// The payouts of the fake Selcom: cash-in to wallets, transfers to bank accounts, the names behind both, and
// the balance they are paid from. Each rail knows only its own transactions.
import type { FakeAnswer } from './fake.ts'
import { amountOf, envelope, type FakeRequest, isMsisdn, missingField, textOf } from './selcom-request.ts'

export type PayoutRail = 'walletcashin' | 'qwiksend'
export type PayoutCode = '000' | '111' | '999' | '990' | '010'

export interface FakePayout {
  readonly transid: string
  readonly rail: PayoutRail
  readonly to: string
  readonly amount: number
  readonly receipt: string
  code: PayoutCode
}

export interface PayoutBook {
  readonly payouts: ReadonlyMap<string, FakePayout>
  readonly transids: Set<string>
  /** The rest of the balance, whole shillings. */
  balance: number
  add(payout: FakePayout): void
  /** The outcome of the payout with this transid. */
  codeFor(transid: string): PayoutCode
}

const cashInCodes = ['VMCASHIN', 'AMCASHIN', 'TPCASHIN', 'HPCASHIN', 'TTCASHIN', 'EZCASHIN', 'CASHIN']
/** Selcom's names of banks that receive payouts. */
const bankCodes = new Set(
  (
    'ABSA AKIBA AMANABANK AZANIA BANCABC BOA BANKOFBARODA BANKOFINDIA CHINADASHENG CITIBANK CRDBBANK DCBBANK DTB ' +
    'ECOBANK EQUITYBANK EXIMBANK FINCA GTBANK HABIBBANK IMBANK ICB KCB KILIMANJARO LETSHEGO MAENDELEO MKOMBOZI ' +
    'MWALIMU MWANGA NMB NBC NCBA PBZ STANBIC TCB UCHUMI UBA SPSCASHIN'
  ).split(' '),
)

/** The fields that each rail needs. */
const needed: Readonly<Record<PayoutRail, readonly string[]>> = {
  walletcashin: ['transid', 'utilitycode', 'utilityref', 'amount', 'vendor', 'pin'],
  qwiksend: [
    'transid',
    'recipientFiCode',
    'recipientAccount',
    'recipientName',
    'senderAccount',
    'senderName',
    'amount',
    'vendor',
    'pin',
    'msisdn',
    'purpose',
  ],
}

/**
 * Answers POST /walletcashin/process and /qwiksend/process. The payout takes from the balance only once it
 * succeeds.
 */
export function processPayout(
  book: PayoutBook,
  rail: PayoutRail,
  pin: string,
  request: FakeRequest,
): FakeAnswer {
  const missing = missingField(request, ...needed[rail])
  if (missing) return missing
  const transid = textOf(request, 'transid')
  const amount = amountOf(request)
  const say = (code: string, message: string) => envelope(code, message, [], { transid })
  if (textOf(request, 'pin') !== pin) return say('401', 'Invalid pin')
  if (book.transids.has(transid)) return say('400', 'Duplicate transid')
  if (Number.isNaN(amount)) return say('012', 'Invalid amount')
  if (rail === 'walletcashin' && amount < 1_000) return say('013', 'Amount must be at least 1,000')
  const wrong = wrongRecipient(rail, request)
  if (wrong) return say('010', wrong)
  if (amount > book.balance) return say('990', 'Insufficient float balance')
  const code = book.codeFor(transid)
  const to = textOf(request, rail === 'walletcashin' ? 'utilityref' : 'recipientAccount')
  const payout: FakePayout = { transid, rail, to, amount, receipt: `R${transid.slice(-9)}`, code }
  book.transids.add(transid)
  book.add(payout)
  return payoutAnswer(payout)
}

/** Returns what is wrong with the recipient, in Selcom's words; undefined if nothing is. */
function wrongRecipient(rail: PayoutRail, request: FakeRequest): string | undefined {
  if (rail === 'walletcashin' && !cashInCodes.includes(textOf(request, 'utilitycode')))
    return 'Invalid utilitycode'
  if (rail === 'walletcashin')
    return isMsisdn(textOf(request, 'utilityref')) ? undefined : 'Invalid utilityref'
  return bankCodes.has(textOf(request, 'recipientFiCode')) ? undefined : 'Invalid recipientFiCode'
}

const messageOfCode: Readonly<Record<PayoutCode, string>> = {
  '000': 'Transaction successful',
  '111': 'Transaction in progress',
  '999': 'No response from upstream system',
  '990': 'Insufficient float balance',
  '010': 'Invalid account or mobile number',
}

/** The answer about a payout: its result code and message, and the receipt once it has succeeded. */
const payoutAnswer = ({ transid, code, receipt }: FakePayout) =>
  envelope(code, messageOfCode[code], code === '000' ? [{ receipt }] : [], { transid })

/** Answers GET /walletcashin/query and /qwiksend/query, for payouts of this rail only. */
export function queryPayout(book: PayoutBook, rail: PayoutRail, request: FakeRequest): FakeAnswer {
  const missing = missingField(request, 'transid')
  if (missing) return missing
  const payout = book.payouts.get(textOf(request, 'transid'))
  return payout?.rail === rail ? payoutAnswer(payout) : envelope('404', 'Unknown transaction')
}

/**
 * Answers GET /walletcashin/namelookup and /qwiksend/lookup. A number or account that ends in 000 has no
 * owner.
 */
export function lookUpName(rail: PayoutRail, request: FakeRequest): FakeAnswer {
  const fields =
    rail === 'walletcashin' ? ['utilitycode', 'utilityref', 'transid'] : ['bank', 'account', 'transid']
  const missing = missingField(request, ...fields)
  if (missing) return missing
  const isKnown =
    rail === 'walletcashin' ? isMsisdn(textOf(request, 'utilityref')) : bankCodes.has(textOf(request, 'bank'))
  const target = textOf(request, rail === 'walletcashin' ? 'utilityref' : 'account')
  if (!isKnown || target.endsWith('000')) return envelope('010', 'Invalid account or mobile number')
  return envelope('000', 'Name lookup successful', [
    { name: rail === 'walletcashin' ? 'ASHA JUMA' : 'DUKA LA ASHA' },
  ])
}

/** Answers POST /vendor/balance. */
export function vendorBalance(book: PayoutBook, pin: string, request: FakeRequest): FakeAnswer {
  const missing = missingField(request, 'vendor', 'pin', 'transid')
  if (missing) return missing
  if (textOf(request, 'pin') !== pin) return envelope('401', 'Invalid pin')
  return envelope('000', 'Balance fetch successful', [{ balance: String(book.balance) }])
}

/** Ends a payout that was in progress, and takes it from the balance if it succeeded. */
export function decidePayout(book: PayoutBook, payout: FakePayout, code: PayoutCode): void {
  if (code === '000' && payout.code !== '000') book.balance -= payout.amount
  payout.code = code
}
