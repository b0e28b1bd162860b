// Profiles in the API: their life, permissions, ownership, and the default. Their fields:
// profile-field.test.ts; logos: profile-logo.test.ts.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { defaultProfileOf, findProfileForSession } from '../../src/flow/profile.ts'
import { findProfile } from '../../src/store/profile.ts'
import type { ProfileView } from '../../src/wire/profile.ts'
import { openEndpointShop, type Who } from '../kit/endpoint.ts'
import { at, errorBody, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, openOtherAccount } from '../kit/endpoint-money.ts'
import { runScenario, type Scenario } from '../kit/endpoint-scenario.ts'
import { profileOf, profileRequester, profilesPath } from '../kit/profile.ts'

const shop = await openEndpointShop()
await addRoles(shop)
const { live, sandbox, stranger } = shop.accounts
const idOf = async (account: typeof live) => (await defaultProfileOf(shop.appliance, account)).id
/** Profiles of the sandbox account, of the live one, and of a stranger. */
const ids = { own: await idOf(sandbox), live: await idOf(live), stranger: await idOf(stranger) }
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const path = profilesPath
const run = (scenario: Scenario) => runScenario(shop, scenario)
const request = profileRequester(shop)
const create = (json: object, as: Who = 'admin') => request('', { json }, as)
const change = (id: string, json: object, method = 'PATCH') => request(`/${id}`, { method, json })
const see = async (id: string, as: Who = 'admin') => profileOf(await request(`/${id}`, {}, as))
const made = async (json: object = {}) => profileOf(await create({ name: 'Juice bar', ...json }))

async function defaultsOf(as: Who = 'admin') {
  const listed = [at(await request('?limit=100', {}, as), 'data')].flat() as ProfileView[]
  return listed.filter(profile => profile.is_default).map(profile => profile.id)
}

const noProfile = { errors: [{ field: 'profile_id', reason: 'profile_unknown' }] }

describe('from start to end', () => {
  test('every account has a default with its own name and colour from the first read on', async () => {
    const account = await openOtherAccount(shop, { name: 'Duka la Zawadi' })
    const first = await run({ request: { as: 'other', path }, status: 200, changes: { profile: 1 } })
    const again = await run({ request: { as: 'other', path }, status: 200 })
    expect(again.json).toEqual(first.json)
    expect(first.json).toEqual({
      status: 'success',
      code: 200,
      data: [
        {
          id: expect.stringMatching(/^prof_[0-9a-f]{32}$/),
          name: 'Default',
          merchant_name: 'Duka la Zawadi',
          merchant_logo: '',
          brand_color: '#b45309',
          locale: 'en',
          collect_email: false,
          allowed_methods: ['mobile_money'],
          redirect_url: '',
          webhook_url: '',
          is_default: true,
          shop_page: false,
          shop_url: expect.stringMatching(/^http.*\/shop\/prof_[0-9a-f]{32}$/),
          created_at: expect.any(String),
        },
      ],
      meta: { total: 1, limit: 20, offset: 0 },
    })
    expect((await defaultProfileOf(shop.appliance, account)).id).toBe(textAt(first, 'data.0.id'))
  })

  test('made with nothing but a name, it looks like the shop', async () => {
    const answer = await run({
      request: {
        as: 'admin',
        path,
        json: { name: '  Juice bar ', id: 'prof_x', created_at: 1, unknown: {} },
      },
      status: 201,
      body: { status: 'success', code: 201 },
      changes: { profile: 1 },
    })
    const profile = profileOf(answer)
    expect(profile).toMatchObject({
      name: 'Juice bar',
      merchant_name: 'Duka la Asha',
      is_default: false,
      redirect_url: '',
    })
    expect(profile.id).not.toBe('prof_x')
    expect(await see(profile.id, 'reader')).toEqual(profile)
  })

  test.each(['PATCH', 'PUT'])('%s changes what is given and nothing else', async method => {
    const before = await made({
      redirect_url: 'https://shop.example/a',
      webhook_url: 'https://shop.example/b',
      locale: 'sw',
    })
    expect(profileOf(await change(before.id, {}, method))).toEqual(before)
    expect(profileOf(await change(before.id, { redirect_url: null, webhook_url: '' }, method))).toEqual({
      ...before,
      redirect_url: '',
      webhook_url: '',
    })
    const look = { merchant_name: 'Asha & Wanawe', brand_color: '#7A1F5C', collect_email: true }
    await run({
      request: { as: 'owner', method, path: `${path}/${before.id}`, json: look },
      status: 200,
      changes: { profile: 1 },
    })
    const wanted = { ...before, ...look, brand_color: '#7a1f5c', redirect_url: '', webhook_url: '' }
    expect(await see(before.id)).toEqual(wanted)
    expect(profileOf(await change(before.id, await see(before.id), method))).toEqual(wanted)
  })

  test('deleted, it is gone but for the sessions made with it', async () => {
    const { id } = await made()
    const { sandbox } = shop.accounts
    expect((await findProfileForSession(shop.appliance, sandbox, id))?.id).toBe(id)
    const gone = await run({
      request: { as: 'admin', method: 'DELETE', path: `${path}/${id}` },
      status: 200,
      changes: { profile: 1 },
    })
    expect(gone.json).toEqual({ status: 'success', code: 200, message: 'the profile is deleted' })
    for (const [method, json] of [['GET'], ['DELETE'], ['PATCH', {}], ['PUT', { is_default: true }]] as const)
      await run({
        request: { as: 'admin', method, path: `${path}/${id}`, json },
        status: 404,
        body: errorBody('not_found'),
      })
    expect((await request('?limit=100')).text).not.toContain(id)
    expect(await findProfile(shop.appliance.store.read, id)).toMatchObject({ id, name: 'Juice bar' })
    const json = { amount: 5_000, profile_id: id }
    const refused = await shop.request({ as: 'sandbox', path: '/api/v1/sessions', json })
    expect(refused.status).toBe(400)
    expect(refused.json).toMatchObject(noProfile)
  })

  test('there are at most 100, deleted ones not counted', async () => {
    const { total } = at(await request(''), 'meta') as { total: number }
    for (let count = total + 1; count <= 100; count++) await made({ name: `${count}` })
    const one = { request: { as: 'admin', path, json: { name: 'One too many' } } } as const
    await run({
      ...one,
      status: 400,
      body: errorBody('invalid_state', 'profile_limit_reached', { max: 100 }),
    })
    const all = await request('?limit=100')
    expect(at(all, 'meta')).toEqual({ total: 100, limit: 100, offset: 0 })
    const listed = at(all, 'data') as ProfileView[]
    expect(listed.map(({ id }) => id)).toEqual(
      listed
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    )
    expect((await request('?limit=2&offset=1')).json).toMatchObject({
      data: [{ name: '99' }, { name: '98' }],
      meta: { total: 100 },
    })
    expect((await request('?offset=100')).json).toMatchObject({
      data: [],
      meta: { total: 100, limit: 20, offset: 100 },
    })
    for (const { id, is_default } of listed) if (!is_default) await request(`/${id}`, { method: 'DELETE' })
    await run({ ...one, status: 201, changes: { profile: 1 } })
  })

  test('found by words of its name or of the shop, whatever their case and accents, a page at a time', async () => {
    const names = ['Café ya Kijani', 'Kijani B', 'Duka la Kati']
    for (const name of names)
      await made({ name, merchant_name: name === 'Duka la Kati' ? 'Soko la Kijani' : 'Duka' })
    const found = async (query: string) => {
      const answer = await request(`?${query}`)
      return {
        names: (at(answer, 'data') as ProfileView[]).map(({ name }) => name),
        total: at(answer, 'meta.total'),
      }
    }
    expect(await found('q=KIJANI')).toEqual({ names: names.toReversed(), total: 3 })
    expect(await found('q=kijani&limit=1&offset=1')).toEqual({ names: ['Kijani B'], total: 3 })
    expect(await found('q=kijani%20cafe')).toEqual({ names: ['Café ya Kijani'], total: 1 })
    expect(await found('q=hakuna')).toEqual({ names: [], total: 0 })
    expect(await found('q=%25')).toEqual({ names: [], total: 0 })
    expect((await found('q=%20')).total).toBe((await found('')).total)
    expect((await request(`?q=${'a'.repeat(201)}`)).json).toMatchObject({
      code: 400,
      errors: [{ field: 'q' }],
    })
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'limit=', 'offset=-1', 'offset=1.5'])(
    'the list with %s',
    async query => {
      const field = query.split('=')[0]
      await run({
        request: { as: 'reader', path: `${path}?${query}` },
        status: 400,
        body: { errors: [{ field }] },
      })
    },
  )
})

describe('a profile of others', () => {
  const routes: readonly (readonly [string, string, object | undefined])[] = [
    ['GET', '/{id}', undefined],
    ['PATCH', '/{id}', { collect_email: false }],
    ['PUT', '/{id}', { collect_email: false }],
    ['DELETE', '/{id}', undefined],
    ['PUT', '/{id}/logo', undefined],
    ['DELETE', '/{id}/logo', undefined],
  ]
  const strange = ['none', 'prof_', `prof_${'0'.repeat(32)}`, '%00', "'or 1=1--", 'x'.repeat(500)]
  const targets = [() => ids.live, () => ids.stranger, ...strange.map(id => () => id)]
  test.each(routes)('%s %s: another account’s and unknown ones are not found', async (method, to, json) => {
    const rowsBefore = await shop.rows()
    for (const target of targets) {
      const there = path + to.replace('{id}', target())
      const answer = await shop.request({ as: 'owner', method, path: there, json })
      expect([there, answer.status]).toEqual([there, 404])
    }
    expect(await shop.rows()).toEqual(rowsBefore)
    expect((await see(ids.stranger, 'stranger')).id).toBe(ids.stranger)
  })

  test('and a session is not made with one of another account', async () => {
    for (const id of [ids.live, ids.stranger, 'prof_none', ''])
      expect(await findProfileForSession(shop.appliance, shop.accounts.sandbox, id)).toBeUndefined()
  })
})

describe('the default', () => {
  test('moves to the profile that is given it', async () => {
    const [old = ''] = await defaultsOf()
    const second = await made({ is_default: true })
    expect(await defaultsOf()).toEqual([second.id])
    expect((await see(old)).is_default).toBe(false)
    const json = { is_default: true }
    await run({
      request: { as: 'admin', method: 'PATCH', path: `${path}/${old}`, json },
      status: 200,
      changes: { profile: 2 },
    })
    expect(await defaultsOf()).toEqual([old])
    await run({ request: { as: 'admin', method: 'PATCH', path: `${path}/${old}`, json }, status: 200 })
    expect((await defaultProfileOf(shop.appliance, shop.accounts.sandbox)).id).toBe(old)
    expect(profileOf(await change(second.id, { is_default: false })).is_default).toBe(false)
  })

  test('can be neither unset nor deleted; the error has the cure', async () => {
    const [id = ''] = await defaultsOf()
    const there = `${path}/${id}`
    const off = await run({
      request: { as: 'admin', method: 'PATCH', path: there, json: { is_default: false } },
      status: 400,
    })
    expect(off.json).toMatchObject({
      errors: [{ field: 'is_default', reason: 'default_profile_required' }],
    })
    await run({
      request: { as: 'admin', method: 'DELETE', path: there },
      status: 400,
      body: errorBody('invalid_state', 'profile_is_default'),
    })
  })

  test('is exactly one, however many parallel requests move it', async () => {
    const some = await Promise.all(Array.from({ length: 6 }, () => made()))
    const moves = Array.from({ length: 20 }, (_, index) =>
      index % 4 === 3
        ? create({ name: 'Born default', is_default: true })
        : change(some[index % 6]?.id ?? '', { is_default: true }),
    )
    const looks = Array.from({ length: 20 }, () => defaultsOf())
    for (const answer of await Promise.all(moves)) expect(answer.status).toBeOneOf([200, 201])
    for (const seen of [...(await Promise.all(looks)), await defaultsOf()]) expect(seen).toHaveLength(1)
  })

  test('is made once, however many requests come first', async () => {
    const account = await openOtherAccount(shop, {})
    const found = await Promise.all([
      ...Array.from({ length: 10 }, () => defaultProfileOf(shop.appliance, account).then(({ id }) => [id])),
      ...Array.from({ length: 10 }, () => defaultsOf('other')),
    ])
    expect(new Set(found.flat()).size).toBe(1)
  })
})
