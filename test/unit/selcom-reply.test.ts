// The meaning of Selcom's answers, as a table: yes, no, in progress, rejected, unknown. Everything that is
// not clearly yes or no is unknown.
import { describe, expect, test } from 'bun:test'
import { readReply, shillings } from '../../src/connector/selcom/client.ts'
import { isNotFound, statusOf } from '../../src/connector/selcom/order.ts'
import { selcomBanks } from '../../src/connector/selcom/payout.ts'
import { selcomReason } from '../../src/connector/selcom/reason.ts'
import { selcomConnection } from '../../src/connector/selcom/selcom.ts'
import type { Memo } from '../../src/domain/attempt.ts'
import { banks } from '../../src/domain/bank.ts'

const answered = (status: number, body: unknown) =>
  ({
    kind: 'answered',
    status,
    headers: {},
    body: typeof body === 'string' ? body : JSON.stringify(body),
    tookMs: 1,
  }) as const
const envelope = (resultcode: string | number, more: object = {}) => ({
  reference: '289000001',
  resultcode,
  result: 'SUCCESS',
  message: 'text',
  data: [],
  ...more,
})

/** Returns a connection whose requests all get this body, and a payout that was sent over it. */
function payoutOver(body: object) {
  const selcom = selcomConnection({
    id: 'net_1',
    now: () => 0,
    elapsed: () => 0,
    after: () => () => {},
    random: length => new Uint8Array(length),
    net: {
      request: async () => answered(200, body),
      print: async () => ({ kind: 'refused', error: '' }),
    },
    credentials: { vendor: 'TILL1', api_key: 'k', api_secret: 's', pin: '1' },
    baseUrl: 'https://selcom.example/v1',
    callbackUrl: 'https://shop.example/callback',
  })
  const recipient = { channel: 'mobile', name: 'Asha', phone: '+255713000111', provider: 'mixx' } as const
  const order = {
    accountId: 'a',
    networkReference: 'R1',
    amount: 5_000,
    recipient,
    narration: '',
    payer: 'Duka',
  }
  const call = { order, memo: { rail: 'walletcashin' }, ageMs: 0, signal: new AbortController().signal }
  return { selcom, call }
}

test.each([
  ['990', { kind: 'failed', reason: 'insufficient_balance', unsent: true }],
  ['010', { kind: 'failed', reason: 'recipient_not_found' }],
  ['999', { kind: 'unknown' }],
  ['403', { kind: 'failed', reason: 'network_unavailable', unsent: true }],
])('a payout with the code %s: an empty float has sent nothing', async (code, expected) => {
  const { selcom, call } = payoutOver(envelope(code))
  expect(await selcom.payOut?.(call)).toEqual(expected as never)
})

test.each([
  ['010', { transid: 'R1' }, { kind: 'failed', reason: 'recipient_not_found' }],
  ['990', { transid: 'R1' }, { kind: 'failed', reason: 'insufficient_balance' }],
  ['010', {}, { kind: 'unknown' }],
  ['010', { transid: 'R2' }, { kind: 'unknown' }],
  ['412', { transid: 'R1' }, { kind: 'unknown' }],
  ['429', { transid: 'R1', message: 'Too many requests' }, { kind: 'unknown' }],
  ['4035', { transid: 'R1', message: 'not enabled' }, { kind: 'unknown' }],
  ['404', { message: 'Resource not available' }, { kind: 'unknown' }],
  ['404', { message: 'Unknown transaction' }, { kind: 'absent' }],
])(
  'a query of a payout with the code %s and %j: a refused query proves nothing',
  async (code, more, expected) => {
    const { selcom, call } = payoutOver(envelope(code, more))
    expect(await selcom.checkPayout?.(call)).toEqual(expected as never)
  },
)

test.each([
  [{}, { kind: 'absent' }],
  [{ restored: 'yes' }, { kind: 'completed', externalReference: '289000001' }],
])('a payout without a rail was not sent, unless a copy was restored: %j', async (memo, expected) => {
  const { selcom, call } = payoutOver(envelope('000', { transid: 'R1' }))
  expect(await selcom.checkPayout?.({ ...call, memo: memo as Memo })).toEqual(expected as never)
})

describe('a reply', () => {
  test.each([
    ['000', 'yes'],
    ['111', 'in progress'],
    ['927', 'in progress'],
    ['999', 'unknown'],
    ['010', 'no'],
    ['012', 'no'],
    ['015', 'no'],
    ['013', 'no'],
    ['014', 'no'],
    ['990', 'no'],
    ['412', 'no'],
    ['403', 'not let in'],
    ['401', 'not let in'],
    ['', 'unknown'],
  ])('with the code %s is %s', (code, kind) => {
    expect(readReply(answered(200, envelope(code)))).toMatchObject({ kind })
  })

  test.each([
    [401, '', 'not let in'],
    [403, envelope('403', { message: '4035: not enabled' }), 'not let in'],
    [400, envelope('412'), 'no'],
    [404, '<h1>Not Found</h1>', 'unknown'],
    [429, '', 'unknown'],
    [500, envelope('000'), 'unknown'],
    [502, '<h1>Bad Gateway</h1>', 'unknown'],
    [503, envelope('010'), 'unknown'],
    [302, envelope('000'), 'unknown'],
    [200, '', 'unknown'],
    [200, '[]', 'unknown'],
    [200, 'null', 'unknown'],
    [200, '{"resultcode": "000", "da', 'unknown'],
    [200, { result: 'SUCCESS' }, 'unknown'],
  ])('with status %d and %j is %s', (status, body, kind) => {
    expect(readReply(answered(status, body))).toMatchObject({ kind })
  })

  test.each([
    ['unreachable', 'unsent'],
    ['offline', 'unsent'],
    ['refused', 'unsent'],
    ['timeout', 'unknown'],
    ['dropped', 'unknown'],
  ] as const)('that is none (%s) is %s', (kind, expected) => {
    expect(readReply({ kind, error: 'x', tookMs: 1 })).toMatchObject({ kind: expected })
  })
})

describe('the status of an order', () => {
  test.each([
    ['COMPLETED', 'completed'],
    ['completed', 'completed'],
    ['PENDING', 'pending'],
    ['INPROGRESS', 'pending'],
    ['CANCELLED', 'failed'],
    ['USERCANCELLED', 'failed'],
    ['REJECTED', 'failed'],
    ['REVERSED', 'failed'],
    ['REFUNDED', 'failed'],
    ['ONHOLD', 'unknown'],
    ['', 'unknown'],
  ])('%s is %s', (payment_status, kind) => {
    expect(statusOf({ payment_status, amount: '5000' })).toMatchObject({ kind })
  })

  test('a completed order has its amount, payer and provider', () => {
    const data = {
      payment_status: 'COMPLETED',
      amount: '5000.00',
      transid: 'T1',
      reference: '0289999288',
      channel: 'AIRTELMONEY',
      msisdn: '255754000111',
    }
    expect(statusOf(data)).toEqual({
      kind: 'completed',
      amount: 5_000,
      receipt: '0289999288',
      payer: { phone: '+255754000111', provider: 'airtel' },
    })
  })

  test.each([
    ['MPESA-TZ', 'mpesa'],
    ['TIGOPESATZ', 'mixx'],
    ['ZANTELEZPESA', 'mixx'],
    ['HALOPESATZ', 'halotel'],
    ['TTCLMOBILE', 'tpesa'],
    ['SELCOM CARD', undefined],
    ['', undefined],
  ])('paid over %s: %p', (channel, provider) => {
    const answer = statusOf({ payment_status: 'COMPLETED', amount: '5000', channel })
    expect(answer.kind === 'completed' && answer.payer?.provider).toBe(provider as string)
  })

  test.each(['', '0', '-5', '5000.5', '5,000', 'NaN', 5_000.5, null])('paid %j is no amount', amount => {
    expect(statusOf({ payment_status: 'COMPLETED', amount })).toEqual({ kind: 'unknown' })
  })
})

test.each([
  ['5000', 5_000],
  [5000, 5_000],
  ['5000.00', 5_000],
  ['5000.01', undefined],
  ['1e3', undefined],
])('%j is %p shillings', (value, amount) => {
  expect(shillings(value)).toBe(amount)
})

test.each([
  ['Order not found', true],
  ['Unknown transaction', true],
  ['No record found', true],
  ['Transaction does not exist', true],
  ['Order with this ID not found', true],
  ['No such order', true],
  ['Unknown error', false],
  ['Recipient not found', false],
  ['Transaction failed: recipient not found', false],
  ['Transaction failed - recipient not found', false],
  ['No transactions allowed at this time', false],
  ['Insufficient funds', false],
  ['4035: not enabled', false],
  ['', false],
])('%j means that the order is unknown: %p', (message, expected) => {
  expect(isNotFound(message)).toBe(expected)
})

test.each([
  ['010', 'payer', 'payer_not_found'],
  ['010', 'recipient', 'recipient_not_found'],
  ['990', 'recipient', 'insufficient_balance'],
  ['555', 'payer', 'unspecified_failure'],
] as const)('the code %s about the %s is %s', (code, side, reason) => {
  expect(selcomReason(code, side)).toBe(reason)
})

test('every bank it serves is in our list, and a code serves one bank', () => {
  for (const name of selcomBanks.keys()) expect(banks.has(name)).toBe(true)
  expect(new Set(selcomBanks.values()).size).toBe(selcomBanks.size)
})
