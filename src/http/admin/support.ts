// The file for support, which the console shows before it is saved.
import { Elysia } from 'elysia'
import { assertFirstMerchant } from '../../flow/merchant.ts'
import { supportArchive, supportFiles, supportName } from '../../flow/support.ts'
import type { DatabaseFacts } from '../../store/folder/table-fact.ts'
import { Answer } from '../../wire/answer.ts'
import { SupportView } from '../../wire/support.ts'
import { access } from '../access/access.ts'
import { guardedDoc, jsonAnswer } from '../docs/doc.ts'
import type { Server } from '../server/server.ts'
import { healthChecksOf } from './doctor.ts'

const supportDoc = guardedDoc('settings', {
  id: 'getSupportFile',
  tag: 'Health',
  summary: 'Make a file for support',
  description:
    'Versions, settings, health, the last log lines, counts of rows and the schema. Without names, numbers, secrets and texts of the shop: what may be in it is listed, all else is left out. For the first merchant of the server.',
  answers: { 200: jsonAnswer('The file and its content', Answer(200, SupportView)) },
})

/**
 * Describes the tables of the server's databases, without their rows. PostgreSQL code is loaded only if the
 * server uses PostgreSQL.
 */
async function databasesOf({ health: { settings, databaseUrl, runTask } }: Server): Promise<DatabaseFacts[]> {
  if (databaseUrl === undefined) return runTask('tables', settings.data)
  const { describeDatabase } = await import('../../store/postgres/database-fact.ts')
  return describeDatabase(databaseUrl)
}

/** Returns the support file for the API: its parts as text to show, and an archive to save. */
async function supportView(server: Server): Promise<SupportView> {
  const { appliance, health } = server
  const { clock } = appliance.world
  const now = clock.now()
  const files = supportFiles({
    now,
    about: { ...health.about, ranMs: clock.elapsed() },
    settings: { ...health.settings },
    settingNames: health.settingNames,
    checks: await healthChecksOf(server),
    logLines: health.logLines(),
    databases: await databasesOf(server),
  })
  const archive = Buffer.from(supportArchive(files, now)).toString('base64')
  return { name: supportName(now), files, archive }
}

/** Returns the route that makes the support file. Only the first merchant of the server may fetch it. */
export const supportRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' }).use(access(server)).get(
    '/support',
    async ({ caller, request }) => {
      server.takesLong(request)
      await assertFirstMerchant(server.appliance, caller.account)
      return { code: 200, data: await supportView(server) } satisfies { code: 200; data: SupportView }
    },
    supportDoc,
  )
