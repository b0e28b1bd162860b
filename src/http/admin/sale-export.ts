// The CSV export of payments and cash sales. export.ts writes the file.
import { Elysia } from 'elysia'
import { sumRefundedOfCash } from '../../store/refund.ts'
import { listTills } from '../../store/till.ts'
import { saleColumns } from '../../wire/export.ts'
import { access } from '../access/access.ts'
import type { Server } from '../server/server.ts'
import { namesOf } from '../staff/staff-name.ts'
import { newCsvExporter, type Reading } from './export.ts'
import * as docs from './export-doc.ts'
import { saleFilterOf } from './sale-filter.ts'
import { listSales } from './sale-list.ts'

/** Returns the export of payments and cash sales. */
export const saleExportRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get('/sales.csv', newCsvExporter(server)('sales', saleColumns, salePages(server)), docs.sales)

/**
 * Returns a reader of the pages of the sales that a request matches, with the names of tills and cashiers.
 */
const salePages =
  (server: Server) =>
  async ({ caller, query }: Reading) => {
    const { read } = server.appliance.store
    const filter = await saleFilterOf(server, caller, query)
    const nameOf = await namesOf(server.appliance, caller.account.id)
    const tillNames = new Map((await listTills(read, caller.account.id)).map(({ id, name }) => [id, name]))
    return async (before: string | undefined, limit: number) => {
      const rows = await listSales(read, { ...filter, beforeId: before ?? filter.beforeId }, limit, 0)
      const cashIds = rows.flatMap(row => ('cash' in row ? row.cash.id : []))
      const refundedSums = await sumRefundedOfCash(read, cashIds)
      return rows.map(row => {
        const sale = 'cash' in row ? row.cash : row.payment
        const sellerId = 'cash' in row ? row.cash.cashier : row.payment.staffId
        return {
          id: row.id,
          payment: 'payment' in row ? row.payment : undefined,
          cash: 'cash' in row ? row.cash : undefined,
          cashRefunded: 'cash' in row ? (refundedSums.get(row.cash.id) ?? 0) : 0,
          till: sale.tillId === null ? null : (tillNames.get(sale.tillId) ?? null),
          cashier: sellerId === null ? null : nameOf(sellerId).name,
        }
      })
    }
  }
