// The till installed on a tablet, on the real binary: manifest and icons, a shell that opens without the
// server, payments that are never answered from a cache, a new version that takes over, a screen that stays
// lit; and none of it on plain http at a LAN address.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { shellHandler } from '../../src/http/server/shell.ts'
import { serveTypeface } from '../../src/http/server/typeface.ts'
import { typefacePath } from '../../ui/kit/typeface.ts'
import { browserHere, closeBrowser, openBrowser, wantWholeBrowser } from '../kit/browser.ts'
import { charge, neema, openTillShop, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'

wantWholeBrowser()

const lanAddress = Object.values(networkInterfaces())
  .flat()
  .find(card => card && !card.internal && card.family === 'IPv4')?.address

/** Waits until the page's worker is in charge of it. */
const inCharge = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    polling: 50,
  })

/** Returns all that is kept on the device, by path. */
const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

/** Counts the locks that the page holds, in front of the browser's own. */
const countLocks = (context: BrowserContext) =>
  context.addInitScript(() => {
    const own = navigator.wakeLock.request.bind(navigator.wakeLock)
    const count = (by: number) => Reflect.set(window, 'locks', Number(Reflect.get(window, 'locks') ?? 0) + by)
    navigator.wakeLock.request = async type => {
      const lock = await own(type)
      count(1)
      lock.addEventListener('release', () => count(-1))
      return lock
    }
  })
const locksAre = (page: Page, wanted: number) =>
  page.waitForFunction(count => Number(Reflect.get(window, 'locks') ?? 0) === count, wanted, { polling: 50 })

describe.skipIf(!browserHere)('the installed till', () => {
  let shop: TillShop
  let context: BrowserContext
  let till: Page
  const complaints: string[] = []

  beforeAll(async () => {
    shop = await openTillShop({ args: ['--host', '0.0.0.0'] })
    ;({ context, page: till } = await pairTablet(shop))
    await countLocks(context)
    till.on('console', message => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    await till.reload()
    await signIn(till, neema)
  })
  afterAll(() => shop?.close())

  test('a manifest that a browser can install from, and icons that load', async () => {
    const address = await till.locator('link[rel=manifest]').getAttribute('href')
    const answer = await fetch(`${shop.url}${address}`)
    expect(answer.headers.get('content-type')).toBe('application/manifest+json')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    const manifest = (await answer.json()) as { icons: { src: string; sizes: string; purpose: string }[] }
    expect(manifest).toMatchObject({ name: 'Kaunta', start_url: '/till', display: 'standalone', id: '/till' })
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    for (const { src, sizes } of manifest.icons) {
      const icon = await fetch(`${shop.url}${src}`)
      expect(icon.headers.get('content-type')).toBe('image/png')
      const { width, height } = PNG.sync.read(Buffer.from(await icon.arrayBuffer()))
      expect(`${width}x${height}`).toBe(sizes)
    }
    const session = await context.newCDPSession(till)
    const { errors } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
  })

  test('the worker keeps the till’s page and its files, and nothing else', async () => {
    const worker = await fetch(`${shop.url}/till-worker.js`)
    expect(worker.headers.get('content-type')).toStartWith('text/javascript')
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    await inCharge(till)
    const kept = await keptPaths(till)
    expect(kept).toContain('/till')
    expect(kept).toContain(typefacePath)
    const named = ['/till', typefacePath]
    expect(
      kept.filter(path => !named.includes(path) && !/^\/[\w-]+-[0-9a-z]{8}\.(js|css|png)$/.test(path)),
    ).toEqual([])
    const loaded = await till.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    )
    expect(loaded.filter(path => /-[0-9a-z]{8}\.(js|css)$/.test(path) && !kept.includes(path))).toEqual([])
  })

  test('a file that could not be fetched is fetched again, and then the worker takes charge', async () => {
    let refused = ''
    const flaky = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        const { pathname, search } = new URL(request.url)
        // What a worker keeps is for no element of a page.
        const isForWorker = request.headers.get('sec-fetch-dest') === 'empty' && pathname.endsWith('.js')
        if (isForWorker && !refused) {
          refused = pathname
          return new Response('', { status: 503 })
        }
        const { status, headers, body } = await fetch(`${shop.url}${pathname}${search}`, {
          headers: { 'accept-encoding': 'identity' },
        })
        return new Response(body, { status, headers })
      },
    })
    const page = await context.newPage()
    await page.goto(`${flaky.url.origin}/till`)
    await inCharge(page)
    expect(await keptPaths(page)).toContain(refused)
    await page.close()
    await flaky.stop(true)
  })

  test('a page that was on its way while the worker took charge gets it as well', async () => {
    const [reloaded, active] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let pages = 0
    const slow = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        const { pathname, search } = new URL(request.url)
        const kind = request.headers.get('sec-fetch-dest')
        if (kind === 'empty' && pathname.endsWith('.js')) await reloaded.promise
        if (kind === 'document' && pathname === '/till' && ++pages === 2) {
          reloaded.resolve()
          await active.promise
        }
        const { status, headers, body } = await fetch(`${shop.url}${pathname}${search}`, {
          headers: { 'accept-encoding': 'identity' },
        })
        return new Response(body, { status, headers })
      },
    })
    const [page, beside] = [await context.newPage(), await context.newPage()]
    await page.goto(`${slow.url.origin}/till`)
    await beside.goto(`${slow.url.origin}/health`)
    const reloads = page.reload()
    await beside.waitForFunction(
      async () => (await navigator.serviceWorker.getRegistration('/till'))?.active?.state === 'activated',
    )
    active.resolve()
    await reloads
    await inCharge(page)
    await page.close()
    await beside.close()
    await slow.stop(true)
  })

  test('the server is out of reach: the shell opens and shows that; no payment comes from a cache; then all goes on', async () => {
    await charge(till, 7_700)
    await inCharge(till)
    await shop.kill()
    await till.reload()
    await till.locator('[data-testid=server-banner]:not([hidden])').waitFor()
    const answers = await till.evaluate(
      paths =>
        Promise.all(
          paths.map(path =>
            fetch(path).then(
              () => path,
              () => 'none',
            ),
          ),
        ),
      [
        '/api/v1/till/me',
        '/api/v1/till/sales?limit=20',
        '/v1/payments?till=1',
        '/health',
        '/display',
        '/till-worker.js',
      ],
    )
    expect(answers).toEqual(answers.map(() => 'none'))
    await shop.restart()
    await till.getByTestId('server-banner').waitFor({ state: 'hidden' })
    await till.getByTestId('qr').waitFor()
    await shop.decide((await shop.newest()).reference, { outcome: 'completed' })
    await till.getByTestId('paid').waitFor()
    await till.getByTestId('new-sale').press('Enter')
    expect((await keptPaths(till)).filter(path => /^\/(v1|api|checkout|p|health)/.test(path))).toEqual([])
  })

  test('the screen stays lit while a sale waits, and on the display always', async () => {
    await locksAre(till, 0)
    await charge(till, 3_300)
    await locksAre(till, 1)
    await shop.decide((await shop.newest()).reference, { outcome: 'completed' })
    await till.getByTestId('paid').waitFor()
    await locksAre(till, 0)
    await till.getByTestId('new-sale').press('Enter')
    const display = await context.newPage()
    await display.goto(`${shop.url}/display`)
    await display.getByTestId('idle').waitFor()
    await locksAre(display, 1)
    await display.close()
  })

  test('the browser logged nothing but that the server was out of reach', () => {
    expect(
      complaints.filter(
        text => !/net::ERR_(CONNECTION_\w+|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE)/.test(text),
      ),
    ).toEqual([])
  })

  test.skipIf(!lanAddress)(
    'on plain http at a LAN address none of this is tried, and nothing breaks',
    async () => {
      const { port } = new URL(shop.url)
      const outside = await (await openBrowser()).newContext()
      const page = await outside.newPage()
      const errors: string[] = []
      const asked: string[] = []
      page.on('console', message => {
        // The browser logs this of every page on plain http: the header applies where it can.
        const isPlainHttp = message
          .text()
          .startsWith('The Cross-Origin-Opener-Policy header has been ignored')
        if (message.type() === 'error' && !isPlainHttp) errors.push(message.text())
      })
      page.on('pageerror', error => errors.push(String(error)))
      page.on('request', request => asked.push(new URL(request.url()).pathname))
      const made = await shop.newTill('Outside')
      await page.goto(`http://${lanAddress}:${port}/till?pair=${made.pairing_code}`)
      await signIn(page, neema)
      expect(await page.evaluate(() => window.isSecureContext)).toBe(false)
      await charge(page, 900)
      await page.goto(`http://${lanAddress}:${port}/display`)
      await page.getByTestId('scan').waitFor()
      expect(await page.locator('link[rel=manifest]').count()).toBe(0)
      expect(asked.filter(path => /webmanifest|worker|icon-/.test(path))).toEqual([])
      expect(errors).toEqual([])
      await outside.close()
    },
  )
})

describe.skipIf(!browserHere)('a new version of the till', () => {
  afterAll(closeBrowser)

  /** Builds a page of one file as a build embeds it; what it shows is its version. */
  const built = (version: string) => {
    const script = `till-${version.padStart(8, '0')}.js`
    const file = (name: string, type: string, text: string) => ({
      name,
      text,
      headers: { 'content-type': type, etag: version },
    })
    return [
      file(
        'till.html',
        'text/html',
        `<!doctype html><title>till</title><h1></h1><script src="/${script}"></script>`,
      ),
      file(script, 'text/javascript', `document.querySelector('h1').textContent = '${version}'`),
    ]
  }

  test('is fetched whole, takes over, and leaves nothing of the one before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kaunta-shell-'))
    let files = built('1')
    let shell: ReturnType<typeof shellHandler>
    const typeface = serveTypeface()
    const release = async (version: string) => {
      files = built(version)
      for (const { name, text } of files) await Bun.write(`${folder}/${name}`, text)
      const page = {
        index: '',
        files: files.map(({ name, headers }) => ({ path: `${folder}/${name}`, headers })),
      }
      shell = shellHandler(page as never)
    }
    await release('1')
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        const { pathname } = new URL(request.url)
        const found = files.find(({ name }) => pathname === (name === 'till.html' ? '/till' : `/${name}`))
        if (found) return new Response(found.text, { headers: found.headers })
        return (
          (await (typeface(request, pathname) ?? shell(request, pathname))) ??
          new Response('', { status: 404 })
        )
      },
    })
    const context = await (await openBrowser()).newContext()
    const page = await context.newPage()
    const open = async () => {
      await page.goto(`${server.url.origin}/till`)
      await page.evaluate(async () => {
        await navigator.serviceWorker.register('/till-worker.js', { scope: '/till', updateViaCache: 'none' })
        await navigator.serviceWorker.ready
      })
      await inCharge(page)
    }
    await open()
    expect(await keptPaths(page)).toEqual(['/till', '/till-00000001.js', typefacePath])
    await release('2')
    await open()
    expect(await page.locator('h1').innerText()).toBe('2')
    await page.evaluate(async () => {
      const kept = async () => {
        const names = await caches.keys()
        const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
        return requests.flat().map(({ url }) => url)
      }
      const isOver = async () =>
        (await kept()).some(url => url.includes('2.js')) && !(await kept()).some(url => url.includes('1.js'))
      while (!(await isOver())) await new Promise(resolve => setTimeout(resolve, 20))
    })
    expect(await keptPaths(page)).toEqual(['/till', '/till-00000002.js', typefacePath])
    await server.stop(true)
    await page.reload()
    expect(await page.locator('h1').innerText()).toBe('2')
    await context.close()
    rmSync(folder, { recursive: true })
  })
})
