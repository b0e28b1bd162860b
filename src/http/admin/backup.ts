// Backups of the server: the list, their state, and taking one now. A restore runs on the command line,
// while the server is stopped.
import { Elysia } from 'elysia'
import { fault } from '../../domain/fault.ts'
import { recordAudit } from '../../flow/audit-log.ts'
import { backupState, takeBackup } from '../../flow/backup.ts'
import { assertFirstMerchant } from '../../flow/merchant.ts'
import { drillState, runDrill } from '../../flow/restore-drill.ts'
import { findJob } from '../../store/job.ts'
import { Answer } from '../../wire/answer.ts'
import {
  BackupsView,
  BackupView,
  backupStateView,
  backupView,
  DrillView,
  drillView,
} from '../../wire/backup.ts'
import { stamp } from '../../wire/money.ts'
import { access } from '../access/access.ts'
import { jsonAnswer, routeDocs } from '../docs/doc.ts'
import type { Server } from '../server/server.ts'

const { guarded } = routeDocs('Health')

const listDoc = guarded('settings', {
  id: 'listBackups',
  summary: 'List the backups',
  description:
    'Checked copies of the data folder, one per night. `kaunta restore` turns one into a data folder. For the first merchant of the server.',
  answers: { 200: jsonAnswer('All stored backups', Answer(200, BackupsView)) },
})
const takeDoc = guarded('settings', {
  id: 'takeBackup',
  summary: 'Take a backup now',
  description:
    'Sales continue meanwhile. Answers when the copy is complete and checked, or with 409 and the reason when it failed. For the first merchant of the server.',
  answers: { 201: jsonAnswer('The backup, checked', Answer(201, BackupView)) },
  writes: true,
})

const drillDoc = guarded('settings', {
  id: 'runRestoreDrill',
  summary: 'Run a restore drill',
  description:
    'Restores the newest backup aside, checks both databases, adds its books up, and compares what it has with what was there when it was taken. Sales continue meanwhile. The result is kept; `failure` says what is wrong with the backup. For the first merchant of the server. Where payments are in PostgreSQL it answers 409, and `kaunta backup --drill --dump FILE` restores a dump.',
  answers: { 200: jsonAnswer('What was found', Answer(200, DrillView)) },
  writes: true,
})

/** Returns the routes that list backups, take one, and run a restore drill. */
export const backupRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/backups',
      async ({ caller }) => {
        const { appliance } = server
        await assertFirstMerchant(appliance, caller.account)
        const { backups, read } = appliance.store
        const drill = await drillState(read, appliance.world.clock.now())
        const job = await findJob(read, 'backup.take', 'all')
        return {
          code: 200,
          data: {
            items: (backups?.list() ?? []).map(backupView),
            state: backupStateView(await backupState(appliance)),
            next_at: stamp((backups && job?.dueAt) ?? null),
            second_place: backups?.second ?? null,
            drill: { last: drill.last ? drillView(drill.last) : null, late: drill.isLate },
          },
        } satisfies { code: 200; data: BackupsView }
      },
      listDoc,
    )
    .post(
      '/backups',
      async ({ caller, request, set }) => {
        const { appliance } = server
        server.takesLong(request)
        await assertFirstMerchant(appliance, caller.account)
        if (!appliance.store.backups) throw fault('backup_without_disk')
        const backup = await takeBackup(appliance)
        await appliance.store.write(tx =>
          recordAudit(tx, appliance, {
            account: caller.account,
            by: caller,
            kind: 'backup.taken',
            subject: backup.name,
          }),
        )
        set.status = 201
        return { code: 201, data: backupView(backup) }
      },
      { parse: 'none', ...takeDoc },
    )
    .post(
      '/backups/drill',
      async ({ caller, request }) => {
        const { appliance, health } = server
        server.takesLong(request)
        await assertFirstMerchant(appliance, caller.account)
        if (!appliance.store.backups) throw fault('backup_without_disk')
        const drill = await runDrill(appliance, { account: caller.account, by: caller }, () =>
          health.runTask('drill', health.settings.data, appliance.world.clock.now()),
        )
        return { code: 200, data: drillView(drill) } satisfies { code: 200; data: DrillView }
      },
      { parse: 'none', ...drillDoc },
    )
