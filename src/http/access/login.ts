// A person's own logins and password, and confirming the password before sensitive actions.
import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { deviceOf } from '../../domain/device.ts'
import { badField, fault } from '../../domain/fault.ts'
import { writeAudit } from '../../flow/audit-log.ts'
import type { LoginEntry } from '../../login/login.ts'
import { Answer, Message } from '../../wire/answer.ts'
import { Stamp, stamp } from '../../wire/money.ts'
import { inPath, json, jsonAnswer, routeDocs } from '../docs/doc.ts'
import * as example from '../docs/example.ts'
import { jsonBody } from '../server/body.ts'
import type { Server } from '../server/server.ts'
import { access } from './access.ts'
import type { Caller } from './caller.ts'
import type { Reauthentication } from './reauthentication.ts'

const { doc } = routeDocs('Staff')

const LoginView = Type.Object(
  {
    id: Type.String(),
    device: Type.String({ description: 'The browser and its system, such as `Chrome on Android`' }),
    user_agent: Type.String({ description: 'The User-Agent header' }),
    address: Type.String({ description: 'The network address of the login' }),
    created_at: Stamp,
    seen_at: { ...Stamp, description: 'Last used, accurate to five minutes' },
    expires_at: { ...Stamp, description: 'When it expires unless it is used' },
    current: Type.Boolean({ description: 'This request’s own login' }),
  },
  { title: 'Login', description: 'A browser in which a person is logged in' },
)
const Password = Type.String({ minLength: 1, maxLength: 200 })
const ChangePassword = Type.Object({ current: Password, new: Password }, { title: 'ChangePassword' })
const Confirm = Type.Object({ password: Password }, { title: 'Confirm' })
const ConfirmedView = Type.Object({ until: Stamp }, { title: 'Confirmed' })

/** Returns a login for the API. @param currentId the id of the login that makes the request, if any */
const loginView = (entry: LoginEntry, currentId: string | undefined): Static<typeof LoginView> => ({
  id: entry.id,
  device: deviceOf(entry.userAgent),
  user_agent: entry.userAgent,
  address: entry.address,
  created_at: stamp(entry.createdAt),
  seen_at: stamp(entry.seenAt),
  expires_at: stamp(entry.expiresAt),
  current: entry.id === currentId,
})

const forPeople = 'For people: an API key has no logins.'
const listDoc = doc(
  {
    id: 'listLogins',
    summary: 'List your logins',
    description: forPeople,
    answers: { 200: jsonAnswer('Newest first', Answer(200, Type.Array(LoginView))) },
  },
  'person',
)
const endDoc = doc(
  {
    id: 'endLogin',
    summary: 'End one of your logins',
    description: forPeople,
    parameters: [inPath('id', 'The login’s `id`')],
    answers: { 200: jsonAnswer('The login has ended', Message) },
    faults: ['not_found'],
    writes: true,
  },
  'person',
)
const endOthersDoc = doc(
  {
    id: 'endOtherLogins',
    summary: 'End all your other logins',
    description: `${forPeople} Existing tokens end too.`,
    answers: { 200: jsonAnswer('The other logins have ended', Message) },
    writes: true,
  },
  'person',
)
const passwordDoc = doc(
  {
    id: 'changePassword',
    summary: 'Change your password',
    description: `${forPeople} Your other logins and your tokens end.`,
    body: json(ChangePassword, example.changePassword),
    answers: { 200: jsonAnswer('Changed', Message) },
    writes: true,
  },
  'person',
)
const confirmDoc = doc(
  {
    id: 'confirmPassword',
    summary: 'Confirm your password',
    description:
      'Valid for five minutes on this login cookie. Needed for payouts, keys that create payouts, a new signing key, new owners, and a higher sum of payouts without approval.',
    body: json(Confirm, example.confirm),
    answers: { 200: jsonAnswer('Confirmed', Answer(200, ConfirmedView)) },
  },
  'login',
)

/**
 * Returns the person who makes the request with a login or a token.
 * @throws Fault `login_needed` for an API key or a till
 */
function staffIdOf({ kind, staffId }: Caller): string {
  if (staffId && (kind === 'staff' || kind === 'token')) return staffId
  throw fault('login_needed')
}

/**
 * Checks the caller's password.
 * @returns the id of the person
 * @throws Fault naming `field` when the password is wrong, `login_needed` for an API key or a till
 */
async function assertPassword(
  { login }: Server,
  caller: Caller,
  { field, password }: { readonly field: string; readonly password: string },
): Promise<string> {
  const staffId = staffIdOf(caller)
  const staff = await login.find(staffId)
  const isRight = staff && (await login.isPassword({ email: staff.email, password }, caller.address))
  if (!isRight) throw badField(field, 'password_wrong')
  return staffId
}

/** Returns the routes with which people manage their own logins and their password. */
export const loginRoutes = (server: Server, reauthentication: Reauthentication) =>
  new Elysia().use(loginListRoutes(server)).use(passwordRoutes(server, reauthentication))

/** Returns the routes that list and end the caller's logins. */
const loginListRoutes = (server: Server) => {
  const { appliance, login } = server
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/logins',
      async ({ caller }) => {
        const logins = await login.logins(staffIdOf(caller))
        return { code: 200, data: logins.map(entry => loginView(entry, caller.loginId)) }
      },
      listDoc,
    )
    .delete(
      '/logins/:id',
      async ({ caller, params }) => {
        const hasEnded = await login.endLogin(staffIdOf(caller), params.id)
        if (!hasEnded) throw fault('login_not_found')
        await appliance.nodeBarrier.pass() // other nodes may have cached the ended login
        await writeAudit(appliance, { account: caller.account, by: caller, kind: 'login.ended' })
        return { code: 200, message: 'this login has ended' }
      },
      { parse: 'none', ...endDoc },
    )
    .delete(
      '/logins',
      async ({ caller }) => {
        await login.endLogins(staffIdOf(caller), appliance.world.clock.now(), caller.loginId)
        await appliance.nodeBarrier.pass() // other nodes may have cached the ended logins
        await writeAudit(appliance, {
          account: caller.account,
          by: caller,
          kind: 'login.ended',
          detail: { all: true },
        })
        return { code: 200, message: 'your other logins have ended' }
      },
      { parse: 'none', ...endOthersDoc },
    )
}

/** Returns the routes that change the password, and confirm it before sensitive actions. */
const passwordRoutes = (server: Server, reauthentication: Reauthentication) => {
  const { appliance, login } = server
  const { clock } = appliance.world
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .post(
      '/me/password',
      async ({ body, caller }) => {
        const staffId = await assertPassword(server, caller, { field: 'current', password: body.current })
        await login.setPassword(staffId, body.new, 'new') // 'new' is the field that an error names
        await login.endLogins(staffId, clock.now(), caller.loginId)
        await appliance.nodeBarrier.pass() // other nodes may have cached the ended logins
        await writeAudit(appliance, { account: caller.account, by: caller, kind: 'password.changed' })
        return { code: 200, message: 'your password is changed, and your other logins have ended' }
      },
      { ...jsonBody(ChangePassword), ...passwordDoc },
    )
    .post(
      '/me/confirm',
      async ({ body, caller }) => {
        await assertPassword(server, caller, { field: 'password', password: body.password })
        if (!caller.loginId) throw fault('login_cookie_needed')
        return { code: 200, data: { until: stamp(clock.now() + reauthentication.confirm(caller.loginId)) } }
      },
      { ...jsonBody(Confirm), ...confirmDoc },
    )
}
