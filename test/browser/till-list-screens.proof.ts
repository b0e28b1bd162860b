// The till of a shop with a price list, as its cashier and its owner see it: the list in a sheet on a phone
// and next to the keypad on a desktop, what it asks, lines, discounts, codes, the camera and parked sales.
// till-screenshot.ts checks each screen automatically; the pictures for people are in
// dist/screens/till-list/.
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from 'bun:test'
import { browserHere } from '../kit/browser.ts'
import { showToCamera } from '../kit/camera-film.ts'
import { asha } from '../kit/people.ts'
import { ean } from '../kit/product-file.ts'
import { newScreens } from '../kit/screens.ts'
import { openListShop, scanUnknown, walkList } from '../kit/till-list.ts'
import { clean } from '../kit/till-screen-shop.ts'
import { draw } from '../kit/till-screenshot.ts'
import { neema, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'

// The walk through a sale is one test.
setDefaultTimeout(240_000)

const phone = { width: 360, height: 740 } as const
const desktop = { width: 1280, height: 800 } as const

describe.skipIf(!browserHere)('the screens of a price list', () => {
  let shop: TillShop
  const to = newScreens('till-list')
  // Without a film Chromium has no camera.
  showToCamera()
  beforeAll(async () => {
    shop = await openListShop()
  })
  afterAll(() => shop?.close())

  const open = async (name: string, viewport: { width: number; height: number }) =>
    pairTablet(shop, { name, viewport, reducedMotion: 'reduce', locale: 'en-GB' })

  test.each([phone, desktop])('from the grid to the parked sale, $width pixels wide', async viewport => {
    const { context, page } = await open(`Kaunta ${viewport.width}`, viewport)
    await signIn(page, neema)
    await walkList(page, viewport.width, async (name, of, show) => {
      await draw(name, of, { only: viewport.width, to, show })
    })
    await context.close()
    clean()
  })

  test('an unknown code as its owner sees it, and the camera', async () => {
    const { context, page } = await open('Kaunta ya Asha', { width: 1280, height: 800 })
    await signIn(page, asha)
    const tap = (testId: string) => page.getByTestId(testId).click()
    const look = (name: string) => draw(name, page, { to })
    await page.getByTestId('tile').first().waitFor()
    await draw('unknown code to add', page, { to, show: language => scanUnknown(page, language) })
    await tap('scan-add')
    await page.getByTestId('new-product-name').waitFor()
    await look('new item')
    await tap('new-product-save')
    await page.getByText('Enter a price').waitFor()
    await look('new item incomplete')
    await page.keyboard.press('Escape')
    await page.getByTestId('new-product-save').waitFor({ state: 'hidden' })

    await tap('camera')
    await page.getByTestId('camera-fault').waitFor()
    await look('camera refused')
    await context.grantPermissions(['camera'])
    showToCamera(ean(2))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByTestId('camera-added').getByText('Sabuni').waitFor()
    await look('camera')
    await context.close()
    clean()
  })
})
