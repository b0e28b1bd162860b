// Cash sales at a till: takes cash, and gives it back.
import { Elysia } from 'elysia'
import { assert, fault, shortValue } from '../../domain/fault.ts'
import { sellForCash } from '../../flow/cash.ts'
import { createRefund } from '../../flow/refund.ts'
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
import { checkRefundPins } from './refund-pin.ts'
import * as docs from './shift-doc.ts'

/** The longest note and reason, in characters. */
const textMax = 200

/** Returns the routes that record a cash sale, and that void one by a refund from the open shift's drawer. */
export const cashRoutes = (server: Server) => {
  const { appliance } = server
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .post(
      '/till/cash',
      async context => {
        const { body } = context
        const tillCaller = tillCallerOf(context.caller)
        const { amount, given, note, line_items, payment_reference, session_reference } = body
        const lines = readLineItems(line_items)
        const request = {
          amount,
          given,
          note: note?.trim() ? lineOf('note', note, textMax) : null,
          paymentId: payment_reference,
          sessionReference: session_reference,
        }
        const write = idempotentWrite(server, context, '/till/cash', 201)
        const sale = await write(async tx => {
          const total = { field: 'amount', amount }
          const lineItems = await completeLines(tx, appliance, context.caller, lines, total)
          return sellForCash(tx, appliance, tillCaller, { ...request, lineItems })
        })
        return { code: 201, data: cashView(sale, await namesOf(appliance, sale.accountId)) }
      },
      { ...createBody(SellForCash), ...docs.sell },
    )
    .post(
      '/till/cash/:id/void',
      async ({ body, caller, params: { id }, set }) => {
        const tillCaller = tillCallerOf(caller)
        // Payments have another route for refunds, so an id that is no cash sale is not found here.
        const isCashSale = (await findCash(appliance.store.read, id)) !== undefined
        if (!isCashSale) throw fault('cash_sale_not_found', { id: shortValue(id) })
        const refundRequest = {
          reference: id,
          salesScope: caller.salesScope,
          way: 'cash',
          reason: lineOf('reason', body.reason, textMax),
          metadata: {},
          by: caller,
          tillId: tillCaller.tillId,
        } as const
        // createRefund calls this with the amount that the sale gives back.
        const approve = (amount: number) =>
          checkRefundPins(server, { caller, body, headers: set.headers }, amount)
        const idempotent = undefined // this route takes no Idempotency-Key
        await createRefund(appliance, tillCaller.account, refundRequest, idempotent, approve)
        const voidedSale = await findCash(appliance.store.read, id)
        assert(voidedSale, 'a cash sale is never deleted')
        return { code: 200, data: cashView(voidedSale, await namesOf(appliance, voidedSale.accountId)) }
      },
      { ...jsonBody(VoidCash), ...docs.giveBack },
    )
}
