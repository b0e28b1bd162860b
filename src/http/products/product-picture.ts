// Pictures of products.
import { Elysia } from 'elysia'
import { changeProduct, getProduct } from '../../flow/product.ts'
import { access } from '../access/access.ts'
import { readUploadedPicture } from '../server/picture.ts'
import type { Server } from '../server/server.ts'
import { expectationOf, productAnswer } from './product-answer.ts'
import * as docs from './product-doc.ts'

const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Returns the routes that upload and remove the picture of a product. */
export const pictureRoutes = (server: Server) => {
  const { appliance } = server
  return new Elysia()
    .use(access(server))
    .put(
      '/products/:id/picture',
      async context => {
        const { caller, request } = context
        const { id } = context.params
        await getProduct(appliance.store.read, caller.account, id) // refuses an unknown id before the upload
        const picture = await readUploadedPicture(request, pictureTypes, docs.pictureMax)
        const expectation = expectationOf(server, context)
        const product = await changeProduct(appliance, caller, id, { picture }, expectation)
        return productAnswer(server, context, product, 200)
      },
      { parse: 'none', ...docs.putPicture },
    )
    .delete(
      '/products/:id/picture',
      async context => {
        const { caller, params } = context
        const expectation = expectationOf(server, context)
        const product = await changeProduct(appliance, caller, params.id, { picture: null }, expectation)
        return productAnswer(server, context, product, 200)
      },
      { parse: 'none', ...docs.removePicture },
    )
}
