// The routes of a product's stock. Each account has its own, so a practice key enters practice stock.
import { Elysia } from 'elysia'
import { getProduct } from '../../flow/product.ts'
import { enterStock } from '../../flow/stock.ts'
import { countMovements, listMovements, type MovementFilter } from '../../store/stock.ts'
import { success } from '../../wire/money.ts'
import { EnterStock, stockMovementView } from '../../wire/stock.ts'
import { access } from '../access/access.ts'
import { jsonBody } from '../server/body.ts'
import { answerCountedPage } from '../server/cursor.ts'
import { idempotentWrite } from '../server/idempotency.ts'
import type { Server } from '../server/server.ts'
import { lineOf } from '../server/text-line.ts'
import { namesOf } from '../staff/staff-name.ts'
import * as docs from './stock-doc.ts'

/** The id of a stock movement: 12 digits. */
const movementIdPattern = /^\d{12}$/

/** Returns the routes that enter a change of a product's stock, and list the movements of that stock. */
export const stockRoutes = (server: Server) => {
  const { appliance } = server
  const { read } = appliance.store
  return new Elysia()
    .use(access(server))
    .post(
      '/products/:id/stock',
      async context => {
        const { body, caller, params } = context
        const entry = {
          kind: body.kind,
          quantity: body.quantity,
          variationId: body.variation_id,
          reason: body.reason ? lineOf('reason', body.reason, docs.reasonMax) : null,
        }
        const write = idempotentWrite(server, context, `/products/${params.id}/stock`)
        const movement = await write(tx => enterStock(tx, appliance, caller, params.id, entry))
        return success(201, stockMovementView(movement, await namesOf(appliance, caller.account.id)))
      },
      { ...jsonBody(EnterStock), ...docs.enter },
    )
    .get(
      '/products/:id/stock',
      async ({ caller: { account }, params, query }) => {
        const product = await getProduct(read, account, params.id)
        const filter: MovementFilter = { productId: product.id, accountId: account.id }
        const nameOf = await namesOf(appliance, account.id)
        return answerCountedPage(
          query,
          {
            filter,
            idOf: id => (movementIdPattern.test(id) ? id : undefined),
            list: (movementFilter, limit, offset) => listMovements(read, movementFilter, limit, offset),
            countUpTo: movementFilter => countMovements(read, movementFilter),
          },
          rows => rows.map(row => stockMovementView(row, nameOf)),
        )
      },
      docs.list,
    )
}
