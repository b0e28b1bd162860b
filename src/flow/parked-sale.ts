// One till parks a sale, and any till takes it up. A basket is either on the server or on one till.
import type { Account } from '../domain/account.ts'
import { fault, shortValue } from '../domain/fault.ts'
import { idWithPrefix } from '../domain/id.ts'
import { type ParkedSale, parkedSaleMax } from '../domain/parked-sale.ts'
import type { Tx } from '../store/engine/statement.ts'
import { countParkedSales, deleteParkedSale, findParkedSale, insertParkedSale } from '../store/parked-sale.ts'
import type { Appliance } from './appliance.ts'

/** Parks a basket, and shows it on all tills of the account. @throws Fault `parked_sale_limit_reached` */
export async function parkSale(
  tx: Tx,
  { notifier, world }: Appliance,
  basket: Omit<ParkedSale, 'id' | 'createdAt'>,
): Promise<ParkedSale> {
  const { sales: max } = parkedSaleMax
  if ((await countParkedSales(tx, basket.accountId)) >= max) throw fault('parked_sale_limit_reached', { max })
  const now = world.clock.now()
  const sale = { ...basket, id: idWithPrefix('park', world.ids.uuid(now)), createdAt: now }
  await insertParkedSale(tx, sale)
  notifier.publishParkedSales(tx, basket.accountId)
  return sale
}

/**
 * Takes up a parked sale, and removes it from the list in the same transaction.
 * @throws Fault `parked_sale_not_found`, also when another till has taken the sale up
 */
export async function takeParkedSale(
  tx: Tx,
  { notifier }: Appliance,
  account: Account,
  id: string,
): Promise<ParkedSale> {
  const sale = await findParkedSale(tx, id)
  if (sale?.accountId !== account.id) throw fault('parked_sale_not_found', { id: shortValue(id) })
  await deleteParkedSale(tx, id)
  notifier.publishParkedSales(tx, account.id)
  return sale
}
