// The console's pages of money: today against other days, states of payments and payouts, who may do what,
// forms, the timeline.
import { describe, expect, test } from 'bun:test'
import { attentionOf, waitingMoneyOf } from '../../../ui/admin/home/attention.model.ts'
import {
  barAfterKey,
  chartTopOf,
  neighbourDaysOf,
  type Overview,
  openingHours,
  salesChangeOf,
  shortMoneyOf,
} from '../../../ui/admin/home/home.model.ts'
import { ageOf } from '../../../ui/admin/inbox/unknown.model.ts'
import { isOwnRequest } from '../../../ui/admin/parts/approval.model.ts'
import { endTimeOf } from '../../../ui/admin/parts/time.model.ts'
import {
  actionsOn,
  customerOf,
  paymentNoteOf,
  paymentSearch,
  paymentStateOf,
  refundStateOf,
  unmatchedStateOf,
} from '../../../ui/admin/payments/payment.model.ts'
import { stepActorOf, stepsOf, type TimelineEntry } from '../../../ui/admin/payments/timeline.model.ts'
import { unmatchedMoneyIn, unmatchedSearch } from '../../../ui/admin/payments/unmatched.model.ts'
import {
  destinationOf,
  emptyPayout,
  isOtherName,
  payableAmount,
  payoutBody,
  payoutFaults,
  payoutStateOf,
} from '../../../ui/admin/payouts/payout.model.ts'

describe('home', () => {
  test.each([
    [150, 100, 'more', 50],
    [50, 100, 'less', 50],
    [100, 100, 'same', 0],
    [1_000, 1_001, 'same', 0],
    [0, 100, 'less', 100],
    [5, 0, 'nothing', 0],
    [0, 0, 'nothing', 0],
  ] as const)('%d after %d is %s by %d %%', (now, before, kind, percent) =>
    expect(salesChangeOf(now, before)).toEqual({ kind, percent }),
  )

  test.each([
    [0, 1],
    [1, 1],
    [3, 3],
    [11, 12],
    [21, 30],
    [200, 200],
    [1_100_000, 1_200_000],
    [999_999_999_999, 1_000_000_000_000],
  ])('a scale for %d ends at %d', (most, top) => expect(chartTopOf(most)).toBe(top))

  test.each([
    [0, '0'],
    [950, '950'],
    [1_500, '1.5k'],
    [2_000_000, '2M'],
    [1e12, '1T'],
  ])('%d in little room: %s', (amount, text) => expect(shortMoneyOf(amount)).toBe(text))

  test.each([
    ['ArrowLeft', 5, 4, 0, 23],
    ['ArrowLeft', 0, 0, 0, 23],
    ['ArrowRight', 22, 23, 0, 23],
    ['ArrowRight', 23, 23, 0, 23],
    ['Home', 9, 0, 0, 23],
    ['End', 9, 23, 0, 23],
    ['Tab', 9, undefined, 0, 23],
    ['Home', 12, 8, 8, 18],
    ['End', 12, 18, 8, 18],
    ['ArrowLeft', 8, 8, 8, 18],
    ['ArrowRight', 18, 18, 8, 18],
  ] as const)('%s leads from hour %d to %p', (key, hour, to, first, last) =>
    expect(barAfterKey(key, hour, first, last)).toBe(to),
  )

  const sold = (...hours: number[]) =>
    Array.from({ length: 24 }, (_, hour) => ({ hour, gross: hours.includes(hour) ? 500 : 0, count: 0 }))
  test.each([
    ['a long day', [7, 12, 20], [], 7, 20],
    ['last week opened earlier', [9, 19], [6], 6, 19],
    ['one sale', [12], [], 8, 15],
    ['one at midnight', [0], [], 0, 7],
    ['one before midnight', [23], [], 16, 23],
    ['the whole day', [0, 23], [], 0, 23],
    ['none', [], [], 8, 15],
  ] as const)('opening hours: %s', (_, day, week, first, last) =>
    expect(openingHours(sold(...day), sold(...week))).toEqual({ first, last }),
  )

  const calm: Pick<Overview, 'attention' | 'server'> = {
    attention: {
      unknown_payments: 0,
      unknown_payouts: 0,
      unknown_refunds: 0,
      unmatched: { count: 0, amount: 0 },
      abandoned_deliveries: 0,
      paused_addresses: 0,
      waiting_payouts: 0,
      waiting_refunds: 0,
      differences: { count: 0, date: null },
      silent_phones: 0,
      parked_jobs: 0,
      owner_notices: [],
    },
    server: {
      ledger: 'ok',
      records: 'ok',
      ledger_checked_at: null,
      clock: 'ok',
      disk_free: 50_000_000_000,
      backup: null,
    },
  }
  interface Change {
    attention?: Partial<Overview['attention']>
    server?: Partial<Overview['server']>
  }
  const overviewWith = (change: Change) =>
    ({
      now: '2026-11-21T12:00:00.000Z',
      attention: { ...calm.attention, ...change.attention },
      server: { ...calm.server, ...change.server },
    }) as Overview
  const needs = (change: Change, maySettle = true) => attentionOf(overviewWith(change), maySettle)

  test('no attention items', () => {
    expect(needs({})).toEqual([])
    expect(needs({ server: { ledger: 'unchecked', disk_free: null } })).toEqual([])
  })
  test('the summary of a day names those about money, but not webhooks or the server', () => {
    const attention = {
      unknown_payments: 1,
      unknown_refunds: 1,
      unmatched: { count: 1, amount: 6_500 },
      abandoned_deliveries: 1,
      waiting_payouts: 1,
      waiting_refunds: 2,
    }
    const overview = overviewWith({ attention, server: { ledger: 'wrong' } })
    expect(waitingMoneyOf(overview, true).map(({ name, count }) => [name, count])).toEqual([
      ['unknown_refunds', 1],
      ['unmatched', 1],
      ['payouts', 1],
      ['refunds', 2],
    ])
  })
  test.each([
    ['unknown', { attention: { unknown_payments: 2 } }, '/unmatched'],
    ['unknown_payouts', { attention: { unknown_payouts: 1 } }, '/unmatched'],
    ['unmatched', { attention: { unmatched: { count: 1, amount: 6_500 } } }, '/unmatched'],
    ['differences', { attention: { differences: { count: 2, date: '2026-11-20' } } }, '/reconciliation'],
    ['abandoned', { attention: { abandoned_deliveries: 3 } }, '/webhooks'],
    ['paused', { attention: { paused_addresses: 1 } }, '/webhooks'],
    ['phone', { attention: { silent_phones: 1 } }, '/networks'],
    ['parked', { attention: { parked_jobs: 1 } }, undefined],
    ['ledger', { server: { ledger: 'wrong' } }, '/settings/server'],
    ['clock', { server: { clock: 'unreliable' } }, '/settings/server'],
    ['disk', { server: { disk_free: 400_000_000 } }, '/settings/server'],
  ] as const)('%s', (name, change, to) => expect(needs(change)).toMatchObject([{ name, to }]))
  test.each([
    ['backup_none', { taken_at: null, late: true, failure: null, drill_late: false, log: null }, 0],
    [
      'backup_old',
      { taken_at: '2026-11-19T12:30:00.000Z', late: true, failure: null, drill_late: false, log: null },
      47,
    ],
    [
      'backup_failed',
      { taken_at: '2026-11-21T00:00:00.000Z', late: false, failure: 'no room', drill_late: false, log: null },
      12,
    ],
    [
      'backup_log',
      {
        taken_at: '2026-11-21T00:00:00.000Z',
        late: false,
        failure: null,
        drill_late: false,
        log: { safe_until: null, behind: true, failure: 'no room' },
      },
      0,
    ],
  ] as const)('%s', (name, backup, amount) =>
    expect(needs({ server: { backup } })).toMatchObject([
      { name, amount, urgent: true, to: '/settings/server' },
    ]),
  )
  test('a back-up of last night is no attention item', () => {
    expect(
      needs({
        server: {
          backup: {
            taken_at: '2026-11-21T00:00:00.000Z',
            late: false,
            failure: null,
            drill_late: false,
            log: null,
          },
        },
      }),
    ).toEqual([])
  })
  test('a restore drill is asked for when the back-ups are well', () => {
    const backup = {
      taken_at: '2026-11-21T00:00:00.000Z',
      late: false,
      failure: null,
      drill_late: true,
      log: null,
    }
    expect(needs({ server: { backup } })).toMatchObject([{ name: 'drill_late', to: '/settings/server' }])
  })
  test('the severe ones come first, with links only to allowed pages', () => {
    const many = needs(
      {
        attention: {
          unknown_payments: 1,
          unknown_payouts: 2,
          unknown_refunds: 3,
          waiting_refunds: 1,
          unmatched: { count: 1, amount: 5 },
        },
        server: { clock: 'unreliable' },
      },
      false,
    )
    expect(many.map(({ name, to }) => [name, to])).toEqual([
      ['clock', '/settings/server'],
      ['unknown', '/payments'],
      ['unknown_payouts', '/payouts'],
      ['unknown_refunds', '/payments/refunds'],
      ['unmatched', undefined],
      ['refunds', '/payouts'],
    ])
  })

  test('there is no day after today', () => {
    expect(neighbourDaysOf('2026-03-01', '2026-03-01')).toEqual({ before: '2026-02-28', after: undefined })
    expect(neighbourDaysOf('2026-02-28', '2026-03-01')).toEqual({ before: '2026-02-27', after: '2026-03-01' })
  })
})

describe('payments', () => {
  const payment = {
    status: 'pending',
    late: false,
    outcome_unknown: false,
    payment_type: 'mobile',
    manual_confirmation: null,
    failure_reason: null,
  } as const
  const manual = (confirmed: boolean) => ({
    by: { type: 'staff' as const, id: 'a', till_id: null, name: 'Asha' },
    reason: 'On the statement',
    receipt_number: 'QK12ABC',
    at: '2026-11-21T09:00:00.000Z',
    confirmed,
  })

  test.each([
    ['completed', 0, undefined],
    ['completed', 300, 'refunded_part'],
    ['completed', 1_000, 'refunded'],
    ['pending', 0, undefined],
  ] as const)('%s with %d of 1,000 given back: %p', (status, given, state) => {
    const money = (value: number) => ({ value, currency: 'TZS' as const })
    const of = { ...payment, status, amount: money(1_000), refunded: money(given) }
    expect(refundStateOf(of)).toBe(state)
  })

  test.each([
    [{ status: 'pending' }, 'pending'],
    [{ status: 'pending', outcome_unknown: true, approval: null }, 'unknown'],
    [{ status: 'completed' }, 'completed'],
    [{ status: 'completed', late: true }, 'late'],
    [{ status: 'completed', late: true, manual_confirmation: manual(false) }, 'manual'],
    [{ status: 'completed', manual_confirmation: manual(true) }, 'completed'],
    [{ status: 'expired' }, 'expired'],
    [{ status: 'expired', outcome_unknown: true }, 'unknown'],
    [{ status: 'failed' }, 'failed'],
    [{ status: 'voided' }, 'voided'],
  ] as const)('%j shows as %s', (change, state) =>
    expect(paymentStateOf({ ...payment, ...change })).toBe(state),
  )

  const admin = { maySell: true, mayConfirm: true, practice: false, hasOtherAmount: false }
  test.each([
    ['an admin, pending', {}, admin, 'push void'],
    ['a developer, pending', {}, { ...admin, mayConfirm: false }, 'push void'],
    ['in practice', {}, { ...admin, practice: true }, 'push void simulate'],
    [
      'unknown: no second push while the first may still be paid',
      { outcome_unknown: true },
      admin,
      'decide void',
    ],
    ['a card', { payment_type: 'card' }, admin, 'void'],
    ['paid', { status: 'completed' }, { ...admin, practice: true }, ''],
    ['declined: no money moved', { status: 'failed' }, admin, ''],
    ['expired', { status: 'expired' }, admin, 'decide'],
    ['voided', { status: 'voided' }, admin, ''],
    ['expired and unknown', { status: 'expired', outcome_unknown: true }, admin, 'decide'],
    ['a person without permissions', {}, { ...admin, maySell: false, mayConfirm: false, practice: true }, ''],
    [
      'unmatched money of another amount: no second charge',
      {},
      { ...admin, practice: true, hasOtherAmount: true },
      'void',
    ],
    ['expired, and another amount came', { status: 'expired' }, { ...admin, hasOtherAmount: true }, ''],
  ] as const)('%s', (_, change, doer, entries) =>
    expect(actionsOn({ ...payment, ...change }, doer).join(' ')).toBe(entries),
  )

  test.each([
    ['pending', 'unmatched_other'],
    ['expired', 'unmatched_other'],
    ['completed', 'unmatched_more'],
    ['late', 'unmatched_more'],
    ['unknown', undefined],
  ] as const)('%s with unmatched money is marked %s', (state, mark) =>
    expect(unmatchedStateOf(state)).toBe(mark),
  )

  test('who paid, and what was noted', () => {
    const customer = { first_name: '', last_name: '', email: '', phone: '+255754000001' }
    expect(customerOf({ customer })).toBe('0754 000 001')
    expect(customerOf({ customer: { ...customer, first_name: 'Asha' } })).toBe('Asha')
    expect(customerOf({ customer: { ...customer, phone: '' } })).toBe('')
    expect(paymentNoteOf({ metadata: { order_id: 'A-1', note: 'Meza 4' } })).toBe('Meza 4')
    expect(paymentNoteOf({ metadata: {} })).toBe('')
  })
  test('the address filters what the server can filter', () => {
    const query = {
      q: '1234',
      status: 'completed',
      type: 'cash',
      state: 'x',
      from: '2026-11-21',
      before: '01a1fd55-7a80-7197-a9fd-3b84b6dcd7d7',
      account: 'x',
    }
    expect(paymentSearch(query)).toEqual({
      q: '1234',
      status: 'completed',
      type: 'cash',
      from: '2026-11-21',
      before: query.before,
    })
  })
})

describe('payouts', () => {
  test('unknown is not failed', () => {
    expect(payoutStateOf({ status: 'pending', outcome_unknown: true, approval: null })).toBe('unknown')
    expect(payoutStateOf({ status: 'failed', outcome_unknown: true, approval: null })).toBe('failed')
  })
  test('that waits is decided on by another person than who requested it', () => {
    const approval = { requested_by: 'a', decided_by: null, decided_at: null, expires_at: '' }
    const person = { name: 'Asha', email: '', two_factor: false }
    const waiting = { approval: { ...approval, state: 'waiting' } } as const
    expect(isOwnRequest(waiting, { staff: { ...person, id: 'a' } })).toBe(true)
    expect(isOwnRequest(waiting, { staff: { ...person, id: 'b' } })).toBe(false)
    expect(isOwnRequest(waiting, { staff: null })).toBe(false)
    expect(isOwnRequest({ approval: { ...approval, state: 'approved' } }, { staff: null })).toBe(false)
    expect(isOwnRequest({ approval: null }, { staff: null })).toBe(false)
  })
  test('its destination', () => {
    expect(destinationOf({ recipient: { name: 'J', phone: '+255754000001', bank: '', account: '' } })).toBe(
      '0754 000 001',
    )
    expect(destinationOf({ recipient: { name: 'J', phone: '', bank: 'CRDB', account: '0150' } })).toBe(
      'CRDB 0150',
    )
  })
  test('the fee is requested where a payout is possible', () => {
    expect(payableAmount('4,999')).toBeUndefined()
    expect(payableAmount('5,000')).toBe(5_000)
  })

  const mobile = { ...emptyPayout, name: 'Juma', phone: '0754 000 001', amount: '10,000' }
  const bank = {
    ...emptyPayout,
    channel: 'bank',
    name: 'Juma',
    bank: 'CRDB',
    account: '0150-123',
    amount: '10000',
  } as const
  test.each([
    ['empty', emptyPayout, { amount: 'field_empty', name: 'field_empty', phone: 'field_empty' }],
    ['good, mobile', mobile, {}],
    ['good, bank', bank, {}],
    ['a foreign number', { ...mobile, phone: '+254711000000' }, { phone: 'phone_wrong' }],
    ['too little', { ...mobile, amount: '4999' }, { amount: 'amount_small' }],
    ['no amount', { ...mobile, amount: 'ten' }, { amount: 'amount_wrong' }],
    ['no bank', { ...bank, bank: '', account: '' }, { bank: 'field_empty', account: 'field_empty' }],
    ['a strange account', { ...bank, account: '12 3' }, { account: 'account_wrong' }],
  ] as const)('%s', (_, form, faults) => expect(payoutFaults(form)).toEqual(faults))
  test('what is sent', () => {
    expect(payoutBody({ ...mobile, narration: ' asante ' })).toEqual({
      amount: 10_000,
      channel: 'mobile',
      recipient_name: 'Juma',
      recipient_phone: '+255754000001',
      narration: 'asante',
    })
    expect(payoutBody(bank)).toEqual({
      amount: 10_000,
      channel: 'bank',
      recipient_name: 'Juma',
      recipient_bank: 'CRDB',
      recipient_account: '0150-123',
    })
  })
})

describe('the timeline', () => {
  const entry = (
    kind: string,
    facts: TimelineEntry['facts'] = {},
    actor: TimelineEntry['actor'] = null,
  ): TimelineEntry => ({
    at: '2026-11-21T08:00:00.000Z',
    kind,
    subject: 'x',
    actor,
    facts,
  })
  const staff = (id: string, name: string | null = null): TimelineEntry['actor'] => ({
    type: 'staff',
    id,
    name,
    till_id: null,
  })
  const key: TimelineEntry['actor'] = { type: 'key', id: 'key_1', name: 'Website', till_id: null }
  const till: TimelineEntry['actor'] = { type: 'till', id: 'till_1', name: null, till_id: 'till_1' }
  const server: TimelineEntry['actor'] = { type: 'server', id: null, name: null, till_id: null }
  const titles = (...entries: TimelineEntry[]) =>
    stepsOf(entries).map(({ title }) => (typeof title === 'string' ? title : title.kind))

  test('repeated entries are shown once', () => {
    expect(
      titles(
        entry('payment.created', {}, key),
        entry('attempt.created', { method: 'push', phone: '+255754000001' }),
        entry('attempt.sent'),
        entry('payment.voided', { failure_reason: null }),
        entry('event.created'),
        entry('payment.voided', {}, staff('7')),
      ),
    ).toEqual(['payment_created', 'attempt_created_push', 'payment_voided'])
  })
  test.each([
    [entry('delivery.tried', { status: 200, took_ms: 12 }), 'delivery_tried_ok', 'neutral'],
    [entry('delivery.tried', { status: 500, number: 2 }), 'delivery_tried_bad', 'bad'],
    [entry('delivery.tried', { status: null, error: 'unreachable' }), 'delivery_tried_bad', 'bad'],
    [entry('payment.completed', { late: true, fees: 50, net: 950 }), 'payment_completed_late', 'good'],
    [entry('unmatched.settled', { resolution: 'kept' }), 'unmatched_settled_kept', 'neutral'],
    [entry('attempt.failed', { failure_reason: 'wrong_pin' }), 'attempt_failed', 'bad'],
    [entry('payment.outcome_unknown'), 'payment_outcome_unknown', 'warning'],
    [entry('payment.outcome_known'), 'payment_outcome_known', 'neutral'],
    [
      entry('attempt.status_checked', { answer: 'pending', times: 12 }),
      'attempt_status_checked_times',
      'neutral',
    ],
    [
      entry('attempt.status_checked', { answer: 'unknown', times: 1 }),
      'attempt_status_checked_once',
      'warning',
    ],
    [entry('cash.sold', { amount: 4_000, given: 5_000, change: 1_000 }), 'cash_sold', 'good'],
    [
      entry('refund.created', { amount: 900, way: 'cash', reason: 'Broken' }),
      'refund_created_cash',
      'neutral',
    ],
    [entry('refund.created', { amount: 900, way: 'payout', reason: 'Broken' }), 'refund_created', 'neutral'],
    [entry('refund.approved', { amount: 900 }), 'refund_approved', 'neutral'],
    [entry('refund.declined', { amount: 900 }), 'refund_declined', 'warning'],
    [entry('refund.completed', { amount: 900 }), 'refund_completed', 'neutral'],
    [entry('refund.failed', { amount: 900, reason: 'withdrawn' }), 'refund_failed', 'bad'],
    [entry('something.new'), { kind: 'something.new' }, 'neutral'],
  ] as const)('%j', (one, title, tone) => expect(stepsOf([one])).toMatchObject([{ title, tone }]))

  test.each([
    [
      { given: 5_000, change: 1_000 },
      { key: 'cash_given', values: { given: 'TZS\u00a05,000', change: 'TZS\u00a01,000' } },
    ],
    [
      { given: 4_000, change: 0 },
      { key: 'cash_exact', values: {} },
    ],
  ])('a cash sale shows what the customer gave: %j', (facts, more) =>
    expect(stepsOf([entry('cash.sold', { amount: 4_000, ...facts })])).toMatchObject([{ more: [more] }]),
  )

  test('an earlier number that was declined is named, and is no failure once the payment is paid', () => {
    const declined = entry('attempt.failed', { failure_reason: 'wrong_pin', phone: '+255754000001' })
    expect(stepsOf([entry('payment.completed', { late: false }), declined]).at(-1)).toMatchObject({
      tone: 'neutral',
      more: [{ text: '0754 000 001' }],
    })
  })
  test.each([
    [{ failure_reason: 'wrong_pin' }, { failure_reason: 'wrong_pin' }, ['attempt_failed']],
    [
      { failure_reason: 'wrong_pin' },
      { failure_reason: 'marked_not_paid' },
      ['attempt_failed', 'payment_failed'],
    ],
  ])('what a network refused with %j is one step, if the payment failed with %j', (refused, failed, told) =>
    expect(titles(entry('attempt.failed', refused), entry('payment.failed', failed))).toEqual(told),
  )
  test('the customer begins the payment of a link', () =>
    expect(titles(entry('payment.created', { by_customer: true }))).toEqual(['payment_created_customer']))
  test('what the network answered, how often and when last', () => {
    const asked = (answer: string) =>
      entry('attempt.status_checked', { answer, times: 12, last_at: '2026-11-21T08:03:20.000Z' })
    const told = stepsOf(['pending', 'completed', 'failed', 'unknown', 'something new'].map(asked))
    expect(told.map(({ answer }) => answer?.key)).toEqual([
      'answer_pending',
      'answer_completed',
      'answer_failed',
      'answer_unknown',
      'answer_unknown',
    ])
    expect(told[0]).toMatchObject({ values: { times: '12' }, answer: { last: '2026-11-21T08:03:20.000Z' } })
  })
  test.each([
    ['2026-11-21T11:03:20.000Z', '14:03:20'],
    ['2026-11-22T11:03:20.000Z', '22 Nov 2026, 14:03:20'],
  ])('the last of some moments, %s, is %s', (last, text) =>
    expect(endTimeOf(last, '2026-11-21T08:00:00.000Z', 'Africa/Dar_es_Salaam', 'en')).toBe(text),
  )
  test('webhook steps lead to their delivery, money that waits to where it is settled', () => {
    const links = (...entries: TimelineEntry[]) => stepsOf(entries).map(({ link }) => link)
    const delivery = { to: '/webhooks/$id', id: 'x' } as const
    const kinds = ['delivery.created', 'delivery.tried', 'delivery.success', 'delivery.abandoned']
    expect(links(...kinds.map(kind => entry(kind)))).toEqual([delivery, delivery, delivery, delivery])
    expect(links(entry('payment.created'), entry('unmatched.held'))).toEqual([
      undefined,
      { to: '/unmatched' },
    ])
    expect(links(entry('unmatched.held'), entry('unmatched.settled', { resolution: 'kept' }))).toEqual([
      undefined,
      undefined,
    ])
  })

  test.each([
    [staff('7', 'Neema'), '7', 'who_me'],
    [staff('8', 'Juma'), '7', { name: 'Juma' }],
    [staff('8'), '7', 'who_staff'],
    [staff('77', 'Asha'), '7', { name: 'Asha' }],
    [key, '7', 'who_key'],
    [till, '7', 'who_till'],
    [server, undefined, 'who_server'],
    [null, undefined, undefined],
  ] as const)('%j seen by %p is %j', (actor, me, who) => expect(stepActorOf(actor, me)).toEqual(who))
})

describe('unmatched money', () => {
  const held = (subject: string, facts: object) => ({
    at: '2026-11-21T08:00:00.000Z',
    kind: 'unmatched.held',
    subject,
    facts: { ...facts },
  })
  test('on a payment’s timeline, and whether it is resolved', () => {
    const entries = [
      { at: '2026-11-21T07:00:00.000Z', kind: 'payment.created', subject: 'p', facts: { amount: 7_000 } },
      held('unm_1', { amount: 6_500, reason: 'other_amount', external_reference: 'QK1' }),
      held('unm_2', { amount: 7_000, reason: 'paid_twice', external_reference: null }),
      held('unm_3', { amount: 7_000, reason: 'paid_twice' }),
      {
        at: '2026-11-21T09:00:00.000Z',
        kind: 'unmatched.settled',
        subject: 'unm_2',
        facts: { amount: 7_000 },
      },
    ]
    const at = '2026-11-21T08:00:00.000Z'
    expect(unmatchedMoneyIn(entries)).toEqual([
      { id: 'unm_1', amount: 6_500, reason: 'other_amount', at, receipt: 'QK1', isResolved: false },
      { id: 'unm_2', amount: 7_000, reason: 'paid_twice', at, receipt: '', isResolved: true },
      { id: 'unm_3', amount: 7_000, reason: 'paid_twice', at, receipt: '', isResolved: false },
    ])
    expect(unmatchedMoneyIn([])).toEqual([])
  })
  test('is listed open unless the address asks for settled', () => {
    expect(unmatchedSearch({ status: 'settled', after: 'unm_1' })).toEqual({
      status: 'settled',
      after: 'unm_1',
    })
    for (const status of ['open', 'bogus', 5]) expect(unmatchedSearch({ status })).toEqual({})
  })
})

test.each([
  ['just now', 0, 'minutes', 0],
  ['in the future, by a clock that is wrong', -60_000, 'minutes', 0],
  ['below two hours', 119 * 60_000 + 59_999, 'minutes', 119],
  ['two hours', 120 * 60_000, 'hours', 2],
  ['below two days', 48 * 3_600_000 - 1, 'hours', 47],
  ['two days', 48 * 3_600_000, 'days', 2],
] as const)('the age of an order: %s', (_, ms, unit, number) => {
  const created = Date.parse('2026-11-21T12:00:00.000Z')
  expect(ageOf(new Date(created).toISOString(), created + ms)).toEqual({ unit, number })
})

test.each([
  ['Juma Said', 'JUMA MFANO', false],
  ['Said, Juma', 'JUMA A. SAID', false],
  ['Neema Kessy', 'JUMA MFANO', true],
  ['J. S.', 'JUMA SAID', true],
  ['Juma Said', '•••', false],
])('%s and the registered name %s: another one, %p', (typed, registered, isOther) =>
  expect(isOtherName(typed, registered)).toBe(isOther),
)
