// The servers whose payments are measured, each started on an empty folder.
import { Database } from 'bun:sqlite'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { peer } from './peer.ts'
import type { Contender, Running } from './running.ts'
import { serve, start } from './server.ts'

/** How many payments are read, at random places. */
const readMax = 20_000

/**
 * Returns a check that every acknowledged payment is in all `tables` of a database file, and that nothing
 * else is but at most the `open` requests whose answer never came. It throws otherwise.
 */
function keptCheckOf(file: string, tables: readonly string[]): Running['assertKept'] {
  return (acknowledged, open) => {
    const db = new Database(file, { readonly: true })
    const counts = tables.map(table => Number(db.query(`select count(*) from ${table}`).values()[0]?.[0]))
    db.close()
    const [payments = 0] = counts
    if (counts.some(count => count !== payments)) throw new Error(`${tables} have ${counts} rows`)
    if (payments < acknowledged || payments > acknowledged + open)
      throw new Error(`${acknowledged} payments were acknowledged, but there are ${payments}`)
  }
}

/** Returns the ids of up to 20,000 payments, in random order. */
function referencesIn(file: string, table: string): readonly string[] {
  const db = new Database(file, { readonly: true })
  const rows = db.query(`select id from ${table} order by random() limit ${readMax}`).values()
  db.close()
  return rows.map(([id]) => String(id))
}

export interface Parts {
  readonly kaunta: string
  readonly scratch: string
  /** Sets up a shop in a folder; returns its sandbox key. */
  readonly init: (data: string) => Promise<string>
}

/** What is created with a payment, in addition to its row. */
const withPayment = ['payment', 'attempt', 'idempotency']

/**
 * A baseline of this folder (`script`.ts), run by Bun. `tables` are those that get a row for each payment.
 */
function ownProgram(script: string, scratch: string, tables: readonly string[], hasList: boolean): Contender {
  return {
    name: script,
    async begin() {
      const data = mkdtempSync(join(scratch, 'data-'))
      const file = join(data, script === 'limit' ? 'limit.db' : 'kaunta.db')
      const key = 'kn_test_bench'
      const command = [process.execPath, join(import.meta.dir, `${script}.ts`), data]
      const words = (port: number) => [...command, String(port), key]
      return {
        server: await start(words),
        data,
        path: '/v1/payments',
        key,
        hasList,
        listReferences: () => referencesIn(file, 'payment'),
        assertKept: keptCheckOf(file, tables),
      }
    },
  }
}

/** Returns Kaunta first, then its baselines. `PEER` in the environment is a PocketBase executable. */
export function contenders({ kaunta, scratch, init }: Parts): readonly Contender[] {
  const ours: Contender = {
    name: 'Kaunta',
    async begin() {
      const data = mkdtempSync(join(scratch, 'data-'))
      const key = await init(data)
      const file = join(data, 'kaunta.db')
      return {
        server: await serve(kaunta, data),
        data,
        path: '/v1/payments',
        key,
        hasList: true,
        listReferences: () => referencesIn(file, 'payment'),
        assertKept: keptCheckOf(file, withPayment),
      }
    },
  }
  const five = ['payment', 'attempt', 'expiry', 'status_check', 'idempotency']
  return [
    ours,
    ownProgram('limit', scratch, five, false),
    ownProgram('bare', scratch, withPayment, true),
    ...(process.env.PEER ? [peer(process.env.PEER, scratch)] : []),
  ]
}
