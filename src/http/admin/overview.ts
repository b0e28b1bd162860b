// The first page of the console: a day's takings, and what waits for a person.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { readDay } from '../../domain/day.ts'
import { badField } from '../../domain/fault.ts'
import { overviewOf } from '../../flow/overview.ts'
import { Answer } from '../../wire/answer.ts'
import { backupStateView } from '../../wire/backup.ts'
import { stamp } from '../../wire/money.ts'
import { dayView, earlierView, OverviewView } from '../../wire/overview.ts'
import { access } from '../access/access.ts'
import { answer, guarded, inQuery } from '../docs/doc.ts'
import { textOf } from '../server/list.ts'
import type { Server } from '../server/server.ts'

const overviewDoc = guarded('see_balance', {
  id: 'getOverview',
  tag: 'Reports',
  summary: 'A day at a glance',
  description:
    'Its takings beside the day before and the same day a week before, and what waits for a person.',
  parameters: [
    inQuery(
      'day',
      'In the account’s time zone; today when left out',
      Type.String({ examples: ['2026-11-21'] }),
    ),
  ],
  answers: { 200: answer('The day', Answer(200, OverviewView)) },
})

function dayIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const day = readDay(text)
  if (day === undefined) throw badField('day', 'day_malformed')
  return day
}

export const overviewRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' }).use(access(server)).get(
    '/overview',
    async ({ caller, query }) => {
      const { appliance } = server
      const overview = await overviewOf(appliance, caller.account, dayIn(textOf(query, 'day')))
      const { day, methods, hours, yesterday, lastWeek, needs, audit, clockInDoubt, diskFree, backup } =
        overview
      return {
        code: 200,
        data: {
          mode: caller.account.mode,
          time_zone: caller.account.timeZone,
          now: stamp(appliance.world.clock.now()),
          day: dayView(day, methods, hours),
          yesterday: earlierView(yesterday),
          last_week: earlierView(lastWeek),
          needs: {
            unknown_payments: needs.unknown,
            unmatched: needs.unmatched,
            abandoned_deliveries: needs.abandoned,
            paused_addresses: needs.paused,
            parked_jobs: needs.parked,
          },
          box: {
            books: !audit ? 'not audited yet' : audit.differences.length === 0 ? 'add up' : 'do not add up',
            audited_at: stamp(audit?.at ?? null),
            clock: clockInDoubt ? 'in doubt' : 'steady',
            disk_free: diskFree ?? null,
            backup: backupStateView(backup),
          },
        },
      } satisfies { code: 200; data: OverviewView }
    },
    overviewDoc,
  )
