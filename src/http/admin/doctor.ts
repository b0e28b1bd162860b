// The health of the server for the console: runs the checks of `kaunta doctor` next to the running server.
import { Elysia } from 'elysia'
import type { HealthCheck } from '../../domain/health.ts'
import { mdnsNames } from '../../domain/local-name.ts'
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

/**
 * Runs the checks of `kaunta doctor` on this server, which takes some seconds. Without PostgreSQL, the data
 * folder is checked in a worker, so that the server goes on answering.
 */
export async function healthChecksOf({ appliance, health, loop, reach }: Server): Promise<HealthCheck[]> {
  const { world, own, printing, publicUrl, store } = appliance
  const parts = {
    world,
    own,
    printing,
    publicUrl,
    settings: health.settings,
    builtAt: health.builtAt,
    isForOwner: true,
    port: loop.healthy() ? 'ready' : { why: 'its jobs do not run' },
    localName: health.settings.mdns ? localNameOf(reach) : undefined,
  } as const
  if (health.databaseUrl === undefined) {
    const chainHead = await store.backups?.carriedHead()
    const findings = await health.runTask('check', health.settings.data, chainHead)
    return checkHealth({ ...parts, database: undefined, read: store.read, findings })
  }
  // With SQLite, no PostgreSQL code is loaded.
  const { withCheckedDatabase } = await import('../../store/postgres/database-check.ts')
  return withCheckedDatabase(health.databaseUrl, world.clock.elapsed, ({ fact: database, findings, read }) =>
    checkHealth({ ...parts, database, findings, read }),
  )
}

/** Returns the host name under which the local network reaches this server; null when it has none. */
function localNameOf(reach: Server['reach']): string | null {
  const hosts = reach.places().map(({ url }) => new URL(url).hostname)
  return hosts.find(host => mdnsNames.includes(host)) ?? null
}

/** Returns the route that checks the server. Requests at the same time share one run of the checks. */
export const doctorRoutes = (server: Server) => {
  let running: Promise<DoctorView> | undefined
  const runChecks = async () => doctorView(await healthChecksOf(server), server.appliance.world.clock.now())
  return new Elysia({ prefix: '/api/v1' }).use(access(server)).get(
    '/doctor',
    async ({ caller, request }) => {
      server.takesLong(request)
      await assertFirstMerchant(server.appliance, caller.account)
      running ??= runChecks().finally(() => {
        running = undefined
      })
      return { code: 200, data: await running } satisfies { code: 200; data: DoctorView }
    },
    doctorDoc,
  )
}
