// Files of products: import and export.
import { Elysia } from 'elysia'
import { csvLine, csvMark } from '../../domain/csv.ts'
import { dayOf, dayText } from '../../domain/day.ts'
import { catalogOf } from '../../domain/product.ts'
import { packsIn, productHeads, productLines } from '../../domain/product-export.ts'
import { readProductFile } from '../../domain/product-file.ts'
import { decodeText } from '../../domain/text-encoding.ts'
import { writeAudit } from '../../flow/audit-log.ts'
import { allProducts, importProducts, stockOf } from '../../flow/product-import.ts'
import { success } from '../../wire/money.ts'
import { importView } from '../../wire/product.ts'
import { access } from '../access/access.ts'
import { readBytes } from '../server/body.ts'
import { oneOf, type Query, textOf } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import * as docs from './product-doc.ts'

/** The largest file in bytes: 8 MiB. */
const fileMax = 8_388_608

/** Whether a parameter is `true`, not `false` or absent. @throws Fault naming it for any other value */
const isTrue = (query: Query, name: string) => oneOf(query, name, ['true', 'false']) === 'true'

/** Returns the routes that import and export the price list as a CSV file. */
export const fileRoutes = (server: Server) => {
  const { appliance } = server
  return new Elysia()
    .use(access(server))
    .post(
      '/products/import',
      async ({ caller, query, request }) => {
        const isDryRun = isTrue(query, 'dry_run')
        const skipsProblems = isTrue(query, 'skip_errors')
        const text = decodeText(await readBytes(request, fileMax))
        const file = readProductFile(text, textOf(query, 'shop'))
        const result = await importProducts(appliance, caller, { file, isDryRun, skipsProblems })
        return success(200, importView(file, result))
      },
      { parse: 'none', ...docs.importFile },
    )
    .get(
      '/products/export',
      async ({ caller }) => {
        const { account } = caller
        const detail = { what: 'products', filters: '' }
        await writeAudit(appliance, { account, by: caller, kind: 'export.taken', detail })
        const products = await allProducts(appliance, catalogOf(account))
        const packs = packsIn(products)
        const stock = await stockOf(appliance, account.id, products)
        const lines = [
          productHeads(packs),
          ...products.flatMap(product => productLines(product, packs, stock)),
        ]
        const day = dayText(dayOf(appliance.world.clock.now(), account.timeZone))
        return new Response(csvMark + lines.map(csvLine).join(''), {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': `attachment; filename="products-${day}.csv"`,
            'cache-control': 'no-store',
            'x-content-type-options': 'nosniff',
          },
        })
      },
      docs.exportFile,
    )
}
