// A page asks while its own login is being changed: the previous login has ended on the server, and the
// cookie of the new one has not arrived.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openBinaryShop } from '../kit/binary-shop.ts'
import { browserHere, closeBrowser, readQr } from '../kit/browser.ts'
import { openConsole } from '../kit/console.ts'
import { owner } from '../kit/people.ts'
import { totpOf } from '../kit/totp.ts'

/** Passes requests on to `origin`; the answer of one path waits. */
function openSlowAnswer(origin: string, path: string) {
  const done = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const streamEnd = Promise.withResolvers<void>()
  const askedMeanwhile: string[] = []
  let isDone = false
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      if (isDone && pathname !== '/health') askedMeanwhile.push(pathname)
      const body = request.method === 'GET' ? undefined : await request.arrayBuffer()
      const answer = await fetch(`${origin}${pathname}${search}`, {
        method: request.method,
        headers: request.headers,
        redirect: 'manual',
        decompress: false,
        ...(body && { body }),
      })
      if (pathname === path && answer.ok) {
        isDone = true
        done.resolve()
        await release.promise
        isDone = false
      }
      if (!answer.body || answer.headers.get('content-type') !== 'text/event-stream') return answer
      const passed = new TransformStream({ flush: () => streamEnd.resolve() })
      return new Response(answer.body.pipeThrough(passed), answer)
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    /** The server has done it. */
    done: done.promise,
    /** The stream of a login that has ended. */
    streamEnd: streamEnd.promise,
    /** What the page asked before it had the answer. */
    askedMeanwhile,
    release: release.resolve,
    close: () => server.stop(true),
  }
}

describe.skipIf(!browserHere)('a login that changes', () => {
  let shop: Awaited<ReturnType<typeof openBinaryShop>>
  let line: ReturnType<typeof openSlowAnswer>

  beforeAll(async () => {
    shop = await openBinaryShop()
    line = openSlowAnswer(shop.url, '/api/auth/two-factor/verify-totp')
  })
  afterAll(async () => {
    await closeBrowser()
    line.close()
    await shop.close()
  })

  test('while the second factor is confirmed, what the page wants to ask waits for the new login', async () => {
    const { page, context } = await openConsole(line, owner)
    await page.goto(`${line.url}/admin/me?account=${shop.account}`)
    await page.getByRole('button', { name: 'Turn on two-factor login' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.locator('input[name=password]').fill(owner.password)
    await sheet.getByRole('button', { name: 'Continue' }).click()
    const key = (await readQr(page.getByRole('img', { name: 'QR code for the authenticator app' }))) ?? ''
    await sheet.locator('input[name=code]').fill(totpOf(key))
    await sheet.getByRole('button', { name: 'Confirm code' }).click()
    await line.done
    await line.streamEnd
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))))
    line.release()
    await sheet.getByTestId('backup-codes').waitFor()
    expect(line.askedMeanwhile).toEqual([])
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await page.getByRole('button', { name: 'Turn off two-factor login' }).waitFor()
    await context.close()
  })
})
