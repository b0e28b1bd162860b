// Pictures of the till in every state, light and dark, in both languages, on a phone and on a desktop:
// dist/screens/till/. They are for people to look at; till-screenshot.ts draws them and checks them
// automatically. In addition to till-screens.test.ts: all looks, each reason of a failure, locked PINs,
// pushes, cash that is given back, what is out of reach, and paper.
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from 'bun:test'
import { browserHere } from '../kit/browser.ts'
import { languages, shoot, stickingOut } from '../kit/screens.ts'
import {
  clean,
  longItem,
  longNote,
  longShop,
  openScreenShop,
  type ScreenShop,
  sold,
} from '../kit/till-screen-shop.ts'
import { draw, folder, found, setLanguage, unseen } from '../kit/till-screenshot.ts'
import {
  beginNextSale,
  charge,
  juma,
  neema,
  openShift,
  openTillShop,
  pairTablet,
  signIn,
  typeAmount,
} from '../kit/till-shop.ts'
import { walk } from '../kit/till-walk.ts'

// In the proof each screen is drawn in twelve looks.
setDefaultTimeout(240_000)

const reasons = [
  'payment_not_approved',
  'insufficient_balance',
  'payer_limit_reached',
  'payer_not_found',
  'wallet_limit_reached',
  'recipient_not_found',
  'recipient_limit_reached',
  'wrong_pin',
  'in_process',
  'reversed',
  'unspecified_failure',
]
describe.skipIf(!browserHere)('pictures of the till', () => {
  let shop: ScreenShop
  beforeAll(async () => {
    shop = await openScreenShop()
  })
  afterAll(() => shop?.close())

  test('a browser that is not paired yet', async () => {
    const { context, page } = await shop.openUnpaired()
    await page.getByTestId('other-login').click()
    await page.getByTestId('pair-code').fill('0000 0000')
    await page.locator('.form-error:not(:empty)').waitFor()
    await draw('pairing wrong code', page)
    await page.goto(`${shop.url}/till?pair=00000000`)
    await page.getByText('wrong or expired').waitFor()
    await draw('pairing refused', page)
    await context.close()
    clean()
  })

  test('every screen of a day', async () => {
    const { context, page } = await shop.open('Counter 1')
    await walk(page, shop, draw)
    await context.close()
    clean()
  })

  test('PINs: nothing typed, locked', async () => {
    const { context, page } = await shop.open('Counter 2')
    await page.getByTestId('cashier').filter({ hasText: juma.name }).click()
    await draw('pin empty', page)
    for (let tries = 0; tries < 5; tries++) {
      await typeAmount(page, 1397)
      await page.locator('.pin-error:not(:empty)').waitFor()
    }
    await page.getByText('Wait 15 min').waitFor()
    await draw('pin locked', page)
    await context.close()
    clean()
  })

  test('a new till, then amounts, notes and sales at their longest', async () => {
    const { context, page, tap, see, decide, addSold, sellAtLongest } = await shop.open('Counter 3')
    await signIn(page, neema)
    await draw('keypad without sales', page)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'Recent sales' }).first().click()
    await draw('last sales none', page)
    await page.keyboard.press('Escape')

    await typeAmount(page, 999_999_999)
    await draw('amount of nine digits', page)
    for (const digit of '999') await page.locator(`.key[data-key="${digit}"]`).click()
    await draw('amount at its limit', page)
    await tap('add-note')
    await page.getByTestId('note').fill(longNote)
    await tap('note-save')
    await tap('add-items')
    await page.getByTestId('item-name').fill(longItem)
    await tap('item-add')
    await page.getByText('Enter a price').waitFor()
    await draw('items price missing', page)
    await tap('items-clear')
    await page.getByTestId('item-price').fill('123456789')
    await tap('item-add')
    await addSold()
    await draw('keypad with items', page)
    await typeAmount(page, 2_500)
    await draw('keypad adding to items', page)
    await page.locator('.key[data-key="clear"]').click()
    await sellAtLongest()
    await page.getByTestId('new-sale').press('Enter')

    for (const reason of reasons) {
      await charge(page, 12_500)
      await decide({ outcome: 'failed', failure_reason: reason }, 'failed')
      // They differ in their words alone.
      await draw(
        `failed ${reason}`,
        page,
        reason === 'payment_not_approved' ? {} : { theme: 'light', only: 360 },
      )
      await beginNextSale(page)
    }
    await charge(page, 12_500)
    const { reference } = await shop.newest()
    await tap('cancel')
    await tap('cancel-confirm')
    await see('voided')
    await shop.decide(reference, { outcome: 'completed' })
    await see('paid')
    await draw('paid late', page)
    await page.getByTestId('new-sale').press('Enter')
    await see('charge')
    await draw('keypad with sales', page)
    await page.evaluate(async () => {
      const headers = { 'kaunta-till': '1', 'content-type': 'application/json' }
      for (let at = 0; at < 12; at++) {
        const body = JSON.stringify({
          payment_type: 'dynamic-qr',
          details: { amount: 1_000 + at * 250, currency: 'TZS' },
        })
        await fetch('/v1/payments', { method: 'POST', headers, body })
      }
    })
    await page.reload()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.locator('.head-sales').click()
    await page.locator('.sheet .sale-row').nth(19).waitFor()
    await draw('last sales many', page)
    await context.close()
    clean()
  })

  test('pushes twice, a sale manually, cash given back', async () => {
    const { context, page, tap, see, decide } = await shop.open('Counter 4')
    await signIn(page, neema)
    // The push that creates the payment is free: the next one need not wait.
    await typeAmount(page, 7_500)
    await tap('push')
    await typeAmount(page, 754_000_129)
    for (const said of ['Sent to', 'Sent 2 times']) {
      if (said === 'Sent 2 times') await tap('method-push')
      await tap('send')
      await page.getByText(said).waitFor()
    }
    await draw('push sent again', page)
    await decide({ outcome: 'unknown' }, 'unknown')
    await tap('confirm-manually')
    await tap('confirm-submit')
    await draw('manually incomplete', page)
    await page.getByRole('button', { name: 'Seen on the network statement' }).click()
    await page.getByTestId('receipt').fill('CKL7H3X9QW')
    await page.getByTestId('confirm-pin').fill(neema.pin)
    await tap('confirm-submit')
    await page.getByTestId('manual').getByText('Confirmed manually').waitFor()
    await draw('paid manually', page)
    await page.getByTestId('new-sale').press('Enter')

    await openShift(page)
    await typeAmount(page, 3_000)
    await tap('cash')
    await page.locator('.quick-amount').first().waitFor()
    await draw('cash quick amounts', page)
    await tap('confirm-cash')
    await see('paid')
    await draw('cash taken exactly', page)
    await tap('refund')
    await see('refund-amount')
    await draw('cash take back', page)
    await tap('refund-reason-other')
    await page.getByTestId('refund-reason-text').fill('Mteja amebadili nia')
    await tap('refund-confirm')
    await see('refund-pins')
    await draw('pin to refund', page)
    await typeAmount(page, Number(neema.pin))
    await see('refund-result')
    await draw('cash refunded', page)
    await tap('refund-done')
    await see('voided')
    await draw('cash given back', page)
    await context.close()
    clean()
  })

  test('the server or its networks are out of reach; the till is revoked', async () => {
    const { context, page, till, tap, see, decide } = await shop.open('Counter 5')
    await signIn(page, neema)
    await charge(page, 5_000)
    await decide({ outcome: 'failed', failure_reason: 'network_unavailable' }, 'failed')
    await beginNextSale(page)
    await see('network-banner')
    await draw('network out of reach', page)
    await charge(page, 5_000)
    await context.setOffline(true)
    await page.getByTestId('server-banner').getByText('Turn on Wi-Fi').waitFor()
    await draw('box out of reach while waiting', page)
    await page.getByTestId('park').click()
    await see('charge')
    await draw('box out of reach', page)
    await typeAmount(page, 6_000)
    await tap('charge')
    await page.getByText('Still trying').waitFor()
    await draw('asking for long', page)
    await context.setOffline(false)
    await see('token')
    await shop.asOwner('DELETE', `/api/v1/tills/${till.id}`)
    await page.getByTestId('pair-code').waitFor({ timeout: 20_000 })
    await draw('revoked', page)
    await context.close()
    clean()
  })

  test('long names, and a live account without a network', async () => {
    await shop.asOwner('PATCH', '/api/v1/settings', { name: longShop })
    const { context, page } = await shop.open('Kaunta ya tatu, karibu na mlango wa nyuma')
    await draw('names of a long shop', page)
    await signIn(page, neema)
    await draw('keypad of a long shop', page)
    await context.close()
    const live = await openTillShop({ live: true })
    const tablet = await pairTablet(live, { reducedMotion: 'reduce', locale: 'en-GB' })
    await signIn(tablet.page, neema)
    await tablet.page.getByTestId('network-banner').waitFor()
    await draw('live without a network', tablet.page)
    await tablet.context.close()
    await live.close()
    clean()
  })

  test('paper of both widths: a bill, a receipt, cash, a shift', async () => {
    const { context, page, tap, see, decide } = await shop.open('Counter 6')
    await context.addInitScript('window.print = () => {}')
    await page.reload()
    await signIn(page, neema)
    const printed = async (name: string, button: string) => {
      for (const language of languages) {
        await setLanguage(page, language)
        for (const width of ['58', '80']) {
          await page.evaluate(width => localStorage.setItem('kaunta.paper', JSON.stringify(width)), width)
          await tap(button)
          await page.emulateMedia({ media: 'print' })
          const paper = page.getByTestId('paper')
          await paper.evaluate(async root => {
            await Promise.all([...root.querySelectorAll('img')].map(picture => picture.decode()))
          })
          for (const out of await page.evaluate(stickingOut, unseen))
            found.push(`${name}: ${width} mm: ${out}`)
          await shoot(paper, folder, `paper-${name}-${width}mm-${language}`)
          await page.emulateMedia({ media: 'screen' })
        }
      }
      await setLanguage(page, 'en')
    }
    await openShift(page, 20_000)
    await typeAmount(page, 1_245_000)
    await tap('add-note')
    await page.getByTestId('note').fill(longNote)
    await tap('note-save')
    await tap('add-items')
    const sheet = page.locator('dialog[open]')
    await sheet.locator('.item-name').fill(longItem)
    for (const [name, price] of sold) {
      await page.getByTestId('item-name').fill(name)
      await page.getByTestId('item-price').fill(price)
      await tap('item-add')
    }
    await sheet.getByTestId('item-more').last().click()
    await tap('items-done')
    await tap('charge')
    await see('qr')
    await printed('bill', 'print-bill')
    await decide({ outcome: 'completed' }, 'paid')
    await printed('receipt', 'print')
    await page.getByTestId('new-sale').press('Enter')
    await typeAmount(page, 3_000)
    await tap('cash')
    await page.locator('.quick-amount', { hasText: '5,000' }).click()
    await see('paid')
    await printed('cash', 'print')
    await page.getByTestId('new-sale').press('Enter')
    await tap('settings')
    await tap('shift')
    await see('count')
    await printed('x-report', 'print-shift')
    await tap('count')
    await typeAmount(page, 22_500)
    await tap('step-submit')
    await page.getByRole('button', { name: 'Too much change given' }).click()
    await tap('close-shift')
    await see('shift-done')
    await printed('z-report', 'print-shift')
    await context.close()
    clean()
  })
})
