// Cash sales at a till: taken, and given back.
import { Elysia } from 'elysia'
import { assert } from '../../domain/fault.ts'
import { sellForCash } from '../../flow/cash.ts'
import { createRefund } from '../../flow/refund.ts'
import { checkApprover } from '../../flow/refund-approver.ts'
import { refundAmount } from '../../flow/refund-read.ts'
import { completeLines } from '../../flow/sold-line.ts'
import { findCash } from '../../store/cash.ts'
import { readLineItems } from '../../wire/line-item.ts'
import { cashView, SellForCash, VoidCash } from '../../wire/shift.ts'
import { access, tillCallerOf } from '../access/access.ts'
import { createBody, jsonBody } from '../server/body.ts'
import { idempotentWrite } from '../server/idempotency.ts'
import type { Server } from '../server/server.ts'
import { lineOf } from '../server/text-line.ts'
import { namesOf } from '../staff/staff-name.ts'
import { withLockHeaders } from './pin-lock.ts'
import * as docs from './shift-doc.ts'

const textMax = 200

export const cashRoutes = (server: Server) => {
  const { appliance } = server
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .post(
      '/till/cash',
      async asked => {
        const { body } = asked
        const tillCaller = tillCallerOf(asked.caller)
        const { amount, given, note, line_items, payment_reference, session_reference } = body
        const lines = readLineItems(line_items)
        const request = {
          amount,
          given,
          note: note?.trim() ? lineOf('note', note, textMax) : null,
          paymentId: payment_reference,
          sessionReference: session_reference,
        }
        const sale = await idempotentWrite(
          server,
          asked,
          '/till/cash',
          201,
        )(async tx => {
          const lineItems = await completeLines(tx, asked.caller, lines, { field: 'amount', amount })
          return sellForCash(tx, appliance, tillCaller, { ...request, lineItems })
        })
        return { code: 201, data: cashView(sale, await namesOf(appliance, sale.accountId)) }
      },
      { ...createBody(SellForCash), ...docs.sell },
    )
    .post(
      '/till/cash/:id/void',
      async ({ body: { reason, staff_id: staffId, pin }, caller, params: { id }, set }) => {
        const tillCaller = tillCallerOf(caller)
        const approver = staffId === undefined || pin === undefined ? undefined : { staffId, pin }
        const wanted = {
          reference: id,
          salesScope: caller.salesScope,
          way: 'cash',
          reason: lineOf('reason', reason, textMax),
          metadata: {},
          by: caller,
          tillId: tillCaller.tillId,
        } as const
        await createRefund(appliance, tillCaller.account, wanted, undefined, async () => {
          const amount = await refundAmount(appliance, tillCaller.account, wanted)
          const checking = checkApprover(appliance, tillCaller, amount, approver)
          const person = { till: tillCaller.till, staffId: staffId ?? '' }
          return withLockHeaders(appliance, person, set.headers, checking)
        })
        const sale = await findCash(appliance.store.read, id)
        assert(sale, 'a cash sale is never deleted')
        return { code: 200, data: cashView(sale, await namesOf(appliance, sale.accountId)) }
      },
      { ...jsonBody(VoidCash), ...docs.giveBack },
    )
}
