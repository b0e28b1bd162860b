// The health checks of the server in the API, as `kaunta doctor --json` prints them.
import { type Static, Type } from '@sinclair/typebox'
import { Stamp, stamp } from './money.ts'

const HealthCheckView = Type.Object(
  {
    name: Type.String({
      examples: ['disk'],
      description: 'What was looked at; some are there several times',
    }),
    state: Type.Union([Type.Literal('good'), Type.Literal('warning'), Type.Literal('bad')]),
    reason: Type.String({ examples: ['disk_low'], description: 'What was found; stable' }),
    params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
      description: 'The values in the sentences',
    }),
    message: Type.String(),
    cure: Type.String({ description: 'What to do; empty where nothing is wrong' }),
  },
  { title: 'HealthCheck' },
)

export const DoctorView = Type.Object(
  { checks: Type.Array(HealthCheckView), checked_at: Stamp },
  { title: 'Doctor' },
)
export type DoctorView = Static<typeof DoctorView>

interface HealthCheck extends Omit<Static<typeof HealthCheckView>, 'params'> {
  readonly params: Readonly<Record<string, string | number>>
}

/** Returns the health checks for the API. @param checkedAt when they ran, in milliseconds */
export const doctorView = (checks: readonly HealthCheck[], checkedAt: number): DoctorView => ({
  checks: checks.map(({ name, state, reason, params, message, cure }) => ({
    name,
    state,
    reason,
    params: { ...params },
    message,
    cure,
  })),
  checked_at: stamp(checkedAt),
})
