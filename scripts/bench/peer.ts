// PocketBase as a peer: one table, one row per payment, no keys, no jobs, and commits without a sync
// (synchronous=NORMAL). `PEER` is its executable.
import { Database } from 'bun:sqlite'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Contender } from './running.ts'
import { start } from './server.ts'

const email = 'bench@duka.example'
const password = 'a long enough password'
const fields = [
  { name: 'payment_type', type: 'text' },
  { name: 'details', type: 'json' },
]

/** Posts JSON to PocketBase. Throws unless it succeeds. */
async function send(url: string, body: unknown, token = ''): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', authorization: token }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`PocketBase answered ${url} with ${text}`)
  return JSON.parse(text)
}

/**
 * Starts PocketBase with one open collection for payments, as a contender. It is not checked for what it
 * kept.
 */
export const peer = (executable: string, scratch: string): Contender => ({
  name: 'PocketBase',
  async begin() {
    // It stores its migrations next to this folder.
    const data = join(mkdtempSync(join(scratch, 'data-')), 'pb')
    await Bun.$`${executable} superuser upsert ${email} ${password} --dir ${data}`.quiet()
    const server = await start(
      port => [executable, 'serve', '--http', `127.0.0.1:${port}`, '--dir', data],
      '/api/health',
    )
    const base = `http://127.0.0.1:${server.port}/api/collections`
    const login = await send(`${base}/_superusers/auth-with-password`, { identity: email, password })
    const everyone = { createRule: '', viewRule: '', listRule: '' }
    await send(base, { name: 'payments', type: 'base', fields, ...everyone }, String(login.token))

    return {
      server,
      data,
      path: '/api/collections/payments/records',
      key: 'none',
      hasList: false,
      listReferences() {
        const db = new Database(join(data, 'data.db'), { readonly: true })
        const rows = db.query('select id from payments order by random() limit 20000').values()
        db.close()
        return rows.map(([id]) => String(id))
      },
      assertKept() {},
    }
  },
})
