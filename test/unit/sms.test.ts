// Payment SMS: each template reads its sample, and no invalid message completes a sale.
import { describe, expect, test } from 'bun:test'
import { amountIn, type ForwardedSms, idsIn, normalSms, readSms, type SmsTill } from '../../src/domain/sms.ts'
import { type SmsProvider, smsSenders, smsTemplates } from '../../src/domain/sms-template.ts'

/** 3 February 2027, 16:05 in Tanzania. */
const at1605 = Date.UTC(2027, 1, 3, 13, 5)

const fields: Readonly<Record<string, string>> = {
  m: 'QWE7RTY8UI',
  k: '10000000000017',
  n: 'ASHA MFANO',
  p: '255000000123',
  a: '12,500',
  b: '98,500',
}
const filled = (text: string) => text.replace(/\{(\w)\}/g, (_, name: string) => fields[name] ?? '')
const providerOf = (template: string): SmsProvider =>
  smsTemplates.find(({ name }) => name === template)?.provider ?? 'mpesa'
const tillOf = (provider: SmsProvider): SmsTill => ({
  provider,
  number: provider === 'crdb' ? '0000123450000' : provider === 'nmb' ? '20110000' : '00000012',
})
const smsOf = (provider: SmsProvider, body: string, more: Partial<ForwardedSms> = {}): ForwardedSms => ({
  sender: smsSenders[provider][0] ?? '',
  body: filled(body),
  ...more,
})
const read = (provider: SmsProvider, body: string, more: Partial<ForwardedSms> = {}, now = at1605) =>
  readSms(smsOf(provider, body, more), tillOf(provider), now)

/** One row per sample: template, text, transaction id, balance, payer. */
const samples = [
  [
    'M1',
    '{m} Confirmed. On 3/2/27 at 4:05 PM Tsh{a}.00 Tsh. has been received from {p} - {n}.Your balance is Tsh{b}.00 Tsh.',
    { payerName: 'ASHA M.', payerPhone: '•••123' },
  ],
  [
    'M1',
    '{m} Confirmed. On 3/2/27 at 4:05 PMTsh{a}.00 received from a1B2c3D4e5F6a7B8c9D0e1F2a3B4c5D6. New Merchant balance is Tsh{b}.00.',
    { payerName: null, payerPhone: null },
  ],
  [
    'M2',
    '{m} Confirmed. Tsh{a}.00 received from {p} - {n} on 3/2/27 at 4:05 PM.New Pochi JUMA-DUKA balance is Tsh{b}.00.',
    { payerName: 'ASHA M.', payerPhone: '•••123' },
  ],
  [
    'M3',
    '{m} confirmed. You have received a payment of Tsh{a}.00 from 000000 - TIPS-BENKI on 3/2/27 at 4:05 pm. New M-Pesa balance is Tsh{b}.00',
    { payerName: 'TIPS-BENKI', payerPhone: null },
  ],
  [
    'M4',
    '{m} imethibitishwa. Umepokea Tshs {a}.00 kutoka BENKI, Akaunti ****0000 - {n} tarehe 03/02/2027 saa 16:05:24.',
    {
      balance: null,
      balanceLabel: null,
      paidAt: at1605 + 24_000,
      payerName: 'BENKI A. A. M.',
      payerPhone: null,
    },
  ],
  [
    'M4',
    '{m} Imethibitishwa. Umepokea Tsh{a}.00 kutoka {p} - {n} mnamo 03/02/27 16:05. Salio lako la M-Pesa ni Tsh{b}.00',
    {},
  ],
  [
    'Y1',
    'Umepokea Malipo ya TSh {a} kwenye Lipa namba 00000012 kutoka kwa {p} - {n}. Kumbukumbu No.: {k} 03/02/27 16:05. Salio lako jipya ni TSh {b}.',
    {},
  ],
  [
    'Y2',
    'Umepokea malipo TSh {a} kutoka kwa Airtel Money; {p} - {n} Kumbukumbu No.: {k}. 03/02/27 16:05. Salio lako jipya ni TSh {b}.',
    {},
  ],
  [
    'Y3',
    'Umepokea TSh {a} kutoka kwa {p} - {n}. Kumbukumbu No.: {k} 03/02/27 16:05. Salio lako jipya ni TSh {b}.',
    {},
  ],
  [
    'Y4',
    'Transfer Successful. New balance is TSh {b}. You have received TSh {a} from BENKI; {n} with TxnId: {k}. 003_ABC1. 03/02/27 16:05.',
    { payerName: 'BENKI A. M.', payerPhone: null },
  ],
  [
    'A1',
    'Umepokea Tsh{a}.00, {n}, {p}. Salio jipya ni Tsh{b}.00. Muamala No. MI270203.1605.Q00001',
    { transactionId: 'MI270203.1605.Q00001' },
  ],
  [
    'A1',
    'Umepokea TZS{a}.00 kutoka 000000123,{n}. Salio jipya TZS{b}.00.Muamala No: PP270203.1605.B00002',
    { transactionId: 'PP270203.1605.B00002' },
  ],
  [
    'H1',
    'Umepokea {a} TZS kutoka {n} (0000000123). Salio jipya: {b}.00 TZS. Utambulisho wa Muamala:1000000055',
    { transactionId: '1000000055' },
  ],
  [
    'S1',
    '0203ABCD Confirmed. You have received TZS {a}.00 from {n} - BENKI on 2027-02-03 16:05. Updated balance is TZS {b}.00.',
    { transactionId: '0203ABCD', uniqueId: '2027 0203ABCD', payerName: 'ASHA M. B.', payerPhone: null },
  ],
  [
    'C1',
    'Dear Customer, you have received TZS{a}.00 in your account number: 0000****000 2027-02-03T16:05 REF:FT27034ABCD0 .',
    {
      transactionId: 'FT27034ABCD0',
      balance: null,
      balanceLabel: null,
      payerName: null,
      payerPhone: null,
    },
  ],
] as const

const nmbSample = 'Kiasi cha TZS 12500 kimewekwa kwenye akaunti yako inayoishia na 0000 tarehe 03-02-2027.'

describe('each template', () => {
  test.each(samples)('%s reads %s', (template, body, differs) => {
    const provider = providerOf(template)
    const transactionId = { mpesa: 'QWE7RTY8UI', mixx: '10000000000017' }[provider as string] ?? ''
    expect(read(provider, body, { sentAt: at1605 })).toEqual({
      kind: 'payment',
      payment: {
        template,
        transactionId,
        uniqueId: 'transactionId' in differs ? differs.transactionId : transactionId,
        amount: 12_500,
        balance: 98_500,
        balanceLabel: expect.any(String),
        paidAt: at1605,
        payerName: 'ASHA M.',
        payerPhone: '•••123',
        ...differs,
      },
    })
  })

  test.each([...samples.map(([name, body]) => [name, body] as const), ['N1', nmbSample] as const])(
    '%s is the only one that matches its sample',
    (template, body) => {
      const text = normalSms(filled(body))
      expect(smsTemplates.filter(({ pattern }) => pattern.test(text)).map(({ name }) => name)).toEqual([
        template,
      ])
    },
  )

  test('has a sample, and its provider a sender', () => {
    const shown = new Set<string>([...samples.map(([name]) => name), 'N1'])
    expect(smsTemplates.filter(({ name }) => !shown.has(name))).toEqual([])
    for (const { provider } of smsTemplates) expect(smsSenders[provider].length).toBeGreaterThan(0)
  })

  test.each(samples)('%s does not match a sample that is cut before its end: %s', (template, body) => {
    const provider = providerOf(template)
    const text = filled(body)
    const whole = smsTemplates.find(({ name }) => name === template)?.pattern.exec(normalSms(text))?.[0] ?? ''
    // These two have an end that the provider leaves out at times: what follows is optional.
    const isOptional = template === 'Y4' || template === 'M4'
    const cut = isOptional ? text.slice(0, 40) : whole.slice(0, whole.search(/[\d,]+(?:\.\d+)?$/))
    expect(read(provider, cut, { sentAt: at1605 })).toEqual({
      kind: 'rejected',
      reason: 'sms_template_unknown',
    })
  })
})

const mpesaSample = samples[0][1]

describe('messages that never complete a sale', () => {
  test.each([
    ['mpesa', '{m} Confirmed. {n} has received Tsh 12500 on 2027-02-03 16:05:55.', 'sms_outgoing'],
    ['mpesa', '{m} Confirmed. Tsh{a} sent to {n} on 3/2/27 at 4:05 PM.', 'sms_outgoing'],
    [
      'mpesa',
      '{m}  confirmed. Reversal of transaction QWE7RTX0AA has been successfully reversed  on 3/2/27  at 5:31 PM and Tsh{a}.00 is debited from your M-PESA account.',
      'sms_reversal',
    ],
    ['mpesa', '{m} Imethibitishwa. Muamala wa Tsh{a}.00 umebatilishwa tarehe 3/2/27.', 'sms_reversal'],
    ['airtel', 'Your payment {m} of TZS {a} was refunded to the customer.', 'sms_reversal'],
    [
      'mixx',
      'Umepokea TSh {a} kutoka kwa Wakala - DUKA, Salio lako jipya ni TSh {b}. Kumbukumbu no.: {k}. 03/02/27 16:05.',
      'sms_agent',
    ],
    [
      'mixx',
      'Transfer Successful. New balance is TSh {b}. You have received TSh 414 from MIXX BY YAS as your Mixx interest. TxnId: {k}. 03/02/27 16:05.',
      'sms_interest',
    ],
    ['mixx', 'Umepokea mkopo wa TSh {a}. Kumbukumbu No.: {k}', 'sms_loan'],
    ['mixx', 'Umepokea TSh {a} kutoka kwa {p}.', 'sms_template_unknown'],
    ['mpesa', `Forwarded: ${mpesaSample}`, 'sms_template_unknown'],
    [
      'mpesa',
      '{m} Confirmed. You have received Ksh3,200.00 from {n} on 3/2/27 at 2:16 PM New Till balance is Ksh41,800.00',
      'sms_currency_other',
    ],
    ['nmb', nmbSample, 'sms_id_missing'],
    ['mpesa', '', 'sms_template_unknown'],
  ] as const)('%s: %s is %s', (provider, body, reason) => {
    expect(read(provider, body)).toEqual({ kind: 'rejected', reason })
  })

  test.each([
    [
      'interest in the name',
      'Umepokea Tsh12.00 kutoka 000000 - M-PESA FAIDA tarehe 3/2/27 saa 12:21 AM',
      12,
      'sms_interest',
    ],
    [
      'an amount in the name',
      'Umepokea Tsh500.00 kutoka Tsh90,000 ASHA tarehe 3/2/27 saa 4:05 PM',
      500,
      'sms_amount_in_name',
    ],
    [
      'an amount in the name, as 9000/=',
      'Umepokea Tsh500.00 kutoka ASHA 9000/= tarehe 3/2/27 saa 4:05 PM',
      500,
      'sms_amount_in_name',
    ],
    [
      'a time ahead of ours',
      'Umepokea Tsh500.00 kutoka ASHA tarehe 3/2/27 saa 4:08 PM',
      500,
      'sms_time_ahead',
    ],
    [
      'a day that is none',
      'Umepokea Tsh500.00 kutoka ASHA tarehe 31/2/27 saa 4:05 PM',
      500,
      'sms_time_missing',
    ],
  ])('%s', (_, body, amount, reason) => {
    expect(read('mpesa', `{m} Imethibitishwa. ${body}`)).toMatchObject({
      kind: 'rejected',
      reason,
      payment: { amount, transactionId: 'QWE7RTY8UI' },
    })
  })

  test.each([
    ['nothing', 'Tsh0.00', 'sms_amount_zero'],
    ['cents', 'Tsh500.50', 'sms_amount_with_cents'],
  ])('%s', (_, amount, reason) => {
    const body = `{m} Imethibitishwa. Umepokea ${amount} kutoka ASHA tarehe 3/2/27 saa 4:05 PM`
    expect(read('mpesa', body)).toEqual({ kind: 'rejected', reason: reason as 'sms_amount_zero' })
  })

  test.each([
    ['another Lipa Namba', 'mixx', samples[6][1].replace('00000012', '00000013')],
    ['another account', 'crdb', samples[14][1].replace('0000****000', '0000****001')],
    ['an account that begins otherwise', 'crdb', samples[14][1].replace('0000****000', '9000****000')],
  ] as const)('%s', (_, provider, body) => {
    expect(read(provider, body)).toMatchObject({ kind: 'rejected', reason: 'sms_till_other' })
  })

  test.each([
    ['a number', '+255754000123'],
    ['a contact that looks like the provider', 'M-PESA Tanzania'],
    ['another provider', 'TIGOPESA'],
    ['the provider with other marks', 'V.O.D.A.C.OM'],
    ['the provider with a space', 'm pesa'],
    ['a letter of another alphabet', 'МPESA'],
    ['a letter whose capital is one of the provider’s', 'M-PEſA'],
    ['nothing', ''],
  ])('from %s', (_, sender) => {
    expect(read('mpesa', mpesaSample, { sender })).toEqual({ kind: 'rejected', reason: 'sms_sender_unknown' })
  })

  test.each(['M-PESA', 'Mpesa', ' m-pesa', 'VODACOM'])('but from %s it is read', sender => {
    expect(read('mpesa', mpesaSample, { sender })).toMatchObject({ kind: 'payment' })
  })

  test('from a notification', () => {
    expect(read('mpesa', mpesaSample, { sim: 'notification' })).toEqual({
      kind: 'rejected',
      reason: 'sms_notification',
    })
  })

  const minuteMs = 60_000
  test.each([
    ['right', 0, true],
    ['10 minutes ahead', 10 * minuteMs, true],
    ['11 minutes ahead', 11 * minuteMs, false],
    ['11 minutes behind', -11 * minuteMs, false],
  ])('with a phone clock that is %s', (_, errorMs, isRead) => {
    const reading = read('mpesa', mpesaSample, { phoneReceivedAt: at1605 + errorMs })
    expect(reading).toMatchObject(
      isRead ? { kind: 'payment' } : { kind: 'rejected', reason: 'sms_clock_wrong' },
    )
  })

  test.each(['31/2/27 saa 4:05 PM', '3/2/27 saa 25:05', '3/13/27 saa 4:05 PM'])(
    'a time that is none is not replaced by that of the phone: %s',
    time => {
      const body = `{m} Imethibitishwa. Umepokea Tsh500.00 kutoka ASHA tarehe ${time}`
      expect(read('mpesa', body, { sentAt: at1605 })).toMatchObject({ reason: 'sms_time_missing' })
    },
  )

  test('a message without any time is rejected', () => {
    const body = samples[12][1]
    expect(read('halotel', body)).toMatchObject({ kind: 'rejected', reason: 'sms_time_missing' })
  })
})

/** Sums are read as everywhere else: neither an amount nor a balance is guessed. */
const sums = [
  ['12500', 12_500],
  ['12,500', 12_500],
  ['12,500.00', 12_500],
  ['12,500.0', undefined],
  ['12,500.50', undefined],
  ['1,250,000.00', 1_250_000],
  ['12.500', 12_500],
  ['12.500,00', 12_500],
  ['12,50', undefined],
  ['1,25,000', undefined],
  ['1,2500', undefined],
  ['0500', undefined],
] as const
const received = (amount: string, balance: string) =>
  `{m} Imethibitishwa. Umepokea Tsh${amount} kutoka ASHA tarehe 3/2/27 saa 4:05 PM. Salio lako la M-Pesa ni Tsh${balance}`

test.each(sums)('an amount of %s is %p', (text, amount) => {
  const unread = {
    kind: 'rejected',
    reason: expect.stringMatching(/^sms_(template_unknown|amount_with_cents)$/),
  }
  expect(read('mpesa', received(text, '98,500.00'))).toMatchObject(
    amount === undefined ? unread : { kind: 'payment', payment: { amount, balance: 98_500 } },
  )
})

test.each([
  ['98,500.50', 98_500],
  ['98500', 98_500],
  ['98,500.00.', 98_500],
  ['98,50', 98],
  ['98,5000', undefined],
] as const)('a balance of %s is %p', (text, balance) => {
  const unread = { kind: 'rejected', reason: 'sms_template_unknown' } as const
  expect(read('mpesa', received('500.00', text))).toMatchObject(
    balance === undefined ? unread : { kind: 'payment', payment: { amount: 500, balance } },
  )
})

test.each([
  ['Reversal of TZS 12,500.00 on your till', 12_500],
  ['Reversal of 12,500.00 TZS on your till', 12_500],
  ['Tsh12,500.00.', 12_500],
  ['Muamala wa Tshs. 12500 umerejeshwa', 12_500],
  ['12,500Tsh', 12_500],
  ['TZS 2,000,000.75 and TZS 5', 2_000_000],
  ['12,50 TZS', 12],
  ['TZS 1,25,000', 0],
  ['no sum, 12,500 times', 0],
])('the first sum in %j is %d', (text, amount) => expect(amountIn(text)).toBe(amount))

test.each([
  ['QWE7RTX0ZZ confirmed. Reversal of transaction rev0000001 to 255000000123', 3],
  ['QWE7RTX0ZZ confirmed. Reversal of transaction REVERSEDID', 2],
  ['Muamala MI270203.1605.Q00001 wa ASHA MFANO umerudishwa', 1],
  ['A reversal successfully completed', 0],
])('the transaction ids in %j are read', (text, count) => expect(idsIn(text)).toHaveLength(count))

test('line breaks, wide digits and spaces at the ends change nothing', () => {
  const body = `  ${filled(mpesaSample).replaceAll(' ', '\n ').replace('12,500', '１２,５００')}\u00a0`
  expect(read('mpesa', body)).toMatchObject({ kind: 'payment', payment: { amount: 12_500 } })
})

test.each([
  ['12:21 AM', '00:21'],
  ['12:05 PM', '12:05'],
  ['9:05 am', '09:05'],
  ['09:05', '09:05'],
])('%s is %s', (time, clock) => {
  const body = `{m} Imethibitishwa. Umepokea Tsh500.00 kutoka ASHA tarehe 3/2/27 saa ${time}`
  const paidAt = Date.parse(`2027-02-03T${clock}:00+03:00`)
  expect(read('mpesa', body)).toMatchObject({ kind: 'payment', payment: { paidAt } })
})
