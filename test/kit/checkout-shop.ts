// A real binary with an account to make checkout sessions on, for tests in the browser, and the customer's
// simulated handset.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { SessionView } from '../../src/wire/session.ts'
import { openBinaryShop, type Reply } from './binary-shop.ts'
import { closeBrowser } from './browser.ts'
import { until } from './wait.ts'

/** What no page may do: call another host, break its own policy, open a dialog, or throw. */
export interface Watched {
  readonly context: BrowserContext
  readonly complaints: readonly string[]
  readonly requests: readonly string[] // requests by address, in order
}

/** Waits until a customer's page is in this state. */
export const sees = (page: Page, state: string) => page.locator(`main[data-state=${state}]`).waitFor()

export async function openCheckoutShop() {
  const shop = await openBinaryShop({ env: { KAUNTA_RATE_LIMIT: '0' } })
  const box = { url: shop.url }

  const dataOf = <T>({ status, body }: Reply, what: string): T => {
    if (status >= 400) throw new Error(`${what}: ${JSON.stringify(body)}`)
    return body.data as T
  }
  async function request<T>(
    path: string,
    body?: unknown,
    method = body === undefined ? 'GET' : 'POST',
  ): Promise<T> {
    return dataOf(await shop.asKey(method, path, body), `${method} ${path}`)
  }

  /** Returns when the customer’s page shows this, within a second of the network's answer. */
  async function reaches(session: Pick<SessionView, 'checkout_url'>, state: string): Promise<void> {
    const path = `${new URL(session.checkout_url).pathname}/status`
    await until(async () => (await request<{ state: string }>(path)).state === state)
  }

  return {
    url: box.url,
    request,
    /** Sends a request as the owner, for what keys may not do, such as profiles. */
    async asAdmin<T>(path: string, body: unknown, method = 'POST'): Promise<T> {
      return dataOf(await shop.asOwner(method, path, body), `${method} ${path}`)
    },
    opens: (session: Record<string, unknown>) => request<SessionView>('/api/v1/sessions', session),
    reaches,
    /** Decides the simulated network’s answer to the newest try; returns what the page then shows. */
    async decides(
      session: Pick<SessionView, 'reference' | 'checkout_url'>,
      answer: object,
      state: string,
    ): Promise<void> {
      const { payment_reference } = await request<SessionView>(`/api/v1/sessions/${session.reference}`)
      await request(`/v1/sandbox/payments/${payment_reference}`, answer)
      await reaches(session, state)
    },

    /** Returns the page of a session at this process’s own address, whatever its links are. */
    pageOf: ({ checkout_url }: Pick<SessionView, 'checkout_url'>) =>
      `${box.url}${new URL(checkout_url).pathname}`,

    /** Opens a separate browser and records its complaints. */
    async watch(browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> {
      const context = await browser.newContext({ locale: 'en-GB', ...options })
      const complaints: string[] = []
      const requests: string[] = []
      context.on('page', page => {
        page.on('dialog', dialog => {
          complaints.push(`dialog: ${dialog.message()}`)
          void dialog.dismiss()
        })
        page.on('pageerror', error => complaints.push(`error: ${error.message}`))
        page.on('console', message => {
          // The browser logs a page with status 400 or 410 as a failed resource.
          const isStatus = /^Failed to load resource: the server responded with a status of 4\d\d/.test(
            message.text(),
          )
          if (message.type() === 'error' && !isStatus) complaints.push(`console: ${message.text()}`)
        })
      })
      context.on('request', request => {
        requests.push(request.url())
        if (!request.url().startsWith(`${box.url}/`))
          complaints.push(`request: ${request.url().slice(0, 200)}`)
      })
      return { context, complaints, requests }
    },

    /** Answers the prompt on the customer's phone with the PIN. */
    async answersOnPhone(browser: Browser, number: string, answer: 'approve' | 'decline'): Promise<void> {
      const phone = await browser.newPage()
      await phone.goto(`${box.url}/phone`)
      if (await phone.getByTestId('number-change').isVisible())
        await phone.getByTestId('number-change').click()
      await phone.getByTestId('number-field').fill(number)
      await phone.getByTestId('number-done').click()
      // The newest request pops up; an earlier one is in the list.
      await phone.locator('.prompt, [data-testid=approve]').first().waitFor()
      if (!(await phone.getByTestId('approve').isVisible())) await phone.locator('.prompt').first().click()
      await phone.getByTestId(answer).click()
      if (answer === 'approve') {
        await phone.getByTestId('pin').fill('1234')
        await phone.getByTestId('confirm').click()
      }
      await phone.getByTestId('message').waitFor()
      await phone.close()
    },

    async close() {
      await closeBrowser()
      await shop.close()
    },
  }
}

export type CheckoutShop = Awaited<ReturnType<typeof openCheckoutShop>>
