// The sales of a day, week or month.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { dayOf } from '../../domain/day.ts'
import { periods } from '../../domain/period.ts'
import { periodSalesOf } from '../../flow/period.ts'
import { Answer } from '../../wire/answer.ts'
import { choice } from '../../wire/choice.ts'
import { PeriodView, periodView } from '../../wire/period.ts'
import { access } from '../access/access.ts'
import { guarded, inQuery, jsonAnswer } from '../docs/doc.ts'
import { oneOf, textOf } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { namesOf } from '../staff/staff-name.ts'
import { dayIn } from './overview.ts'

const periodDoc = guarded('see_balance', {
  id: 'getPeriodSales',
  tag: 'Reports',
  summary: 'Read the sales of a period',
  description:
    'Sales and refunds of a day, week or month by day, method, till, cashier and item, with the period before. They are stored totals, so the answer takes as long with a million payments.',
  parameters: [
    inQuery('period', 'A week begins on Monday. Default: week', choice(periods)),
    inQuery(
      'day',
      'A day of the period, in the account’s time zone. Default: today',
      Type.String({ examples: ['2026-11-21'] }),
    ),
  ],
  answers: { 200: jsonAnswer('The sales', Answer(200, PeriodView)) },
})

export const periodRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' }).use(access(server)).get(
    '/overview/period',
    async ({ caller: { account }, query }) => {
      const { appliance } = server
      const sales = await periodSalesOf(appliance, account, {
        period: oneOf(query, 'period', periods) ?? 'week',
        day: dayIn('day', textOf(query, 'day')),
      })
      const today = dayOf(appliance.world.clock.now(), account.timeZone)
      return {
        code: 200,
        data: periodView(sales, today, await namesOf(appliance, account.id)),
      } satisfies { code: 200; data: PeriodView }
    },
    periodDoc,
  )
