// The forms that create something, when the answer is lost on its way: the person presses the button again,
// and there is one cashier, one till, one key. In a real browser on the real binary.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import { type ConsoleShop, openConsoleShop } from '../kit/console.ts'
import { asha } from '../kit/people.ts'

interface Form {
  readonly path: string
  /** What the form posts to. */
  readonly api: string
  /** The list that holds what was created, if it is another path. */
  readonly list?: string
  readonly fill: (page: Page) => Promise<void>
  /** The name of the button that sends the form. */
  readonly button: string
}

/** Opens the sheet of a list, and enters the name of what it creates. */
const openSheet = async (page: Page, button: string, name: string) => {
  await page.getByRole('button', { name: button }).first().click()
  await page.locator('dialog input[name=name]').fill(name)
}

const forms: Readonly<Record<string, Form>> = {
  cashier: {
    path: '/staff',
    api: '/api/v1/staff',
    fill: async page => {
      await openSheet(page, 'Add team member', 'Zawadi')
      await page.locator('input[name=pin]').fill('4719')
    },
    button: 'Add cashier',
  },
  'login of a cashier': {
    path: '/staff',
    api: '/api/v1/invitations',
    fill: page => page.getByRole('link', { name: 'Zawadi' }).click(),
    button: 'Create invitation link',
  },
  invitation: {
    path: '/staff',
    api: '/api/v1/invitations',
    fill: async page => {
      await openSheet(page, 'Add team member', 'Neema')
      await page.getByRole('radio', { name: /^Developer/ }).check()
    },
    button: 'Create invitation link',
  },
  till: {
    path: '/tills',
    api: '/api/v1/tills',
    fill: page => openSheet(page, 'Add till', 'Front counter'),
    button: 'Get pairing code',
  },
  'API key': {
    path: '/keys',
    api: '/api/v1/keys',
    fill: page => openSheet(page, 'Create key', 'Website'),
    button: 'Create key',
  },
  profile: {
    path: '/settings/branding/new',
    api: '/api/v1/profiles',
    fill: page => page.locator('input[name=name]').fill('Market stall'),
    button: 'Add branding',
  },
  merchant: {
    path: '/merchant',
    api: '/api/v1/accounts',
    list: '/api/v1/me',
    fill: page => page.locator('input[name=name]').fill('Duka la Juma'),
    button: 'Add merchant',
  },
}

describe.skipIf(!browserHere)('a form whose answer was lost', () => {
  let shop: ConsoleShop
  let page: Page

  beforeAll(async () => {
    shop = await openConsoleShop()
    // Creating keys and accounts needs a recently confirmed password.
    await shop.call('post', '/api/v1/me/confirm', { password: asha.password })
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    page = await shop.newPage()
  })
  afterEach(() => page.close())

  /** Returns the ids of what a list holds. */
  const idsIn = async (list: string) =>
    new Set(JSON.stringify((await shop.call('get', list)).body).match(/"id":"[^"]+"/g))

  /** Lets the server answer the next POST to the path, and drops its answer. */
  async function loseAnswer(api: string): Promise<{ readonly lost: Promise<void> }> {
    const lost = Promise.withResolvers<void>()
    await page.route(`**${api}`, async route => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await route.abort()
      await page.unroute(`**${api}`)
      lost.resolve()
    })
    return { lost: lost.promise }
  }

  test.each(Object.entries(forms))('%s is created once', async (_, form) => {
    await shop.open(form.path, page)
    const list = form.list ?? form.api
    const before = await idsIn(list)
    await form.fill(page)
    const { lost } = await loseAnswer(form.api)
    const button = page.getByRole('button', { name: form.button, exact: true }).last()
    await button.click()
    await lost
    const created = (await idsIn(list)).difference(before)
    expect(created.size).toBeGreaterThan(0)
    const again = page.waitForResponse(
      answer => answer.url().endsWith(form.api) && answer.request().method() === 'POST',
    )
    await button.click()
    const answer = await again
    expect([answer.status(), answer.headers()['idempotent-replayed']]).toEqual([201, 'true'])
    expect((await idsIn(list)).difference(before)).toEqual(created)
  })
})
