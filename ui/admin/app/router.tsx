// The console's routes. Each page is loaded when it is first opened, or when its link is pointed at.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  RouterProvider,
  retainSearchParams,
} from '@tanstack/react-router'
import { ErrorNotice, ErrorPage } from '../../kit/page.tsx'
import { auditSearch } from '../audit-log/audit-log.model.ts'
import { homeSearch, summarySearch } from '../home/home.model.ts'
import { Home } from '../home/home.tsx'
import { linkSearch } from '../links/link-search.model.ts'
import { NotFound } from '../parts/not-found.tsx'
import { type Query, readQuery, searchReader, textParam, writeQuery } from '../parts/query.model.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { keySearch, profileSearch, staffSearch, tillSearch } from '../parts/small-list.model.ts'
import { paymentSearch } from '../payments/payment.model.ts'
import { refundSearch } from '../payments/refund-search.model.ts'
import { unmatchedSearch } from '../payments/unmatched.model.ts'
import { payoutSearch } from '../payouts/payout-search.model.ts'
import { labelSearch, productSearch } from '../products/product-search.model.ts'
import { reconciliationSearch } from '../reconciliation/reconciliation.model.ts'
import { shiftSearch } from '../shifts/shift.model.ts'
import { deliverySearch, eventSearch } from '../webhooks/webhook.model.ts'
import { addAccountToAddress } from './account-address.ts'
import { Frame } from './frame.tsx'

const rootRoute = createRootRoute({
  component: Frame,
  errorComponent: ErrorPage,
  notFoundComponent: NotFound,
  validateSearch: (query: Query): { account?: string } => textParam(query, 'account'),
  search: { middlewares: [retainSearchParams(['account'])] },
})
/** Returns the root route, which draws the frame and is the parent of every page's route. */
const parent = () => rootRoute
/** A function that imports the file of a page. The file exports the page's component as `Name`. */
type Load<Name extends string> = () => Promise<Readonly<Record<Name, RouteComponent>>>
/** Returns the route of a page without filters. `load` imports the file of the page when it is opened. */
const page = <const Path extends string, Name extends string>(path: Path, name: Name, load: Load<Name>) =>
  createRoute({ getParentRoute: parent, path, component: lazyRouteComponent(load, name) })
/**
 * Returns the route of a page whose filters or day are in the query of its address.
 * @param read returns the valid filters of a query, and leaves out all others
 */
const searchPage = <const Path extends string, Search extends object, Name extends string>(
  path: Path,
  read: (query: Query) => Search,
  name: Name,
  load: Load<Name>,
) =>
  createRoute({
    getParentRoute: parent,
    path,
    validateSearch: searchReader(read),
    component: lazyRouteComponent(load, name),
  })

const routes = [
  createRoute({
    getParentRoute: parent,
    path: '/',
    validateSearch: searchReader(homeSearch),
    // Not loaded later: it is what most people open first.
    component: Home,
  }),
  searchPage('/summary', summarySearch, 'DaySummaryPage', () => import('../home/day-summary.tsx')),
  searchPage('/payments', paymentSearch, 'PaymentList', () => import('../payments/payment-list.tsx')),
  searchPage('/payments/refunds', refundSearch, 'RefundList', () => import('../payments/refund-list.tsx')),
  page('/payments/$reference', 'PaymentPage', () => import('../payments/payment-page.tsx')),
  searchPage('/payouts', payoutSearch, 'PayoutList', () => import('../payouts/payout-list.tsx')),
  page('/payouts/new', 'PayoutNew', () => import('../payouts/payout-new.tsx')),
  page('/payouts/$reference', 'PayoutPage', () => import('../payouts/payout-page.tsx')),
  searchPage(
    '/reconciliation',
    reconciliationSearch,
    'ReconciliationPage',
    () => import('../reconciliation/reconciliation-page.tsx'),
  ),
  searchPage('/unmatched', unmatchedSearch, 'Inbox', () => import('../inbox/inbox.tsx')),
  searchPage('/links', linkSearch, 'LinkList', () => import('../links/link-list.tsx')),
  page('/links/new', 'LinkNew', () => import('../links/link-new.tsx')),
  page('/links/$reference', 'LinkPage', () => import('../links/link-page.tsx')),
  searchPage('/webhooks', deliverySearch, 'WebhookPage', () => import('../webhooks/webhook-page.tsx')),
  page('/webhooks/$id', 'DeliveryPage', () => import('../webhooks/delivery-page.tsx')),
  searchPage('/webhooks/events', eventSearch, 'EventList', () => import('../webhooks/event-list.tsx')),
  page('/webhooks/events/$id', 'EventPage', () => import('../webhooks/event-page.tsx')),
  searchPage('/keys', keySearch, 'KeyList', () => import('../keys/key-list.tsx')),
  searchPage(
    '/settings/branding',
    profileSearch,
    'ProfileList',
    () => import('../profiles/profile-list.tsx'),
  ),
  page('/settings/branding/new', 'ProfileNew', () => import('../profiles/profile-page.tsx')),
  page('/settings/branding/$id', 'ProfilePage', () => import('../profiles/profile-page.tsx')),
  searchPage('/staff', staffSearch, 'StaffList', () => import('../staff/staff-list.tsx')),
  searchPage('/tills', tillSearch, 'TillList', () => import('../tills/till-list.tsx')),
  page('/tills/$id', 'TillPage', () => import('../tills/till-page.tsx')),
  searchPage('/products', productSearch, 'ProductList', () => import('../products/product-list.tsx')),
  page('/products/new', 'ProductNew', () => import('../products/product-page.tsx')),
  searchPage('/products/labels', labelSearch, 'ProductLabels', () => import('../products/label-page.tsx')),
  page('/products/import', 'ProductImport', () => import('../products/product-import.tsx')),
  page('/products/shop-codes', 'ShopCodePage', () => import('../products/shop-code-page.tsx')),
  page('/products/tax-rates', 'TaxRatePage', () => import('../products/tax-rate-page.tsx')),
  page('/products/$id', 'ProductPage', () => import('../products/product-page.tsx')),
  searchPage('/shifts', shiftSearch, 'ShiftList', () => import('../shifts/shift-list.tsx')),
  page('/shifts/$id', 'ShiftPage', () => import('../shifts/shift-page.tsx')),
  page('/networks', 'NetworkList', () => import('../networks/network-list.tsx')),
  page('/networks/$name', 'NetworkPage', () => import('../networks/network-page.tsx')),
  page('/settings', 'ShopSettings', () => import('../settings/setting-page.tsx')),
  page('/settings/tills', 'TillSettings', () => import('../settings/setting-page.tsx')),
  page('/settings/money', 'MoneySettings', () => import('../settings/setting-page.tsx')),
  page('/settings/developers', 'DeveloperSettings', () => import('../settings/setting-page.tsx')),
  page('/settings/server', 'ServerSettings', () => import('../server/server-page.tsx')),
  searchPage('/settings/audit-log', auditSearch, 'AuditLog', () => import('../audit-log/audit-log.tsx')),
  page('/staff/$id', 'StaffPage', () => import('../staff/staff-page.tsx')),
  page('/me', 'LoginPage', () => import('../login/login-page.tsx')),
  page('/merchant', 'NewMerchant', () => import('../setup/merchant-new.tsx')),
] as const

/** Creates the router of all pages under /admin. */
const newRouter = () =>
  createRouter({
    routeTree: rootRoute.addChildren(routes),
    basepath: '/admin',
    defaultPreload: 'intent',
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 200,
    // An error in a page leaves the frame in place.
    defaultErrorComponent: ErrorNotice,
    scrollRestoration: true,
    parseSearch: readQuery,
    stringifySearch: writeQuery,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>
  }
}

let router: ReturnType<typeof newRouter> | undefined
/** Returns the only router. Creates it on first use, so that the log-in page does not wait for it. */
function sharedRouter() {
  router ??= newRouter()
  return router
}

/**
 * Loads the code of the page in the address, before the console is drawn. First adds the account to an
 * address without one, because the router would otherwise add it later and draw the page twice.
 */
export function preloadPage(account: string): Promise<void> {
  addAccountToAddress(account)
  return sharedRouter().load()
}

/** Draws the page of the address in the frame. */
export const ConsoleRouter = () => <RouterProvider router={sharedRouter()} />
