// An account with callers of every kind, for the tests that request all routes as all of them.
import { type Account, type Role, type Scope, scopes } from '../../src/domain/account.ts'
import { createKey, createTrialKey } from '../../src/flow/key.ts'
import type { EndpointShop } from './endpoint.ts'
import { textAt } from './endpoint-answer.ts'
import { pairDisplay } from './endpoint-display.ts'
import { cookieOf } from './endpoint-till.ts'
import { hire } from './hire.ts'
import type { CallerKind } from './route-caller.ts'

type Headers = Record<string, string>
export const roles: readonly Role[] = ['owner', 'admin', 'developer', 'cashier']
export const password = 'siri-kubwa-sana'
const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` })

/** People by role, each with a login cookie; and two without one, who have tokens. */
export const roleOf = {
  owner: 'owner',
  admin: 'admin',
  developer: 'developer',
  cashier: 'cashier',
  'token-owner': 'owner',
  'token-cashier': 'cashier',
} as const satisfies Record<string, Role>
export type PersonName = keyof typeof roleOf

export interface House {
  readonly name: string
  readonly account: Account
  readonly people: Readonly<Record<PersonName, { readonly id: string; readonly headers: Headers }>>
  readonly key: Headers // a key with all scopes, one for each scope left out, and the trial key
  readonly lacking: ReadonlyMap<Scope, Headers>
  readonly trialKey: Headers
  readonly till: Headers // a till with a signed-in cashier, one without, and a display of the first
  readonly idleTill: Headers
  readonly display: Headers
}

async function addPeople({ appliance, login, url }: EndpointShop, account: Account, name: string) {
  const people = {} as Record<PersonName, { id: string; headers: Headers }>
  for (const [person, role] of Object.entries(roleOf) as [PersonName, Role][]) {
    const entry = { email: `${person}@${name}.co.tz`, password }
    const { id } = await login.createStaff({ ...entry, name: person })
    await hire(appliance, { staffId: id, accountId: account.id, role, name: person, createdAt: 0 })
    const [cookie = ''] = person.startsWith('token-')
      ? []
      : await login.cookiesFor(entry, new Request(url), 'test')
    people[person] = { id, headers: { cookie: cookie.split(';')[0] ?? '', 'kaunta-account': account.id } }
  }
  return people
}

async function openTill(shop: EndpointShop, { owner }: House['people'], name: string): Promise<Headers> {
  const made = await shop.request({ path: '/api/v1/tills', json: { name }, headers: owner.headers })
  const code = textAt(made, 'data.pairing_code')
  const paired = await shop.request({ path: '/api/v1/till/pair', json: { code } })
  return { cookie: cookieOf(paired), 'kaunta-till': '1' }
}

/** Opens an account's house; its people are called after it. */
export async function openHouse(shop: EndpointShop, account: Account, name: string): Promise<House> {
  const people = await addPeople(shop, account, name)
  const keyWith = async (some: readonly string[]) =>
    bearer((await createKey(shop.appliance, account, { name: 'test', scopes: some }, null)).key)
  const lacking = new Map<Scope, Headers>()
  for (const scope of scopes)
    lacking.set(scope, await keyWith(scopes.filter(eachScope => eachScope !== scope)))
  const { headers } = people.owner
  const pin = '4071'
  const { id } = people.cashier
  await shop.request({ method: 'PUT', path: `/api/v1/staff/${id}/pin`, json: { pin }, headers })
  const till = await openTill(shop, people, 'Counter')
  await shop.request({ path: '/api/v1/till/login', json: { staff_id: id, pin }, headers: till })
  const code = await shop.request({ method: 'POST', path: '/api/v1/till/displays', headers: till })
  const display = { cookie: cookieOf(await pairDisplay(shop, textAt(code, 'data.pairing_code'))) }
  const idleTill = await openTill(shop, people, 'Idle')
  const trialKey = bearer(await createTrialKey(shop.appliance, account))
  return { name, account, people, key: await keyWith(scopes), lacking, trialKey, till, idleTill, display }
}

/** Returns the headers of a kind of caller. @param scope the one that the route needs */
export async function headersOf(
  shop: EndpointShop,
  kind: CallerKind,
  { own, other }: { readonly own: House; readonly other: House },
  scope: Scope | undefined,
): Promise<Headers> {
  const token = async ({ id }: { id: string }) =>
    bearer(
      (
        await shop.login.mintToken(
          { staffId: id, accountId: own.account.id, removals: 0 },
          shop.appliance.world.clock.now(),
        )
      ).token,
    )
  const all: Readonly<Record<CallerKind, () => Headers | Promise<Headers>>> = {
    anonymous: () => ({}),
    'an owner': () => own.people.owner.headers,
    'an admin': () => own.people.admin.headers,
    'a developer': () => own.people.developer.headers,
    'a cashier': () => own.people.cashier.headers,
    'an owner’s token': () => token(own.people['token-owner']),
    'a cashier’s token': () => token(own.people['token-cashier']),
    'a key with the scope': () => own.key,
    'a key without the scope': () => own.lacking.get(scope ?? 'collection:read') ?? {},
    'the key of the first start': () => own.trialKey,
    'a till with a cashier': () => own.till,
    'a till without a cashier': () => own.idleTill,
    'a display': () => own.display,
    'the owner of another account': () => other.people.owner.headers,
    'the key of another account': () => other.key,
  }
  return all[kind]()
}
