// The price list of a shop in the console, and pictures of its screens: each in every theme, language and
// width, written to dist/screens/admin-list/ and checked automatically: nothing sticks out, no word is
// missing or English, axe finds nothing. Theme, language and width change under the open screen.
import type { Page } from 'playwright-core'
import { assert } from '../../src/domain/fault.ts'
import { admin } from '../../ui/admin/app/admin.text.ts'
import { form } from '../../ui/admin/parts/form.text.ts'
import { guideLink } from '../../ui/admin/parts/guide.text.ts'
import { unsaved } from '../../ui/admin/parts/unsaved.text.ts'
import { labels } from '../../ui/admin/products/label.text.ts'
import { productForm } from '../../ui/admin/products/product-form.text.ts'
import { productImport } from '../../ui/admin/products/product-import.text.ts'
import { products as list } from '../../ui/admin/products/products.text.ts'
import { stock } from '../../ui/admin/products/stock.text.ts'
import { productErrors } from '../../ui/kit/error-product.text.ts'
import { kit } from '../../ui/kit/kit.text.ts'
import { axeFaults, type ConsoleShop } from './console.ts'
import { ean } from './product-file.ts'
import { isProof } from './proof.ts'
import {
  dresses,
  newEnglishFinder,
  newScreens,
  shoot,
  smallTargets,
  stickingOut,
  wordsOn,
} from './screens.ts'
import { setLanguage } from './till-screenshot.ts'

const heights: Readonly<Record<number, number>> = { 360: 740, 768: 1024, 1280: 800 }
const englishIn = newEnglishFinder([
  ...[kit, admin, form, guideLink, unsaved, labels, list, productForm, productImport, stock, productErrors],
])
/**
 * Text next to an icon, for screen readers; elements that are drawn over an edge; and the preview of labels,
 * which is cut as the paper is.
 */
const unseen = [
  '.visually-hidden *, .side[data-narrow] *, .list thead, .list thead *',
  '.product-form, .product-form > form, .label-work, .mantine-Switch-track, .mantine-Loader-root',
  '.shelf-label, .shelf-label *, .label-page *',
].join()

/** Makes the window as high as the page, so that the bars at its lower edge cover nothing in the picture. */
async function showWhole(page: Page, width: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height })
}

interface DrawOptions {
  /** Text of a file that is shown as it is. */
  readonly foreign?: string
  /** Repeats a text that does not follow the language. */
  readonly show?: (() => Promise<unknown>) | undefined
}

/** Opens the folder of the pictures. `draw` returns what is wrong with the current screen of a page. */
export function newListScreens() {
  const to = newScreens('admin-list')
  const drawn = new Set<string>()
  return {
    async draw(page: Page, screen: string, { foreign = '', show }: DrawOptions = {}): Promise<string[]> {
      const name = screen.replaceAll(' ', '-')
      assert(!drawn.has(name), `${name} is drawn twice`)
      drawn.add(name)
      const faults: string[] = []
      const isOver = (await page.locator('dialog[open]').count()) > 0
      const words = new Set(foreign.toLowerCase().match(/[a-z]+/g))
      for (const { theme, language, widths } of dresses([360, 768, 1280])) {
        await page.emulateMedia({ colorScheme: theme })
        await setLanguage(page, language)
        await page.locator(`html[lang=${language}]`).waitFor()
        await show?.()
        const text = (await wordsOn(page, name)).replaceAll('Africa/Dar_es_Salaam', '')
        const english = language === 'sw' ? englishIn(text) : []
        faults.push(...english.filter(word => !words.has(word)).map(word => `English: ${word}`))
        for (const width of widths) {
          await page.setViewportSize({ width, height: heights[width] ?? 800 })
          const look = `${name}-${width}-${theme}-${language}`
          if (isProof && !isOver) await showWhole(page, width)
          await shoot(page, to, look, false)
          for (const one of await page.evaluate(stickingOut, unseen))
            faults.push(`${look} sticks out: ${one}`)
          for (const one of await page.evaluate(smallTargets)) faults.push(`${look} is small: ${one}`)
          // A list is a table where there is room, and cards on a phone.
          if (width === (language === 'sw' ? widths[0] : widths.at(-1)))
            faults.push(...(await axeFaults(page)).map(one => `${look} axe: ${one}`))
        }
      }
      await setLanguage(page, 'en')
      await page.locator('html[lang=en]').waitFor()
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 1280, height: 800 })
      return faults
    },
  }
}

export const longName = 'Unga wa sembe kilo ishirini na tano, daraja la kwanza (Azam) pakiti kubwa'
const products = [
  {
    name: 'Mchele wa Kyela',
    category: 'Vyakula',
    price: 3_200,
    sold_by_weight: true,
    track_stock: true,
    low_at: 10_000,
  },
  {
    name: longName,
    category: 'Vyakula na mahitaji ya nyumbani',
    variations: [
      { name: 'Mfuko', price: 23_500, cost: 21_000, sku: 'SEMBE-25' },
      {
        name: 'Mfuko wa karatasi ngumu',
        price: 24_900,
        packs: [{ name: 'Bandali', holds: 4, price: 98_000, barcodes: [] }],
      },
    ],
  },
  {
    name: 'Soda',
    category: 'Vinywaji',
    price: 700,
    cost: 560,
    barcodes: [ean(901)],
    wholesale: { from: 24, price: 600 },
    packs: [{ name: 'Kreti', holds: 24, price: 14_000, barcodes: [ean(902)] }],
    track_stock: true,
    low_at: 48,
  },
  {
    name: 'Maji ya Kilimanjaro',
    category: 'Vinywaji',
    variations: [
      { name: 'Nusu lita', price: 600, packs: [{ name: 'Katoni', holds: 24, price: 11_500, barcodes: [] }] },
      { name: 'Lita 1.5', price: 1_200, available: false },
    ],
    track_stock: true,
    low_at: 12,
  },
  { name: 'Mkate wa siagi', category: 'Vyakula', price: 1_500, available: false, sku: 'MKATE-1' },
  {
    name: 'Maziwa mtindi ya Tanga nusu lita',
    category: 'Vinywaji',
    price: 1_800,
    available: false,
    track_stock: true,
    low_at: 6,
  },
  { name: 'Jenereta ya dizeli', price: 12_500_000, cost: 11_000_000, barcodes: [ean(903)] },
  { name: 'Kupeleka mzigo nyumbani kwa bodaboda', category: 'Huduma' },
] as const
/** What is on hand: pieces, or grams of what is sold by weight. */
const delivered: Readonly<Record<string, number>> = {
  'Mchele wa Kyela': 7_250,
  Soda: 40,
  'Maziwa mtindi ya Tanga nusu lita': 1,
}

/** Adds the items, and returns their ids by name. */
export async function addListProducts({ call }: Pick<ConsoleShop, 'call'>): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const product of products) {
    const { status, body } = await call('post', '/api/v1/products', product)
    assert(status === 201, `a product is created: ${JSON.stringify(body)}`)
    const { id } = body.data as { id: string }
    ids.set(product.name, id)
    const quantity = delivered[product.name]
    if (quantity === undefined) continue
    const stock = await call('post', `/api/v1/products/${id}/stock`, { kind: 'delivery', quantity })
    assert(stock.status === 201, `a delivery is entered: ${JSON.stringify(stock.body)}`)
  }
  return ids
}
