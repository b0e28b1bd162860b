// Queries PostgreSQL for a test that waits synchronously (postgres-database.ts).
import { parentPort } from 'node:worker_threads'
import { SQL } from 'bun'

const databases = new Map<string, SQL>()

function databaseAt(url: string): SQL {
  const open = databases.get(url) ?? new SQL({ url, max: 1, idleTimeout: 0, prepare: false })
  databases.set(url, open)
  return open
}

async function answerOf({ url, text, values }: { url: string; text: string; values: unknown[] }) {
  try {
    if (text !== '') return { rows: await databaseAt(url).unsafe(text, values).values() }
    await databases.get(url)?.close({ timeout: 0 })
    databases.delete(url)
    return { rows: [] }
  } catch (error) {
    return { error: String(error) }
  }
}

parentPort?.on('message', async data => {
  const answer = Buffer.from(JSON.stringify(await answerOf(data)))
  const shared = new Uint8Array(data.bytes)
  shared.set(answer.subarray(0, shared.length))
  const signal = new Int32Array(data.signal)
  Atomics.store(signal, 1, answer.length)
  Atomics.store(signal, 0, 1)
  Atomics.notify(signal, 0)
})
