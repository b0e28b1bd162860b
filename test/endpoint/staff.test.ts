// The people of an account: inviting and joining, roles and their limits, leaving at once, handing over.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Role } from '../../src/domain/account.ts'
import { insertMember } from '../../src/store/account.ts'
import {
  type EndpointShop,
  openEndpointShop,
  owner,
  qr,
  type TestRequest,
  type Who,
} from '../kit/endpoint.ts'
import { at, errorBody, type TestResponse, textAt } from '../kit/endpoint-answer.ts'

const shop = await openEndpointShop()
afterAll(() => shop.close())
/** A minute passes between tests, so that no window of a limit spans two. */
beforeEach(() => shop.advance(60_000))

const day = 86_400_000
const password = 'siri-ndogo-sana'
const staffPath = '/api/v1/staff'
const invitations = '/api/v1/invitations'
let people = 0
const newEmail = () => `mtu${people++}@duka.co.tz`

const invite = (role: Role, as: Who = 'owner', more: object = {}) =>
  shop.request({ as, path: invitations, json: { name: 'Neema', role, ...more } })
const codeOf = (answer: TestResponse) => new URL(textAt(answer, 'data.url')).searchParams.get('code') ?? ''
const join = (code: string, email = newEmail(), more: object = {}) =>
  shop.request({ path: '/api/v1/join', json: { code, name: 'Neema Mushi', email, password, ...more } })
const cookieOf = (answer: TestResponse) => ({ cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' })
const asSandbox = (headers: Record<string, string>) => ({
  ...headers,
  'kaunta-account': shop.accounts.sandbox.id,
})

/** Adds someone who has joined; returns their id, and headers that ask as them on the sandbox account. */
async function joined(role: Role) {
  const answer = await join(codeOf(await invite(role)))
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 })
  const headers = asSandbox(cookieOf(answer))
  const id = textAt(await shop.request({ path: '/api/v1/me', headers }), 'data.staff.id')
  return { id, headers }
}
const change = (id: string, json: object, request: Partial<TestRequest> = { as: 'owner' }) =>
  shop.request({ ...request, method: 'PATCH', path: `${staffPath}/${id}`, json })
const remove = (id: string, request: Partial<TestRequest> = { as: 'owner' }) =>
  shop.request({ ...request, method: 'DELETE', path: `${staffPath}/${id}` })
const rolesOf = async (headers: Record<string, string>) => {
  const me = await shop.request({ path: '/api/v1/me', headers })
  return [at(me, 'data.accounts')]
    .flat()
    .map(one => [Reflect.get(Object(one), 'mode'), Reflect.get(Object(one), 'role')])
}

describe('a login for a cashier by PIN', () => {
  const cashierId = async (name: string) =>
    textAt(await shop.request({ as: 'owner', path: staffPath, json: { name, pin: '4719' } }), 'data.id')

  test('makes them the same person, with PIN, role and sales', async () => {
    const id = await cashierId('Zawadi')
    const made = await invite('cashier', 'owner', { name: 'Zawadi', staff_id: id })
    expect(made.status).toBe(201)
    const answer = await join(codeOf(made))
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 })
    const headers = asSandbox(cookieOf(answer))
    expect(textAt(await shop.request({ path: '/api/v1/me', headers }), 'data.staff.id')).toBe(id)
    expect(await rolesOf(headers)).toEqual([
      ['live', 'cashier'],
      ['sandbox', 'cashier'],
    ])
    const people = at(await shop.request({ as: 'owner', path: staffPath }), 'data') as { id: string }[]
    expect(people.filter(person => person.id === id)).toEqual([
      expect.objectContaining({ name: 'Zawadi', role: 'cashier', email: expect.stringContaining('@') }),
    ])
  })

  test('works once: not for a person with a login, not after another link, not for a stranger', async () => {
    const id = await cashierId('Mwajuma')
    const [one, other] = [
      codeOf(await invite('admin', 'owner', { staff_id: id })),
      codeOf(await invite('cashier', 'owner', { staff_id: id })),
    ]
    const answer = await join(one)
    expect(answer.status).toBe(201)
    expect(await rolesOf(asSandbox(cookieOf(answer)))).toContainEqual(['live', 'admin'])
    expect((await join(other)).json).toMatchObject({ reason: 'invitation_ended' })
    expect((await invite('cashier', 'owner', { staff_id: id })).json).toMatchObject({
      reason: 'already_member',
    })
    expect((await invite('cashier', 'owner', { staff_id: 'none' })).json).toMatchObject({
      reason: 'staff_not_found',
    })
  })

  test('is answered again under its Idempotency-Key after it was used', async () => {
    const json = { name: 'Rehema', role: 'cashier', staff_id: await cashierId('Rehema') }
    const request = {
      as: 'owner',
      path: invitations,
      json,
      headers: { 'idempotency-key': 'invite-rehema' },
    } as const
    const made = await shop.request(request)
    expect((await join(codeOf(made))).status).toBe(201)
    const again = await shop.request(request)
    expect([again.status, again.text]).toEqual([201, made.text])
    const anew = { ...request, headers: { 'idempotency-key': 'invite-rehema-2' } }
    expect((await shop.request(anew)).json).toMatchObject({ reason: 'already_member' })
  })

  test('is refused for an e-mail that has a login, and to a cashier who has left', async () => {
    const id = await cashierId('Saida')
    const email = newEmail()
    expect((await join(codeOf(await invite('cashier')), email)).status).toBe(201)
    const code = codeOf(await invite('cashier', 'owner', { staff_id: id }))
    expect((await join(code, email)).json).toMatchObject({
      errors: [{ field: 'email', reason: 'email_taken' }],
    })
    expect((await remove(id)).status).toBe(200)
    expect((await join(code)).json).toMatchObject({ reason: 'invitation_ended' })
  })

  test('keeps a role that they got since', async () => {
    const id = await cashierId('Rehema')
    const code = codeOf(await invite('cashier', 'owner', { staff_id: id }))
    await change(id, { role: 'admin' })
    const answer = await join(code)
    expect(answer.json).toMatchObject({ code: 201, data: { sandbox_account: { role: 'admin' } } })
    expect(await rolesOf(asSandbox(cookieOf(answer)))).toEqual([
      ['live', 'admin'],
      ['sandbox', 'admin'],
    ])
  })

  test('is refused once its maker may not give the role that they have', async () => {
    const id = await cashierId('Subira')
    const admin = await joined('admin')
    const json = { name: 'Subira', role: 'cashier', staff_id: id }
    const code = codeOf(await shop.request({ path: invitations, json, headers: admin.headers }))
    await change(id, { role: 'admin' })
    const email = newEmail()
    expect((await join(code, email)).json).toMatchObject({ reason: 'inviter_not_allowed' })
    expect(await shop.login.findByEmail(email)).toBeUndefined()
    await change(id, { role: 'developer' })
    expect((await join(code, email)).status).toBe(201)
  })

  test('never takes the last owner away', async () => {
    const own = await openEndpointShop()
    try {
      const ask = (path: string, json: object) =>
        own.request({ as: 'browser', path: `/api/v1/${path}`, json })
      const id = textAt(await ask('staff', { name: 'Zuhura', pin: '4719' }), 'data.id')
      const linkCode = async () =>
        codeOf(await ask('invitations', { name: 'Zuhura', role: 'cashier', staff_id: id }))
      const joinBy = (code: string) => ({ code, name: 'Zuhura', email: newEmail(), password })
      const [code, oldCode] = [await linkCode(), await linkCode()]
      expect((await own.request({ path: '/api/v1/join', json: joinBy(code) })).status).toBe(201)
      await ask('me/confirm', { password: owner.password })
      expect((await ask(`hand-over/${id}`, {})).status).toBe(200)
      const answer = await ask('join', joinBy(oldCode))
      expect(answer.json).toMatchObject({ reason: 'invitation_ended' })
      const staff = await own.request({ as: 'owner', path: staffPath })
      expect(at(staff, 'data')).toContainEqual(expect.objectContaining({ id, role: 'owner' }))
    } finally {
      await own.close()
    }
  })
})

describe('an invitation', () => {
  test('is a link that works once: the person who opens it joins the account and its twin, logged in', async () => {
    const made = await invite('cashier')
    expect(made.json).toEqual({
      code: 201,
      data: {
        id: expect.stringMatching(/^inv_/),
        name: 'Neema',
        email: null,
        role: 'cashier',
        created_by: expect.any(String),
        created_at: expect.any(String),
        expires_at: new Date(shop.appliance.world.clock.now() + 7 * day).toISOString(),
        url: expect.stringMatching(/^http:\/\/192\.168\.1\.10:8080\/admin\/join\?code=\w{24}$/),
      },
    })
    expect(made.headers.get('cache-control')).toBe('no-store')
    const code = codeOf(made)
    expect((await shop.request({ path: `/api/v1/join?code=${code}` })).json).toMatchObject({
      data: {
        store: 'Duka la Asha',
        time_zone: 'Africa/Dar_es_Salaam',
        name: 'Neema',
        email: null,
        role: 'cashier',
      },
    })
    const email = newEmail()
    const answer = await join(code, email)
    expect(answer.json).toMatchObject({
      code: 201,
      data: {
        account: { mode: 'live', role: 'cashier' },
        sandbox_account: { mode: 'sandbox', role: 'cashier' },
      },
    })
    const headers = cookieOf(answer)
    expect(await rolesOf(headers)).toEqual([
      ['live', 'cashier'],
      ['sandbox', 'cashier'],
    ])
    expect((await shop.request({ path: '/v1/payments', json: qr, headers: asSandbox(headers) })).status).toBe(
      201,
    )
    expect((await shop.request({ path: '/api/v1/auth/token', json: { email, password } })).status).toBe(200)
    expect((await join(code)).json).toMatchObject({ code: 403, error_code: 'forbidden' })
    const listed = await shop.request({ as: 'owner', path: staffPath })
    expect([at(listed, 'data')].flat()).toContainEqual({
      id: expect.any(String),
      name: 'Neema Mushi',
      email,
      role: 'cashier',
      created_at: expect.any(String),
      last_login_at: expect.any(String),
      two_factor: false,
      pin_set: false,
      may_confirm: false,
    })
  })

  test('lets only owners and admins confirm payments manually, until others are allowed to', async () => {
    const [cashier, admin] = [await joined('cashier'), await joined('admin')]
    const mayConfirm = async (id: string) => {
      const people = [at(await shop.request({ as: 'owner', path: staffPath }), 'data')].flat()
      return Reflect.get(
        Object(people.find(person => Reflect.get(Object(person), 'id') === id)),
        'may_confirm',
      )
    }
    expect([await mayConfirm(cashier.id), await mayConfirm(admin.id)]).toEqual([false, true])
    const grant = { method: 'PUT', path: `${staffPath}/${cashier.id}/grants` } as const
    expect((await shop.request({ as: 'owner', ...grant, json: { confirm_manually: true } })).status).toBe(200)
    expect(await mayConfirm(cashier.id)).toBe(true)
  })

  test('shows names in the audit log, also of people who have left', async () => {
    const { id } = await joined('cashier')
    expect((await remove(id)).status).toBe(200)
    const entries = async (kind: string) =>
      [
        at(
          await shop.request({ as: 'owner', path: `/api/v1/audit-log?kind=${kind}&limit=100` }),
          'data.items',
        ),
      ].flat()
    expect(await entries('staff.removed')).toContainEqual(
      expect.objectContaining({ subject: id, subject_name: 'Neema Mushi' }),
    )
    expect(await entries('staff.joined')).toContainEqual(
      expect.objectContaining({ actor: { type: 'staff', id, till_id: null, name: 'Neema Mushi' } }),
    )
  })

  test('shows a person whether they have a PIN', async () => {
    const { id, headers } = await joined('cashier')
    const pins = async () => {
      const accounts = [at(await shop.request({ path: '/api/v1/me', headers }), 'data.accounts')].flat()
      return accounts.map(account => [
        Reflect.get(Object(account), 'mode'),
        Reflect.get(Object(account), 'pin_set'),
      ])
    }
    const [live, sandbox] = [
      ['live', false],
      ['sandbox', false],
    ]
    expect(await pins()).toEqual([live, sandbox])
    const own = { ...headers, 'kaunta-account': shop.accounts.sandbox.id }
    expect(
      (
        await shop.request({
          method: 'PUT',
          path: `${staffPath}/${id}/pin`,
          json: { pin: '4071' },
          headers: own,
        })
      ).status,
    ).toBe(200)
    expect(await pins()).toEqual([live, ['sandbox', true]])
  })

  test('gives no PIN: it is set later, and then shown', async () => {
    const { id } = await joined('cashier')
    const pinOf = async (as: Who) => {
      const people = [at(await shop.request({ as, path: staffPath }), 'data')].flat()
      return Reflect.get(Object(people.find(person => Reflect.get(Object(person), 'id') === id)), 'pin_set')
    }
    expect(await pinOf('owner')).toBe(false)
    const set = await shop.request({
      as: 'owner',
      method: 'PUT',
      path: `${staffPath}/${id}/pin`,
      json: { pin: '4071' },
    })
    expect(set.status).toBe(200)
    expect([await pinOf('owner'), await pinOf('owner of live')]).toEqual([true, false])
  })

  test('of an existing person asks for their own password, and makes no second one', async () => {
    const email = newEmail()
    const { id } = await shop.login.createStaff({ name: 'Juma', email, password: 'siri-yangu-mwenyewe' })
    const code = codeOf(await invite('developer'))
    expect((await join(code, email)).json).toMatchObject({ code: 401 })
    const answer = await join(code, email.toUpperCase(), { password: 'siri-yangu-mwenyewe' })
    expect(answer.status).toBe(201)
    expect(
      textAt(await shop.request({ path: '/api/v1/me', headers: cookieOf(answer) }), 'data.staff.id'),
    ).toBe(id)
    expect(
      (await join(codeOf(await invite('cashier')), email, { password: 'siri-yangu-mwenyewe' })).json,
    ).toMatchObject({
      code: 409,
      error_code: 'conflict',
    })
  })

  test('for one e-mail address works for no other', async () => {
    const email = newEmail()
    const code = codeOf(await invite('cashier', 'owner', { email: email.toUpperCase() }))
    expect((await join(code)).json).toMatchObject({ code: 400, errors: [{ field: 'email' }] })
    expect((await join(code, email)).status).toBe(201)
  })

  test('is listed without its code while it is open, drawn as a QR code, and withdrawn', async () => {
    const made = await invite('cashier')
    const [id, code] = [textAt(made, 'data.id'), codeOf(made)]
    const listed = await shop.request({ as: 'owner', path: invitations })
    expect(at(listed, 'data.0')).toMatchObject({ id, role: 'cashier' })
    expect(listed.text).not.toContain(code)
    const image = await shop.request({ as: 'owner', path: `${invitations}/${id}/qr.svg?code=${code}` })
    expect(image.headers.get('content-type')).toBe('image/svg+xml')
    expect((await shop.request({ as: 'owner', path: `${invitations}/${id}/qr.svg?code=other` })).status).toBe(
      404,
    )
    const path = `${invitations}/${id}`
    expect((await shop.request({ as: 'owner of live', method: 'DELETE', path })).status).toBe(404)
    expect((await shop.request({ as: 'owner', method: 'DELETE', path })).status).toBe(200)
    expect((await shop.request({ as: 'owner', method: 'DELETE', path })).status).toBe(404)
    expect((await join(code)).status).toBe(403)
    expect((await shop.request({ as: 'owner', path: `${path}/qr.svg?code=${code}` })).status).toBe(404)
    expect(textAt(await shop.request({ as: 'owner', path: invitations }), 'data.0.id')).not.toBe(id)
  })

  test('expires after seven days', async () => {
    const code = codeOf(await invite('cashier'))
    shop.advance(7 * day)
    expect((await join(code)).status).toBe(403)
    expect((await shop.request({ path: `/api/v1/join?code=${code}` })).status).toBe(403)
  })

  test('is refused once its maker may not give the role', async () => {
    const admin = await joined('admin')
    const code = codeOf(
      await shop.request({
        path: invitations,
        json: { name: 'X', role: 'developer' },
        headers: admin.headers,
      }),
    )
    await change(admin.id, { role: 'developer' })
    const email = newEmail()
    expect((await join(code, email)).json).toMatchObject({
      code: 403,
      reason: 'inviter_not_allowed',
    })
    await change(admin.id, { role: 'admin' })
    expect((await join(code, email)).status).toBe(201)
  })

  test('includes the twin only where its maker may give the role', async () => {
    const { id } = await shop.login.createStaff({ name: 'S', email: newEmail(), password })
    const { sandbox } = shop.accounts
    const member = { staffId: id, accountId: sandbox.id, role: 'admin', name: 'S', createdAt: 0 } as const
    await shop.appliance.store.write(tx => insertMember(tx, member))
    const { token } = await shop.login.mintToken({ ...member, removals: 0 }, shop.appliance.world.clock.now())
    const headers = { authorization: `Bearer ${token}` }
    const made = await shop.request({ path: invitations, json: { name: 'X', role: 'cashier' }, headers })
    const answer = await join(codeOf(made))
    expect(answer.json).toMatchObject({
      code: 201,
      data: { account: null, sandbox_account: { role: 'cashier' } },
    })
    expect(await rolesOf(cookieOf(answer))).toEqual([['sandbox', 'cashier']])
  })

  test('used by two people in parallel works for one', async () => {
    const code = codeOf(await invite('cashier'))
    const answers = await Promise.all([join(code), join(code)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403])
  })

  test('counts wrong codes from one address, though limits are off', async () => {
    const open = await openEndpointShop({ rateLimit: 0 })
    const guess = (code: string) => open.send({ path: `/api/v1/join?code=${code}` })
    const made = await open.send({ as: 'owner', path: invitations, json: { name: 'X', role: 'cashier' } })
    const { data } = await made.json()
    const code = new URL(data.url).searchParams.get('code') ?? ''
    for (let index = 0; index < 10; index++) expect((await guess(`wrong${index}`)).status).toBe(403)
    const over = await guess(code)
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '60'])
    open.advance(60_000)
    expect((await guess(code)).status).toBe(200)
    await open.close()
  })

  const bad: [string, object, string][] = [
    ['no name', { name: ' ' }, 'name'],
    ['no e-mail', { email: 'asha' }, 'email'],
    ['no role', { role: 'chief' }, 'role'],
  ]
  test.each(bad)('with %s is refused', async (_, more, field) => {
    expect((await invite('cashier', 'owner', more)).json).toMatchObject({ code: 400, errors: [{ field }] })
  })

  const badJoins: [string, object, string][] = [
    ['a short password', { password: 'short' }, 'password'],
    ['an e-mail that is none', { email: 'asha' }, 'email'],
    ['no name', { name: ' ' }, 'name'],
  ]
  test.each(badJoins)('with %s is not used up', async (_, more, field) => {
    const code = codeOf(await invite('cashier'))
    const email = newEmail()
    expect((await join(code, email, more)).json).toMatchObject({ code: 400, errors: [{ field }] })
    expect((await join(code, email)).status).toBe(201)
  })
})

describe('roles', () => {
  /** Which role may change which: rows are the person's role, columns the old and the new role. */
  const table: [Role, Role, Role, number][] = [
    ['owner', 'cashier', 'owner', 200],
    ['owner', 'admin', 'cashier', 200],
    ['owner', 'owner', 'admin', 200],
    ['admin', 'cashier', 'developer', 200],
    ['admin', 'developer', 'cashier', 200],
    ['admin', 'cashier', 'admin', 403],
    ['admin', 'cashier', 'owner', 403],
    ['admin', 'admin', 'cashier', 403],
    ['admin', 'owner', 'admin', 403],
    ['developer', 'cashier', 'developer', 403],
    ['cashier', 'cashier', 'developer', 403],
  ]
  /** Reauthenticates a person: to make someone an owner a login must be fresh (endpoint-key.test.ts). */
  const confirm = (headers: TestRequest['headers']) =>
    shop.request({ path: '/api/v1/me/confirm', json: { password }, ...(headers ? { headers } : {}) })
  test.each(table)('%s makes a %s a %s: %d', async (by, from, to, status) => {
    const [admin, other] = [await joined(by), await joined(from)]
    await confirm(admin.headers)
    const answer = await change(other.id, { role: to }, { headers: admin.headers })
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status })
    const now = status === 200 ? to : from
    if (status === 200) expect(answer.json).toMatchObject({ data: { id: other.id, role: to } })
    else expect(answer.json).toMatchObject(errorBody('insufficient_scope'))
    expect(await rolesOf(other.headers)).toEqual([
      ['live', now],
      ['sandbox', now],
    ])
  })

  const invited: [Role, Role, number][] = [
    ['owner', 'owner', 201],
    ['admin', 'owner', 403],
    ['admin', 'admin', 403],
    ['admin', 'developer', 201],
    ['developer', 'cashier', 403],
  ]
  test.each(invited)('%s invites a %s: %d', async (by, role, status) => {
    const admin = await joined(by)
    await confirm(admin.headers)
    expect(
      (await shop.request({ path: invitations, json: { name: 'X', role }, headers: admin.headers })).status,
    ).toBe(status)
  })

  test('names are changed with them, and an admin may change their own', async () => {
    const admin = await joined('admin')
    const answer = await change(admin.id, { name: ' Neema Ally ' }, { headers: admin.headers })
    expect(answer.json).toMatchObject({ data: { name: 'Neema Ally', role: 'admin' } })
    expect(
      await shop
        .request({ path: '/api/v1/me', headers: admin.headers })
        .then(me => at(me, 'data.staff.name')),
    ).toBe('Neema Ally')
    const other = await joined('owner')
    expect((await change(other.id, { name: 'X' }, { headers: admin.headers })).status).toBe(403)
    expect((await change(admin.id, { role: 'owner' }, { headers: admin.headers })).status).toBe(403)
  })

  test('of an owner go to no one who cannot log in: a person with only a PIN', async () => {
    await shop.request({ as: 'browser', path: '/api/v1/me/confirm', json: { password: owner.password } })
    const pinOnly = { name: 'Zawadi', pin: '4719' }
    const id = textAt(await shop.request({ as: 'browser', path: staffPath, json: pinOnly }), 'data.id')
    const path = `${staffPath}/${id}`
    const roleNow = async () =>
      [at(await shop.request({ as: 'owner', path: staffPath }), 'data')]
        .flat()
        .filter(person => Reflect.get(Object(person), 'id') === id)
        .map(person => Reflect.get(Object(person), 'role'))
    const refused = { ...errorBody('invalid_state'), reason: 'owner_needs_login' }
    const asked = { as: 'browser', method: 'PATCH', path } as const
    expect((await shop.request({ ...asked, json: { role: 'owner' } })).json).toMatchObject(refused)
    const hand = { as: 'browser', method: 'POST', path: `/api/v1/hand-over/${id}` } as const
    expect((await shop.request(hand)).json).toMatchObject(refused)
    expect(await roleNow()).toEqual(['cashier'])
    expect((await shop.request({ ...asked, json: { role: 'admin' } })).status).toBe(200)

    const link = await shop.request({
      as: 'browser',
      path: invitations,
      json: { name: 'Zawadi', role: 'admin', staff_id: id },
    })
    const joins = { code: codeOf(link), name: 'Zawadi', email: newEmail(), password }
    expect((await shop.request({ path: '/api/v1/join', json: joins })).status).toBe(201)
    expect((await shop.request({ ...asked, json: { role: 'owner' } })).status).toBe(200)
    expect((await shop.request({ ...asked, json: { role: 'cashier' } })).status).toBe(200)
  })

  test('of strangers are not found', async () => {
    expect((await change('anonymous', { role: 'cashier' })).status).toBe(404)
    expect((await remove('anonymous')).status).toBe(404)
    const { id } = await shop.login.createStaff({ name: 'S', email: newEmail(), password })
    await shop.appliance.store.write(tx =>
      insertMember(tx, { staffId: id, accountId: 'acct_stranger', role: 'cashier', name: 'S', createdAt: 0 }),
    )
    expect((await change(id, { role: 'admin' })).status).toBe(404)
    expect((await remove(id)).status).toBe(404)
    expect((await shop.request({ as: 'owner', path: staffPath })).text).not.toContain(id)
  })
})

describe('the last owner', () => {
  let own: EndpointShop
  let me: string
  beforeAll(async () => {
    own = await openEndpointShop()
    me = textAt(await own.request({ as: 'browser', path: '/api/v1/me' }), 'data.staff.id')
  })
  afterAll(() => own.close())

  test('is neither demoted nor removed', async () => {
    const path = `${staffPath}/${me}`
    const less = await own.request({ as: 'owner', method: 'PATCH', path, json: { role: 'admin' } })
    expect(less.json).toMatchObject({ code: 400, error_code: 'invalid_state' })
    expect((await own.request({ as: 'owner', method: 'DELETE', path })).json).toMatchObject({
      error_code: 'invalid_state',
    })
    expect((await own.request({ as: 'owner', path })).status).toBe(405)
  })

  test('who can log in stays, though an owner with only a PIN remains', async () => {
    const pinOwner = 'mtu_bila_barua'
    const [live, sandbox] = [own.accounts.live.id, own.accounts.sandbox.id]
    for (const accountId of [live, sandbox])
      await own.appliance.store.write(tx =>
        insertMember(tx, { staffId: pinOwner, accountId, role: 'owner', name: 'Zuhura', createdAt: 0 }),
      )
    const ask = (method: 'PATCH' | 'DELETE', id: string) =>
      own.request({
        as: 'owner',
        method,
        path: `${staffPath}/${id}`,
        ...(method === 'PATCH' ? { json: { role: 'admin' } } : {}),
      })
    const refused = { ...errorBody('invalid_state'), reason: 'last_owner' }
    expect((await ask('PATCH', me)).json).toMatchObject(refused)
    expect((await ask('DELETE', me)).json).toMatchObject(refused)
    expect((await ask('PATCH', pinOwner)).json).toMatchObject({ data: { id: pinOwner, role: 'admin' } })
    expect((await ask('DELETE', pinOwner)).status).toBe(200)
  })

  test('hands over: the other becomes owner, and they admin; a cookie must be fresh', async () => {
    const made = await own.request({
      as: 'owner',
      path: invitations,
      json: { name: 'Juma', role: 'cashier' },
    })
    const joins = { code: codeOf(made), name: 'Juma', email: newEmail(), password }
    const cookie = cookieOf(await own.request({ path: '/api/v1/join', json: joins }))
    const juma = textAt(await own.request({ path: '/api/v1/me', headers: cookie }), 'data.staff.id')
    const hand = (request: Partial<TestRequest>, id = juma) =>
      own.request({ ...request, method: 'POST', path: `/api/v1/hand-over/${id}` })
    expect((await hand({ headers: cookie })).json).toMatchObject(errorBody('insufficient_scope'))
    expect((await hand({ as: 'browser' })).json).toMatchObject({
      code: 403,
      error_code: 'confirmation_required',
    })
    await own.request({ as: 'browser', path: '/api/v1/me/confirm', json: { password: owner.password } })
    expect((await hand({ as: 'browser' }, me)).json).toMatchObject(errorBody('invalid_state'))
    expect((await hand({ as: 'browser' }, 'anonymous')).status).toBe(404)
    expect((await hand({ as: 'browser' })).json).toMatchObject({ data: { id: juma, role: 'owner' } })
    const mine = await own.request({ as: 'browser', path: '/api/v1/me' })
    expect([at(mine, 'data.accounts')].flat()).toMatchObject([{ role: 'admin' }, { role: 'admin' }])
    expect((await hand({ as: 'browser' })).json).toMatchObject(errorBody('insufficient_scope'))
  })
})

describe('a person who is removed', () => {
  test('loses access immediately: cookie, token and every account', async () => {
    const gone = await joined('developer')
    const { sandbox } = shop.accounts
    const claims = { staffId: gone.id, accountId: sandbox.id, removals: 0 }
    const { token } = await shop.login.mintToken(claims, shop.appliance.world.clock.now())
    const bearer = { authorization: `Bearer ${token}` }
    const look = async () => [
      (await shop.request({ path: '/v1/payments', headers: gone.headers })).status,
      (await shop.request({ path: '/v1/payments', headers: bearer })).status,
    ]
    expect(await look()).toEqual([200, 200])
    expect((await remove(gone.id)).status).toBe(200)
    expect(await look()).toEqual([401, 401])
    expect(await shop.login.logins(gone.id)).toEqual([])
    expect((await remove(gone.id)).status).toBe(404)
    expect((await shop.request({ as: 'owner', path: staffPath })).text).not.toContain(gone.id)
  })

  test('and joins again gets no access by a token of before', async () => {
    const email = newEmail()
    const first = await join(codeOf(await invite('developer')), email)
    const id = textAt(await shop.request({ path: '/api/v1/me', headers: cookieOf(first) }), 'data.staff.id')
    const asked = { email, password, account_id: shop.accounts.sandbox.id }
    const tokenNow = async () =>
      textAt(await shop.request({ path: '/api/v1/auth/token', json: asked }), 'data.token')
    const look = async (token: string) =>
      (await shop.request({ path: '/v1/payments', headers: { authorization: `Bearer ${token}` } })).status
    const before = await tokenNow()
    expect(await look(before)).toBe(200)
    await remove(id)
    expect(await look(before)).toBe(401)
    await join(codeOf(await invite('admin')), email)
    expect(await look(before)).toBe(401)
    expect(await look(await tokenNow())).toBe(200)
  })

  test('cannot be another admin, for an admin; an admin may leave', async () => {
    const [admin, other] = [await joined('admin'), await joined('admin')]
    expect((await remove(other.id, { headers: admin.headers })).json).toMatchObject(
      errorBody('insufficient_scope'),
    )
    expect((await remove(admin.id, { headers: admin.headers })).status).toBe(200)
  })

  test('can be invited again, and logs in as before', async () => {
    const email = newEmail()
    const first = await join(codeOf(await invite('cashier')), email)
    const id = textAt(await shop.request({ path: '/api/v1/me', headers: cookieOf(first) }), 'data.staff.id')
    await remove(id)
    expect(
      (await shop.request({ path: '/api/v1/auth/token', json: { email, password } })).json,
    ).toMatchObject(errorBody('forbidden'))
    shop.advance(60_000)
    expect((await join(codeOf(await invite('admin')), email)).json).toMatchObject({
      data: { account: { role: 'admin' } },
    })
  })
})

describe('is noted', () => {
  afterEach(() => shop.advance(1))
  const newest = async (count: number) => {
    const entries = await shop.request({ as: 'owner', path: `/api/v1/audit-log?limit=${count}` })
    return [at(entries, 'data.items')]
      .flat()
      .map(action => [Reflect.get(Object(action), 'kind'), Reflect.get(Object(action), 'detail')])
  }

  test('every change of staff, on the account and its twin', async () => {
    const { id } = await joined('cashier')
    await change(id, { role: 'developer', name: 'Ally' })
    await change(id, { role: 'developer' })
    await remove(id)
    expect(await newest(4)).toEqual([
      ['staff.removed', { role: 'developer' }],
      ['staff.changed', { from: 'cashier', to: 'developer', fields: 'name' }],
      ['staff.joined', { role: 'cashier' }],
      ['invitation.created', { role: 'cashier' }],
    ])
    const live = await shop.request({ as: 'owner of live', path: '/api/v1/audit-log?limit=3' })
    expect([at(live, 'data.items')].flat().map(action => Reflect.get(Object(action), 'kind'))).toEqual([
      'staff.removed',
      'staff.changed',
      'staff.joined',
    ])
  })

  test('a withdrawn invitation', async () => {
    const id = textAt(await invite('cashier'), 'data.id')
    await shop.request({ as: 'owner', method: 'DELETE', path: `${invitations}/${id}` })
    expect((await newest(1))[0]?.[0]).toBe('invitation.withdrawn')
  })
})
