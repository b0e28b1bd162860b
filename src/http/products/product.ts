// The routes of the price list: products and their categories. product-picture.ts has the routes of pictures.
import { Elysia } from 'elysia'
import { badField } from '../../domain/fault.ts'
import { catalogOf, sortKey } from '../../domain/product.ts'
import { typedWords } from '../../domain/search.ts'
import { changeProduct, createProduct, getProduct, removeProduct } from '../../flow/product.ts'
import {
  countProducts,
  findProduct,
  type ListedProduct,
  listCategories,
  listProducts,
  type ProductFilter,
} from '../../store/product.ts'
import { success } from '../../wire/money.ts'
import { ChangeProduct, CreateProduct, productChange, productView } from '../../wire/product.ts'
import { access } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { jsonBody } from '../server/body.ts'
import { answerCountedPage } from '../server/cursor.ts'
import { idempotentWrite } from '../server/idempotency.ts'
import { oneOf, type Query, textOf } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { labelRoutes } from './label.ts'
import {
  answerUnlessCached,
  countedStockOf,
  expectationOf,
  productAnswer,
  readAnswer,
  viewOptionsFor,
} from './product-answer.ts'
import * as docs from './product-doc.ts'
import { fileRoutes } from './product-file.ts'
import { pictureRoutes } from './product-picture.ts'
import { shopCodeRoutes } from './shop-code.ts'
import { stockRoutes } from './stock.ts'
import { taxRateRoutes } from './tax-rate.ts'

/** The most product ids that one request may name. */
const idsMax = 100

/**
 * Returns the filter in a query of the list. A search without letters or digits finds nothing.
 * @throws Fault naming an invalid parameter
 */
function filterOf(caller: Caller, query: Query): ProductFilter {
  const { account } = caller
  const ids = query.ids?.split(',').map(id => id.trim().toLowerCase())
  if (ids && ids.length > idsMax) throw badField('ids', 'too_many_entries', { max: idsMax })
  const term = textOf(query, 'q')
  const words = term === undefined ? undefined : typedWords(term)
  const hasOnlyPunctuation = words?.length === 0
  const onlyLowStock = oneOf(query, 'low', ['true']) !== undefined
  return {
    catalogId: catalogOf(account),
    ids: hasOnlyPunctuation ? [] : ids,
    category: textOf(query, 'category'),
    words,
    lowIn: onlyLowStock ? account.id : undefined,
  }
}

/** Returns the routes that list and read products and their categories. */
const readRoutes = (server: Server) => {
  const { read } = server.appliance.store
  const answerList = (caller: Caller, query: Query) => {
    const filter = filterOf(caller, query)
    return answerCountedPage(
      query,
      {
        filter,
        // The list is sorted by sort keys, so the cursor of a product is its sort key.
        idOf: async id => {
          const product = await findProduct(read, id)
          return product?.catalogId === filter.catalogId ? sortKey(product) : undefined
        },
        keyOf: (row: ListedProduct) => row.sortKey,
        isAscending: true,
        limitMax: docs.limitMax,
        list: (productFilter, limit, offset) => listProducts(read, productFilter, limit, offset),
        countUpTo: productFilter => countProducts(read, productFilter),
        total: () => countProducts(read, filter),
      },
      async rows => {
        const stock = await countedStockOf(server, caller, rows)
        return rows.map(row => productView(row, { ...viewOptionsFor(server, caller), stock }))
      },
    )
  }
  return new Elysia()
    .use(access(server))
    .get(
      '/products',
      context => answerUnlessCached(server, context, () => answerList(context.caller, context.query)),
      docs.list,
    )
    .get(
      '/products/categories',
      async ({ caller }) => success(200, { items: await listCategories(read, catalogOf(caller.account)) }),
      docs.categories,
    )
    .get(
      '/products/:id',
      async context =>
        readAnswer(server, context, await getProduct(read, context.caller.account, context.params.id)),
      docs.get,
    )
}

/** Returns the routes that create, change and delete products. */
const writeRoutes = (server: Server) => {
  const { appliance } = server
  return new Elysia()
    .use(access(server))
    .post(
      '/products',
      async context => {
        const { body, caller } = context
        const write = idempotentWrite(server, context, '/products')
        const product = await createProduct(appliance, caller, productChange(body), write)
        return productAnswer(server, context, product, 201)
      },
      { ...jsonBody(CreateProduct), ...docs.create },
    )
    .patch(
      '/products/:id',
      async context => {
        const { body, caller, params } = context
        const expectation = expectationOf(server, context)
        const product = await changeProduct(appliance, caller, params.id, productChange(body), expectation)
        return productAnswer(server, context, product, 200)
      },
      { ...jsonBody(ChangeProduct), ...docs.change },
    )
    .delete(
      '/products/:id',
      async context => {
        const { caller, params } = context
        await removeProduct(appliance, caller, params.id, expectationOf(server, context))
        return { status: 'success' as const, code: 200, message: 'the product is deleted' }
      },
      { parse: 'none', ...docs.remove },
    )
}

/** Returns all routes of the price list. */
export const productRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' })
    .use(readRoutes(server))
    .use(writeRoutes(server))
    .use(pictureRoutes(server))
    .use(fileRoutes(server))
    .use(stockRoutes(server))
    .use(labelRoutes(server))
    .use(shopCodeRoutes(server))
    .use(taxRateRoutes(server))
