// The routes of a shop's scale barcodes. Like the price list, they belong to the merchant.
import { Elysia } from 'elysia'
import { catalogOf } from '../../domain/product.ts'
import { changeShopCodes } from '../../flow/shop-code.ts'
import { findShopCodes } from '../../store/shop-code.ts'
import { Success } from '../../wire/answer.ts'
import { success } from '../../wire/money.ts'
import { ChangeShopCodes, readShopCodes, ShopCodesView, shopCodesView } from '../../wire/shop-code.ts'
import { access } from '../access/access.ts'
import { json, jsonAnswer, routeDocs } from '../docs/doc.ts'
import * as example from '../docs/example-product.ts'
import { jsonBody } from '../server/body.ts'
import type { Server } from '../server/server.ts'

const { guarded } = routeDocs('Products')

const getDoc = guarded('see_products', {
  id: 'getShopCodes',
  summary: 'Read the rules of scale barcodes',
  description:
    'How tills read barcodes that the shop’s own scale prints, with the item and its weight or price inside.',
  answers: { 200: jsonAnswer('The rules', Success(200, ShopCodesView)) },
})
const changeDoc = guarded('products', {
  id: 'changeShopCodes',
  summary: 'Change the rules of scale barcodes',
  description:
    'Replaces all rules. A code has 12 or 13 digits: prefix, item, value and check digit. Rules may overlap, because the first one that matches wins. Tills hear of the change as `products.changed` with null.',
  body: json(ChangeShopCodes, example.changeShopCodes),
  answers: { 200: jsonAnswer('The rules', Success(200, ShopCodesView)) },
  writes: true,
})

/** Returns the routes that read and replace the rules of scale barcodes. */
export const shopCodeRoutes = (server: Server) => {
  const { appliance } = server
  return new Elysia()
    .use(access(server))
    .get(
      '/products/shop-codes',
      async ({ caller: { account } }) =>
        success(200, shopCodesView(await findShopCodes(appliance.store.read, catalogOf(account)))),
      getDoc,
    )
    .put(
      '/products/shop-codes',
      async ({ body, caller }) =>
        success(200, shopCodesView(await changeShopCodes(appliance, caller, readShopCodes(body)))),
      { ...jsonBody(ChangeShopCodes), ...changeDoc },
    )
}
