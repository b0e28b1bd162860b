// The till device, a paired browser: pairing, signing in with a PIN, and its last sales. Shifts and cash are
// in shift.ts.

import { Elysia } from 'elysia'
import type { Account } from '../../domain/account.ts'
import { staffActor } from '../../domain/actor.ts'
import { assert } from '../../domain/fault.ts'
import { downMethods, type NetworkMethod, networkMethods } from '../../domain/network-health.ts'
import { mayApproveRefunds } from '../../domain/refund-approval.ts'
import type { Till, TillHolder } from '../../domain/till.ts'
import type { Appliance } from '../../flow/appliance.ts'
import { brokenCircuits } from '../../flow/circuit.ts'
import { isLeftOut } from '../../flow/connector.ts'
import { networkTitle } from '../../flow/network.ts'
import { signInOnTill, signOutOfTill } from '../../flow/pin.ts'
import { listLastSales } from '../../flow/sale.ts'
import { findTillHolder, pairTill } from '../../flow/till.ts'
import { countDisplays } from '../../store/display.ts'
import { sha256 } from '../../store/hash.ts'
import { listPinHolders } from '../../store/pin.ts'
import { sumRefundedOfCash } from '../../store/refund.ts'
import { findShift } from '../../store/shift.ts'
import { stamp } from '../../wire/money.ts'
import { cashAsSale, PairTill, paymentSale, SignIn, type TillMeView, tillMeView } from '../../wire/till.ts'
import { access, countAddress, tillAccess, tillCallerOf } from '../access/access.ts'
import { assertKeepsCookies } from '../access/cookie.ts'
import { withWrongCodesCounted } from '../access/wrong-code.ts'
import { acceptedTypesOf } from '../admin/account.ts'
import { jsonBody } from '../server/body.ts'
import { wholeNumberOf } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { namesOf } from '../staff/staff-name.ts'
import { withLockHeaders } from './pin-lock.ts'
import { tillCookie, tillSecretsOf } from './till-cookie.ts'
import * as docs from './till-device-doc.ts'

/** How many sales are listed by default, and at most. */
const salesDefault = 20
const salesMax = 100

/** Returns the person who is signed in at a till, with their name and rights; null for none. */
async function signedInStaff(server: Server, { account, person }: TillHolder): Promise<TillMeView['staff']> {
  if (!person) return null
  const nameOf = await namesOf(server.appliance, account.id)
  return { ...nameOf(person.id), role: person.role, may_confirm: person.mayConfirm }
}

/** Returns a till for its own browser, with the person signed in, the open shift and a count of displays. */
async function tillMeOf(server: Server, holder: TillHolder): Promise<TillMeView> {
  const { till, account } = holder
  const { read } = server.appliance.store
  const shift = await findShift(read, till.shiftId)
  const staff = await signedInStaff(server, holder)
  const openShift = shift?.state === 'open' ? { id: shift.id, opened_at: stamp(shift.openedAt ?? 0) } : null
  return tillMeView(
    { till, account },
    acceptedTypesOf(server, account),
    staff,
    openShift,
    await countDisplays(read, till.id),
  )
}

/** Returns which secret of a browser is the current one of this till; undefined if none is. */
const secretOf = (request: Request, { hash }: Till): string | undefined =>
  tillSecretsOf(request).find(secret => sha256(secret) === hash)

/** Answers with the till of a browser that has just been paired, or where a person just signed in or out. */
async function currentTillMe(server: Server, secret: string | undefined) {
  const holder = await findTillHolder(server.appliance, secret ?? '')
  assert(holder, 'a till that was paired a moment ago exists')
  return { code: 200, data: await tillMeOf(server, holder) }
}

/** Returns the last sales of a till, newest first. */
async function lastSales(server: Server, till: { accountId: string; tillId: string }, limit: number) {
  const sales = await listLastSales(server.appliance.store.read, till, limit)
  const nameOf = await namesOf(server.appliance, till.accountId)
  const cashIds = sales.filter(({ kind }) => kind === 'cash').map(({ id }) => id)
  const refundedSums = await sumRefundedOfCash(server.appliance.store.read, cashIds)
  return sales.map(sale =>
    sale.kind === 'cash'
      ? cashAsSale(sale, nameOf, refundedSums.get(sale.id) ?? 0)
      : paymentSale(sale, nameOf),
  )
}

/** Returns the public route that pairs a browser with a till. The pairing code is its credential. */
const pairRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' })
    .derive({ as: 'local' }, ({ request, set }) => {
      countAddress(server, request, 'pair', set.headers as Record<string, string>)
    })
    .post(
      '/till/pair',
      async ({ body, request, set }) => {
        const { appliance } = server
        assertKeepsCookies(appliance, request)
        const { secret } = await withWrongCodesCounted(server, request, () =>
          pairTill(appliance, body.code.trim(), server.peerOf(request)),
        )
        set.headers['set-cookie'] = tillCookie(secret, appliance.secureCookies)
        set.headers['cache-control'] = 'no-store'
        return currentTillMe(server, secret)
      },
      { ...jsonBody(PairTill), ...docs.pair },
    )

/**
 * Returns the payment methods that are down now (`down`), and the circuit breakers that are not closed
 * (`circuits`). A method is down if its network failed in the sales of the last minutes, or if open circuit
 * breakers leave no connection for it.
 */
function networksView(appliance: Appliance, account: Account) {
  const { connections, networkHealth, world } = appliance
  const failedMethods = downMethods(networkHealth.get(account.id) ?? {}, world.clock.now())
  const isDown = (method: NetworkMethod) =>
    failedMethods.includes(method) || isLeftOut(appliance, account, { collect: method })
  const circuits = connections.connectionsOf(account).flatMap(connection => {
    const { connector } = connection
    const title = networkTitle(connector)
    return [...brokenCircuits(appliance, connection)].map(([way, { state, since }]) => ({
      network: connector,
      title,
      way,
      state,
      since: stamp(since),
    }))
  })
  return { down: networkMethods.filter(isDown), circuits }
}

/** Returns the actor and address of a person who signs in at a till, for the audit log. */
const signInActorOf = (server: Server, request: Request, till: Till, staffId: string) => ({
  actor: staffActor(staffId, till.id),
  address: server.peerOf(request),
})

/** Returns the routes of a paired till, whether or not a person is signed in. */
const signInRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' })
    .use(tillAccess(server))
    .get('/till/me', async ({ holder }) => ({ code: 200, data: await tillMeOf(server, holder) }), docs.getMe)
    .get(
      '/till/networks',
      ({ holder }) => ({ code: 200, data: networksView(server.appliance, holder.account) }),
      docs.networks,
    )
    .get(
      '/till/staff',
      async ({ holder }) => {
        const holders = await listPinHolders(server.appliance.store.read, holder.account.id)
        const nameOf = await namesOf(server.appliance, holder.account.id)
        const people = holders.map(({ staffId, role, pinLength }) => ({
          ...nameOf(staffId),
          pin_length: pinLength,
          may_approve_refunds: mayApproveRefunds(role),
        }))
        return { code: 200, data: people.sort((left, right) => left.name.localeCompare(right.name)) }
      },
      docs.staff,
    )
    .post(
      '/till/login',
      async ({ body, holder: { account, till }, request, set }) => {
        const { appliance } = server
        const { staff_id: staffId, pin } = body
        const by = signInActorOf(server, request, till, staffId)
        const entry = { account, till, staffId, pin, by }
        await withLockHeaders(appliance, entry, set.headers, signInOnTill(appliance, entry))
        const secret = secretOf(request, till)
        if (secret) set.headers['set-cookie'] = tillCookie(secret, appliance.secureCookies)
        return currentTillMe(server, secret)
      },
      { ...jsonBody(SignIn), ...docs.signIn },
    )
    .post(
      '/till/logout',
      async ({ holder, request }) => {
        await signOutOfTill(server.appliance, holder.till)
        return currentTillMe(server, secretOf(request, holder.till))
      },
      { parse: 'none', ...docs.signOut },
    )

/** Returns the routes of the paired browser: pairing, signing in, and its last sales. */
export const tillDeviceRoutes = (server: Server) =>
  new Elysia()
    .use(pairRoutes(server))
    .use(signInRoutes(server))
    .use(
      new Elysia({ prefix: '/api/v1' }).use(access(server)).get(
        '/till/sales',
        async ({ caller, query }) => {
          const { account, tillId } = tillCallerOf(caller)
          const limit = wholeNumberOf(query, 'limit', { min: 1, max: salesMax, ifAbsent: salesDefault })
          return { code: 200, data: await lastSales(server, { accountId: account.id, tillId }, limit) }
        },
        docs.sales,
      ),
    )
