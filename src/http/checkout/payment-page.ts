// The page of a payment without a session, which only shows it. The reference is the credential. It is the
// `payment_url` of a QR payment. The network's page sends the customer of a card payment here, who goes on to
// the merchant once the outcome is known. A session's payment uses the session's page instead.
import { Elysia } from 'elysia'
import { hasPage, isDirectCard } from '../../domain/channel.ts'
import { fault } from '../../domain/fault.ts'
import type { Payment } from '../../domain/payment.ts'
import type { Appliance } from '../../flow/appliance.ts'
import { recordPageRead } from '../../flow/watch.ts'
import { listOpenAttempts } from '../../store/attempt.ts'
import { findPayment } from '../../store/payment.ts'
import { findSession } from '../../store/session.ts'
import { success } from '../../wire/money.ts'
import { undocumented } from '../docs/doc.ts'
import type { Server } from '../server/server.ts'
import { localeOf, nextPageQuery, seeOther, withProblemPage } from './checkout-form.ts'
import { countPageRequest, countUnknownLink } from './checkout-limit.ts'
import { checkoutPage } from './checkout-page.ts'
import { isHandset } from './checkout-view.ts'
import { pageStateOf, paymentPageView, shopAddressOf } from './payment-view.ts'
import * as docs from './session-doc.ts'

type Headers = Record<string, string>

/** How much of an unknown reference, which may be any text, the error names; in characters. */
const shownReferenceMax = 60

/** Whether customers may see a payment: on its own page, or on the page of its session. */
const isShownToCustomers = (payment: Payment) =>
  hasPage(payment) || isDirectCard(payment) || payment.sessionId !== null

/**
 * Returns a payment that customers may see, and counts the request against the limit of its page. A request
 * for any other payment counts as an unknown link.
 * @throws Fault `not_found`, `rate_limit_exceeded`
 */
export async function findCountedPayment(
  server: Server,
  request: Request,
  reference: string,
  headers: Headers,
): Promise<Payment> {
  const payment = await findPayment(server.appliance.store.read, reference)
  if (!payment || !isShownToCustomers(payment)) {
    await countUnknownLink(server, request)
    throw fault('payment_not_found', { reference: reference.slice(0, shownReferenceMax) })
  }
  countPageRequest(server, request, headers, payment.id)
  return payment
}

/** How long a network may still charge the card after the payment has expired or was voided: an hour. */
const cardOpenMs = 3_600_000

/**
 * Returns the payment, but with an unknown outcome if the network may still charge the card after Kaunta has
 * ended the payment: the customer who returns from the network's page may just have paid.
 */
async function withOpenCard({ store, world }: Appliance, payment: Payment): Promise<Payment> {
  const { id, status, endedAt } = payment
  if (!isDirectCard(payment) || (status !== 'expired' && status !== 'voided')) return payment
  if (world.clock.now() > (endedAt ?? 0) + cardOpenMs) return payment
  const openAttempts = await listOpenAttempts(store.read, id)
  return openAttempts.length > 0 ? { ...payment, unknown: true } : payment
}

/** Returns the public page of a payment without a session, and its status. */
export const paymentPageRoutes = (server: Server) => {
  const { read } = server.appliance.store
  return new Elysia()
    .get(
      '/pay/:reference',
      ({ params, query, request, set }) =>
        withProblemPage({ isPage: true, request, query }, async () => {
          const payment = await findCountedPayment(server, request, params.reference, set.headers as Headers)
          const session = payment.sessionId === null ? undefined : await findSession(read, payment.sessionId)
          if (session) return seeOther(`/checkout/${session.token}${nextPageQuery({ lang: query.lang })}`)
          const shownPayment = await withOpenCard(server.appliance, payment)
          const shopAddress = shopAddressOf(shownPayment)
          if (shopAddress !== undefined) return seeOther(shopAddress)
          // Without scripts, the page reloads itself instead of asking for the status, so a load counts, too.
          if (isDirectCard(payment)) recordPageRead(server.appliance, payment.id)
          const view = await paymentPageView(server.appliance, shownPayment, {
            locale: localeOf(query.lang),
            isHandset: isHandset(request),
          })
          return checkoutPage(view, 200, request)
        }),
      undocumented,
    )
    .get(
      '/pay/:reference/status',
      async ({ params, request, set }) => {
        const payment = await findCountedPayment(server, request, params.reference, set.headers as Headers)
        recordPageRead(server.appliance, payment.id)
        set.headers['cache-control'] = 'no-store'
        const { id: reference, status } = payment
        return success(200, {
          reference,
          status,
          state: pageStateOf(await withOpenCard(server.appliance, payment)),
        })
      },
      docs.paymentStatus,
    )
}
