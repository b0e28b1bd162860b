// Draws the icon of every page and those of the installed till from ui/kit/mark.svg, with the browser of the
// tests: bun scripts/icon.ts. They are stored in the repository, so that a build needs no browser.
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const root = join(import.meta.dir, '..')
const mark = await Bun.file(join(root, 'ui/kit/mark.svg')).text()
/**
 * The mark's blue to the edges, because phones cut icons to their own shapes and leave the middle four
 * fifths.
 */
const filled = mark
  .replace('rx="8"', '')
  .replace('<path ', '<path transform="translate(16 16) scale(0.85) translate(-16 -16)" ')

const icons = [
  // The icon of a tab is a picture: a drawing costs the page a second document to paint it.
  { name: '../kit/mark-32.png', size: 32, svg: mark },
  { name: 'icon-192.png', size: 192, svg: mark },
  { name: 'icon-512.png', size: 512, svg: mark },
  { name: 'icon-filled-180.png', size: 180, svg: filled },
  { name: 'icon-filled-512.png', size: 512, svg: filled },
]

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const { name, size, svg } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(
    `<body style="margin:0">${svg.replace('<svg ', `<svg style="display:block" width="${size}" height="${size}" `)}`,
  )
  await page.screenshot({ path: join(root, 'ui/install', name), omitBackground: true })
  await page.close()
}
await browser.close()
