// Payments and payouts with an unknown outcome: the list, and a check of a payment now.
import { Elysia } from 'elysia'
import { referenceLength } from '../../domain/payment.ts'
import { networkTitle } from '../../flow/network.ts'
import { checkPaymentNow, unknownOrders } from '../../flow/unknown.ts'
import { countUnknownUpTo, listUnknown, type UnknownFilter, type UnknownRow } from '../../store/unknown.ts'
import { Items, Success } from '../../wire/answer.ts'
import { success } from '../../wire/money.ts'
import { UnknownView, unknownView } from '../../wire/unknown.ts'
import { access } from '../access/access.ts'
import { cursorParameters, guardedListDoc, jsonAnswer, pageParameters } from '../docs/doc.ts'
import { answerCountedPage } from '../server/cursor.ts'
import type { Server } from '../server/server.ts'
import { check } from './payment-doc.ts'
import { visibleView } from './visible-payment.ts'

const listDoc = guardedListDoc('settle_unmatched', {
  id: 'listUnknown',
  tag: 'Reports',
  summary: 'List payments and payouts with an unknown outcome',
  description:
    'Their network has said neither yes nor no. Status checks continue; POST …/check makes one now.',
  parameters: [...pageParameters, ...cursorParameters],
  answers: { 200: jsonAnswer('A page, newest first', Success(200, Items(UnknownView))) },
})

/** Returns the route that lists payments and payouts with an unknown outcome. */
export const unknownRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' }).use(access(server)).get(
    '/unknown',
    ({ caller: { account }, query }) => {
      const { appliance } = server
      const { read } = appliance.store
      const filter: UnknownFilter = { accountId: account.id }
      const viewsOf = async (rows: readonly UnknownRow[]) => {
        const orders = await unknownOrders(appliance, rows)
        return orders.map(order => unknownView(order, networkTitle))
      }
      return answerCountedPage(
        query,
        {
          filter,
          idOf: text => (text.length === referenceLength ? text : undefined),
          list: (unknownFilter, limit, offset) => listUnknown(read, unknownFilter, limit, offset),
          countUpTo: (unknownFilter, max) => countUnknownUpTo(read, unknownFilter, max),
        },
        viewsOf,
      )
    },
    listDoc,
  )

/** Returns the route that asks the network about a payment now. @param prefix `/v1`, or `/api/v1` */
export const paymentCheckRoutes = <Prefix extends '/v1' | '/api/v1'>(server: Server, prefix: Prefix) =>
  new Elysia({ prefix }).use(access(server)).post(
    '/payments/:reference/check',
    async ({ caller, params }) => {
      const payment = await checkPaymentNow(server.appliance, caller.account, params.reference)
      return success(200, visibleView(server, caller, payment))
    },
    { parse: 'none', ...check },
  )
