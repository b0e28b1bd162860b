// The routes of a shop's tax rates. Like the price list, they belong to the merchant.
import { Elysia } from 'elysia'
import { catalogOf } from '../../domain/product.ts'
import { changeTaxRates } from '../../flow/tax-rate.ts'
import { findTaxRates } from '../../store/tax-rate.ts'
import { Success } from '../../wire/answer.ts'
import { success } from '../../wire/money.ts'
import { ChangeTaxRates, readTaxRates, TaxRatesView, taxRatesView } from '../../wire/tax-rate.ts'
import { access } from '../access/access.ts'
import { json, jsonAnswer, routeDocs } from '../docs/doc.ts'
import * as example from '../docs/example-product.ts'
import { jsonBody } from '../server/body.ts'
import type { Server } from '../server/server.ts'

const { guarded } = routeDocs('Products')

const getDoc = guarded('see_products', {
  id: 'getTaxRates',
  summary: 'Read the tax rates',
  description:
    'The rates of value added tax by tax code. Reports work out with them the tax that prices contain.',
  answers: { 200: jsonAnswer('The rates', Success(200, TaxRatesView)) },
})
const changeDoc = guarded('products', {
  id: 'changeTaxRates',
  summary: 'Change the tax rates',
  description:
    'Replaces all rates. Of the rates of a code that have begun, one for the method of the sale comes before one for all methods, and then the latest. Reports of earlier days use them as well, so give a new rate the day on which it begins, and keep the old one. A shop that is not registered for value added tax sends an empty list.',
  body: json(ChangeTaxRates, example.changeTaxRates),
  answers: { 200: jsonAnswer('The rates', Success(200, TaxRatesView)) },
  writes: true,
})

/** Returns the routes that read and replace the tax rates. */
export const taxRateRoutes = (server: Server) => {
  const { appliance } = server
  return new Elysia()
    .use(access(server))
    .get(
      '/products/tax-rates',
      async ({ caller: { account } }) =>
        success(200, taxRatesView(await findTaxRates(appliance.store.read, catalogOf(account)))),
      getDoc,
    )
    .put(
      '/products/tax-rates',
      async ({ body, caller }) =>
        success(200, taxRatesView(await changeTaxRates(appliance, caller, readTaxRates(body)))),
      { ...jsonBody(ChangeTaxRates), ...changeDoc },
    )
}
