// The routes of parked sales: tills and staff park baskets and take them up.
import { Elysia } from 'elysia'
import { badField } from '../../domain/fault.ts'
import { parkedSaleMax } from '../../domain/parked-sale.ts'
import { parkSale, takeParkedSale } from '../../flow/parked-sale.ts'
import { listParkedSales } from '../../store/parked-sale.ts'
import { findTill } from '../../store/till.ts'
import { success } from '../../wire/money.ts'
import { ParkSale, parkedSaleView } from '../../wire/parked-sale.ts'
import { access } from '../access/access.ts'
import { jsonBody } from '../server/body.ts'
import { idempotentWrite } from '../server/idempotency.ts'
import type { Server } from '../server/server.ts'
import { lineOf } from '../server/text-line.ts'
import { namesOf } from '../staff/staff-name.ts'
import * as docs from './parked-sale-doc.ts'

/** The largest content of a basket, in bytes of JSON: 64 KiB. */
const contentMax = 65_536

/**
 * How much longer than the usual 24 hours an Idempotency-Key works, in milliseconds: 29 days. A till that got
 * no answer must be able to repeat its request even after a holiday, because taking up a sale deletes it, so
 * that only the stored answer still has the basket.
 */
const longerMs = 29 * 86_400_000

/** Returns the routes that park a basket, list the parked sales, and take up a parked sale. */
export const parkedSaleRoutes = (server: Server) => {
  const { appliance } = server
  const { read } = appliance.store
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .post(
      '/parked-sales',
      async context => {
        const { body, caller } = context
        const { id: accountId } = caller.account
        if (Buffer.byteLength(JSON.stringify(body.content)) > contentMax)
          throw badField('content', 'content_too_long', { max: contentMax })
        const basket = {
          accountId,
          name: lineOf('name', body.name, parkedSaleMax.name),
          content: body.content,
          amount: body.amount,
          lineCount: body.line_count,
          parkedBy: caller.staffId ?? null,
          tillId: caller.tillId ?? null,
        }
        const write = idempotentWrite(server, context, '/parked-sales', 201, longerMs)
        const parkedSale = await write(tx => parkSale(tx, appliance, basket))
        const tillName = caller.till?.name ?? null
        return success(201, parkedSaleView({ ...parkedSale, tillName }, await namesOf(appliance, accountId)))
      },
      { ...jsonBody(ParkSale), ...docs.park },
    )
    .get(
      '/parked-sales',
      async ({ caller: { account } }) => {
        const nameOf = await namesOf(appliance, account.id)
        const parkedSales = await listParkedSales(read, account.id)
        return success(200, { items: parkedSales.map(parkedSale => parkedSaleView(parkedSale, nameOf)) })
      },
      docs.list,
    )
    .post(
      '/parked-sales/:id/take',
      async context => {
        const { account } = context.caller
        const { id } = context.params
        const path = `/parked-sales/${id}/take`
        const write = idempotentWrite(server, { ...context, body: {} }, path, 200, longerMs)
        const { content, ...takenSale } = await write(tx => takeParkedSale(tx, appliance, account, id))
        const till = takenSale.tillId === null ? undefined : await findTill(read, takenSale.tillId)
        const view = parkedSaleView(
          { ...takenSale, tillName: till?.name ?? null },
          await namesOf(appliance, account.id),
        )
        return success(200, { ...view, content })
      },
      { parse: 'none', ...docs.take },
    )
}
