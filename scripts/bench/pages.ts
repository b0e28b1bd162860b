// How many 4 kB pages a create writes, including checkpoints, in a shop of a thousand payments and in one of
// a million, with random idempotency keys and 300 amounts. Run by bench.ts --scale, on copies of its folders.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openSeededFolder } from './folder.ts'
import { runCreates, type Target, waitUntilSettled } from './load.ts'
import type { Sizes } from './scale.ts'
import type { Started } from './server.ts'

/** Pages that a create may write. */
const goal = 6
/** A page of SQLite, 4,096 bytes. */
const pageKb = 4.096
const warmUpSeconds = 3
const seconds = 10

interface PageBench {
  readonly scratch: string
  readonly sizes: Sizes
  readonly begin: (data: string) => Promise<Started>
}

/** Prints the pages per create for both sizes. Resolves to whether both meet the goal. */
export async function measurePages({ scratch, sizes, begin }: PageBench): Promise<boolean> {
  const lines: { readonly says: string; readonly met: boolean }[] = []
  for (const payments of [sizes.small, sizes.large]) {
    const folder = await openSeededFolder(payments)
    const data = join(scratch, `pages-${payments}`)
    cpSync(folder.data, data, { recursive: true })
    const server = await begin(data)
    await waitUntilSettled(server.pid)
    const load: Target = {
      port: server.port,
      pid: server.pid,
      path: '/v1/payments',
      key: folder.key,
      connections: 64,
      keys: 'scattered',
      references: join(scratch, 'references'),
    }
    await runCreates({ ...load, seconds: warmUpSeconds })
    const { perSecond, writtenKb } = await runCreates({ ...load, seconds })
    await server.stop()
    rmSync(data, { recursive: true })
    const pages = writtenKb / pageKb
    lines.push({
      says: `${pages.toFixed(1)} pages written per create of ${payments.toLocaleString('en')} payments, ${Math.round(perSecond).toLocaleString('en')} a second (goal ≤ ${goal})`,
      met: pages <= goal,
    })
  }
  for (const { says, met } of lines) console.log(`${says}${met ? '' : '   MISSED'}`)
  return lines.every(({ met }) => met)
}
