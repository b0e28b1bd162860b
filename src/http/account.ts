// Claiming the box, and what a logged-in person finds: their accounts and what each can take.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Account, Role } from '../domain/account.ts'
import { Fault } from '../domain/fault.ts'
import { checkClaimCode, claimBox, isClaimed, readShop, signingKeyOf } from '../flow/account.ts'
import { connectorFor } from '../flow/attempt.ts'
import { listMemberships } from '../store/account.ts'
import { access, takeAddress } from './access.ts'
import type { Server } from './app.ts'
import { takes } from './body.ts'

const Claim = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 100 }),
  store: Type.String({ minLength: 1, maxLength: 100 }),
  city: Type.Optional(Type.String({ maxLength: 60 })),
  name: Type.String({ minLength: 1, maxLength: 100 }),
  email: Type.String({ minLength: 3, maxLength: 320 }),
  password: Type.String({ minLength: 8, maxLength: 200 }),
})

const canTake = (server: Server, account: Account, method: 'qr' | 'push') => {
  try {
    connectorFor(server.appliance, account, method)
    return true
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}

const accountView = (server: Server, account: Account, role: Role) => ({
  id: account.id,
  name: account.name,
  mode: account.mode,
  role,
  time_zone: account.timeZone,
  takes: { 'dynamic-qr': canTake(server, account, 'qr'), mobile: canTake(server, account, 'push') },
})

/** Without a caller: only the claim code opens this. */
const claimRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' })
    .get('/setup', async ({ request, set }) => {
      takeAddress(server, request, 'setup', set.headers as Record<string, string>)
      return { code: 200, data: { claimed: await isClaimed(server.appliance) } }
    })
    .derive({ as: 'scoped' }, ({ request, set }) => {
      takeAddress(server, request, 'claim', set.headers as Record<string, string>)
      return { raw: '' }
    })
    .post(
      '/setup/claim',
      async ({ body, request, set }) => {
        const { appliance, login } = server
        if (await isClaimed(appliance)) throw new Fault('conflict', 'this box already has an owner: log in instead')
        await checkClaimCode(appliance, body.code)
        const shop = readShop({ name: body.store, city: body.city })
        const entry = { email: body.email, password: body.password }
        const staff =
          (await login.check(entry, server.peerOf(request))) ?? (await login.createStaff({ ...entry, name: body.name }))
        const { account, sandbox } = await claimBox(appliance, shop, staff.id)
        set.status = 201
        const cookies = await login.cookiesFor(entry, request, server.peerOf(request))
        set.headers['set-cookie'] = cookies as unknown as string
        return {
          code: 201,
          data: { account: accountView(server, account, 'owner'), sandbox_account: accountView(server, sandbox, 'owner') },
        }
      },
      takes(Claim),
    )

export const accountRoutes = (server: Server) =>
  new Elysia().use(claimRoutes(server)).use(
    new Elysia({ prefix: '/api/v1' })
      .use(access(server))
      .get('/me', async ({ caller, request }) => {
        const staff = await server.login.whoIs(request)
        const memberships = staff ? await listMemberships(server.appliance.store.read, staff.id) : []
        return {
          code: 200,
          data: {
            staff: staff ? { id: staff.id, name: staff.name, email: staff.email } : null,
            account: caller.account.id,
            accounts: memberships.map(({ account, role }) => accountView(server, account, role)),
          },
        }
      })
      .get(
        '/settings/webhook-secret',
        async ({ caller, set }) => {
          set.headers['cache-control'] = 'no-store'
          return { code: 200, webhook_secret: await signingKeyOf(server.appliance, caller.account.id) }
        },
        { may: 'keys' },
      ),
  )
