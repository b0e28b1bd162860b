// The people of an account and their roles. invitation.ts invites them.
import { Elysia } from 'elysia'
import type { Account } from '../../domain/account.ts'
import { badField, fault } from '../../domain/fault.ts'
import { readName } from '../../domain/plain-text.ts'
import { createCashier } from '../../flow/cashier.ts'
import { changeStaff, ownersOf, removeStaff, staffOf, transferOwnership } from '../../flow/staff.ts'
import { ChangeStaff, CreateCashier, staffView } from '../../wire/staff.ts'
import { access } from '../access/access.ts'
import { accountAdminOf } from '../access/caller.ts'
import type { Reauthentication } from '../access/reauthentication.ts'
import { jsonBody } from '../server/body.ts'
import { idempotentWrite } from '../server/idempotency.ts'
import type { Server } from '../server/server.ts'
import * as docs from './staff-doc.ts'
import { namesOf } from './staff-name.ts'

/** Returns the response with one person of an account. @throws Fault `staff_not_found` for a non-member */
async function personAnswer({ appliance, login }: Server, account: Account, staffId: string) {
  const members = await staffOf(appliance, account)
  const member = members.find(candidate => candidate.staffId === staffId)
  if (!member) throw fault('staff_not_found', { id: staffId })
  const nameOf = await namesOf(appliance, account.id)
  const [person] = await login.people([staffId]) // undefined for a cashier without a login
  return { code: 200, data: staffView(member, nameOf(staffId).name, person) }
}

/**
 * Returns a person who is to be changed or removed, with `logins`: the ids of those who can log in, out of
 * this person and all owners. The flow needs them, because an owner who can log in must remain.
 */
async function colleagueOf({ appliance, login }: Server, account: Account, staffId: string) {
  const ownerIds = await ownersOf(appliance, account)
  const people = await login.people([...new Set([staffId, ...ownerIds])])
  return { staffId, logins: new Set(people.map(({ id }) => id)) }
}

/** Returns the people of an account, with their login data and the names that the account gave them. */
export async function staffViews({ appliance, login }: Server, account: Account) {
  const members = await staffOf(appliance, account)
  const people = await login.people(members.map(({ staffId }) => staffId))
  const peopleById = new Map(people.map(person => [person.id, person]))
  const nameOf = await namesOf(appliance, account.id)
  return members.map(member => staffView(member, nameOf(member.staffId).name, peopleById.get(member.staffId)))
}

/** Returns the routes that list, add, change and remove the people of an account. */
export const staffRoutes = (server: Server, reauthentication: Reauthentication) => {
  const { appliance, login } = server
  return new Elysia({ prefix: '/api/v1/staff' })
    .use(access(server))
    .get('', async ({ caller }) => ({ code: 200, data: await staffViews(server, caller.account) }), docs.list)
    .post(
      '',
      async ({ body: { name, pin }, ...context }) => {
        const { caller } = context
        // A stored hash of the body would reveal the PIN, so a repeated request is identified by its name.
        const write = idempotentWrite(server, { ...context, body: { name } }, '/staff')
        const id = await createCashier(appliance, accountAdminOf(caller), { name, pin }, write)
        return { ...(await personAnswer(server, caller.account, id)), code: 201 }
      },
      { ...jsonBody(CreateCashier), ...docs.createCashier },
    )
    .patch(
      '/:id',
      async ({ body, caller, params }) => {
        const name = body.name === undefined ? undefined : readName('name', body.name)
        if (name === '') throw badField('name', 'empty')
        // A new owner gets all rights. The flow rejects callers who are not an owner.
        if (body.role === 'owner' && caller.role === 'owner') reauthentication.assert(caller)
        const person = await colleagueOf(server, caller.account, params.id)
        await changeStaff(appliance, accountAdminOf(caller), person, { role: body.role, name })
        return personAnswer(server, caller.account, params.id)
      },
      { ...jsonBody(ChangeStaff), ...docs.change },
    )
    .delete(
      '/:id',
      async ({ caller, params }) => {
        const person = await colleagueOf(server, caller.account, params.id)
        const { isElsewhere } = await removeStaff(appliance, accountAdminOf(caller), person)
        if (!isElsewhere) await login.endLogins(params.id, appliance.world.clock.now())
        return { code: 200, message: 'this person no longer belongs to the account' }
      },
      { parse: 'none', ...docs.remove },
    )
}

/**
 * Returns the route that hands a shop over. Its path is not below /staff, where it would look like a person's
 * id.
 */
export const ownershipRoutes = (server: Server, reauthentication: Reauthentication) =>
  new Elysia({ prefix: '/api/v1' }).use(access(server)).post(
    '/hand-over/:id',
    async ({ caller, params }) => {
      reauthentication.assert(caller)
      const person = await colleagueOf(server, caller.account, params.id)
      await transferOwnership(server.appliance, accountAdminOf(caller), person)
      return personAnswer(server, caller.account, params.id)
    },
    { parse: 'none', ...docs.handOver },
  )
