// Notices to the owner on the home page, until the owner has seen them: a developer changed the live webhook
// address, and a back-up was restored.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Binary, initBinary, runBinary, startBinary } from '../kit/binary.ts'
import { browserHere, closeBrowser } from '../kit/browser.ts'
import { asha, axeFaults, openConsole } from '../kit/console.ts'
import { juma } from '../kit/people.ts'

describe.skipIf(!browserHere)('a notice', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-webhook-change-'))
  let box: Binary
  let live: string
  const send = async (method: string, path: string, body: unknown, more: Record<string, string> = {}) => {
    const sent = { method, headers: { 'content-type': 'application/json', ...more } }
    const answer = await fetch(`${box.url}${path}`, { ...sent, body: JSON.stringify(body) })
    expect(answer.status).toBeLessThan(300)
    return (await answer.json()) as { data: { token: string; url: string } }
  }
  const tokenOf = async ({ email, password }: typeof juma, account_id: string) => {
    const { data } = await send('POST', '/api/v1/auth/token', { email, password, account_id })
    return { authorization: `Bearer ${data.token}` }
  }

  /** Returns what the page is given to show: a notice is drawn later than the rest of the page. */
  const noticesFor = async (page: Page): Promise<unknown> => {
    const answer = await page.waitForResponse(/\/api\/v1\/overview(\?|$)/)
    return (await answer.json()).data.attention.owner_notices
  }

  beforeAll(async () => {
    const initial = await initBinary(join(folder, 'data'))
    box = await startBinary({ data: join(folder, 'data') })
    live = initial.account.id
    const person = { name: 'Juma', role: 'developer' }
    const invited = await send('POST', '/api/v1/invitations', person, await tokenOf(asha, live))
    const code = new URL(invited.data.url).searchParams.get('code')
    const { name, email, password } = juma
    await send('POST', '/api/v1/join', { code, name, email, password })
    const webhook = { webhook_url: 'https://hooks.example.com/kaunta' }
    await send('PATCH', '/api/v1/settings', webhook, await tokenOf(juma, live))
  })
  afterAll(async () => {
    await closeBrowser()
    await box.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('of a changed webhook address is on the owner’s home page until seen, and not on the developer’s', async () => {
    const text = /^Juma.* changed the live webhook address to hooks\.example\.com$/
    const developer = await openConsole(box, juma)
    const theirs = noticesFor(developer.page)
    await developer.page.goto(`${box.url}/admin?account=${live}`)
    await developer.page.getByTestId('sales').waitFor()
    expect([await theirs, await developer.page.getByText(text).count()]).toEqual([[], 0])

    const { page, newPage } = await openConsole(box, asha)
    await page.goto(`${box.url}/admin?account=${live}`)
    await page.getByText(text).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Got it' }).click()
    await page.getByText(text).waitFor({ state: 'detached' })
    const again = await newPage()
    const left = noticesFor(again)
    await again.goto(`${box.url}/admin?account=${live}`)
    await again.getByTestId('sales').waitFor()
    expect([await left, await again.getByText(text).count()]).toEqual([[], 0])
  })

  test('of a restore names the back-up and leads to the API keys', async () => {
    const { output } = await runBinary(['backup', '--data', join(folder, 'data'), '--to', folder, '--json'])
    await box.stop()
    const restored = join(folder, 'restored')
    const made = await runBinary(['restore', JSON.parse(output).folder, '--data', restored])
    expect(made.code).toBe(0)
    box = await startBinary({ data: restored })
    const { page } = await openConsole(box, asha)
    await page.goto(`${box.url}/admin?account=${live}`)
    await page.getByText(/^Restored from the back-up of .*; everybody was logged out$/).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: '1 API key works again. Check it.' }).click()
    await page.waitForURL(/\/admin\/keys/)
    await page.goBack()
    await page.getByRole('button', { name: 'Got it' }).click()
    await page.getByText(/^Restored from/).waitFor({ state: 'detached' })
  })
})
