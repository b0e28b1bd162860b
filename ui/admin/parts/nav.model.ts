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
const sectionsIn = (page: NavItem): readonly Section[] => ('sections' in page ? page.sections : [])

/** The side navigation of a role; empty for a cashier. */
export const navFor = (role: Role): readonly { name: NavGroup['name']; pages: readonly NavItem[] }[] =>
  groups
    .map(({ name, pages }) => ({ name, pages: pages.filter(page => roleMay(role, page.right)) }))
    .filter(({ pages }) => pages.length > 0)

const tabs = [home[0], money[0], money[1], shop[2], developers[0]] as const

/** The first four tabs at the bottom of a phone, of what a role may open; More is the fifth. */
export const tabsFor = (role: Role): readonly (typeof tabs)[number][] =>
  tabs.filter(({ right }) => roleMay(role, right)).slice(0, 4)

/**
 * The tabs of the page with this address; none for a page inside them, or where only one may be opened.
 */
export function sectionsFor(role: Role, path: string): readonly Section[] {
  const page = pages.find(page => sectionsIn(page).some(({ to }) => to === path))
  const open = page ? sectionsIn(page).filter(section => roleMay(role, section.right)) : []
  return open.length > 1 ? open : []
}

/** The page or the section that an address belongs to; home when there is none. */
function ownerOf(path: string): NavItem | Section | undefined {
  const [first = '', second = ''] = path.split('/').slice(1)
  const page = pages.find(({ to }) => to === `/${first}`)
  return page && (sectionsIn(page).find(({ to }) => to === `/${first}/${second}`) ?? page)
}

/**
 * The page that an address below `/admin` belongs to: `/payments` for `/payments/0197…`; home when there is
 * none.
 */
export const navPathOf = (path: string): NavPath => ownerOf(path)?.to ?? '/'

/**
 * Whether a role may open an address; an unknown address is allowed: it shows that it is unknown.
 */
export const mayOpen = (role: Role, path: string): boolean => roleMay(role, (ownerOf(path) ?? home[0]).right)
