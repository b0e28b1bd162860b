// The real browser for tests: Debian's Chromium, one for all pages of a test file, and a reader of QR codes
// on its screen.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import jsQr from 'jsqr'
import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { isProof } from './proof.ts'
import { newTestFolder } from './test-folder.ts'

const whole = '/usr/bin/chromium'
const shell = '/usr/bin/chromium-headless-shell'
/** The headless shell needs a third less work than the whole browser, with the same engine. */
let executablePath = existsSync(shell) ? shell : whole

/**
 * Asks for the whole browser, for features that the shell lacks, such as the wake lock. Call it before the
 * browser is opened.
 */
export function wantWholeBrowser(): void {
  executablePath = whole
}
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  // Animations take a tenth of the browser's work; the proof has them.
  ...(isProof ? [] : ['--force-prefers-reduced-motion']),
  // Otherwise it calls out at every start, which a closed network refuses loudly.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

let film: string | undefined

/** Returns the file of the simulated camera's film. Call it outside tests, before the browser is opened. */
export function browserCamera(): string {
  if (film !== undefined) return film
  film = join(newTestFolder('kaunta-film-'), 'film.y4m')
  // The shell gives no page a camera.
  wantWholeBrowser()
  args.push('--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`)
  return film
}

let opening: Promise<Browser> | undefined

/** How long an action may wait for its page. Other tests may have most of the computer. Milliseconds. */
const actionMaxMs = 120_000

async function launch(options: LaunchOptions): Promise<Browser> {
  const browser = await chromium.launch({ headless: true, ...options })
  browser.on('context', context => context.setDefaultTimeout(actionMaxMs))
  return browser
}

/** Opens the whole browser on a separate machine, with that machine's certificates and names. */
export const openBrowserOn = (
  executable: string,
  home: string,
  rules: readonly string[],
): Promise<Browser> => {
  const resolver = `--host-resolver-rules=${rules.join(', ')}`
  opening = launch({
    executablePath: executable,
    args: [...args, resolver],
    env: { PATH: Bun.env.PATH ?? '', HOME: home },
  })
  return opening
}

/** Whether browser tests can run here. Without Chromium they are skipped, but in CI they fail. */
export const browserHere = existsSync(executablePath)
if (!browserHere) {
  const missing = `${executablePath} is missing: apt-get install chromium chromium-headless-shell`
  if (Bun.env.CI && Bun.env.CI !== 'false') throw new Error(missing)
  console.warn(`Tests in the browser are skipped. ${missing}`)
}

/**
 * Returns the one browser, which is started at the first call. Each test takes a context or page of its own.
 */
export function openBrowser(): Promise<Browser> {
  opening ??= launch({ executablePath, args })
  return opening
}

/** Closes the browser; for `afterAll`. */
export async function closeBrowser(): Promise<void> {
  const opened = opening
  opening = undefined
  await (await opened)?.close()
}

/** Retries for a code that may still be loading. */
const shotsMax = 20

/**
 * Returns the text of the one QR code on a page, on an element or in a PNG's bytes; undefined when there is
 * none.
 */
export async function readQr(
  picture: Uint8Array | { screenshot(): Promise<Uint8Array> },
): Promise<string | undefined> {
  if (picture instanceof Uint8Array) return decodeQr(picture)
  for (let shot = 0; shot < shotsMax; shot++) {
    const text = decodeQr(await picture.screenshot())
    if (text !== undefined) return text
  }
  return undefined
}

function decodeQr(bytes: Uint8Array): string | undefined {
  const png = PNG.sync.read(Buffer.from(bytes))
  return jsQr(new Uint8ClampedArray(png.data), png.width, png.height)?.data
}

/** Counts taps, not key presses; for `addInitScript`. */
export const countTaps = () => {
  Object.assign(window, { taps: 0 })
  window.addEventListener(
    'click',
    event => {
      if (event.detail > 0) Object.assign(window, { taps: Number(Reflect.get(window, 'taps')) + 1 })
    },
    true,
  )
}
/** Returns the number of taps since the page was loaded. */
export const tapsOn = (page: Page): Promise<number> =>
  page.evaluate(() => Number(Reflect.get(window, 'taps')))
