// How providers in Tanzania word the SMS about received money: a template for each provider, language and
// kind of till. Templates are data, because providers reword messages without notice. Texts are normalised
// first: NFKC, one space between words, trimmed. Most templates end at the balance, so a truncated text
// matches none.
import { reversalWord } from './reversal-word.ts'

export const smsProviders = ['mpesa', 'mixx', 'airtel', 'halotel', 'selcom', 'crdb', 'nmb'] as const
/** The provider whose till or account receives the money. */
export type SmsProvider = (typeof smsProviders)[number]

export interface SmsTemplate {
  readonly name: string
  readonly provider: SmsProvider
  readonly language: 'en' | 'sw'
  /** The label of the balance. Only balances with the same label follow from each other. */
  readonly balance: string | null
  /**
   * Whether real samples from two or more places exist. Other templates are proven by twenty messages of the
   * till.
   */
  readonly isProven: boolean
  readonly isIdYearly: boolean // the transaction id has no year, so it may repeat in another year
  readonly pattern: RegExp // its named groups: id, amount, balance, date, time, from, till, account
}

/** The senders of each provider, exactly as written, in capitals. A Mixx till also reports as Selcom. */
export const smsSenders: Readonly<Record<SmsProvider, readonly string[]>> = {
  mpesa: ['M-PESA', 'MPESA', 'VODACOM'],
  mixx: ['MIXX BY YAS', 'MIXXBYYAS', 'TIGOPESA', 'TIGO PESA', 'TIGO-PESA', 'SELCOM'],
  airtel: ['AIRTELMONEY', 'AIRTEL MONEY'],
  halotel: ['HALOPESA', 'HALO PESA', 'HALO-PESA'],
  selcom: ['SELCOMPESA', 'SELCOM PESA', 'SELCOM'],
  crdb: ['CRDBBANK', 'CRDB BANK', 'CRDB'],
  nmb: ['NMB'],
}

const currency = String.raw`(?:TZS|Tshs?)\.? ?`
/** Digits with separators, which `readSum` reads. */
const sum = String.raw`\d(?:[\d,.]*\d)?`
/** The first sum in any text, with the currency before or after it. */
export const sumInText = new RegExp(String.raw`${currency}(${sum})|(?<![\d,.])(${sum}) ?(?:TZS|Tshs?)`, 'i')
/** The pattern of each field that a template may name. */
const fieldPatterns: Readonly<Record<string, string>> = {
  amount: `${currency}(?<amount>${sum})`,
  balance: `${currency}(?<balance>${sum})`,
  bareAmount: `(?<amount>${sum})`,
  bareBalance: `(?<balance>${sum})`,
  date: String.raw`(?<date>\d{1,2}/\d{1,2}/(?:\d{4}|\d{2}))`,
  time: String.raw`(?<time>\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?)`,
  id: '(?<id>[A-Z0-9]{8,12})',
  from: '(?<from>.{1,80}?)',
}
const mixxEnd = String.raw`Kumbukumbu No\.: ?(?<id>\d{11,16})\.? {date} {time}\. ?Salio lako jipya ni {balance}`

/** Builds the pattern of a template: each name in braces, such as `{amount}`, becomes the field's pattern. */
function patternOf(text: string): RegExp {
  const withEnd = text.replace('{mixxEnd}', mixxEnd)
  return new RegExp(
    withEnd.replace(/\{([a-z]\w*)\}/g, (_, name: string) => fieldPatterns[name] ?? ''),
    'i',
  )
}

type Row = readonly [name: string, language: 'en' | 'sw', balance: string | null, text: string]
/** Returns templates that real samples from two or more places prove. */
const provenTemplates = (provider: SmsProvider, rows: readonly Row[]): SmsTemplate[] =>
  unprovenTemplates(provider, rows).map(template => ({ ...template, isProven: true }))
const unprovenTemplates = (provider: SmsProvider, rows: readonly Row[]): SmsTemplate[] =>
  rows.map(([name, language, balance, text]) => ({
    name,
    provider,
    language,
    balance,
    isProven: false,
    isIdYearly: provider === 'selcom',
    pattern: patternOf(text),
  }))

const mpesa = [
  ...unprovenTemplates('mpesa', [
    [
      'M1',
      'en',
      'mpesa merchant',
      String.raw`^{id} Confirmed\. ?On {date} at {time} ?{amount}(?: Tsh\.)? (?:has been )?received from {from}\. ?(?:Your|New Merchant) balance is {balance}`,
    ],
    [
      'M2',
      'en',
      'mpesa pochi',
      String.raw`^{id} Confirmed\. ?{amount} received from {from} on {date} at {time}\. ?New Pochi .{1,60}? balance is {balance}`,
    ],
  ]),
  ...provenTemplates('mpesa', [
    [
      'M3',
      'en',
      'mpesa wallet',
      String.raw`^{id} Confirmed\. ?You have received (?:a payment of )?{amount} from {from} on {date} at {time}\.? ?New M-PESA balance is {balance}`,
    ],
    [
      'M4',
      'sw',
      'mpesa wallet',
      String.raw`^{id} Imethibitishwa\. ?Umepokea {amount} kutoka {from} (?:tarehe|mnamo) {date} (?:saa )?{time}\.?(?: ?Salio lako la M-Pesa ni {balance})?`,
    ],
  ]),
]

const mixx = provenTemplates('mixx', [
  [
    'Y1',
    'sw',
    'mixx',
    String.raw`^Umepokea Malipo ya {amount} kwenye Lipa namba (?<till>\d+) kutoka kwa {from}\. ?{mixxEnd}`,
  ],
  ['Y2', 'sw', 'mixx', String.raw`^Umepokea malipo {amount} kutoka kwa [^;]{3,20}; {from}\.? {mixxEnd}`],
  ['Y3', 'sw', 'mixx', String.raw`^Umepokea {amount} kutoka kwa (?!Wakala){from}\.? {mixxEnd}`],
  [
    'Y4',
    'en',
    'mixx',
    String.raw`^Transfer Successful\. New balance is {balance}\. ?You have received {amount} from {from},? with TxnId: ?(?<id>\d{11,16})\.(?: (?:\S+\. )?{date} {time})?`,
  ],
])

const others = [
  ...unprovenTemplates('airtel', [
    [
      'A1',
      'sw',
      'airtel',
      String.raw`^Umepokea {amount},? ?(?:kutoka )?{from}\.? Salio jipya (?:ni )?{balance}\. ?Muamala No[.:]{1,2} ?(?<id>[A-Z]{2}\d{6}\.\d{4}\.[A-Z]\d{5})`,
    ],
  ]),
  ...unprovenTemplates('halotel', [
    [
      'H1',
      'sw',
      'halotel',
      String.raw`^Umepokea {bareAmount} TZS kutoka {from}\. ?Salio jipya: ?{bareBalance} TZS\. ?Utambulisho wa Muamala: ?(?<id>\d{16}|\d{10})(?!\d)`,
    ],
  ]),
  ...provenTemplates('selcom', [
    [
      'S1',
      'en',
      'selcom',
      String.raw`^(?<id>\d{4}[A-Z0-9]{4,5}) Confirmed\. ?You have received {amount} from {from} on (?<date>\d{4}-\d\d-\d\d) (?<time>\d\d:\d\d(?::\d\d)?)\. ?Updated balance is {balance}`,
    ],
  ]),
  ...provenTemplates('crdb', [
    [
      'C1',
      'en',
      null,
      String.raw`^Dear Customer, you have received {amount} in your account number: ?(?<account>[\d*]+) (?<date>\d{4}-\d\d-\d\d)T(?<time>\d\d:\d\d) REF: ?(?<id>[A-Z0-9]{10,16})(?: ?\.| \S)`,
    ],
  ]),
  ...provenTemplates('nmb', [
    [
      'N1',
      'sw',
      null,
      String.raw`^Kiasi cha (?:TZS )?{amount} kimewekwa kwenye akaunti yako inayoishia na (?<account>\d{4}) tarehe (?<date>\d\d-\d\d-\d{4})\.`,
    ],
  ]),
]

export const smsTemplates: readonly SmsTemplate[] = [...mpesa, ...mixx, ...others]

/**
 * Words of messages that must never complete a sale. They are searched in the match of a template. If no
 * template matches, they are searched in the whole text, because footers may contain anything.
 */
export const smsVetoes = {
  sms_reversal: reversalWord,
  sms_agent: /\b(?:cash-?in|wakala)\b/i,
  sms_loan: /\b(?:loan|mkopo|songesha|mshiko|fasta)\b/i,
  sms_interest: /\b(?:interest|faida)\b/i,
  sms_outgoing: /\b(?:sent to|paid to|has received|imetumwa|umetuma|umelipa|withdraw|chukua|give tsh)\b/i,
} as const satisfies Readonly<Record<string, RegExp>>
export type SmsVeto = keyof typeof smsVetoes
