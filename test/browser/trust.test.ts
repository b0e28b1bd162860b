// The page that leads a device to trust this server, in a real browser on the real binary: its steps are
// there without scripts, and with them it shows when the device trusts the server. Pictures for people to
// look at: dist/screens/trust/.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { trust } from '../../ui/trust/trust.text.ts'
import { type Binary, freePort, startBinary } from '../kit/binary.ts'
import { browserHere, closeBrowser, openBrowser, readQr } from '../kit/browser.ts'
import { axeFaults } from '../kit/console.ts'
import {
  dresses,
  newEnglishFinder,
  newScreens,
  nothing,
  shoot,
  stickingOut,
  wordsOn,
} from '../kit/screens.ts'

const englishIn = newEnglishFinder([trust])
/** What the page may weigh as it is sent, with its QR codes. */
const bytesMax = 9_000

describe.skipIf(!browserHere)('the trust page', () => {
  let data: string
  let server: Binary
  let browser: Browser
  const httpsPort = freePort()
  const secure = `https://127.0.0.1:${httpsPort}`

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'kaunta-trust-'))
    server = await startBinary({ data, env: { KAUNTA_HTTPS_PORT: String(httpsPort) } })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await closeBrowser()
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  })

  test('has the visitor’s own steps first, a file and codes, without scripts', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15',
      viewport: { width: 360, height: 740 },
    })
    const page = await context.newPage()
    await page.goto(`${server.url}/trust`)
    expect(await page.locator('summary').allInnerTexts()).toEqual([
      'iPhone and iPad',
      'Android',
      'Windows',
      'Mac',
      'Linux and Firefox',
    ])
    expect(await page.locator('details[open] li').allInnerTexts()).toEqual([
      trust.en.iphone_get,
      expect.stringMatching(/turn on “Kaunta [0-9a-f]{6}”\.$/),
      `Close the browser, then open ${secure}`,
    ])
    expect(await page.locator('[data-trust]').isVisible()).toBe(false)
    const codes = await page.locator('.qr').all()
    expect(await Promise.all(codes.map(readQr))).toEqual([secure, `${server.url}/trust`])
    const file = await fetch(
      new URL((await page.locator('a.primary[href$=crt]').getAttribute('href')) ?? '', server.url),
    )
    expect(file.headers.get('content-type')).toBe('application/x-x509-ca-cert')
    await context.close()
  })

  test('shows whether the device trusts the server', async () => {
    for (const trusts of [false, true]) {
      const context = await browser.newContext({ ignoreHTTPSErrors: trusts })
      const page = await context.newPage()
      await page.goto(`${server.url}/trust`)
      await page.getByText(trust.en[trusts ? 'trusted' : 'not_trusted'], { exact: true }).waitFor()
      const link = page.getByText(trust.en.open_till)
      expect(await link.isVisible()).toBe(trusts)
      if (trusts) expect(await link.getAttribute('href')).toBe(`${secure}/till`)
      await context.close()
    }
  })

  test('waits at the first start until its certificate is made', async () => {
    const first = mkdtempSync(join(tmpdir(), 'kaunta-trust-first-'))
    const started = await startBinary({ data: first, env: { KAUNTA_HTTPS_PORT: String(freePort()) } })
    expect(await (await fetch(`${started.url}/trust`)).text()).toContain('<summary')
    await started.stop()
    rmSync(first, { recursive: true, force: true })
  })

  test('is small', async () => {
    const answer = await fetch(`${server.url}/trust`, {
      headers: { 'accept-encoding': 'gzip' },
      decompress: false,
    })
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(bytesMax)
  })

  test('is well made in both languages and themes, on a phone and a computer', async () => {
    const folder = newScreens('trust')
    for (const { theme, language, widths } of dresses([360, 768, 1280])) {
      const page = await (await browser.newContext({ colorScheme: theme })).newPage()
      const name = `${theme}-${language}`
      await page.goto(`${server.url}/trust?lang=${language}`)
      await page.getByText(trust[language].not_trusted).waitFor()
      const text = await wordsOn(page, name)
      if (language === 'sw') expect([name, englishIn(text)]).toEqual([name, []])
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 })
        expect([name, width, await page.evaluate(stickingOut, nothing)]).toEqual([name, width, []])
        await shoot(page, folder, `${name}-${width}`)
      }
      expect([name, await axeFaults(page)]).toEqual([name, []])
      await page.context().close()
    }
  })
})
