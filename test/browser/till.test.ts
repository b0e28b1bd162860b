// The main job in a real browser on the real binary: set up the server, sell on the till, pay on the
// simulated phone, see it turn green.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { readEmv } from '../../src/domain/emv.ts'
import { type Binary, startBinary } from '../kit/binary.ts'
import { browserHere, closeBrowser, openBrowser, readQr } from '../kit/browser.ts'
import { keepPaidScreens } from '../kit/till-shop.ts'

const owner = {
  store: 'Duka la Asha',
  city: 'Ilala',
  name: 'Asha Mushi',
  email: 'asha@duka.example',
  password: 'maembe na ndizi',
}
const lanAddress = Object.values(networkInterfaces())
  .flat()
  .find(card => card && !card.internal && card.family === 'IPv4')?.address

describe.skipIf(!browserHere)('the till', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-till-'))
  let box: Binary
  let context: BrowserContext
  let till: Page

  beforeAll(async () => {
    box = await startBinary({ data: join(folder, 'data'), args: ['--host', '0.0.0.0'] })
    await box.printed('Stop with Ctrl-C')
    context = await (await openBrowser()).newContext({ viewport: { width: 768, height: 1024 } })
    await context.addInitScript(keepPaidScreens)
  })
  afterAll(async () => {
    await closeBrowser()
    await box.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const type = async (page: Page, amount: string) => {
    for (const digit of amount) await page.getByRole('button', { name: digit, exact: true }).click()
  }
  const charge = async (amount: string) => {
    await type(till, amount)
    await till.getByTestId('charge').click()
    await till.getByTestId('qr').waitFor()
  }
  const scanned = async () => {
    await till.getByTestId('qr').evaluate(async image => (image as HTMLImageElement).decode())
    return (await readQr(till)) ?? ''
  }
  const answerOnPhone = async (payload: string, answer: 'approve') => {
    const phone = await context.newPage()
    await phone.goto(`${box.url}/phone`)
    await phone.getByTestId('code').fill(payload)
    await phone.getByTestId('code').press('Enter')
    await phone.getByTestId(answer).click()
    await phone.getByTestId('pin').fill('1234')
    await phone.getByTestId('confirm').click()
    return phone
  }

  test('the printed link leads from an empty server to the till', async () => {
    const link = box.output().match(/\/admin#claim=\w+/)?.[0]
    till = await context.newPage()
    await till.goto(`${box.url}${link}`)
    for (const field of ['store', 'city', 'name', 'email', 'password'] as const)
      await till.locator(`input[name=${field}]`).fill(owner[field])
    await till.getByTestId('claim').click()
    // The till opens next to the page that shows the new key, immediately in Practice.
    const ready = till
    const opened = context.waitForEvent('page')
    await ready.getByRole('link', { name: /Open the till/ }).click()
    till = await opened
    await till.getByTestId('charge').waitFor()
    await till.getByText('no real money').waitFor()
    expect(await ready.getByText(/^kn_test_\w{32}$/).count()).toBe(1)
    // The key that the first start printed works on, as in the README.
    const key = box.output().match(/kn_test_\w{32}/)?.[0]
    const answer = await fetch(`${box.url}/v1/payments`, { headers: { authorization: `Bearer ${key}` } })
    expect(answer.status).toBe(200)
  })

  test('amount → QR → approved on the phone → green', async () => {
    await charge('12500')
    const payload = await scanned()
    const emv = readEmv(payload)
    expect(emv?.get('54')).toBe('12500')
    expect(emv?.get('59')).toBe('Duka la Asha')
    const phone = await answerOnPhone(payload, 'approve')
    await till.getByTestId('paid').waitFor()
    await phone.close()
    await till.getByTestId('new-sale').press('Enter')
    await till.getByTestId('charge').waitFor()
  })

  test('a reload in mid-payment comes back to the same sale', async () => {
    await charge('3000')
    const before = await scanned()
    await till.reload()
    await till.getByTestId('qr').waitFor()
    expect(await scanned()).toBe(before)
    const phone = await answerOnPhone(before, 'approve')
    await till.getByTestId('paid').waitFor()
    await phone.close()
    await till.getByTestId('new-sale').press('Enter')
  })

  test.skipIf(!lanAddress)(
    'it sells on plain http at a LAN address, which is no secure context',
    async () => {
      const url = new URL(box.url)
      url.hostname = lanAddress ?? ''
      const page = await (await openBrowser()).newPage()
      await page.goto(`${url.origin}/till`)
      expect(await page.evaluate(() => window.isSecureContext)).toBe(false)
      await page.getByTestId('other-login').click()
      await page.locator('input[type=email]').fill(owner.email)
      await page.locator('input[type=password]').fill(owner.password)
      await page.locator('input[type=password]').press('Enter')
      await page.getByRole('button', { name: /Practice/ }).click()
      await type(page, '900')
      await page.getByTestId('charge').click()
      await page.getByTestId('qr').waitFor()
      await page.close()
    },
  )
})
