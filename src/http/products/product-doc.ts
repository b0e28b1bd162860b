// API reference of products. The routes are in product.ts and product-picture.ts.
import { Type } from '@sinclair/typebox'
import { Done, Items, Success } from '../../wire/answer.ts'
import { CategoryView, ChangeProduct, CreateProduct, ImportView, ProductView } from '../../wire/product.ts'
import {
  cursorParameters,
  guardedDoc,
  guardedListDoc,
  inHeader,
  inPath,
  inQuery,
  json,
  jsonAnswer,
  pageParameters,
} from '../docs/doc.ts'
import * as example from '../docs/example-product.ts'

/** The largest page of products, so that a till reads a whole list in a few pages. */
export const limitMax = 500
/** The largest picture of a product in bytes: 40 KiB. */
export const pictureMax = 40_960

const id = inPath('id', 'The product’s `id`')
const product = jsonAnswer('The product', Success(200, ProductView))
const knownTag = inHeader('If-None-Match', 'The ETag of the answer that you have', Type.String())
const expectedTag = inHeader(
  'If-Match',
  'The ETag of the product as you know it: once it has changed, the answer is 412, and nothing is saved',
  Type.String(),
)
const notModified = { description: 'Not modified since that answer' }

export const create = guardedDoc('create_products', {
  id: 'createProduct',
  tag: 'Products',
  summary: 'Create a product',
  description:
    'Only `name` is required. A price list has at most 10,000 products; the live and the sandbox account share it. At a till, owners and admins may create one too.',
  body: json(CreateProduct, example.createProduct),
  answers: { 201: jsonAnswer('The product', Success(201, ProductView)) },
  faults: ['invalid_state'],
  idempotent: true,
  writes: true,
})

const [, offset] = pageParameters
const limit = inQuery(
  'limit',
  'Items per page; `per_page` is an alias',
  Type.Integer({ minimum: 1, maximum: limitMax, default: 20 }),
)

export const list = guardedListDoc('see_products', {
  id: 'listProducts',
  tag: 'Products',
  summary: 'List products',
  description:
    'In the order of `position`, then by name. Ask again with `If-None-Match` after `products.changed` on the stream of payments. That is not sent for stock above `low_at`.',
  parameters: [
    inQuery(
      'q',
      'Beginnings of words of the name in both languages, the category, a variation, an SKU or a barcode; accents and capitals do not count',
      Type.String({ maxLength: 200 }),
    ),
    inQuery('category', 'The name of a category', Type.String({ maxLength: 200 })),
    inQuery(
      'low',
      'true: products with a variation whose stock in this account is at or below `low_at`',
      Type.Literal('true'),
    ),
    inQuery('ids', 'The ids of up to 100 products, with commas between them', Type.String()),
    limit,
    ...(offset ? [offset] : []),
    ...cursorParameters,
    knownTag,
  ],
  answers: { 200: jsonAnswer('A page', Success(200, Items(ProductView))), 304: notModified },
})

export const categories = guardedDoc('see_products', {
  id: 'listCategories',
  tag: 'Products',
  summary: 'List categories',
  answers: {
    200: jsonAnswer('The categories by name', Success(200, Type.Object({ items: Type.Array(CategoryView) }))),
  },
})

export const get = guardedDoc('see_products', {
  id: 'getProduct',
  tag: 'Products',
  summary: 'Read a product',
  parameters: [id, knownTag],
  answers: { 200: product, 304: notModified },
  faults: ['not_found'],
})

export const change = guardedDoc('products', {
  id: 'changeProduct',
  tag: 'Products',
  summary: 'Change a product',
  description:
    'Omitted fields stay unchanged, null clears one. `variations` replaces all of them; `available` of a product with variations sets it for each.',
  parameters: [id, expectedTag],
  body: json(ChangeProduct, example.changeProduct),
  answers: { 200: product },
  faults: ['not_found', 'precondition_failed'],
  writes: true,
})

export const remove = guardedDoc('products', {
  id: 'deleteProduct',
  tag: 'Products',
  summary: 'Delete a product',
  description: 'Sales keep its name, price, cost and tax.',
  parameters: [id, expectedTag],
  answers: { 200: jsonAnswer('Deleted', Done) },
  faults: ['not_found', 'precondition_failed'],
  writes: true,
})

const [dryRun, skipErrors] = ['dry_run', 'skip_errors'].map(name =>
  inQuery(
    name,
    name === 'dry_run' ? 'true: only names what would be done' : 'true: imports what has no error',
    Type.Union([Type.Literal('true'), Type.Literal('false')], { default: 'false' }),
  ),
)

export const importFile = guardedListDoc('products', {
  id: 'importProducts',
  tag: 'Products',
  summary: 'Import products',
  description:
    'The body is a CSV file: the item export of Loyverse or Square, or our own form. A line changes the product with its SKU or barcode, without either the one with its name, and else creates one. Nothing is imported while a line has an error, unless `skip_errors` is true. A file that is sent again changes nothing more. Stock is counted where there is none yet.',
  parameters: [
    ...[dryRun, skipErrors].filter(one => one !== undefined),
    inQuery('shop', 'Whose prices count, if the file has several shops; else the first', Type.String()),
  ],
  body: { required: true, content: { 'text/csv': { schema: { type: 'string' } } } },
  answers: { 200: jsonAnswer('What was done, and every error', Success(200, ImportView)) },
  faults: ['invalid_state'],
  writes: true,
})

export const exportFile = guardedDoc('see_costs', {
  id: 'exportProducts',
  tag: 'Products',
  summary: 'Export products',
  description: 'The whole list as CSV in our own form, with what products cost. It can be imported again.',
  answers: { 200: { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } } },
  writes: true,
})

const image = { schema: { type: 'string', format: 'binary' } as const }

export const putPicture = guardedDoc('products', {
  id: 'putPicture',
  tag: 'Products',
  summary: 'Upload a product’s picture',
  description:
    'The body is the image: a PNG, JPEG or WebP of at most 40 KiB. It is converted to WebP of at most 192 × 192 pixels.',
  parameters: [id, expectedTag],
  body: { required: true, content: { 'image/png': image, 'image/jpeg': image, 'image/webp': image } },
  answers: { 200: product },
  faults: ['not_found', 'precondition_failed'],
  writes: true,
})

export const removePicture = guardedDoc('products', {
  id: 'deletePicture',
  tag: 'Products',
  summary: 'Remove a product’s picture',
  parameters: [id, expectedTag],
  answers: { 200: product },
  faults: ['not_found', 'precondition_failed'],
  writes: true,
})
