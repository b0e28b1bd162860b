// The API reference in a real browser on the real binary: it shows the operations, nothing leaves the server,
// and nothing breaks the policy.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Binary, initBinary, startBinary } from '../kit/binary.ts'
import { browserHere, closeBrowser, openBrowser } from '../kit/browser.ts'
import { axeFaults } from '../kit/console.ts'

describe.skipIf(!browserHere)('the API reference', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-docs-'))
  const asked: string[] = []
  const complaints: string[] = []
  let box: Binary
  let page: Page
  let key = ''
  const operation = (name: string) => page.getByRole('heading', { name: new RegExp(`${name}$`) })

  beforeAll(async () => {
    const data = join(folder, 'data')
    key = (await initBinary(data)).sandbox_api_key
    box = await startBinary({ data })
    page = await (await openBrowser()).newPage({ viewport: { width: 1280, height: 900 } })
    page.on('request', request => asked.push(request.url()))
    page.on('console', message => {
      if (['error', 'warning'].includes(message.type()))
        complaints.push(`${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', error => complaints.push(String(error)))
    await page.goto(`${box.url}/docs`)
    await operation('Create a payment').waitFor()
  })
  afterAll(async () => {
    await closeBrowser()
    await box.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('lists the operations by section, and draws those of the open one only', async () => {
    // More than one such heading is an error of the locator.
    for (const section of ['Payments', 'Sessions', 'Profiles', 'Webhooks', 'Sandbox'])
      await page.getByRole('heading', { name: section, exact: true }).waitFor()
    await page.locator('body', { hasText: '/v1/payments/{reference}/push' }).waitFor()
    // All operations together are 67,000 elements and half a minute.
    expect(await page.locator('*').count()).toBeLessThan(3_000)
    for (const [section, name] of [
      ['Payouts', 'Create a payout'],
      ['Sandbox', 'Decide a sandbox payment'],
    ] as const) {
      expect(await operation(name).count()).toBe(0)
      await page.getByRole('heading', { name: section, exact: true }).click()
      await operation(name).waitFor()
    }
  })

  test('begins with an example that works as pasted: it names this server', async () => {
    expect(await page.locator('pre', { hasText: 'dynamic-qr' }).first().textContent()).toContain(
      `curl ${box.url}/v1/payments`,
    )
  })

  test('sends a request to this server, and offers no service outside', async () => {
    const answer = page.waitForResponse(`${box.url}/v1/payments`)
    await operation('Create a payment').click()
    await page.getByRole('button', { name: 'Test Request (post /v1/payments)', exact: true }).click()
    await page.getByPlaceholder('Token').last().fill(key)
    await page.getByRole('button', { name: /Send post request/ }).click()
    expect((await answer).status()).toBe(201)
    expect(await page.locator('a[href*="client.scalar.com"]:visible').count()).toBe(0)
  })

  test('has a quick start whose first block works as pasted, once the keys are filled in', async () => {
    const start = await (await openBrowser()).newPage()
    await start.goto(`${box.url}/docs`)
    await start.getByRole('navigation').getByRole('link', { name: 'Quickstart' }).click()
    await start.getByLabel('Sandbox key').fill(key)
    const blocks = start.locator('pre')
    const pasted = `${await blocks.nth(0).textContent()}${await blocks.nth(1).textContent()}`
    const run = Bun.spawn(['bash', '-c', pasted], { stdout: 'pipe', stderr: 'inherit' })
    const answer = (await new Response(run.stdout).json()) as { data: { status: string } }
    expect(answer.data.status).toBe('pending')
    await start.setViewportSize({ width: 360, height: 740 })
    const webhooks = start.getByRole('link', { name: 'Webhooks', exact: true })
    await webhooks.waitFor({ state: 'hidden' })
    await start.getByText('Contents', { exact: true }).click()
    await webhooks.click()
    await start.getByRole('heading', { name: 'Webhooks', exact: true }).waitFor()
    expect(await axeFaults(start)).toEqual([])
    await start.close()
  })

  test('sends no request to any other server', () => {
    const outside = asked.filter(url => !url.startsWith(`${box.url}/`) && !/^(data|blob):/.test(url))
    expect(outside).toEqual([])
    expect(asked.filter(url => url.startsWith(box.url)).length).toBeGreaterThan(2)
    expect(asked.filter(url => url.includes('/font/'))).toHaveLength(1)
  })

  test('keeps to its content-security policy', () => {
    // The plugin writes the older of two spellings that the script knows; and this page has no icon.
    expect(complaints.filter(text => !/\[DEPRECATED\].*'spec\.url'|\/favicon\.ico/.test(text))).toEqual([])
  })
})
