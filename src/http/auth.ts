// Logging in: better-auth's own routes for people in browsers, and tokens for programs that act for a person.
import { Elysia } from 'elysia'
import { Fault } from '../domain/fault.ts'
import { noteAlone } from '../flow/act.ts'
import { listMemberships } from '../store/account.ts'
import { stamp } from '../wire/money.ts'
import { takeAddress } from './access.ts'
import * as docs from './auth-doc.ts'
import { takes } from './body.ts'
import { homeOf } from './caller.ts'
import { undocumented } from './doc.ts'
import type { Server } from './server.ts'

export const authRoutes = (server: Server) => {
  const passOn = async ({ request }: { request: Request }) => {
    const answered = await server.login.answer(request, server.peerOf(request))
    if (!answered) throw new Fault('not_found', `there is nothing at ${new URL(request.url).pathname}`)
    return answered
  }
  return new Elysia()
    .post('/api/auth/sign-in/email', passOn, { parse: 'none', ...docs.signIn })
    .post('/api/auth/sign-out', passOn, { parse: 'none', ...docs.signOut })
    .get('/api/auth/get-session', passOn, docs.session)
    .get('/api/auth/*', passOn, undocumented)
    .post('/api/auth/*', passOn, { parse: 'none', ...undocumented })
    .derive(({ request, set }) => {
      takeAddress(server, request, 'token', set.headers as Record<string, string>)
      return { raw: '' }
    })
    .post(
      '/api/v1/auth/token',
      async ({ body, request, set }) => {
        const { appliance, login } = server
        const staff = await login.check({ email: body.email, password: body.password }, server.peerOf(request))
        if (!staff) throw new Fault('unauthorized', 'the e-mail or the password is wrong')
        const memberships = await listMemberships(appliance.store.read, staff.id)
        const member = body.account_id ? memberships.find(({ account }) => account.id === body.account_id) : homeOf(memberships)
        if (!member) throw new Fault('forbidden', 'you are not a member of this account')
        const by = { name: `staff ${staff.id}`, address: server.peerOf(request) }
        await noteAlone(appliance, { account: member.account, by, kind: 'token.issued' })
        const claims = { staffId: staff.id, accountId: member.account.id, role: member.role }
        const { token, expiresAt } = await login.mintToken(claims, appliance.world.clock.now())
        set.headers['cache-control'] = 'no-store'
        return { code: 200, data: { token, token_type: 'Bearer', expires_at: stamp(expiresAt) } }
      },
      { ...takes(docs.Entry), ...docs.token },
    )
}
