// The console's navigation: its pages, the right each one needs, and the page an address belongs to.
import { type Right, type Role, roleMay } from '../../../src/domain/account.ts'
import type { IconName } from './icon.tsx'

interface NavSection {
  readonly to: `/${string}`
  readonly name: string
  /** A person without this right does not see it. */
  readonly right: Right
}
interface NavPage extends NavSection {
  readonly icon: IconName
  /** Pages inside this one, as tabs below its head. The first is the page itself. */
  readonly sections?: readonly NavSection[]
}

const home = [
  { to: '/', name: 'home', icon: 'home', right: 'see_balance' },
] as const satisfies readonly NavPage[]
const paymentSections = [
  { to: '/payments', name: 'payments', right: 'see_balance' },
  { to: '/payments/refunds', name: 'refunds', right: 'see_balance' },
] as const satisfies readonly NavSection[]
const money = [
  { to: '/payments', name: 'payments', icon: 'coins', right: 'see_balance', sections: paymentSections },
  { to: '/links', name: 'links', icon: 'chain', right: 'see_balance' },
  { to: '/payouts', name: 'payouts', icon: 'send', right: 'see_payouts' },
  { to: '/unmatched', name: 'unmatched', icon: 'inbox', right: 'settle_unmatched' },
  { to: '/reconciliation', name: 'reconciliation', icon: 'check', right: 'reconcile' },
] as const satisfies readonly NavPage[]
const webhookSections = [
  { to: '/webhooks', name: 'deliveries', right: 'see_events' },
  { to: '/webhooks/events', name: 'events', right: 'see_events' },
] as const satisfies readonly NavSection[]
const developers = [
  { to: '/webhooks', name: 'webhooks', icon: 'hook', right: 'see_events', sections: webhookSections },
  { to: '/keys', name: 'keys', icon: 'key', right: 'keys' },
] as const satisfies readonly NavPage[]
const settingSections = [
  { to: '/settings', name: 'shop', right: 'keys' },
  { to: '/settings/tills', name: 'tills', right: 'keys' },
  { to: '/settings/money', name: 'money', right: 'keys' },
  { to: '/settings/branding', name: 'branding', right: 'profiles' },
  { to: '/settings/developers', name: 'developers', right: 'keys' },
  { to: '/settings/server', name: 'server', right: 'settings' },
  { to: '/settings/audit-log', name: 'audit_log', right: 'settings' },
] as const satisfies readonly NavSection[]
const shop = [
  { to: '/products', name: 'products', icon: 'tag', right: 'see_costs' },
  { to: '/tills', name: 'tills', icon: 'tablet', right: 'tills' },
  { to: '/shifts', name: 'shifts', icon: 'clock', right: 'shifts' },
  { to: '/staff', name: 'staff', icon: 'people', right: 'staff' },
  { to: '/networks', name: 'networks', icon: 'signal', right: 'networks' },
  { to: '/settings', name: 'settings', icon: 'gear', right: 'keys', sections: settingSections },
] as const satisfies readonly NavPage[]

const groups = [
  { name: 'start', pages: home },
  { name: 'money', pages: money },
  { name: 'shop', pages: shop },
  { name: 'developers', pages: developers },
] as const

export type NavGroup = (typeof groups)[number]
export type NavItem = NavGroup['pages'][number]
type Section = (typeof paymentSections | typeof webhookSections | typeof settingSections)[number]
export type NavPath = NavItem['to'] | Section['to']

const pages: readonly NavItem[] = groups.flatMap(({ pages }): readonly NavItem[] => pages)
/** Returns the tabs of a navigation page; an empty list for most pages. */
const sectionsIn = (page: NavItem): readonly Section[] => ('sections' in page ? page.sections : [])

/** Returns the groups of the side navigation with the pages that a role may open; empty for a cashier. */
export const navFor = (role: Role): readonly { name: NavGroup['name']; pages: readonly NavItem[] }[] =>
  groups
    .map(({ name, pages }) => ({ name, pages: pages.filter(page => roleMay(role, page.right)) }))
    .filter(({ pages }) => pages.length > 0)

const tabs = [home[0], money[0], money[1], shop[2], developers[0]] as const

/**
 * Returns the first four bottom tabs of a phone that a role may open. The fifth tab, More, is not one of
 * them.
 */
export const tabsFor = (role: Role): readonly (typeof tabs)[number][] =>
  tabs.filter(({ right }) => roleMay(role, right)).slice(0, 4)

/**
 * Returns the tabs to draw at an address: the tabs of its page that the role may open. Empty for pages inside
 * a section, such as one payment, and where only one tab would be left.
 */
export function sectionsFor(role: Role, path: string): readonly Section[] {
  const owner = pages.find(page => sectionsIn(page).some(({ to }) => to === path))
  const allowed = owner ? sectionsIn(owner).filter(section => roleMay(role, section.right)) : []
  return allowed.length > 1 ? allowed : []
}

/** Returns the section or page that an address belongs to; undefined for home and unknown addresses. */
function ownerOf(path: string): NavItem | Section | undefined {
  const [first = '', second = ''] = path.split('/').slice(1)
  const page = pages.find(({ to }) => to === `/${first}`)
  return page && (sectionsIn(page).find(({ to }) => to === `/${first}/${second}`) ?? page)
}

/**
 * Returns the navigation path that an address below `/admin` belongs to: `/payments` for `/payments/0197…`,
 * and `/` for an address that belongs to no page.
 */
export const navPathOf = (path: string): NavPath => ownerOf(path)?.to ?? '/'

/**
 * Whether a role may open an address. An unknown one needs the right of the home page: it only shows that it
 * is unknown.
 */
export const mayOpen = (role: Role, path: string): boolean => roleMay(role, (ownerOf(path) ?? home[0]).right)
