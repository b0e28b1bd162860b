// The admin console for tests in the browser: a logged-in page on a real server, an axe run, and what no page
// may do.
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import type { Binary } from './binary.ts'
import { type BinaryShopOptions, openBinaryShop } from './binary-shop.ts'
import { closeBrowser, openBrowser } from './browser.ts'
import { asha, type Person } from './people.ts'
import { isProof } from './proof.ts'

const axePath = join(import.meta.dir, '../../node_modules/axe-core/axe.min.js')

export { asha, type Person } from './people.ts'

export interface Look {
  readonly width?: number
  /** `auto` follows the browser, which a test can change while the page is open. */
  readonly theme?: 'light' | 'dark' | 'auto'
  readonly language?: 'en' | 'sw'
}

/**
 * The logins of this file's people by server: a person logs in once, and further browsers share that login.
 */
const known = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>()

/** Logs a browser in: all its pages are the person's. */
export async function logInBrowser(
  context: BrowserContext,
  url: string,
  { email, password }: Person,
): Promise<void> {
  const answer = await context.request.post(`${url}/api/auth/sign-in/email`, {
    headers: { origin: url },
    data: { email, password },
  })
  if (!answer.ok()) throw new Error(`the login was refused: ${answer.status()} ${await answer.text()}`)
}

/**
 * Opens a new browser, logged in unless there is no person; collects the page's complaints.
 * @param look with `newLogin: true` the browser logs in again; by default tests share one login
 */
export async function openConsole(
  box: Pick<Binary, 'url'>,
  person: Person | undefined,
  look: Look & { readonly newLogin?: boolean } = {},
) {
  const { width = 1280, theme = 'light', language = 'en', newLogin = false } = look
  const context = await (await openBrowser()).newContext({ viewport: { width, height: 900 } })
  await context.addInitScript(
    ([theme, language]) => {
      localStorage.setItem('mantine-color-scheme-value', theme)
      localStorage.setItem('kaunta.language', JSON.stringify(language))
    },
    [theme, language] as const,
  )
  if (person) {
    const name = `${person.email} ${box.url}`
    const cookies = newLogin ? undefined : known.get(name)
    if (cookies) await context.addCookies(cookies)
    else await logInBrowser(context, box.url, person)
    if (!newLogin) known.set(name, await context.cookies())
  }
  const complaints: string[] = []
  const newPage = async () => {
    const page = await context.newPage()
    page.on('pageerror', error => complaints.push(error.message))
    page.on('console', message => {
      if (message.type() === 'error' || message.type() === 'warning')
        complaints.push(`${message.text()} ${message.location().url}`)
    })
    return page
  }
  return { context, page: await newPage(), newPage, complaints }
}

export type ConsoleShop = Awaited<ReturnType<typeof openConsoleShop>>

/**
 * Opens a new shop on the real binary, and Asha’s console on its sandbox account. `call` uses the API as her
 * page does.
 */
export async function openConsoleShop(options: BinaryShopOptions = {}) {
  const shop = await openBinaryShop(options)
  const console = await openConsole(shop, asha)
  return {
    ...shop,
    ...console,
    call: await callAs(console.context, shop, shop.account),
    async open(path: string, on = console.page) {
      await on.goto(`${shop.url}/admin${path}?account=${shop.account}`)
      await on.getByRole('heading', { level: 1 }).waitFor()
    },
    async close() {
      await closeBrowser()
      await shop.close()
    },
  }
}

/**
 * Confirms the open dialog, with the password where the console asks for it again.
 * @param done what the page shows once it is confirmed
 */
export async function confirmDialog(page: Page, { password }: Person, done: Locator): Promise<void> {
  const confirm = page.getByTestId('confirm')
  await confirm.click()
  const field = page.getByRole('dialog').locator('input[type=password]')
  await field.or(done).first().waitFor()
  if (!(await field.isVisible())) return
  await field.fill(password)
  await confirm.click()
}

/** The browsers of this file by server, person, theme and language. */
const dressed = new Map<string, ReturnType<typeof openConsole>>()

/**
 * Opens a page in a look, which its test closes. Pages of one theme and language share a browser, which
 * compiles the console's scripts only once.
 */
export async function openDressed(
  box: Pick<Binary, 'url'>,
  person: Person | undefined,
  { theme = 'light', language = 'en', width = 1280 }: Look,
) {
  const name = [box.url, person?.email, theme, language].join(' ')
  const opening = dressed.get(name) ?? openConsole(box, person, { theme, language })
  dressed.set(name, opening)
  const { newPage, complaints } = await opening
  const page = await newPage()
  await page.setViewportSize({ width, height: 900 })
  return { page, complaints }
}

/** Returns a caller with the headers of a person's browser, for tests that prepare something by the API. */
export async function callAs(context: BrowserContext, box: Pick<Binary, 'url'>, account: string) {
  return async (method: 'get' | 'post' | 'patch' | 'delete', path: string, data?: unknown) => {
    const headers = { origin: box.url, 'kaunta-account': account }
    const answer = await context.request[method](`${box.url}${path}`, {
      headers,
      ...(data === undefined ? {} : { data }),
    })
    return { status: answer.status(), body: (await answer.json()) as { data?: unknown } }
  }
}

/** The elements that axe has checked in this file, by theme: a tag with its classes and its role. */
const kindsSeen = new Set<string>()

/** Returns whether the page shows a kind of element that axe has not seen yet. */
async function isNewStructure(page: Page): Promise<boolean> {
  const kinds = await page.evaluate(() => {
    const theme = getComputedStyle(document.body).backgroundColor
    return [...document.body.querySelectorAll('*')]
      .filter(element => !element.closest('svg'))
      .map(element => [theme, element.tagName, element.className, element.getAttribute('role')].join(' '))
  })
  const fresh = kinds.filter(kind => !kindsSeen.has(kind))
  for (const kind of fresh) kindsSeen.add(kind)
  return fresh.length > 0
}

/**
 * Returns axe's findings, one line each, after animations have ended. In `test` it checks only a page with a
 * new kind of element.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  if (!isProof && !(await isNewStructure(page))) return []
  await page.evaluate(() => {
    // An animation in a folded section makes no progress, and a spinner never ends.
    const ending = document.getAnimations().filter(({ effect }) => {
      const isSeen = effect instanceof KeyframeEffect && effect.target?.checkVisibility()
      return isSeen && effect.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    })
    return Promise.all(ending.map(animation => animation.finished.catch(() => {})))
  })
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(await Bun.file(axePath).text())
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(what: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  })
}

/** Returns how far the page can be scrolled sideways; it never should. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
