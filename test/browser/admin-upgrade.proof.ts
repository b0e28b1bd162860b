// An upgrade in the console, in a real browser on a built release under a supervisor: Kaunta refuses a
// release with a wrong signature, rolls back one that fails to start and shows that on the page, and installs
// a newer one. Only the proof builds two releases. admin-health.proof.ts also tests the page in each state,
// and test/binary tests the upgrade itself.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { compile } from '../../scripts/compile.ts'
import { freePort } from '../kit/binary.ts'
import { browserHere, closeBrowser } from '../kit/browser.ts'
import { axeFaults, openConsole, openDressed, sidewaysScroll } from '../kit/console.ts'
import { owner } from '../kit/people.ts'
import { newReleaseKey, signatureOf } from '../kit/release.ts'
import { dresses, languages, newScreens, shoot, smallTargets, widths, wordsOn } from '../kit/screens.ts'

setDefaultTimeout(300_000)
const root = mkdtempSync(join(tmpdir(), 'kaunta-admin-upgrade-'))
const path = join(root, 'bin/kaunta')
const data = join(root, 'data')
const unitFolder = join(root, 'unit')
const port = freePort()
const url = `http://127.0.0.1:${port}`
const env = { PATH: `${join(root, 'path')}:${Bun.env.PATH}`, UNIT_FOLDER: unitFolder }
const key = newReleaseKey()
const builtAt = 1_795_000_000_000
const target = 'linux-x64'
const systemctl = (word: string) =>
  Bun.spawnSync([join(root, 'path/systemctl'), word, 'kaunta'], { env }).exitCode

/** Makes a signed release of a test. @returns its two files */
function release(name: string, bytes: Uint8Array, by = key, commit = 'newer00') {
  const file = join(root, name)
  writeFileSync(file, bytes, { mode: 0o755 })
  writeFileSync(`${file}.sig`, signatureOf(by, bytes, { commit, target, built_at: builtAt + 1_000 }))
  return [file, `${file}.sig`]
}
const script = (serve: string, rehearse: string) =>
  Buffer.from(`#!/bin/sh\ncase "$1" in\nserve) ${serve};;\nupgrade) ${rehearse};;\nesac\n`)

describe.skipIf(!browserHere)('an upgrade in the console', () => {
  const screens = newScreens('admin-upgrade')
  let account = ''
  let page: Page
  let complaints: readonly string[] = []

  beforeAll(async () => {
    for (const folder of ['bin', 'path', 'unit']) mkdirSync(join(root, folder))
    const stamp = { builtAt, releaseKey: key.publicKey, target }
    await compile({ outfile: path, stamp: { ...stamp, commit: 'before0' } })
    await compile({
      outfile: join(root, 'made'),
      stamp: { ...stamp, commit: 'newer00', builtAt: builtAt + 1_000 },
    })
    symlinkSync(join(import.meta.dir, '../kit/systemctl.py'), join(root, 'path/systemctl'))
    const words = ['--store', 'Duka la Asha', '--email', owner.email, '--password', owner.password, '--json']
    const init = Bun.spawnSync([path, 'init', '--data', data, ...words], { env })
    account = JSON.parse(init.stdout.toString().trim().split('\n').at(-1) ?? '').account.id
    const settings = {
      KAUNTA_MDNS: 'off',
      KAUNTA_HTTPS_PORT: '0',
      KAUNTA_HOST: '127.0.0.1',
      KAUNTA_PORT: port,
    }
    const lines = Object.entries(settings).map(([name, value]) => `Environment="${name}=${value}"\n`)
    writeFileSync(
      join(unitFolder, 'unit'),
      `${lines.join('')}ExecStart="${path}" serve --data "${data}"\nRestart=on-failure\nWatchdogSignal=SIGKILL\n`,
    )
    expect(systemctl('start')).toBe(0)
    const eye = await openConsole({ url }, owner)
    page = eye.page
    complaints = eye.complaints
  })
  afterAll(async () => {
    await closeBrowser()
    systemctl('stop')
    rmSync(root, { recursive: true, force: true })
  })

  const open = async (on = page) => {
    await on.goto(`${url}/admin/settings/server?account=${account}`)
    await on.getByTestId('upgrade-choose').waitFor()
  }
  const confirm = async () => {
    await page.locator('dialog[open] input[type=password]').fill(owner.password)
    await page.locator('dialog[open]').getByTestId('confirm').click()
  }
  /** Chooses two files, and gives the password where it is wanted. */
  async function upload(files: readonly string[]): Promise<void> {
    const sent = page.waitForResponse(answer => answer.url().endsWith('/upgrade/file'))
    await page.getByTestId('upgrade-files').setInputFiles([...files])
    if ((await sent).status() !== 403) return
    const again = page.waitForResponse(answer => answer.url().endsWith('/upgrade/file'))
    await confirm()
    await again
  }
  const version = async () =>
    Object(
      await (
        await page.context().request.get(`${url}/api/v1/upgrade`, { headers: { 'kaunta-account': account } })
      ).json(),
    ).data
  const last = () => page.getByTestId('upgrade-last')

  test('a file of others, a changed one and a single one are refused in words', async () => {
    await open()
    await upload(release('stranger', Buffer.from('x'), newReleaseKey()))
    await page.getByText('This file isn’t from Kaunta. Don’t run it.').waitFor()
    const [file = '', signature = ''] = release('changed', Buffer.from('kaunta'))
    writeFileSync(file, 'kauntb')
    await upload([file, signature])
    await page.getByText('The file isn’t the one that was signed. Download it again.').waitFor()
    await page.getByTestId('upgrade-files').setInputFiles([file])
    await page.getByText('Choose two files: the release and its .sig').waitFor()
    expect((await version()).waiting).toBeNull()
  })

  test('one that cannot open a copy of the data is not started, and sales go on', async () => {
    await open()
    await upload(release('picky', script('exit 1', 'echo "a rule is broken"; exit 1')))
    await page.getByTestId('upgrade-start').click()
    await last().filter({ hasText: 'a rule is broken' }).waitFor()
    expect((await fetch(`${url}/ready`)).status).toBe(200)
    expect((await version()).running.commit).toBe('before0')
  })

  test('a version that fails to start is taken back, and the page shows why', async () => {
    await open()
    await upload(release('broken', script('exit 3', `exec "${path}" "$@"`), key, 'broken0'))
    await page.getByText('Version 0.1.0 (broken0) is signed and ready to install.').waitFor()
    await page.getByTestId('upgrade-start').click()
    await page.getByText('Version 0.1.0 (broken0) didn’t work.').waitFor()
    expect(await last().textContent()).toContain('it ended with status 3')
    expect((await fetch(`${url}/ready`)).status).toBe(200)
    expect((await version()).running.commit).toBe('before0')
    for (const { theme, language, widths } of dresses()) {
      const eye = await openDressed({ url }, owner, { theme, language })
      await open(eye.page)
      await wordsOn(eye.page, `upgrade ${language}`)
      expect(await axeFaults(eye.page)).toEqual([])
      for (const width of widths) {
        await eye.page.setViewportSize({ width, height: 800 })
        expect(await sidewaysScroll(eye.page)).toBe(0)
        expect(await eye.page.evaluate(smallTargets)).toEqual([])
        await shoot(eye.page, screens, `failed-${width}-${theme}-${language}`)
      }
      await eye.page.close()
    }
  })

  test.each([
    ['may be replaced, the page has a button, and shows that a changed file was refused', true],
    ['may not be replaced, the page shows what to type', false],
  ])('where the executable %s', async (_, may_install) => {
    for (const language of languages) {
      // As root every file may be written: the answer of the server is changed on its way instead.
      const eye = await openConsole({ url }, owner, { theme: 'light', language })
      await eye.page.route('**/api/v1/upgrade', async route => {
        const answer = await route.fetch()
        const body = await answer.json()
        const waiting = { version: '0.2.0', commit: 'newer00', built_at: new Date(builtAt).toISOString() }
        const command = `sudo kaunta upgrade ${data}/upgrade/kaunta-release`
        const why = 'the upload is not the file that was signed: download it again'
        const refused = { version: '', commit: '', outcome: 'refused', why, at: waiting.built_at }
        const last = may_install ? refused : null
        const changed = { ...body.data, waiting, command, may_install, last }
        await route.fulfill({ response: answer, json: { ...body, data: changed } })
      })
      await open(eye.page)
      expect(await eye.page.getByTestId('upgrade-start').count()).toBe(may_install ? 1 : 0)
      expect(await eye.page.getByText('sudo kaunta upgrade').count()).toBe(may_install ? 0 : 1)
      expect(await eye.page.getByText('sudo kaunta service install').count()).toBe(may_install ? 0 : 1)
      expect(await eye.page.getByText('the upload is not').count()).toBe(may_install ? 1 : 0)
      await wordsOn(eye.page, `upgrade ${language}`)
      expect(await axeFaults(eye.page)).toEqual([])
      for (const width of widths) {
        await eye.page.setViewportSize({ width, height: 800 })
        expect(await sidewaysScroll(eye.page)).toBe(0)
        expect(await eye.page.evaluate(smallTargets)).toEqual([])
        await eye.page.getByTestId('upgrade-choose').scrollIntoViewIfNeeded()
        await shoot(eye.page, screens, `${may_install ? 'may' : 'type'}-${width}-${language}`)
      }
      // The page asks again now and then: the last answer is still on its way.
      await eye.page.unrouteAll({ behavior: 'wait' })
      await eye.context.close()
    }
  })

  test('a newer version is installed, the data stays, and the page shows its number', async () => {
    await open()
    await upload(release('newer', readFileSync(join(root, 'made'))))
    await page.getByTestId('upgrade-start').waitFor()
    await shoot(page, screens, 'waiting-1280')
    await page.getByTestId('upgrade-start').click()
    await page.getByText('Version 0.1.0 (newer00) was installed.').waitFor()
    await page.getByText('Running: version 0.1.0 (newer00)').waitFor()
    await shoot(page, screens, 'installed-1280')
    expect(readFileSync(path).equals(readFileSync(join(root, 'made')))).toBe(true)
    expect((await fetch(`${url}/ready`)).status).toBe(200)
    const entries = await page.context().request.get(`${url}/api/v1/audit-log?kind=server.upgraded`, {
      headers: { 'kaunta-account': account },
    })
    expect(Object(await entries.json()).data.items).toHaveLength(3)
    // While the server was away the browser logged that.
    expect(complaints.filter(text => !/Failed to load resource|ERR_/.test(text))).toEqual([])
  })
})
