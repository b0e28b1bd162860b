// The health checks as the page shows them: grouped, the worst first, in words of the language.
import type { api } from '../../kit/api.ts'
import { digitsOf } from '../../kit/money.ts'
import { checkName, checkResult } from '../networks/network.model.ts'
import type { IconName } from '../parts/icon.tsx'
import { dateOf } from '../parts/time.model.ts'

type DoctorReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.doctor.get>>['data']>
export type HealthCheck = DoctorReply['data']['checks'][number]
export type HealthState = HealthCheck['state']

/** The icon of each state. */
export const stateIcons = { bad: 'cross', warning: 'warn', good: 'check' } as const satisfies Record<
  HealthState,
  IconName
>

interface HealthGroup {
  readonly state: HealthState
  readonly checks: readonly HealthCheck[]
}

/** Returns the checks in groups by state, the worst first. Empty groups are left out. */
export const groupsOf = (checks: readonly HealthCheck[]): HealthGroup[] =>
  (['bad', 'warning', 'good'] as const)
    .map(state => ({ state, checks: checks.filter(check => check.state === state) }))
    .filter(({ checks }) => checks.length > 0)

type Translate = (key: string, params?: object) => string
interface CheckTexts {
  readonly title: string
  readonly message: string
  readonly cure: string
}

/** Returns the parameters of a check that each language writes differently: digits and days. */
const paramsIn = ({ params: { free, day } }: HealthCheck, language: string): object => ({
  ...(typeof free === 'number' ? { free: digitsOf(free) } : {}),
  ...(typeof day === 'string' ? { day: dateOf(day, language) } : {}),
})

/**
 * Returns the texts of a check in the page's language. For a reason without a text it takes the server's
 * English one. `has` checks whether there is a text for a key.
 */
export function wordsOf(
  check: HealthCheck,
  t: Translate,
  has: (key: string) => boolean,
  language: string,
): CheckTexts {
  const { name, reason, message, cure } = check
  const params = { ...check.params, ...paramsIn(check, language), ...networkWords(check, t) }
  const textOrFallback = (key: string, fallback: string) =>
    has(`health-check:${key}`) ? t(`health-check:${key}`, params) : fallback
  return {
    title: textOrFallback(`of_${name}`, name),
    message: textOrFallback(reason, message),
    cure: cure === '' ? '' : textOrFallback(`${reason}_do`, cure),
  }
}

/**
 * Returns the names of a network's product and of its test result as the page Networks shows them; an empty
 * object for other checks.
 */
function networkWords({ reason, params }: HealthCheck, t: Translate): object {
  if (reason !== 'network_fails') return {}
  const product = checkName(String(params.product))
  const why = checkResult(String(params.result))
  return {
    ...(product ? { product: t(`networks:${product}`) } : {}),
    ...(why ? { why: t(`networks:${why}`) } : {}),
  }
}
