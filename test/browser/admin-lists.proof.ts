// The console's lists of keys, staff, tills and profiles on the real binary, with hundreds of rows and
// more: found by name, filtered and paged, all of it in the address, and a way back where nothing fits.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { fewRows, makeShops, type Shops, seedingMaxMs } from '../kit/admin-rows.ts'
import { type Binary, startBinary } from '../kit/binary.ts'
import { browserHere, closeBrowser } from '../kit/browser.ts'
import { asha, axeFaults, callAs, openConsole, sidewaysScroll } from '../kit/console.ts'
import { dresses, newScreens, shoot, wordsOn } from '../kit/screens.ts'

describe.skipIf(!browserHere)('small lists', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-admin-lists-'))
  const screens = newScreens('admin-lists')
  let receiver: Bun.Server<undefined>
  let box: Binary
  let shops: Shops
  let page: Page
  let complaints: string[]
  const rows = () => page.locator('main .list').first().locator('tbody tr')
  const asked = (name: string) => new URL(page.url()).searchParams.get(name)
  const shown = (text: string) => page.locator('.pager').first().getByText(text, { exact: true }).waitFor()
  const open = async (path: string) => {
    await page.goto(`${box.url}/admin${path}${path.includes('?') ? '&' : '?'}account=${shops.accounts.many}`)
    await page.locator('main .list, main .empty').first().waitFor()
  }
  const search = async (text: string) => {
    await page.keyboard.press('/')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  /** Checks a search that matches nothing: the page shows that, and one press shows everything again. */
  const findsNothing = async (path: string) => {
    await open(`${path}?q=hakuna-kitu-hiki`)
    await page.getByRole('heading', { name: 'No results' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await rows().first().waitFor()
    expect(asked('q')).toBeNull()
  }

  beforeAll(async () => {
    receiver = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('asante') })
    shops = await makeShops(join(folder, 'data'), `http://127.0.0.1:${receiver.port}/hook`)
    box = await startBinary({ data: join(folder, 'data') })
    ;({ page, complaints } = await openConsole(box, asha, { theme: 'auto' }))
  }, seedingMaxMs)
  beforeEach(() => page.setViewportSize({ width: 1280, height: 800 }))
  afterAll(async () => {
    await closeBrowser()
    await box.stop()
    await receiver.stop(true)
    rmSync(folder, { recursive: true, force: true })
  })

  test('keys: by name, by how they begin, in force and revoked', async () => {
    await open('/keys')
    await shown('1–25 of 151')
    await page.getByRole('link', { name: 'Revoked (50)' }).click()
    await shown('1–25 of 50')
    expect(asked('state')).toBe('revoked')
    await page.getByRole('link', { name: 'Older' }).click()
    await shown('26–50 of 50')
    expect(asked('page')).toBe('2')
    await page.reload()
    await shown('26–50 of 50')
    await page.getByRole('combobox', { name: 'All keys' }).selectOption('Active')
    await shown('1–25 of 151')
    expect([asked('page'), asked('state')]).toEqual([null, 'active'])
    await page.getByRole('link', { name: 'Clear' }).click()
    // One that is revoked is found without asking for those, too.
    await search('mtandaoni 144')
    await page.getByText('Revoked (1)', { exact: true }).waitFor()
    const old = page.getByRole('table', { name: 'Revoked' })
    expect(await old.getByText('Duka la mtandaoni 144', { exact: true }).isVisible()).toBe(true)
    expect(await page.getByText('No results').count()).toBe(0)
    await open('/keys')
    const hint = (await rows().first().locator('code').textContent()) ?? ''
    await search(hint.slice(0, 12))
    await rows().getByText(hint).first().waitFor()
    await findsNothing('/keys')
  })

  test('staff: by name and e-mail, by role, and who is invited', async () => {
    await open('/staff')
    await shown(`1–25 of ${fewRows}`)
    await page.getByRole('link', { name: 'Next' }).click()
    await shown(`26–50 of ${fewRows}`)
    await page.getByRole('combobox', { name: 'All roles' }).selectOption('Developer')
    await page
      .locator('.pager')
      .getByText(/^1–25 of \d+$/)
      .waitFor()
    expect([asked('role'), asked('page')]).toEqual(['developer', null])
    expect(await rows().getByText('Developer', { exact: true }).count()).toBe(25)
    await open('/staff')
    await search('MTU7@duka.co.tz')
    await shown('1–1 of 1')
    await page.goBack()
    await page.getByRole('link', { name: /^Pending invitations \(\d+\)$/ }).click()
    await page.getByRole('table', { name: 'Pending invitations' }).waitFor()
    expect(asked('state')).toBe('invited')
    expect(await rows().count()).toBe(25)
    await findsNothing('/staff')
  })

  test('tills: by name, by state', async () => {
    await open('/tills')
    await shown('1–25 of 150')
    await page.getByRole('combobox', { name: 'All statuses' }).selectOption('Revoked')
    await shown('1–25 of 50')
    await open('/tills?q=kaunta+7')
    await rows().getByText('Kaunta 7', { exact: true }).waitFor()
    await findsNothing('/tills')
  })

  test('profiles: by name among many, by the server', async () => {
    await open('/settings/branding')
    await page
      .locator('.pager')
      .getByText(/^1–25 of 10,00\d$/)
      .waitFor()
    const name = 'TAWI 777'
    await search(name)
    await shown('1–19 of 19')
    expect(asked('q')).toBe(name)
    await page.reload()
    await shown('1–19 of 19')
    await findsNothing('/settings/branding')
  })

  test('an error of the server is shown in the language of the page', async () => {
    const account = shops.accounts.many
    const swahili = await openConsole(box, asha, { language: 'sw' })
    const call = await callAs(swahili.context, box, account)
    await swahili.page.goto(`${box.url}/admin/unmatched?account=${account}`)
    await swahili.page.locator('tbody tr').first().getByRole('button').click()
    // Another tab is quicker.
    const [newest] = ((await call('get', '/api/v1/unmatched')).body.data as { items: { id: string }[] }).items
    const settled = await call('post', `/api/v1/unmatched/${newest?.id}/settle`, {
      resolution: 'kept',
      note: 'Imelipwa',
    })
    expect(settled.status).toBe(200)
    await swahili.page.locator('textarea[name=note]').fill('Imelipwa mara mbili')
    await swahili.page.getByTestId('confirm').click()
    await swahili.page.getByRole('alert').getByText('Hili limeshaamuliwa').waitFor()
    await swahili.context.close()
  })

  test('fit every width, in both languages and themes', async () => {
    // The lists without a filter: admin-pages.test.ts.
    for (const path of ['/keys?state=revoked', '/staff?state=invited', '/tills?q=hakuna'])
      for (const { theme, language, widths } of dresses()) {
        await page.emulateMedia({ colorScheme: theme })
        await page.addInitScript(
          chosen => localStorage.setItem('kaunta.language', JSON.stringify(chosen)),
          language,
        )
        await open(path)
        await wordsOn(page, `${path} ${language}`)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          expect([path, language, width, await sidewaysScroll(page)]).toEqual([path, language, width, 0])
          await shoot(page, screens, `${path.slice(1).replace(/\W/g, '-')}-${width}-${theme}-${language}`)
        }
        expect([path, language, theme, await axeFaults(page)]).toEqual([path, language, theme, []])
      }
    expect(complaints).toEqual([])
  })
})
