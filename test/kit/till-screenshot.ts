// Pictures of the till: one screen in every theme, language and width, written to dist/screens/till/ and
// looked over as far as a machine can: nothing sticks out or is below the edge, no word is missing or
// English, axe finds nothing. The screen stays as it is while theme, language and width change under it.
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { assert } from '../../src/domain/fault.ts'
import { kit } from '../../ui/kit/kit.text.ts'
import { till as words } from '../../ui/till/app/till.text.ts'
import { languages, newEnglishFinder, readAll, stickingOut, themes } from './screens.ts'

/** Where the pictures are. */
export const folder = join(import.meta.dir, '../../dist/screens/till')
const heights = { 360: 740, 768: 1024, 1280: 800 } as const
type Width = keyof typeof heights
const widths: readonly Width[] = [1280, 360]
/** Drawn on an upright tablet, too. */
const onTablet = ['keypad', 'waiting-for-a-scan', 'paid', 'shift']
const usual = { width: 768, height: 1024 }
/** Text beside an icon, for screen readers; and what is drawn over an edge. */
export const unseen = '.report-action span, .practice-link span, .shift-body'

const englishIn = newEnglishFinder([kit, words])

/** What a sale goes on with must be seen without scrolling; a sheet over it scrolls on its own. */
const belowTheEdge = () =>
  document.querySelector('.sheet[open]')
    ? []
    : ['charge', 'cancel', 'new-sale', 'confirm-cash', 'send', 'step-submit'].filter(
        name =>
          (document.querySelector(`[data-testid=${name}]`)?.getBoundingClientRect().bottom ?? 0) >
          window.innerHeight,
      )

/** Changes the language of the page as another tab would. */
export const setLanguage = (page: Page, language: (typeof languages)[number]) =>
  page.evaluate(language => {
    localStorage.setItem('kaunta.language', JSON.stringify(language))
    window.dispatchEvent(new StorageEvent('storage', { key: 'kaunta.language' }))
  }, language)

const drawn: string[] = []
/** What was wrong with them so far. */
export const found: string[] = []

/**
 * Draws what is shown now in every theme, language and width, looks it over, and leaves the page as it was.
 */
export async function draw(
  screen: string,
  page: Page,
  only: { readonly themes?: readonly 'light'[]; readonly widths?: readonly 360[] } = {},
) {
  const name = screen.replaceAll(' ', '-')
  assert(!drawn.includes(name), `${name} is drawn twice`)
  drawn.push(name)
  const complain = (...said: unknown[]) => found.push([name, ...said].join(': '))
  for (const theme of only.themes ?? themes) {
    await page.emulateMedia({ colorScheme: theme })
    for (const language of languages) {
      await setLanguage(page, language)
      for (const width of only.widths ?? (onTablet.includes(name) ? [768 as const, ...widths] : widths)) {
        await page.setViewportSize({ width, height: heights[width] })
        await page.screenshot({
          path: join(folder, `${name}-${width}-${theme}-${language}.png`),
          animations: 'disabled',
        })
        for (const out of await page.evaluate(stickingOut, unseen))
          complain(language, width, 'sticks out', out)
        for (const below of await page.evaluate(belowTheEdge))
          complain(language, width, 'below the edge', below)
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
    }
    if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source)
    const { violations } = (await page.evaluate('axe.run(document)')) as axe.AxeResults
    for (const { id, nodes } of violations) complain(theme, id, nodes.map(({ html }) => html).join(' '))
  }
  await setLanguage(page, 'en')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(usual)
}
