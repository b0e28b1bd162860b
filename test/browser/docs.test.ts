// The API reference in a real browser on the real binary: it shows the operations, nothing leaves the server,
// and nothing breaks the policy.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Binary, initBinary, startBinary } from '../kit/binary.ts'
import { browserHere, closeBrowser, openBrowser } from '../kit/browser.ts'

// The page draws some 140 operations at once, which takes half a minute beside other tests.
setDefaultTimeout(100_000)

describe.skipIf(!browserHere)('the API reference', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-docs-'))
  const asked: string[] = []
  const complaints: string[] = []
  let box: Binary
  let page: Page
  let key = ''

  beforeAll(async () => {
    const data = join(folder, 'data')
    key = (await initBinary(data)).sandbox_api_key
    box = await startBinary({ data })
    page = await (await openBrowser()).newPage({ viewport: { width: 1280, height: 900 } })
    page.setDefaultTimeout(90_000)
    page.on('request', request => asked.push(request.url()))
    page.on('console', message => {
      if (['error', 'warning'].includes(message.type()))
        complaints.push(`${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', error => complaints.push(String(error)))
    await page.goto(`${box.url}/docs`)
    await page.getByRole('heading', { name: 'Create a payment' }).waitFor()
  })
  afterAll(async () => {
    await closeBrowser()
    await box.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('shows the operations', async () => {
    for (const name of [
      'Create a payment',
      'Search payments',
      'Create a payout',
      'Decide a sandbox payment',
      'Create an API key',
    ])
      expect(await page.getByRole('heading', { name, exact: true }).count()).toBeGreaterThan(0)
    expect(await page.locator('body').textContent()).toContain('/v1/payments/{reference}/push')
  })

  test('sends a request to this server, and offers no service outside', async () => {
    const answer = page.waitForResponse(`${box.url}/v1/payments`)
    await page.locator('button', { hasText: 'post /v1/payments' }).first().click()
    await page.getByPlaceholder('Token').last().fill(key)
    await page.getByRole('button', { name: /Send post request/ }).click()
    expect((await answer).status()).toBe(201)
    expect(await page.locator('a[href*="client.scalar.com"]:visible').count()).toBe(0)
  })

  test('sends no request to any other server', () => {
    const outside = asked.filter(url => !url.startsWith(`${box.url}/`) && !/^(data|blob):/.test(url))
    expect(outside).toEqual([])
    expect(asked.filter(url => url.startsWith(box.url)).length).toBeGreaterThan(2)
  })

  test('keeps to its content-security policy', () => {
    // The plugin writes the older of two spellings that the script knows; and this page has no icon.
    expect(complaints.filter(text => !/\[DEPRECATED\].*'spec\.url'|\/favicon\.ico/.test(text))).toEqual([])
  })
})
