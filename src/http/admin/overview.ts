// The overview, the first page of the admin console: the sales of a day, and items that need attention.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { readDay } from '../../domain/calendar.ts'
import { badField } from '../../domain/fault.ts'
import { firstStepsOf } from '../../flow/first-steps.ts'
import { isFirstMerchant } from '../../flow/merchant.ts'
import { type Overview, overviewOf } from '../../flow/overview.ts'
import { ownerNoticesOf } from '../../flow/owner-notice.ts'
import { Answer } from '../../wire/answer.ts'
import { backupStateView } from '../../wire/backup.ts'
import { stamp } from '../../wire/money.ts'
import {
  dayView,
  differencesView,
  earlierDayView,
  hourViews,
  OverviewView,
  ownerNoticeView,
} from '../../wire/overview.ts'
import { clockStatus, ledgerStatus } from '../../wire/server-status.ts'
import { access } from '../access/access.ts'
import { guardedDoc, inQuery, jsonAnswer } from '../docs/doc.ts'
import { textOf } from '../server/list.ts'
import type { Server } from '../server/server.ts'

const overviewDoc = guardedDoc('see_balance', {
  id: 'getOverview',
  tag: 'Reports',
  summary: 'Read the overview of a day',
  description:
    'Sales compared with the day before and the same day a week earlier, and what needs attention.',
  parameters: [
    inQuery(
      'day',
      'A day in the account’s time zone. Default: today',
      Type.String({ examples: ['2026-11-21'] }),
    ),
  ],
  answers: { 200: jsonAnswer('The overview', Answer(200, OverviewView)) },
})

/**
 * Reads a day from a query parameter, such as `2026-11-21`.
 * @param name of the parameter, for the error
 * @returns the number of the day; undefined when `text` is undefined
 * @throws Fault naming the parameter when the text is not a day
 */
export function dayIn(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const day = readDay(text)
  if (day === undefined) throw badField(name, 'day_malformed')
  return day
}

/** Returns the state of the server that the overview shows. */
const serverView = ({
  ledgerCheck,
  recordsChanged,
  clockUnreliable,
  diskFree,
  backup,
}: Overview): OverviewView['server'] => ({
  ledger: ledgerStatus(ledgerCheck),
  records: recordsChanged ? 'changed' : 'ok',
  ledger_checked_at: stamp(ledgerCheck?.at ?? null),
  clock: clockStatus(clockUnreliable),
  disk_free: diskFree ?? null,
  backup: backupStateView(backup),
})

/** Returns the route of the overview. Attention items of the whole server go to its admins only. */
export const overviewRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' }).use(access(server)).get(
    '/overview',
    async ({ caller, query }) => {
      const { appliance } = server
      const mayAcknowledge = caller.may('acknowledge_notices')
      const isServerAdmin = caller.may('settings') && (await isFirstMerchant(appliance, caller.account))
      const overview = await overviewOf(appliance, caller.account, {
        day: dayIn('day', textOf(query, 'day')),
        jobsOf: isServerAdmin ? 'server' : 'account',
      })
      const { day, methods, refunds, hours, yesterday, lastWeek, attention, isPhoneSilent } = overview
      return {
        code: 200,
        data: {
          mode: caller.account.mode,
          time_zone: caller.account.timeZone,
          now: stamp(appliance.world.clock.now()),
          day: dayView(day, methods, refunds, hours),
          yesterday: { ...earlierDayView(yesterday), hours: hourViews(overview.yesterdayHours) },
          last_week: { ...earlierDayView(lastWeek), hours: hourViews(overview.lastWeekHours) },
          first_steps: caller.may('tills')
            ? await firstStepsOf(appliance, caller.account, isServerAdmin)
            : [],
          attention: {
            unknown_payments: attention.unknown.payments,
            unknown_payouts: attention.unknown.payouts,
            unknown_refunds: attention.unknown.refunds,
            unmatched: attention.unmatched,
            abandoned_deliveries: attention.abandoned,
            paused_addresses: attention.paused,
            waiting_payouts: attention.waitingPayouts,
            waiting_refunds: attention.waitingRefunds,
            differences: differencesView(attention.differences),
            parked_jobs: attention.parked,
            silent_phones: Number(isPhoneSilent),
            owner_notices: mayAcknowledge
              ? (await ownerNoticesOf(appliance.store.read, caller.account.id)).map(ownerNoticeView)
              : [],
          },
          server: serverView(overview),
        },
      } satisfies { code: 200; data: OverviewView }
    },
    overviewDoc,
  )
