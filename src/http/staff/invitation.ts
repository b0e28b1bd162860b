// The invitations of an account. In join.ts, people use them.
import { Elysia } from 'elysia'
import { fault } from '../../domain/fault.ts'
import {
  createInvitation,
  getInvitation,
  openInvitations,
  withdrawInvitation,
} from '../../flow/invitation.ts'
import { CreateInvitation, invitationView } from '../../wire/staff.ts'
import { access } from '../access/access.ts'
import { accountAdminOf } from '../access/caller.ts'
import type { Reauthentication } from '../access/reauthentication.ts'
import { qrImage } from '../payments/qr.ts'
import { jsonBody } from '../server/body.ts'
import { idempotentWrite } from '../server/idempotency.ts'
import type { Server } from '../server/server.ts'
import * as docs from './staff-doc.ts'

/** Returns the routes that create, list and withdraw invitations, and show one as a QR code. */
export const invitationRoutes = (server: Server, reauthentication: Reauthentication) => {
  const { appliance } = server
  const joinUrl = (code: string) => `${appliance.publicUrl}/admin/join?code=${code}`

  return new Elysia({ prefix: '/api/v1/invitations' })
    .use(access(server))
    .post(
      '',
      async context => {
        const { body, caller, set } = context
        const write = idempotentWrite(server, context, '/invitations')
        // A new owner gets all rights. The flow rejects callers who are not an owner.
        if (body.role === 'owner' && caller.role === 'owner') reauthentication.assert(caller)
        const request = { name: body.name, email: body.email, role: body.role, staffId: body.staff_id }
        const hasLogin =
          body.staff_id !== undefined && (await server.login.people([body.staff_id])).length > 0
        const { invitation, code } = await createInvitation(
          appliance,
          accountAdminOf(caller),
          request,
          create =>
            write(tx => {
              // Check only here, which a replay skips: the person may have used the invitation before the
              // same request came again.
              if (hasLogin) throw fault('already_member')
              return create(tx)
            }),
        )
        set.headers['cache-control'] = 'no-store'
        return { code: 201, data: { ...invitationView(invitation), url: joinUrl(code) } }
      },
      { ...jsonBody(CreateInvitation), ...docs.invite },
    )
    .get(
      '',
      async ({ caller }) => ({
        code: 200,
        data: (await openInvitations(appliance, caller.account)).map(invitationView),
      }),
      docs.listInvitations,
    )
    .delete(
      '/:id',
      async ({ caller, params }) => {
        await withdrawInvitation(appliance, accountAdminOf(caller), params.id)
        return { code: 200, message: 'the invitation is withdrawn' }
      },
      { parse: 'none', ...docs.withdraw },
    )
    .get(
      '/:id/qr.svg',
      async ({ caller, params, query, request }) => {
        const code = query.code ?? ''
        await getInvitation(appliance, caller.account, params.id, code)
        return qrImage('svg', joinUrl(code), query, request)
      },
      docs.svg,
    )
}
