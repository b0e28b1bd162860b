// The console's routes. Each page is loaded when it is first opened, or when its link is pointed at.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  RouterProvider,
  retainSearchParams,
} from '@tanstack/react-router'
import { ErrorNotice, ErrorPage } from '../../kit/page.tsx'
import { auditSearch } from '../audit-log/audit-log.model.ts'
import { homeSearch } from '../home/home.model.ts'
import { Home } from '../home/home.tsx'
import { linkSearch } from '../links/link-search.model.ts'
import { NotFound } from '../parts/not-found.tsx'
import { type Query, readQuery, searchReader, textParam, writeQuery } from '../parts/query.model.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { keySearch, profileSearch, staffSearch, tillSearch } from '../parts/small-list.model.ts'
import { paymentSearch } from '../payments/payment.model.ts'
import { refundSearch } from '../payments/refund-search.model.ts'
import { unmatchedSearch } from '../payments/unmatched.model.ts'
import { payoutSearch } from '../payouts/payout.model.ts'
import { productSearch } from '../products/product-search.model.ts'
import { reconciliationSearch } from '../reconciliation/reconciliation.model.ts'
import { shiftSearch } from '../shifts/shift.model.ts'
import { deliverySearch, eventSearch } from '../webhooks/webhook.model.ts'
import { nameAccount } from './account-address.ts'
import { Frame } from './frame.tsx'

const rootRoute = createRootRoute({
  component: Frame,
  errorComponent: ErrorPage,
  notFoundComponent: NotFound,
  validateSearch: (query: Query): { account?: string } => textParam(query, 'account'),
  search: { middlewares: [retainSearchParams(['account'])] },
})
const at = () => rootRoute

const routes = [
  createRoute({
    getParentRoute: at,
    path: '/',
    validateSearch: searchReader(homeSearch),
    // Not loaded later: it is what most people open first.
    component: Home,
  }),
  createRoute({
    getParentRoute: at,
    path: '/payments',
    validateSearch: searchReader(paymentSearch),
    component: lazyRouteComponent(() => import('../payments/payment-list.tsx'), 'PaymentList'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/payments/refunds',
    validateSearch: searchReader(refundSearch),
    component: lazyRouteComponent(() => import('../payments/refund-list.tsx'), 'RefundList'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/payments/$reference',
    component: lazyRouteComponent(() => import('../payments/payment-page.tsx'), 'PaymentPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/payouts',
    validateSearch: searchReader(payoutSearch),
    component: lazyRouteComponent(() => import('../payouts/payout-list.tsx'), 'PayoutList'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/payouts/new',
    component: lazyRouteComponent(() => import('../payouts/payout-new.tsx'), 'PayoutNew'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/payouts/$reference',
    component: lazyRouteComponent(() => import('../payouts/payout-page.tsx'), 'PayoutPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/reconciliation',
    validateSearch: searchReader(reconciliationSearch),
    component: lazyRouteComponent(
      () => import('../reconciliation/reconciliation-page.tsx'),
      'ReconciliationPage',
    ),
  }),
  createRoute({
    getParentRoute: at,
    path: '/unmatched',
    validateSearch: searchReader(unmatchedSearch),
    component: lazyRouteComponent(() => import('../inbox/inbox.tsx'), 'Inbox'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/links',
    validateSearch: searchReader(linkSearch),
    component: lazyRouteComponent(() => import('../links/link-list.tsx'), 'LinkList'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/links/new',
    component: lazyRouteComponent(() => import('../links/link-new.tsx'), 'LinkNew'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/links/$reference',
    component: lazyRouteComponent(() => import('../links/link-page.tsx'), 'LinkPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/webhooks',
    validateSearch: searchReader(deliverySearch),
    component: lazyRouteComponent(() => import('../webhooks/webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/webhooks/$id',
    component: lazyRouteComponent(() => import('../webhooks/delivery-page.tsx'), 'DeliveryPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/webhooks/events',
    validateSearch: searchReader(eventSearch),
    component: lazyRouteComponent(() => import('../webhooks/event-list.tsx'), 'EventList'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/webhooks/events/$id',
    component: lazyRouteComponent(() => import('../webhooks/event-page.tsx'), 'EventPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/keys',
    validateSearch: searchReader(keySearch),
    component: lazyRouteComponent(() => import('../keys/key-list.tsx'), 'KeyList'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/settings/branding',
    validateSearch: searchReader(profileSearch),
    component: lazyRouteComponent(() => import('../profiles/profile-list.tsx'), 'ProfileList'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/settings/branding/new',
    component: lazyRouteComponent(() => import('../profiles/profile-page.tsx'), 'ProfileNew'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/settings/branding/$id',
    component: lazyRouteComponent(() => import('../profiles/profile-page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/staff',
    validateSearch: searchReader(staffSearch),
    component: lazyRouteComponent(() => import('../staff/staff-list.tsx'), 'StaffList'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/tills',
    validateSearch: searchReader(tillSearch),
    component: lazyRouteComponent(() => import('../tills/till-list.tsx'), 'TillList'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/tills/$id',
    component: lazyRouteComponent(() => import('../tills/till-page.tsx'), 'TillPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/products',
    validateSearch: searchReader(productSearch),
    component: lazyRouteComponent(() => import('../products/product-list.tsx'), 'ProductList'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/products/new',
    component: lazyRouteComponent(() => import('../products/product-page.tsx'), 'ProductNew'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/products/import',
    component: lazyRouteComponent(() => import('../products/product-import.tsx'), 'ProductImport'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/products/$id',
    component: lazyRouteComponent(() => import('../products/product-page.tsx'), 'ProductPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/shifts',
    validateSearch: searchReader(shiftSearch),
    component: lazyRouteComponent(() => import('../shifts/shift-list.tsx'), 'ShiftList'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/shifts/$id',
    component: lazyRouteComponent(() => import('../shifts/shift-page.tsx'), 'ShiftPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/networks',
    component: lazyRouteComponent(() => import('../networks/network-list.tsx'), 'NetworkList'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/networks/$name',
    component: lazyRouteComponent(() => import('../networks/network-page.tsx'), 'NetworkPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/settings',
    component: lazyRouteComponent(() => import('../settings/setting-page.tsx'), 'ShopSettings'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/settings/tills',
    component: lazyRouteComponent(() => import('../settings/setting-page.tsx'), 'TillSettings'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/settings/money',
    component: lazyRouteComponent(() => import('../settings/setting-page.tsx'), 'MoneySettings'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/settings/developers',
    component: lazyRouteComponent(() => import('../settings/setting-page.tsx'), 'DeveloperSettings'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/settings/server',
    component: lazyRouteComponent(() => import('../server/server-page.tsx'), 'ServerSettings'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/settings/audit-log',
    validateSearch: searchReader(auditSearch),
    component: lazyRouteComponent(() => import('../audit-log/audit-log.tsx'), 'AuditLog'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/staff/$id',
    component: lazyRouteComponent(() => import('../staff/staff-page.tsx'), 'StaffPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/me',
    component: lazyRouteComponent(() => import('../login/login-page.tsx'), 'LoginPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/merchant',
    component: lazyRouteComponent(() => import('../setup/merchant-new.tsx'), 'NewMerchant'),
  }),
] as const

const newRouter = () =>
  createRouter({
    routeTree: rootRoute.addChildren(routes),
    basepath: '/admin',
    defaultPreload: 'intent',
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 200,
    // A page that breaks leaves the frame in place.
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

let made: ReturnType<typeof newRouter> | undefined
/** Created after log-in, so that the log-in page does not wait for it. */
function routerHere() {
  made ??= newRouter()
  return made
}

/**
 * Loads the page that the address names, so that it is there when it is first drawn.
 * @param account goes into an address that names none, as it would once the page is drawn, which would draw
 * it twice
 */
export function preloadPage(account: string): Promise<void> {
  nameAccount(account)
  return routerHere().load()
}

export const ConsoleRouter = () => <RouterProvider router={routerHere()} />
