// A barcode scanner at a till in a real browser.
import type { Page } from 'playwright-core'

/**
 * Sends the keys of a scanner at its speed, however busy the machine is: all of them in one call or, into a
 * text field, which takes only real keys, with timestamps 1 ms apart.
 */
export async function scanCode(page: Page, code: string): Promise<void> {
  const keys = [...code, 'Enter']
  const isInField = await page.evaluate(keys => {
    const target = document.activeElement ?? document.body
    if (target.matches('input, textarea')) return true
    for (const key of keys)
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    return false
  }, keys)
  if (!isInField) return
  const keyboard = await page.context().newCDPSession(page)
  const startedAt = Date.now() / 1000 - keys.length * 0.001
  const events = keys.flatMap((key, at) => {
    const windowsVirtualKeyCode = key === 'Enter' ? 13 : key.charCodeAt(0)
    const shared = { key, windowsVirtualKeyCode, timestamp: startedAt + at * 0.001 }
    const text = key === 'Enter' ? '\r' : key
    return [{ type: 'keyDown', text, ...shared } as const, { type: 'keyUp', ...shared } as const]
  })
  await Promise.all(events.map(event => keyboard.send('Input.dispatchKeyEvent', event)))
  await keyboard.detach()
}
