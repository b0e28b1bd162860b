// A person who only has a PIN gets a console login from their page, and stays the same person: on the real
// binary, a cashier in every look, and an owner, as an earlier release could make one. Pictures for people
// to look at: dist/screens/admin-cashier-login/.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { insertMember } from '../../src/store/account.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { openBinaryShop } from '../kit/binary-shop.ts'
import { browserHere, closeBrowser } from '../kit/browser.ts'
import { axeFaults, openConsole, openDressed, sidewaysScroll } from '../kit/console.ts'
import { owner } from '../kit/people.ts'
import { looks, newScreens, shoot, smallTargets, wordsOn } from '../kit/screens.ts'

const words = {
  en: { card: 'Console login', button: 'Create invitation link' },
  sw: { card: 'Kuingia kwa barua pepe', button: 'Tengeneza kiungo cha mwaliko' },
} as const

describe.skipIf(!browserHere)('a login for a cashier by PIN', () => {
  let shop: Awaited<ReturnType<typeof openBinaryShop>>
  let id: string
  let folder: string
  let link = ''
  const pageOf = () => `${shop.url}/admin/staff/${id}?account=${shop.account}`

  beforeAll(async () => {
    folder = newScreens('admin-cashier-login')
    shop = await openBinaryShop()
    const made = await shop.asOwner('POST', '/api/v1/staff', { name: 'Zawadi', pin: '4719' })
    id = made.body.data.id
  })
  afterAll(async () => {
    await closeBrowser()
    await shop?.close()
  })

  test.each(looks([360, 768, 1280]))('$width $language $theme: the link is on their page', async look => {
    const { page, complaints } = await openDressed(shop, owner, look)
    const name = `${look.width}-${look.theme}-${look.language}`
    await page.goto(pageOf())
    await page.getByRole('heading', { name: words[look.language].card }).waitFor()
    await shoot(page, folder, `${name}-page`)
    await page.getByRole('button', { name: words[look.language].button }).click()
    link = (await page.getByTestId('invite-url').locator('code').textContent()) ?? ''
    expect(link).toContain('/admin/join?code=')
    await wordsOn(page, name)
    await shoot(page, folder, `${name}-link`, false)
    expect([name, await axeFaults(page), await page.evaluate(smallTargets)]).toEqual([name, [], []])
    expect(await sidewaysScroll(page)).toBe(0)
    expect(complaints).toEqual([])
    await page.close()
  })

  test('the cashier joins by it, and the page shows their e-mail address', async () => {
    const stranger = await openConsole(shop, undefined)
    await stranger.page.goto(`${shop.url}/admin/join${new URL(link).search}`)
    await stranger.page.locator('input[name=email]').fill('zawadi@duka.co.tz')
    await stranger.page.locator('input[name=password]').fill('maembe na ndizi')
    await stranger.page.getByTestId('join').click()
    await stranger.page.getByRole('link', { name: /Open the till/ }).waitFor()
    const { context, page } = await openConsole(shop, owner)
    await page.goto(pageOf())
    await page.getByText('zawadi@duka.co.tz').waitFor()
    expect(await page.getByRole('heading', { name: words.en.card }).count()).toBe(0)
    await context.close()
    await stranger.context.close()
  })
})

/** Adds an owner with only a PIN to the stopped server's folder. */
async function addPinOwner(data: string, accountIds: readonly string[]): Promise<void> {
  const store = openSqlite(data, Date.now(), () => {})
  for (const accountId of accountIds)
    await store.write(tx =>
      insertMember(tx, { staffId: 'mtu_pin', accountId, role: 'owner', name: 'Zuhura', createdAt: 0 }),
    )
  await store.close()
}

describe.skipIf(!browserHere)('an owner with only a PIN', () => {
  let shop: Awaited<ReturnType<typeof openBinaryShop>>
  let page: Awaited<ReturnType<typeof openConsole>>['page']
  const open = (id: string) => page.goto(`${shop.url}/admin/staff/${id}?account=${shop.account}`)

  beforeAll(async () => {
    shop = await openBinaryShop({ prepare: addPinOwner })
    page = (await openConsole(shop, owner)).page
  })
  afterAll(async () => {
    await closeBrowser()
    await shop?.close()
  })

  test('lets the only owner with a login neither leave nor change their role', async () => {
    const me = await shop.asOwner('GET', '/api/v1/me')
    await open(me.body.data.staff.id)
    await page.getByText('This is the only owner who can log in').waitFor()
    expect(await page.getByRole('radio').count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Leave shop' }).count()).toBe(0)
  })

  test('has the role of owner on their page, and gets a login once the password is confirmed', async () => {
    // A restart forgets which logins have just confirmed their password.
    await shop.kill()
    await shop.restart()
    await open('mtu_pin')
    await page.getByRole('heading', { name: words.en.card }).waitFor()
    expect(await page.getByRole('radio', { name: /^Owner/ }).isChecked()).toBe(true)
    await page.getByRole('button', { name: words.en.button }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
    const confirm = dialog.getByRole('button', { name: words.en.button })
    await dialog.locator('input[type=password]').fill('not-the-password')
    await confirm.click()
    await dialog.getByText('Wrong password').waitFor()
    await dialog.locator('input[type=password]').fill(owner.password)
    await confirm.click()
    expect(await page.getByTestId('invite-url').textContent()).toContain('/admin/join?code=')
  })
})
