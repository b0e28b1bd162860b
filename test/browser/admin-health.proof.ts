// The console's page Health in a real browser on the real binary: problems with their cure, in both
// languages, and well again after the cure. Pictures for people to look at: dist/screens/admin-health/.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Binary, type Initial, initBinary, startBinary } from '../kit/binary.ts'
import { browserHere, closeBrowser } from '../kit/browser.ts'
import { axeFaults, openDressed, sidewaysScroll } from '../kit/console.ts'
import { owner } from '../kit/people.ts'
import { dresses, newScreens, shoot, smallTargets, wordsOn } from '../kit/screens.ts'

describe.skipIf(!browserHere)('Health', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-admin-health-'))
  const usb = join(folder, 'usb')
  const screens = newScreens('admin-health')
  let box: Binary
  let shop: Initial

  beforeAll(async () => {
    const data = join(folder, 'data')
    shop = await initBinary(data)
    box = await startBinary({ data, env: { KAUNTA_BACKUP_TO: usb } })
  })
  afterAll(async () => {
    await closeBrowser()
    await box.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const address = () => `${box.url}/admin/settings/server?account=${shop.account.id}`

  test.each(dresses())('what is bad comes first, with its cure: %o', async ({ theme, language, widths }) => {
    rmSync(usb, { recursive: true, force: true })
    const eye = await openDressed(box, owner, { theme, language })
    await eye.page.goto(address())
    const bad = eye.page.locator('.health-checks[data-state=bad] li')
    await bad.waitFor()
    expect(await bad.getAttribute('data-check')).toBe('second_place')
    expect(await bad.locator('.health-cure').textContent()).toBe(
      language === 'en'
        ? 'Connect its disk, or change KAUNTA_BACKUP_TO.'
        : 'Unganisha diski yake, au badilisha KAUNTA_BACKUP_TO.',
    )
    expect(await eye.page.locator('.card h2').first().textContent()).toBe(
      language === 'en' ? '1 problem' : 'Tatizo 1',
    )
    await wordsOn(eye.page, `health ${language}`)
    expect(await axeFaults(eye.page)).toEqual([])
    for (const width of widths) {
      await eye.page.setViewportSize({ width, height: 800 })
      expect(await sidewaysScroll(eye.page)).toBe(0)
      expect(await eye.page.evaluate(smallTargets)).toEqual([])
      await shoot(eye.page, screens, `health-${width}-${theme}-${language}`)
    }
    expect(eye.complaints).toEqual([])
    await eye.page.close()
  })

  test.each(dresses())(
    'the file for support is shown, then saved: %o',
    async ({ theme, language, widths }) => {
      const eye = await openDressed(box, owner, { theme, language })
      await eye.page.goto(address())
      await eye.page.getByTestId('support-make').click()
      const save = eye.page.getByTestId('support-save')
      await save.waitFor()
      await eye.page.locator('summary', { hasText: 'about.json' }).click()
      expect(await eye.page.locator('details[open] pre').textContent()).toContain('"version"')
      await wordsOn(eye.page, `support ${language}`)
      expect(await axeFaults(eye.page)).toEqual([])
      for (const width of widths) {
        await eye.page.setViewportSize({ width, height: 800 })
        expect(await sidewaysScroll(eye.page)).toBe(0)
        expect(await eye.page.evaluate(smallTargets)).toEqual([])
        await shoot(eye.page, screens, `support-${width}-${theme}-${language}`)
      }
      const [download] = await Promise.all([eye.page.waitForEvent('download'), save.click()])
      expect(download.suggestedFilename()).toMatch(/^kaunta-support-\d{8}T\d{6}Z\.tar\.gz$/)
      const saved = Buffer.from(Bun.gunzipSync(await Bun.file(await download.path()).bytes())).toString()
      expect(saved).toContain('CREATE TABLE payment')
      expect(saved).not.toMatch(/asha|duka/i)
      expect(eye.complaints).toEqual([])
      await eye.page.close()
    },
  )

  test.each(dresses())(
    'a restore is tested under Back-ups, and its result stays: %o',
    async ({ theme, language, widths }) => {
      mkdirSync(usb, { recursive: true })
      const eye = await openDressed(box, owner, { theme, language })
      await eye.page.goto(`${box.url}/admin/settings/server?account=${shop.account.id}`)
      const card = eye.page.locator('.card', { has: eye.page.getByTestId('drill') })
      if (await eye.page.getByTestId('drill').isDisabled()) {
        await card.locator('button').last().click()
        await card.locator('.backup-list li').waitFor()
      }
      await eye.page.getByTestId('drill').click()
      const said =
        language === 'en' ? 'Restored in a test. Payments: 0' : 'Imerejeshwa kwa majaribio. Malipo: 0'
      await card.getByText(said).waitFor()
      await eye.page.reload()
      await card.getByText(said).waitFor()
      expect(await axeFaults(eye.page)).toEqual([])
      for (const width of widths) {
        await eye.page.setViewportSize({ width, height: 800 })
        expect(await sidewaysScroll(eye.page)).toBe(0)
        expect(await eye.page.evaluate(smallTargets)).toEqual([])
        await shoot(card, screens, `drill-${width}-${theme}-${language}`)
      }
      expect(eye.complaints).toEqual([])
      await eye.page.close()
    },
  )

  /** Changes the server's answer from this path on its way to the page. */
  const bend = (page: Page, path: string, change: object) =>
    page.route(`**${path}`, async route => {
      const answer = await route.fetch()
      const body = await answer.json()
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, ...change } } })
    })
  /** Closes a page. An open page asks again when its stream begins: that answer may still be on its way. */
  const leave = async (page: Page) => {
    await page.unrouteAll({ behavior: 'wait' })
    await page.close()
  }

  test('a release that waits has a button, or a command where the executable may not be replaced', async () => {
    const built_at = new Date(1_795_000_000_000).toISOString()
    const why = 'the upload is not the file that was signed: download it again'
    const refused = { version: '', commit: '', outcome: 'refused', why, at: built_at }
    for (const may_install of [true, false]) {
      const eye = await openDressed(box, owner, {})
      await bend(eye.page, '/api/v1/upgrade', {
        waiting: { version: '0.2.0', commit: 'newer00', built_at },
        command: 'sudo kaunta upgrade /srv/kaunta/upgrade/kaunta-release',
        may_install,
        last: may_install ? refused : null,
      })
      await eye.page.goto(address())
      await eye.page.getByText('Version 0.2.0 (newer00) is signed and ready to install.').waitFor()
      expect(await eye.page.getByTestId('upgrade-start').count()).toBe(may_install ? 1 : 0)
      expect(await eye.page.getByText('sudo kaunta upgrade').count()).toBe(may_install ? 0 : 1)
      expect(await eye.page.getByText('the upload is not').count()).toBe(may_install ? 1 : 0)
      await leave(eye.page)
    }
  })

  test('back-ups of a database are tested by a command that the card shows', async () => {
    const eye = await openDressed(box, owner, {})
    await bend(eye.page, '/api/v1/backups', { state: null, drill: { last: null, late: true } })
    await eye.page.goto(`${box.url}/admin/settings/server?account=${shop.account.id}`)
    const card = eye.page.locator('.card', { has: eye.page.getByTestId('drill-state') })
    expect(await card.locator('code').innerText()).toBe('kaunta backup --drill --dump FILE')
    expect(await eye.page.getByTestId('drill').count()).toBe(0)
    await leave(eye.page)
  })

  test('looking again finds what was mended', async () => {
    rmSync(usb, { recursive: true, force: true })
    const eye = await openDressed(box, owner, {})
    await eye.page.goto(address())
    await eye.page.locator('[data-state=bad]').waitFor()
    mkdirSync(usb)
    await eye.page.getByTestId('look').click()
    await eye.page.locator('[data-state=bad]').waitFor({ state: 'detached' })
    expect(await eye.page.locator('[data-state=good] [data-check=second_place]').textContent()).toContain(usb)
    await eye.page.close()
  })
})
