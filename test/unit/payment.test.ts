// The payment's state machine as one table: every status × every action, with the published events and the
// moved money.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { staffActor } from '../../src/domain/actor.ts'
import type { Reason } from '../../src/domain/fault.ts'
import { isMarkedNotPaid } from '../../src/domain/manual-decision.ts'
import { numberToPay } from '../../src/domain/number-to-pay.ts'
import { isFinal, nextPayment, type Payment, type PaymentAction } from '../../src/domain/payment.ts'
import { type PaymentStatus, paymentStatuses } from '../../src/domain/payment-type.ts'
import { bookChanges } from '../../src/domain/posting.ts'
import { faultOf } from '../kit/fault.ts'
import { pendingPayment } from '../kit/row.ts'

const then = 1_000
const now = 2_000

/** All unknown, so that the table shows who ends it. */
const payments: Record<PaymentStatus, Payment> = {
  pending: { ...pendingPayment, unknown: true },
  completed: { ...pendingPayment, status: 'completed', fees: 100, endedAt: then },
  failed: { ...pendingPayment, status: 'failed', failureReason: 'wrong_pin', endedAt: then, unknown: true },
  voided: { ...pendingPayment, status: 'voided', endedAt: then, unknown: true },
  expired: { ...pendingPayment, status: 'expired', endedAt: then, unknown: true },
}

const actions = {
  offered: {
    kind: 'offered',
    qr: 'QR',
    pageUrl: 'https://pay.example/1',
    token: '98765430',
    externalReference: 'N1',
  },
  unknown: { kind: 'unknown' },
  paid: { kind: 'collected', amount: 10_000, fees: 100, provider: 'airtel', externalReference: 'N1' },
  'paid less': { kind: 'collected', amount: 9_999, fees: 100 },
  'paid more': { kind: 'collected', amount: 10_001, fees: 100 },
  failed: { kind: 'failed', reason: 'insufficient_balance' },
  confirmed_manually: {
    kind: 'confirmed_manually',
    by: staffActor('asha'),
    name: 'Asha',
    reason: 'The phone says so',
    receipt: 'R1',
  },
  marked_not_paid: { kind: 'marked_not_paid' },
  voided: { kind: 'voided' },
  expired: { kind: 'expired' },
  'expired, says the network': { kind: 'expired', byNetwork: true },
} as const satisfies Record<string, PaymentAction>
type Word = keyof typeof actions

const paid = {
  status: 'completed',
  fees: 100,
  unknown: false,
  endedAt: now,
  failureReason: null,
  provider: 'airtel',
} as const
const completes = (late: boolean) => ({
  becomes: { ...paid, late, channelType: 'mobile_money', externalReference: 'N1' },
  tells: ['payment.completed'],
  moves: ['network → merchant 10000', 'merchant → fees 100'],
})
const nothing = {}
const certain = { becomes: { unknown: false } }
const suspends = (amount: number) => ({ moves: [`network → suspense ${amount}`] })
const notConfirmable = { refuses: 'payment_not_confirmable' } as const
const notVoidable = { refuses: 'payment_not_voidable' } as const
const notMarkable = { refuses: 'payment_not_markable' } as const
const late = completes(true)

const word = {
  by: staffActor('asha'),
  name: 'Asha',
  reason: 'The phone says so',
  receipt: 'R1',
  at: now,
  confirmed: false,
}
/** Returns the state after a confirmation: free of charge until the network answers. */
const confirmations = (late: boolean) => ({
  becomes: {
    status: 'completed',
    fees: 0,
    unknown: false,
    endedAt: now,
    failureReason: null,
    late,
    externalReference: 'R1',
    manualConfirmation: word,
  } as const,
  tells: ['payment.completed'],
  moves: ['network → merchant 10000'],
})

/** What changes of the payment; an empty cell has no effect. */
interface Cell {
  readonly becomes?: Partial<Payment>
  readonly tells?: readonly string[]
  readonly moves?: readonly string[]
  readonly refuses?: Reason
}
const fails = {
  status: 'failed',
  failureReason: 'insufficient_balance',
  unknown: false,
  endedAt: now,
} as const

const table: Record<PaymentStatus, Record<Word, Cell>> = {
  pending: {
    offered: {
      becomes: {
        qr: 'QR',
        paymentUrl: 'https://pay.example/1',
        token: '98765430',
        externalReference: 'N1',
        unknown: false,
      },
    },
    unknown: nothing, // unknown already; the step from certain is below
    paid: completes(false),
    'paid less': { ...certain, ...suspends(9_999) },
    'paid more': { ...certain, ...suspends(10_001) },
    failed: { becomes: fails, tells: ['payment.failed'] },
    confirmed_manually: confirmations(false),
    marked_not_paid: {
      becomes: { status: 'failed', failureReason: 'marked_not_paid', unknown: false, endedAt: now },
      tells: ['payment.failed'],
    },
    voided: { becomes: { status: 'voided', endedAt: now }, tells: ['payment.voided'] },
    expired: { becomes: { status: 'expired', endedAt: now }, tells: ['payment.expired'] },
    'expired, says the network': {
      becomes: { status: 'expired', unknown: false, endedAt: now },
      tells: ['payment.expired'],
    },
  },
  completed: {
    offered: nothing,
    unknown: nothing,
    paid: suspends(10_000),
    'paid less': suspends(9_999),
    'paid more': suspends(10_001),
    failed: nothing,
    confirmed_manually: notConfirmable,
    marked_not_paid: notMarkable,
    voided: notVoidable,
    expired: nothing,
    'expired, says the network': nothing,
  },
  failed: { ...ended(), confirmed_manually: notConfirmable, voided: notVoidable },
  voided: { ...ended(), confirmed_manually: notConfirmable, voided: notVoidable },
  expired: { ...ended(), voided: notVoidable },
}

/**
 * Returns the outcomes of a payment that has ended: only confirmed money changes something, and a clear
 * answer ends the unknown period.
 */
function ended() {
  return {
    offered: certain,
    unknown: nothing,
    paid: late,
    'paid less': { ...certain, ...suspends(9_999) },
    'paid more': { ...certain, ...suspends(10_001) },
    failed: certain,
    confirmed_manually: confirmations(true),
    marked_not_paid: certain,
    expired: nothing,
    'expired, says the network': certain,
  }
}

const words = Object.keys(actions) as Word[]
describe.each([...paymentStatuses])('a %s payment', status => {
  test.each(words)('%s', word => {
    const { becomes = {}, tells = [], moves = [], refuses: reason } = table[status][word]
    const before = Object.freeze({ ...payments[status] })
    if (reason) {
      const found = faultOf(() => nextPayment(before, actions[word], now))
      expect(found).toMatchObject({ reason, params: { status } })
      return
    }
    const { payment, events, postings } = nextPayment(before, actions[word], now)
    expect(payment).toEqual({ ...before, ...becomes })
    expect(events).toEqual([...tells] as typeof events)
    expect(postings.map(({ from, to, amount }) => `${from} → ${to} ${amount}`)).toEqual([...moves])
  })
})

test('a payment enters an unknown period, and leaves it', () => {
  const uncertain = nextPayment(pendingPayment, actions.unknown, now)
  expect(uncertain).toEqual({ payment: { ...pendingPayment, unknown: true }, events: [], postings: [] })
  expect(nextPayment(uncertain.payment, { kind: 'offered' }, now).payment).toEqual(pendingPayment)
})

test('an answer without news keeps what is known', () => {
  const known = { ...pendingPayment, qr: 'QR', externalReference: 'N1' }
  expect(nextPayment(known, { kind: 'offered' }, now).payment).toEqual(known)
})

test('the customer pays to the till number while the payment is open, which keeps its own number', () => {
  const offer = { kind: 'offered', tillNumber: '57241234' } as const
  const open = nextPayment(pendingPayment, offer, now).payment
  expect(open).toEqual({ ...pendingPayment, tillNumber: '57241234' })
  expect(numberToPay(open)).toBe('57241234')
  expect(numberToPay(nextPayment(open, { kind: 'offered' }, now).payment)).toBe('57241234')
  for (const status of paymentStatuses.filter(isFinal))
    expect(numberToPay({ ...open, status })).toBe(pendingPayment.token)
  const pushed = nextPayment(open, actions.offered, now).payment
  expect(pushed).toMatchObject({ token: '98765430', tillNumber: '57241234' })
  expect(numberToPay(pushed)).toBe('57241234')
  expect(numberToPay({ ...pushed, status: 'completed' })).toBe('98765430')
})

test('where the network names no provider, the channel stays as requested', () => {
  const { payment } = nextPayment(pendingPayment, { kind: 'collected', amount: 10_000, fees: 0 }, now)
  expect(payment).toMatchObject({ status: 'completed', channelType: 'qr', provider: 'tanqr', fees: 0 })
})

describe('a payment confirmed manually', () => {
  const confirmed_manually = nextPayment(
    { ...pendingPayment, unknown: true },
    actions.confirmed_manually,
    then,
  ).payment
  const manualConfirmation = { ...word, at: then, confirmed: false }
  const again: Record<Exclude<Word, 'confirmed_manually' | 'marked_not_paid' | 'voided'>, Cell> = {
    offered: nothing,
    unknown: nothing,
    // The same money: only the network's facts are new.
    paid: {
      becomes: {
        fees: 100,
        provider: 'airtel',
        channelType: 'mobile_money',
        externalReference: 'N1',
        manualConfirmation: { ...manualConfirmation, confirmed: true },
      },
      moves: ['merchant → fees 100'],
    },
    'paid less': suspends(9_999),
    'paid more': suspends(10_001),
    failed: nothing,
    expired: nothing,
    'expired, says the network': nothing,
  }
  test.each(Object.entries(again))('%s', (word, { becomes = {}, moves = [] }) => {
    const change = nextPayment(confirmed_manually, actions[word as Word], now)
    expect(change.payment).toEqual({ ...confirmed_manually, ...becomes })
    expect(change.events).toEqual([])
    expect(change.postings.map(({ from, to, amount }) => `${from} → ${to} ${amount}`)).toEqual([...moves])
  })

  test('can be neither confirmed again, marked as not paid nor voided', () => {
    for (const [word, { refuses: reason }] of [
      ['confirmed_manually', notConfirmable],
      ['marked_not_paid', notMarkable],
      ['voided', notVoidable],
    ] as const) {
      const found = faultOf(() => nextPayment(confirmed_manually, actions[word], now))
      expect(found).toMatchObject({ reason, params: { status: 'completed' } })
    }
  })

  test('is paid twice when the network confirms it twice', () => {
    const confirmed = nextPayment(confirmed_manually, actions.paid, now)
    const twice = nextPayment(confirmed.payment, actions.paid, now)
    expect(twice).toMatchObject({ payment: confirmed.payment, unmatched: 'paid_twice', events: [] })
    expect(nextPayment(confirmed_manually, actions['paid less'], now).unmatched).toBe('paid_twice')
  })
})

describe('a payment marked as not paid', () => {
  const marked = nextPayment({ ...pendingPayment, unknown: true }, actions.marked_not_paid, then).payment

  test('completes late with the money of the network, or by the word of a person', () => {
    const { payment, events } = nextPayment(marked, actions.paid, now)
    expect(payment).toMatchObject({ status: 'completed', late: true, failureReason: null })
    expect(events).toEqual(['payment.completed'])
    const confirmed = nextPayment(marked, actions.confirmed_manually, now)
    expect(confirmed.payment).toMatchObject({ status: 'completed', late: true })
  })

  test('takes the reason of the network’s later no, and then no person can confirm it', () => {
    const { payment: declined, events } = nextPayment(marked, actions.failed, now)
    expect(declined).toEqual({ ...marked, failureReason: 'insufficient_balance' })
    expect(events).toEqual([])
    const found = faultOf(() => nextPayment(declined, actions.confirmed_manually, now))
    expect(found).toMatchObject({ reason: 'payment_not_confirmable', params: { status: 'failed' } })
  })

  test('stays open for its customer’s next try when it belongs to a session', () => {
    const session = { ...pendingPayment, sessionId: 'session', unknown: true }
    expect(nextPayment(session, actions.marked_not_paid, now)).toEqual({
      payment: { ...session, unknown: false },
      events: [],
      postings: [],
    })
  })

  test('cannot be marked while its outcome is known', () => {
    const found = faultOf(() => nextPayment(pendingPayment, actions.marked_not_paid, now))
    expect(found).toMatchObject({ reason: 'payment_not_markable', params: { status: 'pending' } })
  })
})

test('any sequence of outcomes: events in order, completed stays, all money is kept', () => {
  const anyAction = fc.constantFrom(...words)
  fc.assert(
    fc.property(fc.array(anyAction, { maxLength: 12 }), story => {
      let payment = pendingPayment
      const told: string[] = []
      let came = 0
      let kept = 0
      for (const word of story) {
        const action = actions[word]
        if (action.kind === 'voided' && isFinal(payment.status)) continue
        const { status, unknown } = payment
        if (action.kind === 'marked_not_paid' && !unknown) continue
        const isConfirmable = ['pending', 'expired'].includes(status) || isMarkedNotPaid(payment)
        if (action.kind === 'confirmed_manually' && !isConfirmable) continue
        const change = nextPayment(payment, action, now)
        if (payment.status === 'completed') {
          const { fees, manualConfirmation, provider, channelType, externalReference } = change.payment
          const news =
            payment.manualConfirmation?.confirmed === false
              ? { fees, manualConfirmation, provider, channelType, externalReference }
              : {}
          expect(change.payment).toEqual({ ...payment, ...news })
        }
        told.push(...change.events)
        if (action.kind === 'collected') came += action.amount
        // A manual confirmation and the network's are one sum of money.
        if (action.kind === 'confirmed_manually') came += payment.amount
        if (change.payment.manualConfirmation?.confirmed && !payment.manualConfirmation?.confirmed)
          came -= payment.amount
        kept -= bookChanges(change.postings).get('network') ?? 0
        payment = change.payment
      }
      expect(kept).toBe(came)
      expect(new Set(told).size).toBe(told.length)
      expect(told.length).toBeLessThanOrEqual(payment.late ? 2 : 1)
      expect(told.at(-1)).toBe(isFinal(payment.status) ? `payment.${payment.status}` : undefined)
    }),
  )
})
