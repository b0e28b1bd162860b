// The route that prints labels of items on a till's receipt printer. The console prints them in the browser,
// too (ui/admin/products/label-page.tsx).
import { Elysia } from 'elysia'
import { printLabels } from '../../flow/label.ts'
import { PrintLabels } from '../../wire/printer.ts'
import { access } from '../access/access.ts'
import { jsonBody } from '../server/body.ts'
import type { Server } from '../server/server.ts'
import * as docs from './label-doc.ts'

/** Returns the route that prints labels. Its answer counts all labels, and those without a barcode. */
export const labelRoutes = (server: Server) =>
  new Elysia().use(access(server)).post(
    '/tills/:id/printer/labels',
    async ({ body, caller, params }) => {
      const { labels, wholesale: showsWholesale = false, language = 'en' }: PrintLabels = body
      const orders = labels.map(label => ({
        productId: label.product_id,
        variationId: label.variation_id,
        packName: label.pack,
        copies: label.copies ?? 1,
      }))
      const page = { orders, showsWholesale, language }
      const { printed, withoutBars } = await printLabels(server.appliance, caller.account, params.id, page)
      return { code: 200, data: { printed, without_bars: withoutBars } }
    },
    { ...jsonBody(PrintLabels), ...docs.print },
  )
