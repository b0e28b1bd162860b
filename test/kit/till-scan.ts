// A barcode scanner and a person's keys at a till in a real browser. The till tells them apart by the time
// between two keys, so each key carries a time of its own, however busy the machine is.
import type { Page } from 'playwright-core'

/** Sends real keys. @param gapMs milliseconds between two of them, by their timestamps */
async function sendKeys(page: Page, keys: readonly string[], gapMs: number): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  const startMs = Date.now() - keys.length * gapMs
  const events = keys.flatMap((key, index) => {
    const windowsVirtualKeyCode = key === 'Enter' ? 13 : key.charCodeAt(0)
    const shared = { key, windowsVirtualKeyCode, timestamp: (startMs + index * gapMs) / 1000 }
    const text = key === 'Enter' ? '\r' : key
    return [{ type: 'keyDown', text, ...shared } as const, { type: 'keyUp', ...shared } as const]
  })
  await Promise.all(events.map(event => keyboard.send('Input.dispatchKeyEvent', event)))
  await keyboard.detach()
}

/**
 * In the page: sends an event to time from, then the keys of a scanner, 1 ms apart by their own times.
 * @returns false without keys if a text field has the focus
 */
export const pressAsScanner = (keys: readonly string[]): boolean => {
  const target = document.activeElement ?? document.body
  if (target.matches('input, textarea')) return false
  window.dispatchEvent(new Event('scan'))
  const startMs = performance.now() - keys.length
  for (const [at, key] of keys.entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    target.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: startMs + at }))
  }
  return true
}

/** Sends the keys of a scanner: all in one call or, into a text field, as real keys. */
export async function scanCode(page: Page, code: string): Promise<void> {
  const keys = [...code, 'Enter']
  if (!(await page.evaluate(pressAsScanner, keys))) await sendKeys(page, keys, 1)
}

/**
 * Sends the keys of a scanner that pauses after its first key; by their times the pause lasts 80 ms.
 * @param isShown resolves when the page shows the first key; only then are the others sent
 */
export async function scanWithPause(
  page: Page,
  code: string,
  isShown: () => Promise<unknown>,
): Promise<void> {
  const press = (presses: readonly (readonly [key: string, atMs: number])[]) => {
    for (const [key, atMs] of presses) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      document.body.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: atMs }))
    }
  }
  const startMs = await page.evaluate(() => performance.now())
  const [first = '', ...rest] = code
  await page.evaluate(press, [[first, startMs] as const])
  await isShown()
  await page.evaluate(
    press,
    [...rest, 'Enter'].map((key, index) => [key, startMs + 80 + index] as const),
  )
}

/** Sends the keys of a person, and Enter. */
export const typeKeys = (page: Page, text: string) => sendKeys(page, [...text, 'Enter'], 80)
