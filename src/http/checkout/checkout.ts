// The public checkout on one path: browsers get the page and post forms, programs get and send JSON. The link
// is the credential.
import { Elysia } from 'elysia'
import { assert, Fault, fault } from '../../domain/fault.ts'
import { isOpen } from '../../domain/session-status.ts'
import { type CheckoutProgress, cancelAttempt, isPayable, paySession, phaseOf } from '../../flow/checkout.ts'
import { recordPageRead } from '../../flow/watch.ts'
import { findTokenByCode } from '../../store/session.ts'
import { attemptView, PaySession, statusView } from '../../wire/checkout.ts'
import { readJson } from '../../wire/json.ts'
import { success } from '../../wire/money.ts'
import { checkoutView } from '../../wire/session.ts'
import { reader } from '../../wire/shape.ts'
import { assertJson, readText } from '../server/body.ts'
import type { Query } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import {
  isForm,
  nextPageQuery,
  payByForm,
  progressPage,
  seeOther,
  typedPhoneOf,
  wantsPage,
  withProblemPage,
} from './checkout-form.ts'
import { findCountedProgress, lookUpLink } from './checkout-limit.ts'
import { profileOf } from './checkout-view.ts'
import { assertNoProblems, checkPay, payInputOfBody, readMeta } from './pay.ts'
import * as docs from './session-doc.ts'

const readPay = reader(PaySession)

type Headers = Record<string, string>

/** Returns the route of short links, which redirects to the checkout. */
const linkRoutes = (server: Server) =>
  new Elysia().get(
    '/p/:code',
    ({ params, query, request }) =>
      withProblemPage({ isPage: wantsPage(request), request, query }, async () => {
        const token = await lookUpLink(server, request, async () => {
          if (query.meta) readMeta(query.meta) // refuses malformed metadata of the link
          return findTokenByCode(server.appliance.store.read, params.code)
        })
        if (!token) throw fault('payment_link_not_found')
        const location = `/checkout/${token}${nextPageQuery(query)}`
        return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
      }),
    docs.shortLink,
  )

/** Returns the routes that show a checkout and its status. */
const readRoutes = (server: Server) => {
  const { appliance } = server
  const { clock } = appliance.world
  return new Elysia()
    .get(
      '/checkout/:token',
      ({ params, query, request, set }) => {
        const isPage = wantsPage(request)
        return withProblemPage({ isPage, request, query }, async () => {
          const progress = await findCountedProgress(server, request, params.token, set.headers as Headers)
          if (query.meta) readMeta(query.meta) // refuses malformed metadata of the link
          if (isPage) return progressPage(server, request, progress, query, { phone: typedPhoneOf(request) })
          assertNotEnded(progress, clock.now())
          set.headers['cache-control'] = 'no-store'
          const profile = await profileOf(appliance, progress.session)
          return success(200, checkoutView(progress.session, profile, appliance.publicUrl))
        })
      },
      docs.load,
    )
    .get(
      '/checkout/:token/status',
      async ({ params, request, set }) => {
        const progress = await findCountedProgress(server, request, params.token, set.headers as Headers)
        if (progress.payment) recordPageRead(appliance, progress.payment.id)
        set.headers['cache-control'] = 'no-store'
        return success(200, statusView(progress, phaseOf(progress, clock.now())))
      },
      docs.status,
    )
}

/** Checks that a session can still be paid. @throws Fault `checkout_ended` */
function assertNotEnded(progress: CheckoutProgress, now: number): void {
  const phase = phaseOf(progress, now)
  if (phase === 'paid' || phase === 'expired' || phase === 'cancelled')
    throw fault('checkout_ended', { status: phase === 'paid' ? 'completed' : phase })
}

/** Returns the routes that pay a session and cancel an attempt. Browsers send forms, programs send JSON. */
const payRoutes = (server: Server) =>
  new Elysia()
    .post(
      '/checkout/:token/pay',
      ({ params: { token }, query, request, set }) => {
        const isPage = isForm(request)
        return withProblemPage<unknown>({ isPage, request, query }, async () => {
          const progress = await findCountedProgress(server, request, token, set.headers as Headers)
          return isPage
            ? payByForm(server, request, token, query, progress)
            : payByProgram(server, request, token, query, progress)
        })
      },
      { parse: 'none', ...docs.pay },
    )
    .post(
      '/checkout/:token/cancel/:attemptID',
      ({ params: { token, attemptID }, query, request, set }) => {
        const isPage = isForm(request)
        return withProblemPage<unknown>({ isPage, request, query }, async () => {
          await findCountedProgress(server, request, token, set.headers as Headers)
          return isPage
            ? cancelByForm(server, request, token, query, attemptID)
            : cancelByProgram(server, token, attemptID)
        })
      },
      { parse: 'none', ...docs.giveUp },
    )

/**
 * Pays a session as a program asks in JSON, and returns the answer with the attempt.
 * @throws Fault `checkout_ended`, a Fault that names every wrong field, or what `paySession` throws
 */
async function payByProgram(
  { appliance }: Server,
  request: Request,
  token: string,
  query: Query,
  { session }: CheckoutProgress,
) {
  assertJson(request)
  const body = readPay(readJson(await readText(request)))
  const { status } = session
  if (!isPayable(session, appliance.world.clock.now()))
    throw fault('checkout_ended', { status: isOpen(status) ? 'expired' : status })
  const input = payInputOfBody(body, query.meta || undefined)
  const { request: payRequest, problems } = checkPay(input, session, 'program')
  assertNoProblems(problems)
  const { payment, attempt } = await paySession(appliance, token, payRequest)
  assert(payment && attempt, 'a session that was paid has a payment and an attempt')
  return success(200, attemptView(attempt, payment))
}

/**
 * Cancels an attempt and redirects to the page of the checkout. If the attempt could not be cancelled, that
 * page shows its state instead of an error.
 */
async function cancelByForm(
  { appliance }: Server,
  request: Request,
  token: string,
  query: Query,
  attemptId: string,
) {
  const form = new URLSearchParams(await readText(request))
  try {
    await cancelAttempt(appliance, token, attemptId)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
  }
  const nextQuery = { lang: form.get('lang') ?? query.lang, meta: form.get('meta') ?? query.meta }
  return seeOther(`/checkout/${token}${nextPageQuery(nextQuery)}`)
}

/** Cancels an attempt as a program asks. @throws Fault when the attempt can no longer be cancelled */
async function cancelByProgram({ appliance }: Server, token: string, attemptId: string) {
  await cancelAttempt(appliance, token, attemptId)
  const message = 'this attempt is cancelled; the checkout stays open for another'
  return { status: 'success' as const, code: 200, message }
}

/** Returns the public routes of the checkout. */
export const checkoutRoutes = (server: Server) =>
  new Elysia().use(linkRoutes(server)).use(readRoutes(server)).use(payRoutes(server))
