// Pictures of the till: one screen in every theme, language and width, written to dist/screens/till/ and
// checked automatically: nothing sticks out or is below the edge, no word is missing or English, axe finds
// nothing. Theme, language and width change under the open screen.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { assert } from '../../src/domain/fault.ts'
import { kit } from '../../ui/kit/kit.text.ts'
import { till as words } from '../../ui/till/app/till.text.ts'
import { tillParked } from '../../ui/till/parked/parked.text.ts'
import { tillCamera } from '../../ui/till/products/camera.text.ts'
import { tillNewProduct } from '../../ui/till/products/new-product.text.ts'
import { tillProducts } from '../../ui/till/products/products.text.ts'
import { axeFaults } from './console.ts'
import { isProof } from './proof.ts'
import {
  dresses,
  type Language,
  newEnglishFinder,
  readAll,
  shoot,
  smallTargets,
  stickingOut,
  type Theme,
} from './screens.ts'

/** Where the pictures are. */
export const folder = join(import.meta.dir, '../../dist/screens/till')
const heights = { 360: 740, 768: 1024, 1280: 800 } as const
type Width = keyof typeof heights
/** Also drawn on an upright tablet. */
const onTablet = ['keypad', 'waiting-for-a-scan', 'paid', 'shift']
export const usual = { width: 768, height: 1024 }
/**
 * Text next to an icon, for screen readers; elements that are drawn over an edge; and a row that is scrolled
 * sideways.
 */
export const unseen =
  '.report-action span, .practice-link span, .shift-body, .products, .products-sheet, .categories, .category'

const englishIn = newEnglishFinder([kit, words, tillProducts, tillCamera, tillNewProduct, tillParked])

/**
 * Returns the actions that are below the edge of the window. What is needed to continue a sale must be
 * visible without scrolling; a sheet over it scrolls separately.
 */
const belowTheEdge = () =>
  document.querySelector('.sheet[open]')
    ? []
    : ['charge', 'cancel', 'new-sale', 'confirm-cash', 'send', 'step-submit'].filter(
        name =>
          (document.querySelector(`[data-testid=${name}]`)?.getBoundingClientRect().bottom ?? 0) >
          window.innerHeight,
      )

/** Changes the language of the page as another tab would. */
export const setLanguage = (page: Page, language: Language) =>
  page.evaluate(language => {
    localStorage.setItem('kaunta.language', JSON.stringify(language))
    window.dispatchEvent(new StorageEvent('storage', { key: 'kaunta.language' }))
  }, language)

/** What must be visible of a sale without scrolling, even on a phone or a small tablet on its side. */
export const ofSale = [
  'keypad',
  'amount too small',
  'number',
  'cash',
  'waiting for a scan',
  'waiting for a scan or a push',
  'waiting at a link',
]

/** Runs in the page: returns how many pixels of it, or of its one column, are hidden. */
const hiddenPixels = () =>
  Math.max(
    ...[document.documentElement, ...document.querySelectorAll('.till-page, .till-screen, main')].map(
      element => element.scrollHeight - element.clientHeight,
    ),
  )

/** Returns the problems of a sale's screen in the window: hidden parts, or a code that is too small. */
export async function hiddenParts(page: Page, qrLeast: number): Promise<string[]> {
  const faults: string[] = []
  const pixels = await page.evaluate(hiddenPixels)
  if (pixels > 0) faults.push(`${pixels} pixels are hidden`)
  const qr = page.getByTestId('qr')
  if (!(await qr.isVisible())) return faults
  const box = await qr.boundingBox()
  if ((box?.width ?? 0) < qrLeast) faults.push(`a QR of ${box?.width} pixels`)
  if ((box?.y ?? 0) + (box?.height ?? 0) > (page.viewportSize()?.height ?? 0)) faults.push('the QR is cut')
  return faults
}

const drawn: string[] = []
export const found: string[] = []

interface DrawOptions {
  /** Only this theme. */
  readonly theme?: 'light'
  /** Only this width: the screen is another one where there is more or less room. */
  readonly only?: Width
  /** Where the pictures are written. */
  readonly to?: string
  /** Repeats a text that does not follow the language. */
  readonly show?: ((language: Language) => Promise<void>) | undefined
}

/** Draws the current screen in every theme, language and width, checks it, and leaves the page as it was. */
export async function draw(
  screen: string,
  page: Page,
  { theme: onlyTheme, only, to = folder, show }: DrawOptions = {},
) {
  const name = screen.replaceAll(' ', '-')
  const once = [name, only].join(' ')
  assert(!drawn.includes(once), `${once} is drawn twice`)
  drawn.push(once)
  const size = (only && page.viewportSize()) ?? usual
  const complain = (...said: unknown[]) => found.push([name, ...said].join(': '))
  const drawnIn = dresses(onTablet.includes(name) ? [360, 768, 1280] : [360, 1280])
  const axed = new Set<Theme>()
  for (const { theme, language, widths: all } of drawnIn) {
    const widths = all.filter(width => width === (only ?? width))
    if (theme !== (onlyTheme ?? theme) || widths.length === 0) continue
    await page.emulateMedia({ colorScheme: theme })
    await setLanguage(page, language)
    await show?.(language)
    for (const width of widths) {
      await page.setViewportSize({ width, height: heights[width as Width] })
      await shoot(page, to, `${name}-${width}-${theme}-${language}`, false)
      for (const out of await page.evaluate(stickingOut, unseen)) complain(language, width, 'sticks out', out)
      for (const below of await page.evaluate(belowTheEdge))
        complain(language, width, 'below the edge', below)
      for (const small of await page.evaluate(smallTargets)) complain(language, width, 'is small', small)
    }
    const { said, attributes } = await page.evaluate(readAll)
    // Reasons that were chosen in English, and addresses.
    const text = [said, ...attributes]
      .join('\n')
      .replaceAll(/To the safe|Too much change given/g, '')
      .replaceAll(/[\d.]+:\d+\/\S*/g, '')
    const missing = text.match(/{{|}}|undefined|\bnull\b|NaN|\[object/)
    if (missing) complain(language, 'says', missing[0])
    if (language === 'sw') for (const word of englishIn(text)) complain('English', word)
    if (!axed.has(theme) && (isProof || axed.size === 0))
      for (const fault of await axeFaults(page)) complain(theme, fault)
    axed.add(theme)
  }
  await setLanguage(page, 'en')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(size)
}
