// The health of the server for the console: runs the checks of `kaunta doctor` next to the running server.
import { Elysia } from 'elysia'
import type { HealthCheck } from '../../domain/health.ts'
import { checkHealth } from '../../flow/health.ts'
import { assertFirstMerchant } from '../../flow/merchant.ts'
import { Answer } from '../../wire/answer.ts'
import { DoctorView, doctorView } from '../../wire/doctor.ts'
import { access } from '../access/access.ts'
import { guardedDoc, jsonAnswer } from '../docs/doc.ts'
import type { Server } from '../server/server.ts'

const doctorDoc = guardedDoc('settings', {
  id: 'getDoctor',
  tag: 'Health',
  summary: 'Check the server',
  description:
    'The checks of `kaunta doctor`: disk or database, clock, certificate, names, printers, networks, books and backups, each with its cure. Sales continue meanwhile. It takes some seconds, and asks each connected network and printer. For the first merchant of the server.',
  answers: { 200: jsonAnswer('Each check, good or not', Answer(200, DoctorView)) },
})

/** The checks of this server, which take some seconds. */
export async function healthChecksOf({ appliance, health, loop, reach }: Server): Promise<HealthCheck[]> {
  const { world, own, printing, publicUrl, store } = appliance
  const named = reach.places().find(({ kind }) => kind === 'name')
  const parts = {
    world,
    own,
    printing,
    publicUrl,
    settings: health.settings,
    builtAt: health.builtAt,
    isForOwner: true,
    port: loop.healthy() ? 'ready' : { why: 'its jobs do not run' },
    localName: health.settings.mdns ? (named ? new URL(named.url).hostname : null) : undefined,
  } as const
  if (health.databaseUrl === undefined) {
    const carried = await store.backups?.carriedHead()
    const findings = await health.runTask('check', health.settings.data, carried)
    return checkHealth({ ...parts, database: undefined, read: store.read, findings })
  }
  // With SQLite, no PostgreSQL code is loaded.
  const { withCheckedDatabase } = await import('../../store/postgres/database-check.ts')
  return withCheckedDatabase(health.databaseUrl, world.clock.elapsed, ({ fact: database, findings, read }) =>
    checkHealth({ ...parts, database, findings, read }),
  )
}

export const doctorRoutes = (server: Server) => {
  let underWay: Promise<DoctorView> | undefined
  const look = async () => doctorView(await healthChecksOf(server), server.appliance.world.clock.now())
  return new Elysia({ prefix: '/api/v1' }).use(access(server)).get(
    '/doctor',
    async ({ caller, request }) => {
      server.takesLong(request)
      await assertFirstMerchant(server.appliance, caller.account)
      underWay ??= look().finally(() => {
        underWay = undefined
      })
      return { code: 200, data: await underWay } satisfies { code: 200; data: DoctorView }
    },
    doctorDoc,
  )
}
