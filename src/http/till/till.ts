// Tills for admins: create, pair, rename and revoke them; and the PINs and grants of their cashiers.
import { Elysia } from 'elysia'
import { fault } from '../../domain/fault.ts'
import type { Till } from '../../domain/till.ts'
import { isPairingCode } from '../../flow/pairing.ts'
import { setGrant, setPin } from '../../flow/pin.ts'
import { salesAfterShift } from '../../flow/shift.ts'
import { createTill, getTill, renameTill, renewTillPairing, revokeTill } from '../../flow/till.ts'
import { findShift } from '../../store/shift.ts'
import { listTills } from '../../store/till.ts'
import { stamp } from '../../wire/money.ts'
import {
  type NameOf,
  NameTill,
  pairingUrl,
  pairingView,
  SetGrants,
  SetPin,
  tillView,
} from '../../wire/till.ts'
import { access } from '../access/access.ts'
import { accountAdminOf, type Caller } from '../access/caller.ts'
import { qrImage } from '../payments/qr.ts'
import { jsonBody } from '../server/body.ts'
import { idempotentWrite } from '../server/idempotency.ts'
import type { Server } from '../server/server.ts'
import { namesOf } from '../staff/staff-name.ts'
import * as docs from './till-doc.ts'

/** Returns a till with the person signed in, its open shift, and the sales after its last shift. */
async function viewOf({ appliance }: Server, till: Till, nameOf: NameOf) {
  const { read } = appliance.store
  const shift = await findShift(read, till.shiftId)
  // The time in memory may be newer than the stored time. 0 means that the till was never used.
  const lastSeenAt = Math.max(appliance.tillsSeen.get(till.id) ?? 0, till.seenAt ?? 0)
  return tillView(till, {
    seenAt: lastSeenAt || null,
    staff: till.staffId === null ? null : nameOf(till.staffId),
    openShift: shift?.state === 'open' ? { id: shift.id, opened_at: stamp(shift.openedAt ?? 0) } : null,
    afterShift: await salesAfterShift(read, shift),
  })
}

/** Returns tills for the API. */
export const tillViews = async (server: Server, accountId: string, tills: readonly Till[]) => {
  const nameOf = await namesOf(server.appliance, accountId)
  return Promise.all(tills.map(till => viewOf(server, till, nameOf)))
}

/** Returns one till for the API. */
export const tillViewOf = async (server: Server, till: Till) =>
  viewOf(server, till, await namesOf(server.appliance, till.accountId))

/**
 * Checks that the caller may set a person's PIN: people may set their own PIN, owners and admins any PIN.
 * @throws Fault `pin_change_on_till` at a till, `pin_of_others_not_allowed` for other callers and API keys
 */
function assertMaySetPin(caller: Caller, staffId: string): void {
  if (caller.till) throw fault('pin_change_on_till')
  const isOwnPin = caller.staffId === staffId
  if (caller.staffId === undefined || (!isOwnPin && !caller.may('tills')))
    throw fault('pin_of_others_not_allowed')
}

/** Returns the routes with which admins manage tills, their pairing, and the PINs of cashiers. */
export const tillRoutes = (server: Server) =>
  new Elysia().use(tillListRoutes(server)).use(pairingRoutes(server)).use(cashierRoutes(server))

/** Returns the routes that create, list, rename and revoke tills. */
const tillListRoutes = (server: Server) => {
  const { appliance } = server
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .post(
      '/tills',
      async context => {
        const { body, caller, set } = context
        const write = idempotentWrite(server, context, '/tills')
        const { till, code } = await createTill(appliance, caller.account, body.name, caller, write)
        set.headers['cache-control'] = 'no-store'
        const view = await tillViewOf(server, till)
        return { code: 201, data: { ...view, ...pairingView(till, code, appliance.publicUrl) } }
      },
      { ...jsonBody(NameTill), ...docs.create },
    )
    .get(
      '/tills',
      async ({ caller }) => {
        const { id: accountId } = caller.account
        const tills = await listTills(appliance.store.read, accountId)
        return { code: 200, data: await tillViews(server, accountId, tills) }
      },
      docs.list,
    )
    .patch(
      '/tills/:id',
      async ({ body, caller, params }) => {
        const till = await renameTill(appliance, caller.account, params.id, body.name, caller)
        return { code: 200, data: await tillViewOf(server, till) }
      },
      { ...jsonBody(NameTill), ...docs.rename },
    )
    .delete(
      '/tills/:id',
      async ({ caller, params }) => {
        const till = await revokeTill(appliance, caller.account, params.id, accountAdminOf(caller))
        return { code: 200, data: await tillViewOf(server, till) }
      },
      { parse: 'none', ...docs.revoke },
    )
}

/** Returns the routes that renew a till's pairing code, and draw the code as a QR code. */
const pairingRoutes = (server: Server) => {
  const { appliance } = server
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .post(
      '/tills/:id/pairing',
      async ({ caller, params, set }) => {
        const { till, code } = await renewTillPairing(appliance, caller.account, params.id, caller)
        set.headers['cache-control'] = 'no-store'
        return { code: 200, data: pairingView(till, code, appliance.publicUrl) }
      },
      { parse: 'none', ...docs.pairing },
    )
    .get(
      '/tills/:id/pairing.svg',
      async ({ caller, params, query, request }) => {
        const till = await getTill(appliance, caller.account, params.id)
        const { code = '' } = query
        if (!isPairingCode(till, code, appliance.world.clock.now())) throw fault('pairing_code_not_found')
        return qrImage('svg', pairingUrl(appliance.publicUrl, code), query, request)
      },
      docs.pairingQr,
    )
}

/** Returns the routes that set the PIN and the grants of a cashier. */
const cashierRoutes = (server: Server) => {
  const { appliance } = server
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .put(
      '/staff/:id/pin',
      async ({ body, caller, params }) => {
        assertMaySetPin(caller, params.id)
        await setPin(appliance, accountAdminOf(caller), params.id, body.pin)
        return { code: 200, message: 'the PIN is set' }
      },
      { ...jsonBody(SetPin), ...docs.setPin },
    )
    .put(
      '/staff/:id/grants',
      async ({ body: { confirm_manually }, caller, params }) => {
        await setGrant(appliance, accountAdminOf(caller), params.id, confirm_manually)
        return { code: 200, data: { confirm_manually } }
      },
      { ...jsonBody(SetGrants), ...docs.setGrants },
    )
}
