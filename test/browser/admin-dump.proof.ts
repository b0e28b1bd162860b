// The card of back-ups with PostgreSQL: it shows the command that tests a dump and has no button, because a
// node restores none. In the proof on a real cluster and in every look; admin-health.proof.ts has the card
// with the server's answer changed. Pictures for people to look at: dist/screens/admin-dump/.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Binary, startBinary } from '../kit/binary.ts'
import { browserHere, closeBrowser } from '../kit/browser.ts'
import { axeFaults, openDressed, sidewaysScroll } from '../kit/console.ts'
import { owner } from '../kit/people.ts'
import { type ClusterPlace, hasPostgres, openCluster } from '../kit/postgres-cluster.ts'
import { dresses, newScreens, shoot, smallTargets } from '../kit/screens.ts'

setDefaultTimeout(300_000)

describe.skipIf(!browserHere || !hasPostgres)('back-ups of a database', () => {
  const screens = newScreens('admin-dump')
  let place: ClusterPlace
  let shop: Awaited<ReturnType<ClusterPlace['newShop']>>
  let box: Binary
  beforeAll(async () => {
    place = await openCluster()
    shop = await place.newShop()
    box = await startBinary({ data: place.path('node'), env: shop.env })
  })
  afterAll(async () => {
    await closeBrowser()
    await box?.stop()
    await place?.remove()
  })

  test.each(dresses())(
    'are tested by a command that the card shows: %o',
    async ({ theme, language, widths }) => {
      const eye = await openDressed(box, owner, { theme, language })
      await eye.page.goto(`${box.url}/admin/settings/server?account=${shop.made.account.id}`)
      const card = eye.page.locator('.card', { has: eye.page.getByTestId('drill-state') })
      expect(await card.getByTestId('drill-state').innerText()).toBe(
        language === 'en'
          ? 'No back-up has been restored in a test yet.'
          : 'Bado hakuna nakala iliyojaribiwa kurejeshwa.',
      )
      expect(await card.locator('code').innerText()).toBe('kaunta backup --drill --dump FILE')
      expect(await eye.page.getByTestId('drill').count()).toBe(0)
      expect(await axeFaults(eye.page)).toEqual([])
      for (const width of widths) {
        await eye.page.setViewportSize({ width, height: 800 })
        expect(await sidewaysScroll(eye.page)).toBe(0)
        expect(await eye.page.evaluate(smallTargets)).toEqual([])
        await shoot(card, screens, `dump-${width}-${theme}-${language}`)
      }
      expect(eye.complaints).toEqual([])
      await eye.page.close()
    },
  )
})
