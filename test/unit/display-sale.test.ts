// The digits next to a sale on the customer's display: the number to pay to, then that of the receipt.
import { expect, test } from 'bun:test'
import { paymentSale } from '../../src/domain/display.ts'
import { pendingPayment } from '../kit/row.ts'

const tillSale = { ...pendingPayment, tillNumber: '57241234' }

test.each([
  ['an open payment shows its number', pendingPayment, '12345674'],
  ['an open sale over a till number shows that', tillSale, '57241234'],
  ['a paid one shows its own number', { ...tillSale, status: 'completed' } as const, '12345674'],
])('%s', (_, payment, digits) => {
  expect(paymentSale(payment, { byLink: false, isPushed: false })).toMatchObject({ digits })
})
