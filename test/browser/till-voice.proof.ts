// The till speaks the amount of a sale that its network confirmed, on the real binary: only if switched on,
// only for the green of paid, after the tone, word by word.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import clips from '../../ui/till/voice/clips.json' with { type: 'json' }
import { browserHere } from '../kit/browser.ts'
import { axeFaults } from '../kit/console.ts'
import { languages, looks, newScreens, shoot, smallTargets } from '../kit/screens.ts'
import { paidTone, piecesOn, recordSound, stoppedOn, tonesOn } from '../kit/sound.ts'
import { setLanguage } from '../kit/till-screenshot.ts'
import {
  charge,
  neema,
  openTillShop,
  pairTablet,
  signIn,
  type TillShop,
  typeAmount,
} from '../kit/till-shop.ts'
import { settles } from '../kit/wait.ts'

const folder = newScreens('till-voice')
const toneSeconds = 0.75

describe.skipIf(!browserHere)('the till with a voice', () => {
  let shop: TillShop
  let context: BrowserContext
  let page: Page
  const fetched: string[] = []

  beforeAll(async () => {
    shop = await openTillShop()
    await shop.grantCompletion(neema.name)
    ;({ context, page } = await pairTablet(shop))
    await recordSound(context)
    context.on('request', request => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('.mp3')) fetched.push(pathname)
    })
    await signIn(page, neema)
    await page.getByTestId('charge').waitFor()
    await page.reload()
    await page.getByTestId('charge').waitFor()
  })
  afterAll(() => shop?.close())
  const tap = (name: string) => page.getByTestId(name).click()

  /** Returns the words of the pieces since the last call; each begins when the one before ends. */
  async function words(language: 'en' | 'sw'): Promise<string> {
    await page.waitForFunction(() => Object(Reflect.get(window, 'pieces')).length > 0)
    const pieces = await piecesOn(page)
    const table = Object.entries<number[]>(clips[language])
    let due = pieces[0]?.when ?? 0
    expect(due).toBeGreaterThanOrEqual(0)
    expect(due).toBeLessThanOrEqual(toneSeconds)
    return pieces
      .map(({ when, start, length }) => {
        expect(when).toBeCloseTo(due)
        due = when + length
        return table.find(([, clip]) => clip[0] === Math.round(start * 1_000))?.[0]
      })
      .join(' ')
  }
  async function sell(amount: number, outcome: string, shown: string) {
    await charge(page, amount)
    await shop.decide((await shop.newest()).reference, { outcome })
    await page.getByTestId(shown).waitFor()
  }
  /** Checks that the till is silent for longer than the tone lasts. */
  async function isSilent() {
    await Bun.sleep(1_200)
    expect(await piecesOn(page)).toEqual([])
  }
  async function setVoice(label: string, choice: string) {
    await tap('settings')
    await page.getByRole('radiogroup', { name: label }).getByText(choice).click()
  }

  test('is off: no clip is fetched, nothing is said', async () => {
    await sell(5_000, 'completed', 'paid')
    expect((await tonesOn(page))[0]).toBe(paidTone)
    await isSilent()
    await tap('new-sale')
    expect(fetched).toEqual([])
  })

  test('switched on, it says an example, and each paid amount after the tone', async () => {
    await setVoice('Say the amount', 'On')
    expect(await words('en')).toBe('five thousand shillings paid')
    expect(await tonesOn(page)).toEqual([])
    for (const { language, theme, width } of looks([360, 820])) {
      await setLanguage(page, language)
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width, height: 900 })
      await shoot(page, folder, `settings ${language} ${theme} ${width}`)
      expect(await page.evaluate(smallTargets)).toEqual([])
      expect(await axeFaults(page)).toEqual([])
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 768, height: 1024 })
    await setLanguage(page, 'sw')
    await page.keyboard.press('Escape')
    await sell(5_000, 'completed', 'paid')
    expect((await tonesOn(page))[0]).toBe(paidTone)
    expect(await words('sw')).toBe('elfu tano imelipwa')
    await setLanguage(page, 'en')
    await tap('new-sale')
    // The installed till's worker fetches for the page, and keeps what was fetched.
    const paths = [...new Set(fetched)]
    expect(paths.map(path => path.replace(/-\w{8}\.mp3$/, ''))).toEqual(['/voice-en', '/voice-sw'])
    await settles(
      () =>
        page.evaluate(
          paths => Promise.all(paths.map(async path => (await caches.match(path)) !== undefined)),
          paths,
        ),
      kept => expect(kept).toEqual([true, true]),
    )
  })

  test('is remembered, goes on over the keypad, and ends when the next sale begins', async () => {
    await page.reload()
    await page.getByTestId('charge').waitFor()
    await sell(12_500, 'completed', 'paid')
    expect(await words('en')).toBe('twelve thousand five hundred shillings paid')
    await tap('new-sale')
    await page.getByTestId('charge').waitFor()
    expect(await stoppedOn(page)).toBe(0)
    await charge(page, 700)
    expect(await stoppedOn(page)).toBe(6)
    await shop.decide((await shop.newest()).reference, { outcome: 'failed' })
    await page.getByTestId('failed').waitFor()
    await isSilent()
    await tap('new-sale')
  })

  test('says nothing when only a person confirmed', async () => {
    await sell(9_000, 'unknown', 'unknown')
    await tap('confirm-manually')
    await tap('confirm-submit')
    await page.getByRole('button', { name: 'Seen on the network statement' }).click()
    await page.getByTestId('receipt').fill('CKL7H3X9QW')
    await page.getByTestId('confirm-pin').fill(neema.pin)
    await tap('confirm-submit')
    await page.getByTestId('manual').waitFor()
    await isSilent()
    await tap('new-sale')
  })

  test('says nothing for cash', async () => {
    await typeAmount(page, 3_000)
    await tap('cash')
    await typeAmount(page, 20_000)
    await tap('step-submit')
    await page.locator('.quick-amount').first().click()
    await page.getByTestId('paid').waitFor()
    await isSilent()
    await tap('new-sale')
  })

  test('without sound there is no voice, and no switch for it', async () => {
    await setVoice('Sound', 'Off')
    await page.getByText('Say the amount').waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await sell(5_000, 'completed', 'paid')
    await isSilent()
    await tap('new-sale')
  })

  test.each(languages)('each clip in %s is a word that is heard, with silence around it', async language => {
    const path = fetched.find(one => one.startsWith(`/voice-${language}`)) ?? ''
    const answer = await fetch(`${shop.url}${path}`)
    expect(answer.headers.get('content-type')).toBe('audio/mpeg')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    const { seconds, loud, gaps } = await page.evaluate(
      async ([path, clips]) => {
        const file = await (await fetch(path)).arrayBuffer()
        const sound = await new OfflineAudioContext(1, 1, 22_050).decodeAudioData(file)
        const samples = sound.getChannelData(0)
        const rms = (fromMs: number, ms: number) => {
          const from = Math.round(fromMs * 22.05)
          const piece = samples.slice(from, from + Math.round(ms * 22.05))
          return Math.sqrt(piece.reduce((sum, one) => sum + one * one, 0) / piece.length)
        }
        return {
          seconds: sound.duration,
          loud: clips.map(([start = 0, length = 0]) => rms(start, length)),
          gaps: clips.map(([start = 0]) => rms(start - 60, 50)),
        }
      },
      [path, Object.values<number[]>(clips[language])] as const,
    )
    const [start = 0, length = 0] = Object.values<number[]>(clips[language]).at(-1) ?? []
    expect(seconds * 1_000).toBeGreaterThan(start + length)
    const round = (one: number) => one.toFixed(3)
    console.log(
      `${language}: ${loud.length} clips in ${seconds.toFixed(1)} s, RMS ${round(Math.min(...loud))} to ` +
        `${round(Math.max(...loud))}, between them at most ${round(Math.max(...gaps))}`,
    )
    expect(Math.min(...loud)).toBeGreaterThan(0.08)
    expect(Math.max(...gaps)).toBeLessThan(0.01)
  })
})
