// The console's navigation: its pages, the right each one needs, and the page an address belongs to.
import { type Right, type Role, roleMay } from '../../../src/domain/account.ts'
import type { IconName } from '../../kit/icon.tsx'

interface NavPage {
  readonly to: `/${string}`
  readonly name: string
  readonly icon: IconName
  /** A person without this right does not see it. */
  readonly right: Right
}

const money = [
  { to: '/payments', name: 'payments', icon: 'coins', right: 'see_balance' },
  { to: '/sessions', name: 'sessions', icon: 'cart', right: 'see_balance' },
  { to: '/payouts', name: 'payouts', icon: 'send', right: 'see_payouts' },
  { to: '/unmatched', name: 'unmatched', icon: 'inbox', right: 'settle_unmatched' },
] as const satisfies readonly NavPage[]
const developers = [
  { to: '/webhooks', name: 'webhooks', icon: 'hook', right: 'see_events' },
  { to: '/events', name: 'events', icon: 'bolt', right: 'see_events' },
  { to: '/keys', name: 'keys', icon: 'key', right: 'keys' },
] as const satisfies readonly NavPage[]
const shop = [
  { to: '/tills', name: 'tills', icon: 'tablet', right: 'tills' },
  { to: '/shifts', name: 'shifts', icon: 'clock', right: 'shifts' },
  { to: '/staff', name: 'staff', icon: 'people', right: 'staff' },
  { to: '/profiles', name: 'profiles', icon: 'brush', right: 'profiles' },
  { to: '/settings', name: 'settings', icon: 'gear', right: 'keys' },
  { to: '/audit', name: 'audit', icon: 'shield', right: 'settings' },
] as const satisfies readonly NavPage[]
const home = [
  { to: '/', name: 'home', icon: 'home', right: 'see_balance' },
] as const satisfies readonly NavPage[]

const groups = [
  { name: 'start', places: home },
  { name: 'money', places: money },
  { name: 'shop', places: shop },
  { name: 'developers', places: developers },
] as const

export type NavGroup = (typeof groups)[number]
export type NavItem = NavGroup['places'][number]
export type NavPath = NavItem['to']

/** The side navigation of a role; empty for a cashier. */
export const navFor = (role: Role): readonly { name: NavGroup['name']; places: readonly NavItem[] }[] =>
  groups
    .map(({ name, places }) => ({ name, places: places.filter(place => roleMay(role, place.right)) }))
    .filter(({ places }) => places.length > 0)

/**
 * The page that an address below `/admin` belongs to: `/payments` for `/payments/0197…`; home when there is
 * none.
 */
export function navPathOf(path: string): NavPath {
  const first = `/${path.split('/')[1] ?? ''}`
  return groups.flatMap(({ places }): readonly NavItem[] => places).find(({ to }) => to === first)?.to ?? '/'
}

/** Whether a role may open an address; an unknown address is allowed: it shows that it is unknown. */
export function mayOpen(role: Role, path: string): boolean {
  const place = groups
    .flatMap(({ places }): readonly NavItem[] => places)
    .find(({ to }) => to === navPathOf(path))
  return place !== undefined && roleMay(role, place.right)
}
