// What a thief of this server's key could try: another machine serves certificates of its authority for other
// names.
import { Database } from 'bun:sqlite'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newLeaf } from '../../src/lan/authority.ts'
import type { Pair } from '../../src/lan/pair.ts'
import { openSeal } from '../../src/store/folder/seal.ts'
import type { Cable } from './namespace.ts'

/** Returns the authority of a data folder, with its key. */
function authorityIn(data: string): Pair {
  const seal = openSeal(join(data, 'secret.key'), { isFresh: false, random: randomBytes })
  const db = new Database(join(data, 'kaunta.db'), { readonly: true })
  const [row] = db.query("select value from setting where name = 'tls'").values()
  db.close()
  return JSON.parse(seal.open(String(row?.[0]))).authority
}

/**
 * Serves https for each name on the third machine, with a certificate by the authority of the shop's server.
 */
export async function serveNames(
  { third, folder }: Cable,
  data: string,
  ports: Readonly<Record<string, number>>,
) {
  const authority = authorityIn(data)
  for (const [name, port] of Object.entries(ports)) {
    const serial = crypto.getRandomValues(new Uint8Array(16))
    const pair = await newLeaf({ authority, names: [name], addresses: [], now: Date.now(), serial })
    const file = join(folder, `${name}.json`)
    writeFileSync(file, JSON.stringify(pair))
    const program = `const { certificate: cert, key } = await Bun.file('${file}').json()
      Bun.serve({ port: ${port}, tls: { cert, key }, fetch: () => new Response('reached ${name}') })
      console.log('ready')`
    const { stdout } = third.start([process.execPath, '-e', program])
    await stdout.getReader().read()
  }
}
