// The real browser for tests: Debian's Chromium, one for all pages of a test file. And an eye for the QR
// codes it shows.
import { existsSync } from 'node:fs'
import jsQr from 'jsqr'
import { type Browser, chromium } from 'playwright-core'
import { PNG } from 'pngjs'

const whole = '/usr/bin/chromium'
const shell = '/usr/bin/chromium-headless-shell'
/** The shell without windows costs a third less work than the whole browser, and is the same engine. */
let executablePath = existsSync(shell) ? shell : whole

/**
 * For tests of what the shell has not, such as a screen that stays lit; said before the browser is opened.
 */
export function wantWholeBrowser(): void {
  executablePath = whole
}
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  // Without these it calls out at every start, which a closed network refuses loudly.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

let opening: Promise<Browser> | undefined

/**
 * Whether browser tests can run here. CI must have the browser: there its absence is a failure and not a
 * skip.
 */
export const browserHere = existsSync(executablePath) || Bun.env.CI === 'true'
if (!browserHere)
  console.warn(`${executablePath} is missing, so tests in the browser are left out: apt-get install chromium`)

/** The one browser, started at the first call. Each test takes a context or page of its own. */
export function openBrowser(): Promise<Browser> {
  opening ??= chromium.launch({ executablePath, args, headless: true })
  return opening
}

/** For `afterAll`. */
export async function closeBrowser(): Promise<void> {
  const opened = opening
  opening = undefined
  await (await opened)?.close()
}

/** What the one QR code on a page, an element or a PNG file's bytes says; undefined when none can be read. */
export async function screenshotQr(
  seen: Uint8Array | { screenshot(): Promise<Uint8Array> },
): Promise<string | undefined> {
  const png = PNG.sync.read(Buffer.from(seen instanceof Uint8Array ? seen : await seen.screenshot()))
  return jsQr(new Uint8ClampedArray(png.data), png.width, png.height)?.data
}
