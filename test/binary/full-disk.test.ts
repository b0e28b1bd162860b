// A start on a full disk: Kaunta answers, reports why it is not ready and shows what it has, and sells again
// when there is space, without a restart. On a small separate disk, if the machine lets a test mount one.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Binary, freePort, initBinary, startBinary, startCommand } from '../kit/binary.ts'
import { owner } from '../kit/people.ts'
import { newSmallDisk } from '../kit/small-disk.ts'

const disk = newSmallDisk('full', '8m')

const ballast = join(disk?.folder ?? '', 'ballast')
/** Fills the disk to its last byte. */
function fill(): void {
  const file = openSync(ballast, 'a')
  for (let size = 65_536; size >= 1; ) {
    try {
      if (writeSync(file, Buffer.alloc(size, 'x')) < size) size = Math.floor(size / 2)
    } catch {
      size = Math.floor(size / 2)
    }
  }
  closeSync(file)
}

describe.skipIf(!disk)('a start on a full disk', () => {
  const data = join(disk?.folder ?? '', 'data')
  let key = ''
  beforeAll(async () => {
    key = (await initBinary(data)).sandbox_api_key
  })
  afterAll(() => disk?.remove())

  const ask = async (url: string, path: string, json?: unknown) => {
    const answer = await fetch(url + path, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const sell = (url: string) =>
    ask(url, '/v1/payments', { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } })
  const sold = async (url: string) => (await ask(url, '/v1/payments')).body.data.total
  /** Resolves once /ready answers this. */
  async function readiness(url: string, status: number) {
    for (;;) {
      const answer = await ask(url, '/ready')
      if (answer.status === status) return answer.body
      await Bun.sleep(20)
    }
  }

  const ends: Record<string, (box: Binary) => Promise<unknown>> = {
    'a clean stop': box => box.stop(),
    'a power cut': box => box.kill9(),
  }
  let before = 0
  test.each(Object.entries(ends))(
    'after %s: it answers with the reason, reads, and sells when there is space',
    async (_, end) => {
      const first = await startBinary({ data })
      expect((await sell(first.url)).status).toBe(201)
      before++
      await end(first)
      fill()

      const port = freePort()
      const words = ['serve', '--data', data, '--host', '127.0.0.1', '--port', String(port)]
      const box = startCommand(words)
      await box.printed('is running')
      const url = `http://127.0.0.1:${port}`
      expect(await readiness(url, 503)).toMatchObject({ writable: false, reason: 'disk_full' })
      expect(await sold(url)).toBe(before)
      expect(await sell(url)).toMatchObject({ status: 507, body: { reason: 'disk_full' } })
      expect((await ask(url, '/health')).status).toBe(200)
      // The start has given up the space that is kept for it.
      fill()
      const { email, password } = owner
      for (const path of ['/api/auth/sign-in/email', '/api/v1/auth/token'])
        expect([path, await ask(url, path, { email, password })]).toMatchObject([
          path,
          { status: 507, body: { reason: 'disk_full' } },
        ])

      rmSync(ballast)
      expect((await ask(url, '/api/v1/auth/token', { email, password })).status).toBe(200)
      expect(await readiness(url, 200)).not.toHaveProperty('reason')
      expect((await sell(url)).status).toBe(201)
      before++
      expect(await sold(url)).toBe(before)
      expect(await box.stop()).toBe(0)
      expect(existsSync(`${data}/kaunta.db-wal`)).toBe(false)
    },
  )
})
