// Pictures of products.
import { Elysia } from 'elysia'
import { changeProduct, getProduct } from '../../flow/product.ts'
import { success } from '../../wire/money.ts'
import { productView } from '../../wire/product.ts'
import { access } from '../access/access.ts'
import { uploadedPicture } from '../server/picture.ts'
import type { Server } from '../server/server.ts'
import { shownTo } from './product-answer.ts'
import * as docs from './product-doc.ts'

const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

export const pictureRoutes = (server: Server) => {
  const { appliance } = server
  return new Elysia()
    .use(access(server))
    .put(
      '/products/:id/picture',
      async ({ caller, params: { id }, request }) => {
        await getProduct(appliance.store.read, caller.account, id)
        const picture = await uploadedPicture(request, pictureTypes, docs.pictureMax)
        const product = await changeProduct(appliance, caller, id, { picture })
        return success(200, productView(product, shownTo(server, caller)))
      },
      { parse: 'none', ...docs.putPicture },
    )
    .delete(
      '/products/:id/picture',
      async ({ caller, params: { id } }) =>
        success(
          200,
          productView(await changeProduct(appliance, caller, id, { picture: null }), shownTo(server, caller)),
        ),
      { parse: 'none', ...docs.removePicture },
    )
}
