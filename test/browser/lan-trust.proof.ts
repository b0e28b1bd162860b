// A tablet in the shop's network that trusts this server, as real Chromium on a machine of its own: it finds
// the server by name, opens the till over https and gets what only a secure context has. What the server's
// authority may not certify, it refuses. Machines are network namespaces. Only the proof has a tablet;
// trust.test.ts has the page that leads there, and till-install.proof.ts what a secure context brings.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { initBinary } from '../kit/binary.ts'
import { browserHere, closeBrowser, openBrowserOn } from '../kit/browser.ts'
import { serveNames } from '../kit/foreign-name.ts'
import { authorityFileOf, isReady, lookUp, serve, until } from '../kit/lan.ts'
import { type Cable, layCable, namespacesHere } from '../kit/namespace.ts'
import { asha } from '../kit/people.ts'

setDefaultTimeout(300_000)

const certutil = Bun.which('certutil')
if (!certutil && Bun.env.CI && Bun.env.CI !== 'false')
  throw new Error('certutil is missing: apt-get install libnss3-tools')

const till = 'https://kaunta.local:8443'

/** Creates the store of authorities that Chromium on Linux reads, with this authority in it. */
async function trustIn(home: string, authorityFile: string): Promise<void> {
  const database = join(home, '.pki/nssdb')
  mkdirSync(database, { recursive: true })
  for (const words of [
    ['-N', '--empty-password'],
    ['-A', '-n', 'Kaunta', '-t', 'C,,', '-i', authorityFile],
  ])
    expect(Bun.spawnSync([certutil ?? '', '-d', `sql:${database}`, ...words]).exitCode).toBe(0)
}

/** Writes a file that runs a program on another machine. */
function onMachine(cable: Cable, program: string): string {
  const file = join(cable.folder, 'chromium')
  writeFileSync(file, `#!/bin/sh\nexec ${cable.phone.inside.join(' ')} ${program} "$@"\n`)
  chmodSync(file, 0o755)
  return file
}

/** Sends a request from the page, as its scripts do. */
const send = (page: Page, method: string, path: string, body: unknown, token?: string) =>
  page.evaluate(
    async ({ method, path, body, token }) => {
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      }
      const answer = await fetch(path, { method, headers, body: JSON.stringify(body) })
      return (await answer.json()).data
    },
    { method, path, body, token },
  )

describe.skipIf(!browserHere || !namespacesHere || !certutil)('a tablet that trusts the server', () => {
  let cable: Cable
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let sandbox: string

  beforeAll(async () => {
    cable = layCable()
    const data = join(cable.folder, 'shop')
    sandbox = (await initBinary(data)).sandbox_account.id
    serve(cable.shop, data)
    await isReady(cable.phone, cable.shop.address)
    await trustIn(cable.folder, await authorityFileOf(cable))
    await serveNames(cable, data, { 'bank.example': 8444, 'kaunta-9.local': 8445 })
    const answers = await until(
      () => lookUp(cable.phone, 'kaunta.local', 'A'),
      found => found.length > 0,
    )
    // Debian's resolver speaks mDNS only through avahi, so the browser is given what this machine found.
    const found = answers.find(({ name, type }) => name === 'kaunta.local' && type === 'A')
    browser = await openBrowserOn(onMachine(cable, '/usr/bin/chromium'), cable.folder, [
      `MAP kaunta.local ${found?.data}`,
      `MAP bank.example ${cable.third.address}`,
      `MAP kaunta-9.local ${cable.third.address}`,
    ])
    context = await browser.newContext()
    page = await context.newPage()
  })
  afterAll(async () => {
    await closeBrowser()
    cable?.remove()
  })

  test('opens the till in a secure context, which it can install and whose screen stays lit', async () => {
    await page.goto(`${till}/till`)
    expect(await page.evaluate(() => isSecureContext)).toBe(true)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    expect(
      await page.evaluate(async () => {
        const lock = await navigator.wakeLock.request('screen')
        return lock.released
      }),
    ).toBe(false)
    const session = await context.newCDPSession(page)
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    // A context of a test is private, as an incognito window; nothing else is in the way.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
  })

  test('pairs and signs in, and every cookie is Secure', async () => {
    const login = { email: asha.email, password: asha.password, account_id: sandbox }
    const { token } = await send(page, 'POST', '/api/v1/auth/token', login)
    const { sub } = JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')))
    await send(page, 'PUT', `/api/v1/staff/${sub}/pin`, { pin: asha.pin }, token)
    const made = await send(page, 'POST', '/api/v1/tills', { name: 'Counter 1' }, token)
    await page.goto(`${till}/till?pair=${made.pairing_code}`)
    await page.getByTestId('cashier').first().click()
    for (const digit of asha.pin) await page.locator(`.key[data-key="${digit}"]`).click()
    await page.locator('.till-screen').waitFor()
    await page.goto(`${till}/admin`)
    await send(page, 'POST', '/api/auth/sign-in/email', login)
    const cookies = await context.cookies()
    expect(cookies.length).toBeGreaterThan(1)
    for (const { name, secure } of cookies) expect([name, secure]).toEqual([expect.any(String), true])
  })

  test('refuses a certificate of that authority for another name', async () => {
    const other = await context.newPage()
    await other.goto('https://kaunta-9.local:8445')
    expect(await other.innerText('body')).toBe('reached kaunta-9.local')
    await expect(other.goto('https://bank.example:8444')).rejects.toThrow('net::ERR_CERT_INVALID')
    await other.close()
  })
})
