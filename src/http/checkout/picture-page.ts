// Pages to save and share: a receipt, found by the 8-digit payment number, and the QR code of an open
// payment. A receipt names the shop, the amount and the network's number, never the customer.
import { Elysia } from 'elysia'
import type { CheckoutView } from '../../../ui/checkout/view.ts'
import { fault } from '../../domain/fault.ts'
import type { Payment } from '../../domain/payment.ts'
import { progressOf } from '../../flow/checkout.ts'
import { paymentOfToken } from '../../flow/payment-token.ts'
import { findSession } from '../../store/session.ts'
import { undocumented } from '../docs/doc.ts'
import type { Query } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { localeOf, seeOther, withProblemPage } from './checkout-form.ts'
import { countPageRequest, lookUpReceipt } from './checkout-limit.ts'
import { findReceiptPage, qrPage, receiptPage } from './checkout-page.ts'
import { checkoutPageView, isHandset } from './checkout-view.ts'
import { findCountedPayment } from './payment-page.ts'
import { paymentPageView } from './payment-view.ts'
import { qrPicture } from './qr-picture.ts'

type Headers = Record<string, string>

/** Returns what a payment's customer sees on its page: the page of its session, if any. */
async function viewOf({ appliance }: Server, payment: Payment, request: Request, query: Query) {
  const locale = localeOf(query.lang)
  const session =
    payment.sessionId === null ? undefined : await findSession(appliance.store.read, payment.sessionId)
  if (!session) return paymentPageView(appliance, payment, { locale, isHandset: isHandset(request) })
  const progress = await progressOf(appliance, session.token)
  const visit = { locale, meta: null, typed: {}, isHandset: isHandset(request) }
  return checkoutPageView(appliance, progress, visit)
}

/**
 * Returns the payment number in a typed text such as `1234 5678`; undefined if the text has fewer or more
 * than 8 digits.
 */
function paymentNumberIn(text = ''): string | undefined {
  const digits = text.replace(/\D/g, '')
  return digits.length === 8 ? digits : undefined
}

/** Returns the receipt of a payment number for its page; undefined if no completed payment has the number. */
async function findReceipt(server: Server, number: string | undefined, request: Request, query: Query) {
  const payment = number ? await paymentOfToken(server.appliance, number) : undefined
  if (payment?.status !== 'completed') return undefined
  const view: CheckoutView = await viewOf(server, payment, request, query)
  const { state } = view
  return state.kind === 'paid' ? { ...view, path: `/receipt/${state.paymentNumber}`, state } : undefined
}

/** Returns the routes that find and show receipts. */
const receiptRoutes = (server: Server) =>
  new Elysia()
    .get(
      '/receipt',
      ({ query, request }) => {
        const number = paymentNumberIn(query.number)
        const locale = localeOf(query.lang) ?? 'en'
        if (number !== undefined) return seeOther(`/receipt/${number}?lang=${locale}`)
        return findReceiptPage(locale, query.number ?? null, request)
      },
      undocumented,
    )
    .get(
      '/receipt/:number',
      ({ params, query, request, set }) =>
        withProblemPage({ isPage: true, request, query }, async () => {
          const headers = set.headers as Headers
          const number = paymentNumberIn(params.number)
          const view = await lookUpReceipt(server, request, () => findReceipt(server, number, request, query))
          if (!view) {
            const typedNumber = params.number.slice(0, 12) // the address may hold any text
            return findReceiptPage(localeOf(query.lang) ?? 'en', typedNumber, request, 404)
          }
          countPageRequest(server, request, headers, view.path)
          return receiptPage(view, `${server.appliance.publicUrl}${view.path}`, request)
        }),
      undocumented,
    )

/** Returns the public routes of receipts and of pictures of QR codes. */
export const picturePageRoutes = (server: Server) =>
  new Elysia()
    .use(receiptRoutes(server))
    .get(
      '/pay/:reference/qr.svg',
      async ({ params, request, set }) => {
        const payment = await findCountedPayment(server, request, params.reference, set.headers as Headers)
        if (payment.qr === null) throw fault('payment_not_found', { reference: payment.id })
        const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' }
        // A file of its own needs the namespace, which an SVG element in a page does not.
        const svg = qrPicture(payment.qr).replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
        return new Response(svg, { headers })
      },
      undocumented,
    )
    .get(
      '/pay/:reference/picture',
      ({ params, query, request, set }) =>
        withProblemPage({ isPage: true, request, query }, async () => {
          const payment = await findCountedPayment(server, request, params.reference, set.headers as Headers)
          const view = await viewOf(server, payment, request, query)
          const { state, path } = view
          if (state.kind !== 'waiting' || state.picturePath === null)
            return seeOther(`${path}?lang=${view.locale}`)
          return qrPage({ ...view, path: state.picturePath, state }, path, request)
        }),
      undocumented,
    )
