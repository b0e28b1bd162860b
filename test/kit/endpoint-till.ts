// Words for endpoint tests at the counter: tills that are paired, people with PINs, what is sold and counted
// there.
import { expect } from 'bun:test'
import { insertMember } from '../../src/store/account.ts'
import { type Answer, type Ask, at, paymentOf, qr, type Shop, textAt, type Who } from './endpoint.ts'

export const pins = { neema: '4071', juma: '82736' } as const
type Cashier = keyof typeof pins

/** Cashiers of the sandbox account by name. */
export type Crew = Readonly<Record<Cashier, string>>

/** Gives the shop two cashiers with PINs. */
export async function hireCrew(shop: Shop): Promise<Crew> {
  const { appliance, login, accounts } = shop
  const { store, world } = appliance
  const juma = await login.createStaff({
    name: 'Juma',
    email: 'juma@duka.co.tz',
    password: 'siri-ndogo-sana',
  })
  const membership = {
    accountId: accounts.sandbox.id,
    role: 'cashier',
    createdAt: world.clock.now(),
  } as const
  await store.write(tx => insertMember(tx, { ...membership, staffId: juma.id }))
  const neema = await login.check({ email: 'neema@duka.co.tz', password: 'siri-ndogo-sana' }, 'hiring')
  const crew = { juma: juma.id, neema: neema?.id ?? '' }
  for (const name of ['neema', 'juma'] as const) await setPin(shop, crew[name], pins[name])
  return crew
}

export async function setPin(shop: Shop, staffId: string, pin: string, as: Who = 'owner'): Promise<void> {
  const done = await shop.ask({ as, method: 'PUT', path: `/api/v1/staff/${staffId}/pin`, json: { pin } })
  expect({ status: done.status, text: done.text }).toMatchObject({ status: 200 })
}

export interface Counter {
  readonly id: string
  readonly cookie: string
  /** A request of this till, elsewhere than under its own path, too. */
  ask(ask: Ask): Promise<Answer>
  signIn(staffId: string, pin: string): Promise<Answer>
  /** A QR payment of this till. */
  sells(amount: number, more?: object): Promise<string>
  /** The customer pays it. */
  isPaid(reference: string, amount?: number): Promise<void>
  takesCash(amount: number, more?: object): Promise<Answer>
}

export const cookieOf = (answer: Answer): string => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

/** A till of the sandbox account, paired; with `on` somebody is signed in. */
export async function openCounter(
  shop: Shop,
  name: string,
  on?: { readonly staffId: string; readonly pin: string },
): Promise<Counter> {
  const made = await shop.ask({ as: 'owner', path: '/api/v1/tills', json: { name } })
  expect(made.status).toBe(201)
  const paired = await shop.ask({
    path: '/api/v1/till/pair',
    json: { code: textAt(made, 'data.pairing_code') },
  })
  expect({ status: paired.status, text: paired.text }).toMatchObject({ status: 200 })
  const counter = counterWith(shop, textAt(made, 'data.id'), cookieOf(paired))
  if (on) expect((await counter.signIn(on.staffId, on.pin)).status).toBe(200)
  return counter
}

/** A till by the cookie of its browser. */
export function counterWith(shop: Shop, id: string, cookie: string): Counter {
  const ask = (asked: Ask) =>
    shop.ask({ ...asked, headers: { cookie, 'kaunta-till': '1', ...asked.headers } })
  return {
    id,
    cookie,
    ask,
    signIn: (staff_id, pin) => ask({ path: '/api/v1/till/login', json: { staff_id, pin } }),
    async sells(amount, more = {}) {
      const answer = await ask({
        path: '/api/v1/payments',
        json: { ...qr, details: { amount, currency: 'TZS' }, ...more },
      })
      return paymentOf(answer).reference
    },
    async isPaid(reference, amount) {
      const json = { outcome: 'completed', ...(amount === undefined ? {} : { amount }) }
      expect(
        (await shop.ask({ as: 'sandbox', path: `/v1/sandbox/payments/${reference}`, json })).status,
      ).toBe(200)
      await shop.work()
    },
    takesCash: (amount, more = {}) =>
      ask({ path: '/api/v1/till/cash', json: { amount, given: amount, ...more } }),
  }
}

/** Status and code of a refusal, and the field it names, if any. */
export function refusalOf(answer: Answer): unknown[] {
  const field = at(answer, 'errors.0.field')
  return [answer.status, at(answer, 'error_code'), ...(field === undefined ? [] : [field])]
}
