// Words for endpoint tests about money beyond a single payment: earning it, paying it out, and the balance.
import { expect } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { type Account, type Scope, scopes } from '../../src/domain/account.ts'
import { newAccountId } from '../../src/domain/id.ts'
import { createKey } from '../../src/flow/key.ts'
import { insertAccount } from '../../src/store/account.ts'
import { findPayout, updatePayout } from '../../src/store/payout.ts'
import type { PaymentView } from '../../src/wire/payment.ts'
import { PayoutView } from '../../src/wire/payout.ts'
import { type EndpointShop, qr, type TestRequest, type Who } from './endpoint.ts'
import { at, paymentOf, type TestResponse } from './endpoint-answer.ts'
import { hire } from './hire.ts'

export const wallet = {
  amount: 5_000,
  channel: 'mobile',
  recipient_name: 'Juma Ally',
  recipient_phone: '0713 000 111',
}
export const bankAccount = {
  amount: 7_500,
  channel: 'bank',
  recipient_name: 'Juma Ally',
  recipient_bank: 'CRDB',
  recipient_account: '0150-123456789',
}
/** What the sandbox takes for a payout. */
export const payoutFee = 1_500
/** The rows of a new payout; its amount and fee move from what is available to what is held. */
export const rowsOfNewPayout = { payout: 1, posting: 1, balance: 2, job: 1, simulation: 1, audit_entry: 1 }

/** Returns the payout in an answer, checked against PayoutView. */
export function payoutOf(answer: TestResponse): PayoutView {
  const data = at(answer, 'data')
  if (Value.Check(PayoutView, data)) return data
  const problems = [...Value.Errors(PayoutView, data)].map(({ path, message }) => `${path} ${message}`)
  throw new Error(`no payout: ${problems} in ${answer.text}`)
}

/** Creates a payment, has the simulated network decide it, and returns it as the server then shows it. */
export async function collect(
  shop: EndpointShop,
  json: object,
  decision: object,
  as: Who = 'sandbox',
  headers: TestRequest['headers'] = {},
) {
  const { reference } = paymentOf(await shop.request({ as, path: '/v1/payments', json, headers }))
  expect((await shop.request({ as, path: `/v1/sandbox/payments/${reference}`, json: decision })).status).toBe(
    200,
  )
  await shop.work()
  return fetchPayment(shop, reference, as)
}

export const fetchPayment = async (
  shop: EndpointShop,
  reference: string,
  as: Who = 'sandbox',
): Promise<PaymentView> => paymentOf(await shop.request({ as, path: `/v1/payments/${reference}` }))

/** Collects once by QR for later payouts; half a percent is the fee. */
export const earn = (shop: EndpointShop, amount: number, as: Who = 'sandbox') =>
  collect(shop, { ...qr, details: { ...qr.details, amount } }, { outcome: 'completed' }, as)

export async function balanceOf(shop: EndpointShop, as: Who = 'sandbox') {
  const answer = await shop.request({ as, path: '/v1/payments/balance' })
  return {
    available: Number(at(answer, 'data.available.value')),
    balance: Number(at(answer, 'data.balance.value')),
  }
}

/** Adds people and keys that only these tests need. */
export async function addRoles(shop: EndpointShop): Promise<void> {
  const { appliance, credentials, accounts, login } = shop
  const { world } = appliance
  const keys: [Who, Scope[]][] = [
    ['payer', ['disbursement:create']],
    ['payout reader', ['disbursement:read']],
  ]
  for (const [who, scopes] of keys) {
    const { key } = await createKey(appliance, accounts.sandbox, { name: who, scopes }, null)
    credentials.set(who, () => ({ authorization: `Bearer ${key}` }))
  }
  for (const role of ['admin', 'developer'] as const) {
    const staffId = `staff_${role}`
    const member = { staffId, accountId: accounts.sandbox.id, role, name: role, createdAt: world.clock.now() }
    await hire(appliance, member)
    credentials.set(role, async () => ({
      authorization: `Bearer ${(await login.mintToken({ ...member, removals: 0 }, world.clock.now())).token}`,
    }))
  }
}

/** Opens another sandbox account with a key of all scopes, which asks as `other`. */
export async function openOtherAccount(shop: EndpointShop, change: Partial<Account>): Promise<Account> {
  const { appliance, accounts, credentials } = shop
  const { random } = appliance.world
  const account = { ...accounts.stranger, id: newAccountId(random.bytes), ...change }
  await appliance.store.write(tx => insertAccount(tx, account))
  const { key } = await createKey(appliance, account, { name: 'other', scopes }, null)
  credentials.set('other', () => ({ authorization: `Bearer ${key}` }))
  return account
}

/** Creates a payout whose network has given no outcome. */
export async function loseOutcome(shop: EndpointShop, reference: string): Promise<string> {
  await shop.appliance.store.write(async tx => {
    const payout = await findPayout(tx, reference)
    if (payout) await updatePayout(tx, { ...payout, state: 'unknown' })
  })
  return reference
}
