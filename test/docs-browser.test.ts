// The API reference in a real browser on the real binary: it shows the operations, nothing leaves the box, and nothing breaks the policy.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Binary, initBinary, startBinary } from './binary.ts'
import { browserHere, closeBrowser, openBrowser } from './browser.ts'

setDefaultTimeout(30_000)

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
    page.on('request', request => asked.push(request.url()))
    page.on('console', message => {
      if (['error', 'warning'].includes(message.type())) complaints.push(`${message.text()} ${message.location().url}`)
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
    for (const name of ['Create a payment', 'Search payments', 'Pay out', 'Decide a sandbox payment', 'Make an API key'])
      expect(await page.getByRole('heading', { name, exact: true }).count()).toBeGreaterThan(0)
    expect(await page.locator('body').textContent()).toContain('/v1/payments/{reference}/push')
  })

  test('tries a request against this box', async () => {
    await page.goto(`${box.url}/docs#tag/box/GET/health`)
    const operation = page.locator('[id="tag/box/GET/health"]')
    await operation.scrollIntoViewIfNeeded()
    await operation
      .getByRole('button', { name: /Test Request/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click()
    await page.getByRole('dialog').getByText(/200/).first().waitFor()
  })

  test('asks nobody but the box', () => {
    const outside = asked.filter(url => !url.startsWith(`${box.url}/`) && !/^(data|blob):/.test(url))
    expect(outside).toEqual([])
    expect(asked.filter(url => url.startsWith(box.url)).length).toBeGreaterThan(2)
  })

  test('keeps to its content-security policy', () => {
    expect(complaints.filter(text => !text.includes('/favicon.ico'))).toEqual([])
  })

  test('has what the binary needs in itself', async () => {
    const answer = await fetch(`${box.url}/v1/payments/balance`, { headers: { authorization: `Bearer ${key}` } })
    expect(answer.status).toBe(200)
  })
})
