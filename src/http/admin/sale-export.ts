// The CSV export of payments and cash sales. export.ts writes the file.
import { Elysia } from 'elysia'
import { sumRefundedOfCash } from '../../store/refund.ts'
import { listTills } from '../../store/till.ts'
import { type ExportedSale, saleColumns } from '../../wire/export.ts'
import type { NameOf } from '../../wire/till.ts'
import { access } from '../access/access.ts'
import type { Server } from '../server/server.ts'
import { namesOf } from '../staff/staff-name.ts'
import { newCsvExporter, type Reading } from './export.ts'
import * as docs from './export-doc.ts'
import { saleFilterOf } from './sale-filter.ts'
import { type ListedSale, listSales } from './sale-list.ts'

/** Returns the export of payments and cash sales. */
export const saleExportRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get('/sales.csv', newCsvExporter(server)('sales', saleColumns, salePages(server)), docs.sales)

/** What the rows of an export show next to their sales. */
interface SaleNames {
  readonly nameOf: NameOf
  /** Names of the account's tills, by id. */
  readonly tillNames: ReadonlyMap<string, string>
  /** What was given back of cash sales, in whole shillings by id. */
  readonly refundedSums: ReadonlyMap<string, number>
}

/** Returns a sale for the export, with the names of its till and its cashier; null if it has none. */
function exportedSale(row: ListedSale, { nameOf, tillNames, refundedSums }: SaleNames): ExportedSale {
  const tillName = (id: string | null) => (id === null ? null : (tillNames.get(id) ?? null))
  const cashierName = (id: string | null) => (id === null ? null : nameOf(id).name)
  if ('cash' in row) {
    const { id, cash } = row
    return {
      id,
      payment: undefined,
      cash,
      cashRefunded: refundedSums.get(cash.id) ?? 0,
      till: tillName(cash.tillId),
      cashier: cashierName(cash.cashier),
    }
  }
  const { id, payment } = row
  return {
    id,
    payment,
    cash: undefined,
    cashRefunded: 0,
    till: tillName(payment.tillId),
    cashier: cashierName(payment.staffId),
  }
}

/**
 * Returns a reader of the pages of the sales that a request matches, newest first. It reads the names of
 * tills and cashiers once, and the refunds of cash sales with each page.
 */
const salePages =
  (server: Server) =>
  async ({ caller, query }: Reading) => {
    const { read } = server.appliance.store
    const filter = await saleFilterOf(server, caller, query)
    const nameOf = await namesOf(server.appliance, caller.account.id)
    const tills = await listTills(read, caller.account.id)
    const tillNames = new Map(tills.map(({ id, name }) => [id, name]))
    return async (before: string | undefined, limit: number) => {
      const rows = await listSales(read, { ...filter, beforeId: before ?? filter.beforeId }, limit, 0)
      const cashIds = rows.flatMap(row => ('cash' in row ? row.cash.id : []))
      const refundedSums = await sumRefundedOfCash(read, cashIds)
      return rows.map(row => exportedSale(row, { nameOf, tillNames, refundedSums }))
    }
  }
