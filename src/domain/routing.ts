// Routing: which networks of an account take an order, and in which order. An owner may choose the networks
// of each way of paying; by default every network takes the orders that it can.
import type { Method } from './attempt.ts'
import { badFields, type Problem, problem } from './fault.ts'
import type { Recipient } from './payout.ts'
import { type Provider, providerNames } from './phone.ts'
import type { RefundAbility } from './refund-way.ts'

const providers = Object.keys(providerNames) as Provider[]

/** `mobile` is a push to a phone; `mobile.mpesa` is a push to a number that probably belongs to M-Pesa. */
export type Way = 'qr' | 'mobile' | `mobile.${Provider}` | 'card' | `payout.${Recipient['channel']}`
export const ways: readonly Way[] = [
  'qr',
  'mobile',
  ...providers.map(provider => `mobile.${provider}` as const),
  'card',
  'payout.mobile',
  'payout.bank',
]

/** The networks of each way, in order of preference. A missing way uses the default. */
export type Routing = Readonly<Partial<Record<Way, readonly string[]>>>

/** Why an account needs a network: to collect by a method, or to pay out to a channel. */
export type Purpose = (
  | { readonly collect: Method; readonly provider?: Provider | undefined }
  | { readonly payOut: Recipient['channel'] }
) & {
  readonly isRelayed?: boolean | undefined // whether another server's relay sent it (relay.ts)
}

/** What a network can do. */
export interface Abilities {
  readonly methods: readonly Method[]
  readonly payouts: readonly Recipient['channel'][]
  /** The abilities of its own refund; missing if it has none. */
  readonly refunds?: RefundAbility
}

const wayOfMethod = { qr: 'qr', push: 'mobile', card: 'card' } as const satisfies Record<Method, Way>

/** Returns the way of an order, without the customer's provider: a push is `mobile`, not `mobile.mpesa`. */
export const wayOf = (purpose: Purpose): Exclude<Way, `mobile.${string}`> =>
  'collect' in purpose ? wayOfMethod[purpose.collect] : `payout.${purpose.payOut}`

/** Whether a network can do what an account needs it for. */
const serves = ({ methods, payouts }: Abilities, purpose: Purpose): boolean =>
  'collect' in purpose ? methods.includes(purpose.collect) : payouts.includes(purpose.payOut)

/** Returns the purpose of a way: to collect by its method, or to pay out to its channel. */
export const purposeOf = (way: Way): Purpose => {
  if (way === 'payout.mobile') return { payOut: 'mobile' }
  if (way === 'payout.bank') return { payOut: 'bank' }
  if (way === 'qr' || way === 'card') return { collect: way }
  return { collect: 'push', provider: providers.find(provider => way === `mobile.${provider}`) }
}

/**
 * The simulated network of sandbox accounts. By default it takes only orders that no other network of the
 * account takes.
 */
export const simulatorName = 'simulator'

interface Network {
  readonly connector: string // the network's name
  readonly facts: Abilities
}

/**
 * Returns the networks for an order, in order of preference: those that the owner chose, otherwise all that
 * can carry it out. The simulator is among the latter only if no other network can.
 * @param networks the networks that the account uses now
 */
export function chooseNetworks<N extends Network>(
  networks: readonly N[],
  routing: Routing,
  purpose: Purpose,
): readonly N[] {
  const capable = networks.filter(({ facts }) => serves(facts, purpose))
  const chosenNames = ownerChoiceFor(routing, purpose)
  if (chosenNames) return chosenNames.flatMap(name => capable.filter(({ connector }) => connector === name))
  const realNetworks = capable.filter(({ connector }) => connector !== simulatorName)
  return realNetworks.length > 0 ? realNetworks : capable
}

/**
 * Returns the names of the networks that the owner chose for an order: for a push, those of the customer's
 * provider; otherwise those of the order's way. Undefined if the owner chose none.
 */
function ownerChoiceFor(routing: Routing, purpose: Purpose): readonly string[] | undefined {
  const ofWay = routing[wayOf(purpose)]
  const provider = 'collect' in purpose && purpose.collect === 'push' ? purpose.provider : undefined
  return provider ? (routing[`mobile.${provider}`] ?? ofWay) : ofWay
}

/**
 * Checks a requested routing against the networks of the account, and returns it without ways that are null.
 * @param known every network that the account could use, by name
 * @throws Fault `validation_error` naming each network that cannot serve its way, or is listed twice
 */
export function readRouting(
  request: Readonly<Partial<Record<Way, readonly string[] | null | undefined>>>,
  known: ReadonlyMap<string, Abilities>,
): Routing {
  const problems: Problem[] = []
  const routing: Partial<Record<Way, readonly string[]>> = {}
  for (const way of ways) {
    const names = request[way]
    if (!names) continue
    const capable = [...known].filter(([, abilities]) => serves(abilities, purposeOf(way)))
    const choices = capable.map(([name]) => name)
    names.forEach((name, index) => {
      const field = `${way}.${index}`
      if (!choices.includes(name))
        problems.push(problem(field, 'wrong_choice', { choices: choices.join(', ') }))
      else if (names.indexOf(name) < index) problems.push(problem(field, 'network_listed_twice'))
    })
    routing[way] = names
  }
  if (problems.length > 0) throw badFields(problems)
  return routing
}
