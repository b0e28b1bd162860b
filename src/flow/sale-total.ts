// Fills the stored totals of sales from the sales themselves: once for data of a version that counted less,
// and when an account changes its time zone. Afterwards each write updates them (store/sale-total.ts).

import { findSetting, listAccounts, putSetting } from '../store/account.ts'
import type { Tx } from '../store/engine/statement.ts'
import { addSaleTotals, dropSaleTotals } from '../store/sale-total.ts'
import type { Appliance } from './appliance.ts'
import { newSaleSums, readSales } from './sale-sum.ts'

/** A release that counts more in the totals renames this setting, so that all sales are recounted. */
const filledSetting = 'sale_totals_without_unmatched'
/** Sales per read. */
const pieceSize = 5_000

/** Replaces the stored totals of accounts with new sums of their sales. A million sales take about 5 s. */
export async function recountSaleTotals(
  tx: Tx,
  accounts: readonly { readonly id: string; readonly timeZone: string }[],
): Promise<void> {
  const zones = new Map(accounts.map(({ id, timeZone }) => [id, timeZone]))
  const sums = newSaleSums(zones)
  for await (const piece of readSales(tx, pieceSize)) sums.add(piece)
  for (const { id } of accounts) await dropSaleTotals(tx, id)
  await addSaleTotals(tx, sums.totals())
}

/**
 * Fills the stored totals of all accounts, unless an earlier call has marked them as filled.
 * @param mayMark false while nodes of an older release may still sell, so that a later call fills again
 */
export async function fillSaleTotals(
  { store }: Appliance,
  { mayMark }: { readonly mayMark: boolean },
): Promise<void> {
  if (await findSetting(store.read, filledSetting)) return
  await store.write(async tx => {
    await recountSaleTotals(tx, await listAccounts(tx))
    if (mayMark) await putSetting(tx, filledSetting, 'filled')
  })
}
