// Words for endpoint tests at the till: paired tills, people with PINs, sales and counts.
import { expect } from 'bun:test'
import type { Params, Reason } from '../../src/domain/fault.ts'
import { type EndpointShop, qr, type TestRequest, type Who } from './endpoint.ts'
import { at, errorBody, paymentOf, type TestResponse, textAt } from './endpoint-answer.ts'
import { hire } from './hire.ts'

export const pins = { neema: '4071', juma: '8273' } as const
type Cashier = keyof typeof pins

/** Cashiers of the sandbox account by name. */
export type CashierIds = Readonly<Record<Cashier, string>>

/** Gives the shop two cashiers with PINs. */
export async function addCashiers(shop: EndpointShop): Promise<CashierIds> {
  const { appliance, login, accounts } = shop
  const { world } = appliance
  const juma = await login.createStaff({
    name: 'Juma',
    email: 'juma@duka.co.tz',
    password: 'siri-ndogo-sana',
  })
  const membership = {
    accountId: accounts.sandbox.id,
    role: 'cashier',
    name: 'Juma',
    createdAt: world.clock.now(),
  } as const
  await hire(appliance, { ...membership, staffId: juma.id })
  const neema = await login.check({ email: 'neema@duka.co.tz', password: 'siri-ndogo-sana' }, 'hiring')
  const crew = { juma: juma.id, neema: neema?.id ?? '' }
  for (const name of ['neema', 'juma'] as const) await setPin(shop, crew[name], pins[name])
  return crew
}

/** Returns the answer to a wrong PIN with tries left, and to the one that locks it. */
export const pinWrong = (left: number) => pinFault('pin_wrong', { left })
export const pinLocked = (minutes: number) => pinFault('pin_wrong_locked', { minutes })
const pinFault = (reason: Reason, params: Params) => ({
  code: 400,
  ...errorBody('validation_error', reason, params),
  errors: [{ field: 'pin', reason, params }],
})

export async function setPin(
  shop: EndpointShop,
  staffId: string,
  pin: string,
  as: Who = 'owner',
): Promise<void> {
  const done = await shop.request({ as, method: 'PUT', path: `/api/v1/staff/${staffId}/pin`, json: { pin } })
  expect({ status: done.status, text: done.text }).toMatchObject({ status: 200 })
}

/** PINs of people with a role other than cashier. */
export const rolePins = { owner: '5150', admin: '6160', developer: '7170' } as const
type PinRole = keyof typeof rolePins

/** Gives one person of each role a PIN, and returns their ids. The shop has an admin and a developer. */
export async function addRolePins(shop: EndpointShop): Promise<ReadonlyMap<PinRole, string>> {
  const ids = new Map<PinRole, string>()
  const people = at(await shop.request({ as: 'owner', path: '/api/v1/staff' }), 'data')
  for (const { id, role } of people as { id: string; role: PinRole }[]) {
    if (ids.has(role) || rolePins[role] === undefined) continue
    ids.set(role, id)
    await setPin(shop, id, rolePins[role])
  }
  return ids
}

export interface PairedTill {
  readonly id: string
  readonly cookie: string
  /** Sends a request of this till to any path. */
  request(request: TestRequest): Promise<TestResponse>
  signIn(staffId: string, pin: string): Promise<TestResponse>
  /** Creates a QR payment of this till. */
  sellByQr(amount: number, more?: object): Promise<string>
  /** Has the customer pay it. */
  pay(reference: string, amount?: number): Promise<void>
  takeCash(amount: number, more?: object): Promise<TestResponse>
  /** Voids a cash sale with the PIN of the person who signed in last. */
  voidCash(id: string, more?: object): Promise<TestResponse>
}

export const cookieOf = (answer: TestResponse): string =>
  answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

/** Pairs a till of the sandbox account; with `on` someone is signed in. */
export async function pairTill(
  shop: EndpointShop,
  name: string,
  on?: { readonly staffId: string; readonly pin: string },
): Promise<PairedTill> {
  const made = await shop.request({ as: 'owner', path: '/api/v1/tills', json: { name } })
  expect(made.status).toBe(201)
  const paired = await shop.request({
    path: '/api/v1/till/pair',
    json: { code: textAt(made, 'data.pairing_code') },
  })
  expect({ status: paired.status, text: paired.text }).toMatchObject({ status: 200 })
  const counter = tillWithCookie(shop, textAt(made, 'data.id'), cookieOf(paired))
  if (on) expect((await counter.signIn(on.staffId, on.pin)).status).toBe(200)
  return counter
}

/** Returns a till by the cookie of its browser. */
export function tillWithCookie(shop: EndpointShop, id: string, cookie: string): PairedTill {
  const request = (asked: TestRequest) =>
    shop.request({ ...asked, headers: { cookie, 'kaunta-till': '1', ...asked.headers } })
  let enteredPin: string | undefined
  return {
    id,
    cookie,
    request: request,
    signIn(staff_id, pin) {
      enteredPin = pin
      return request({ path: '/api/v1/till/login', json: { staff_id, pin } })
    },
    async sellByQr(amount, more = {}) {
      const answer = await request({
        path: '/api/v1/payments',
        json: { ...qr, details: { amount, currency: 'TZS' }, ...more },
      })
      return paymentOf(answer).reference
    },
    async pay(reference, amount) {
      const json = { outcome: 'completed', ...(amount === undefined ? {} : { amount }) }
      expect(
        (await shop.request({ as: 'sandbox', path: `/v1/sandbox/payments/${reference}`, json })).status,
      ).toBe(200)
      await shop.work()
    },
    takeCash: (amount, more = {}) =>
      request({ path: '/api/v1/till/cash', json: { amount, given: amount, ...more } }),
    voidCash: (id, more = {}) =>
      request({
        path: `/api/v1/till/cash/${id}/void`,
        json: { reason: 'Wrong amount', pin: enteredPin, ...more },
      }),
  }
}

/** Returns status and code of an error, and the field it names, if any. */
export function errorOf(answer: TestResponse): unknown[] {
  const field = at(answer, 'errors.0.field')
  return [answer.status, at(answer, 'error_code'), ...(field === undefined ? [] : [field])]
}
