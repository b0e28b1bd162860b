// The API as one Elysia app: all route groups, and the one place that answers errors. serve.ts opens the
// socket.
import { type AnyElysia, Elysia } from 'elysia'
import { Fault, fault } from '../../domain/fault.ts'
import { countAddress } from '../access/access.ts'
import { authRoutes } from '../access/auth.ts'
import { loginRoutes } from '../access/login.ts'
import { newReauthentication, type Reauthentication } from '../access/reauthentication.ts'
import { accountRoutes } from '../admin/account.ts'
import { auditLogRoutes } from '../admin/audit-log.ts'
import { backupRoutes } from '../admin/backup.ts'
import { doctorRoutes } from '../admin/doctor.ts'
import { exportRoutes } from '../admin/export.ts'
import { listExportRoutes } from '../admin/export-list.ts'
import { keyRoutes } from '../admin/key.ts'
import { listTotalRoutes } from '../admin/list-total.ts'
import { metricsRoutes } from '../admin/metrics.ts'
import { networkRoutes } from '../admin/network.ts'
import { overviewRoutes } from '../admin/overview.ts'
import { ownerNoticeRoutes } from '../admin/owner-notice.ts'
import { periodRoutes } from '../admin/period.ts'
import { placeRoutes } from '../admin/place.ts'
import { reconciliationRoutes } from '../admin/reconciliation.ts'
import { routingRoutes } from '../admin/routing.ts'
import { saleExportRoutes } from '../admin/sale-export.ts'
import { saleListRoutes } from '../admin/sale-list.ts'
import { settingRoutes } from '../admin/setting.ts'
import { supportRoutes } from '../admin/support.ts'
import { upgradeRoutes } from '../admin/upgrade.ts'
import { checkoutRoutes } from '../checkout/checkout.ts'
import { claimRoutes } from '../checkout/claim.ts'
import { logoRoutes } from '../checkout/logo.ts'
import { paymentPageRoutes } from '../checkout/payment-page.ts'
import { picturePageRoutes } from '../checkout/picture-page.ts'
import { profileRoutes } from '../checkout/profile.ts'
import { sessionRoutes } from '../checkout/session.ts'
import { shopPageRoutes } from '../checkout/shop-page.ts'
import { referenceRoutes } from '../docs/reference.ts'
import { callbackRoutes } from '../payments/callback.ts'
import { paymentRoutes } from '../payments/payment.ts'
import { smsRoutes, smsSetupRoute } from '../payments/sms.ts'
import { paymentCheckRoutes, unknownRoutes } from '../payments/unknown.ts'
import { unmatchedRoutes } from '../payments/unmatched.ts'
import { payoutRoutes } from '../payouts/payout.ts'
import { productRoutes } from '../products/product.ts'
import { refundRoutes } from '../refunds/refund.ts'
import { cardRoutes } from '../sandbox/card.ts'
import { phoneRoutes } from '../sandbox/phone.ts'
import { sandboxRoutes } from '../sandbox/sandbox.ts'
import { invitationRoutes } from '../staff/invitation.ts'
import { joinRoutes } from '../staff/join.ts'
import { ownershipRoutes, staffRoutes } from '../staff/staff.ts'
import { displayRoutes } from '../till/display.ts'
import { parkedSaleRoutes } from '../till/parked-sale.ts'
import { printRoutes } from '../till/print.ts'
import { shiftAndCashRoutes } from '../till/shift.ts'
import { tillRoutes } from '../till/till.ts'
import { tillDeviceRoutes } from '../till/till-device.ts'
import { deliveryRoutes } from '../webhooks/delivery.ts'
import { eventRoutes } from '../webhooks/event.ts'
import { errorView, guardHeaders } from './error-answer.ts'
import { healthRoutes } from './health-route.ts'
import type { Server } from './server.ts'
import { trustRoutes } from './trust.ts'

/** How much of a path an error repeats. */
const shownPathMax = 200

/**
 * Returns the fault for a request that no route answers: `method_not_allowed` for a path that has routes for
 * other methods, which the header `allow` then lists, else `path_not_found`. Below /v1 and /api/v1, the
 * request counts against the rate limit of its address; when that is used up, the fault of the limit is
 * returned.
 * @param methodsOf returns the methods of a path's routes; none for an unknown path
 * @param headers of the response, which this function changes
 */
function unknownRouteFault(
  server: Server,
  methodsOf: (path: string) => readonly string[],
  request: Request,
  headers: Record<string, string>,
): Fault {
  const path = new URL(request.url).pathname
  const isApiPath = path.startsWith('/v1/') || path.startsWith('/api/v1/')
  try {
    if (isApiPath) countAddress(server, request, 'refused', headers)
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  const shownPath = path.slice(0, shownPathMax)
  const methods = methodsOf(path).join(', ')
  if (methods === '') return fault('path_not_found', { path: shownPath })
  headers.allow = methods
  return fault('method_not_allowed', { method: request.method, path: shownPath, methods })
}

/** Returns the fault for an error that Elysia caught; undefined for an internal error. */
function faultOf(code: unknown, error: unknown): Fault | undefined {
  if (error instanceof Fault) return error
  if (code === 'PARSE' || code === 'INVALID_COOKIE_SIGNATURE') return fault('request_unreadable')
  return undefined
}

/** Returns a pattern for the paths of a route: for `/payments/:id` it matches `/payments/abc`. */
const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/:[^/]+?(?=\/|$)/g, '[^/]+')}$`)

/**
 * Returns a function that returns the HTTP methods of a path's routes in alphabetical order; none for an
 * unknown path. If several routes match a path, only the most specific ones count: for `/x/retry` the route
 * `/x/retry`, not `/x/:id`. Routes with a wildcard are left out, because only better-auth knows which of
 * their paths exist.
 */
function methodFinder(routes: AnyElysia['routes']): (path: string) => readonly string[] {
  const patterns = routes
    .filter(({ path }) => !path.includes('*'))
    .map(({ method, path }) => ({
      method,
      pattern: patternOf(path),
      parameterCount: path.split(':').length - 1,
    }))
  return path => {
    const matching = patterns.filter(({ pattern }) => pattern.test(path))
    const fewestParameters = Math.min(...matching.map(({ parameterCount }) => parameterCount))
    const mostSpecific = matching.filter(({ parameterCount }) => parameterCount === fewestParameters)
    return [...new Set(mostSpecific.map(({ method }) => method))].toSorted()
  }
}

// The routes are in groups, because TypeScript fails on the type of an app with more than some thirty parts
// in a row.

/** Returns the reports, settings and exports for admins. */
const adminRoutes = (server: Server, reauthentication: Reauthentication) =>
  new Elysia()
    .use(overviewRoutes(server))
    .use(periodRoutes(server))
    .use(listTotalRoutes(server))
    .use(saleListRoutes(server))
    .use(saleExportRoutes(server))
    .use(ownerNoticeRoutes(server))
    .use(metricsRoutes(server))
    .use(backupRoutes(server))
    .use(doctorRoutes(server))
    .use(supportRoutes(server))
    .use(exportRoutes(server))
    .use(listExportRoutes(server))
    .use(unknownRoutes(server))
    .use(unmatchedRoutes(server))
    .use(smsRoutes(server))
    .use(settingRoutes(server, reauthentication))
    .use(reconciliationRoutes(server))
    .use(networkRoutes(server, reauthentication))
    .use(routingRoutes(server, reauthentication))
    .use(auditLogRoutes(server))
    .use(placeRoutes(server))
    .use(upgradeRoutes(server, reauthentication))
    .use(trustRoutes(server))

/** Returns the routes of staff, invitations and logins. */
const accessRoutes = (server: Server, reauthentication: Reauthentication) =>
  new Elysia()
    .use(staffRoutes(server, reauthentication))
    .use(ownershipRoutes(server, reauthentication))
    .use(invitationRoutes(server, reauthentication))
    .use(joinRoutes(server))
    .use(loginRoutes(server, reauthentication))

/** Returns the routes of tills, shifts, printers and displays. */
const shopDeviceRoutes = (server: Server) =>
  new Elysia()
    .use(tillRoutes(server))
    .use(tillDeviceRoutes(server))
    .use(shiftAndCashRoutes(server))
    .use(printRoutes(server))
    .use(displayRoutes(server))
    .use(parkedSaleRoutes(server))

/** Returns the routes of profiles, logos and products. */
const shopRoutes = (server: Server) =>
  new Elysia().use(profileRoutes(server)).use(logoRoutes(server)).use(productRoutes(server))

/** Returns all routes of the API as one app. It answers every error with the error envelope. */
export function newApp(server: Server) {
  const { store, world } = server.appliance
  const reauthentication = newReauthentication(world.clock.elapsed, store.channel)
  let methodsOf: ReturnType<typeof methodFinder> | undefined
  // Its type is written out, because the inferred type of `app` must not refer to itself.
  const allRoutes = (): AnyElysia['routes'] => app.routes
  const app = new Elysia({ normalize: false })
    .headers(guardHeaders)
    .onError({ as: 'global' }, ({ code, error, request, set }) => {
      methodsOf ??= methodFinder(app.routes)
      const headers = set.headers as Record<string, string>
      const fault =
        code === 'NOT_FOUND' ? unknownRouteFault(server, methodsOf, request, headers) : faultOf(code, error)
      const view = errorView(server, fault ?? error, request, headers)
      set.status = view.code
      return view
    })
    .use(healthRoutes(server))
    .use(authRoutes(server, reauthentication))
    .use(accountRoutes(server, reauthentication))
    .use(keyRoutes(server, reauthentication))
    .use(paymentRoutes(server, '/v1'))
    .use(paymentCheckRoutes(server, '/v1'))
    .use(paymentRoutes(server, '/api/v1'))
    .use(paymentCheckRoutes(server, '/api/v1'))
    .use(payoutRoutes(server, '/v1', reauthentication))
    .use(payoutRoutes(server, '/api/v1', reauthentication))
    .use(refundRoutes(server, '/v1', reauthentication))
    .use(refundRoutes(server, '/api/v1', reauthentication))
    .use(callbackRoutes(server))
    .use(smsSetupRoute(server))
    .use(eventRoutes(server))
    .use(deliveryRoutes(server))
    .use(sessionRoutes(server))
    .use(checkoutRoutes(server))
    .use(paymentPageRoutes(server))
    .use(picturePageRoutes(server))
    .use(claimRoutes(server))
    .use(shopPageRoutes(server))
    .use(shopRoutes(server))
    .use(adminRoutes(server, reauthentication))
    .use(accessRoutes(server, reauthentication))
    .use(shopDeviceRoutes(server))
    .use(sandboxRoutes(server))
    .use(cardRoutes(server))
    .use(phoneRoutes(server))
    .use(referenceRoutes(() => allRoutes()))
  return app
}

/** The app's type, for typed calls from the pages. */
export type App = ReturnType<typeof newApp>
