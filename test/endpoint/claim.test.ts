// The page where a customer claims a refund with their own number: its states, what it hides, and the hostile
// inputs that must never send the money twice. test/browser/claim.test.ts tests how it looks.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { rowProblems } from '../../src/store/row-check.ts'
import type { RefundView } from '../../src/wire/refund.ts'
import { openEndpointShop } from '../kit/endpoint.ts'
import { at } from '../kit/endpoint-answer.ts'
import { addRoles, balanceOf, earn } from '../kit/endpoint-money.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'
import { postForm } from '../kit/endpoint-session.ts'

const shop = await openEndpointShop()
await addRoles(shop)
await earn(shop, 10_000_000)
afterAll(async () => {
  expect(await rowProblems(shop.appliance.store.read, async () => {})).toEqual([])
  await shop.close()
})
beforeEach(() => shop.advance(60_000))

interface Link {
  readonly id: string
  readonly path: string
}
const refundIn = (answer: Parameters<typeof at>[0]) => at(answer, 'data') as RefundView
const see = async (id: string) => refundIn(await shop.request({ as: 'sandbox', path: `/v1/refunds/${id}` }))
async function waiting(amount = 20_000): Promise<Link> {
  const path = `/v1/payments/${(await earn(shop, amount)).reference}/refunds`
  const json = { reason: 'Torn', way: 'payout' }
  const { id, claim_url } = refundIn(await shop.request({ as: 'sandbox', path, json }))
  return { id, path: new URL(claim_url ?? '').pathname }
}
const withdraw = (id: string) =>
  shop.request({ as: 'sandbox', method: 'POST', path: `/v1/refunds/${id}/withdraw` })
async function decide(id: string, outcome: string, more: object = {}) {
  await shop.request({ as: 'sandbox', path: `/v1/sandbox/refunds/${id}`, json: { outcome, ...more } })
  await shop.work()
}

async function pageOf(response: Response) {
  const text = await response.text()
  return {
    status: response.status,
    location: response.headers.get('location'),
    headers: response.headers,
    text,
    state: /<main data-state="(\w+)"/.exec(text)?.[1],
    sealed: /name="wallet" value="([^"]+)"/.exec(text)?.[1] ?? '',
  }
}
const open = async (path: string) => pageOf(await shop.send({ path, headers: { accept: 'text/html' } }))
const post = async (path: string, form: Record<string, string>) => pageOf(await postForm(shop, path, form))
const tries = (path: string, phone: string) => post(path, { phone })
const confirms = (path: string, sealed: string) => post(`${path}/confirm`, { wallet: sealed })
const sends = async ({ path }: Link, phone: string) => confirms(path, (await tries(path, phone)).sealed)
/** Returns the number of payouts of refunds that the simulated network has. */
const payouts = async () => (await shop.rows()).get('simulation')?.length ?? 0

describe('a customer', () => {
  test('enters a number, sees whose it is, and gets the money', async () => {
    const { id, path } = await waiting()
    const before = await payouts()
    const form = await open(path)
    expect([form.status, form.state]).toEqual([200, 'form'])
    for (const part of ['Duka la Asha', '20,<wbr/>000', 'Claim it by']) expect(form.text).toContain(part)
    const confirm = await tries(path, '0713 000 111')
    expect([confirm.status, confirm.state]).toEqual([200, 'confirm'])
    for (const part of ['JUMA M.', '0713 000 111', 'Mixx by Yas', 'Get TZS\u00a020,000'])
      expect(confirm.text).toContain(part)
    expect(confirm.text).not.toContain('MFANO')
    expect(await see(id)).toMatchObject({ pending_reason: 'recipient_needed' })
    expect(await payouts()).toBe(before)
    const sent = await confirms(path, confirm.sealed)
    expect([sent.status, sent.location]).toEqual([303, path])
    expect(await see(id)).toMatchObject({
      pending_reason: 'processing',
      claim_url: null,
      recipient: { phone: '+2557*****111', name: 'JUMA MFANO' },
    })
    const onItsWay = await open(path)
    expect([onItsWay.state, onItsWay.text.includes('http-equiv="refresh"')]).toEqual(['waiting', true])
    expect(onItsWay.text).not.toMatch(/000 111|MFANO/)
    await decide(id, 'completed')
    expect((await open(path)).state).toBe('sent')
    expect(await payouts()).toBe(before + 1)
    const log = await shop.request({ as: 'owner', path: '/api/v1/audit-log?kind=refund.claimed' })
    expect(at(log, 'data.items.0')).toMatchObject({ subject: id, detail: { amount: 20_000 } })
  })

  test('in Swahili, from the link to the money', async () => {
    const { path } = await waiting()
    const form = await open(`${path}?lang=sw`)
    expect(form.text).toStartWith('<!doctype html><html lang="sw">')
    const confirm = await post(path, { phone: '0713 000 111', lang: 'sw' })
    expect(confirm.text).toContain('Je, huyu ni wewe?')
    const sent = await post(`${path}/confirm`, { wallet: confirm.sealed, lang: 'sw' })
    expect(sent.location).toBe(`${path}?lang=sw`)
  })

  test('whose number has no name is warned before anything is sent', async () => {
    const { path } = await waiting()
    const { text } = await tries(path, '0713 000 089')
    for (const part of ['Is this your number?', 'No name found']) expect(text).toContain(part)
  })

  const second = { 'the network says no': 'failed', 'it came back': 'reversed' } as const
  test.each(Object.entries(second))('sees that %s', async (_, outcome) => {
    const link = await waiting()
    await sends(link, '0713 000 111')
    await decide(link.id, 'completed')
    const other = await waiting()
    await sends(other, '0713 000 111')
    await decide(other.id, outcome, { failure_reason: 'recipient_not_found' })
    const page = await open(other.path)
    expect(page.state).toBe('ended')
    expect(page.text).toContain(outcome === 'failed' ? 'isn’t registered for mobile money' : 'went back')
  })

  test('sees an unknown outcome, and that a second person has to approve', async () => {
    const link = await waiting()
    await sends(link, '0713 000 111')
    await decide(link.id, 'unknown')
    expect((await open(link.path)).state).toBe('unknown')
    const status = await shop.request({ path: `${link.path}/status` })
    expect([status.headers.get('cache-control'), at(status, 'data.state')]).toEqual(['no-store', 'unknown'])
    const above = (payout_approval_above: number | null) =>
      shop.request({
        as: 'owner',
        method: 'PATCH',
        path: '/api/v1/settings',
        json: { payout_approval_above },
        headers: { 'kaunta-account': shop.accounts.sandbox.id },
      })
    await above(10_000)
    const large = await waiting()
    const before = await payouts()
    await sends(large, '0713 000 111')
    const { text } = await open(large.path)
    for (const part of ['Waiting for approval', 'has to approve it first']) expect(text).toContain(part)
    expect(text).not.toContain('On its way')
    expect(await see(large.id)).toMatchObject({ pending_reason: 'approval' })
    expect(await payouts()).toBe(before)
    await above(null)
  })

  test('is shown nothing of the sale, on a page under 15 kB that only this server may frame or change', async () => {
    const { path } = await waiting()
    for (const page of [await open(path), await tries(path, '0713 000 111')]) {
      expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(15_000)
      expect(page.text).not.toMatch(/Torn|acct_|prof_|MFANO/)
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
      expect(page.headers.get('referrer-policy')).toBe('same-origin')
    }
  })
})

describe('the link', () => {
  const wrong: Record<string, (path: string) => string> = {
    'of another server': path => path.replace(/.$/, last => (last === 'A' ? 'E' : 'A')),
    'with the code of another refund': path => path.slice(0, -22) + 'A'.repeat(22),
    'cut short': path => path.slice(0, -1),
    'with more behind it': path => `${path}A`,
    'with a bit that is lost': path =>
      path.replace(/.$/, last => String.fromCharCode(last.charCodeAt(0) + 1)),
    'of no refund': () => `/claim/${'A'.repeat(43)}`,
    'of a NUL': () => '/claim/%00',
    'of another alphabet': path => path.replaceAll('-', '+').replaceAll('_', '/').slice(0, -1).concat('='),
  }
  test.each(Object.entries(wrong))('%s is not found, and changes nothing', async (_, changed) => {
    const { id, path } = await waiting()
    const { sealed } = await tries(path, '0713 000 111')
    const before = await shop.rows()
    const other = changed(path)
    for (const page of [
      await open(other),
      await tries(other, '0713 000 111'),
      await confirms(other, sealed),
      await pageOf(await shop.send({ path: `${other}/status` })),
    ])
      expect(page.status).toBe(404)
    expect(changesBetween(before, await shop.rows())).toEqual({})
    expect((await see(id)).pending_reason).toBe('recipient_needed')
  })

  test('that was used, withdrawn, expired or named by the shop sends nothing more', async () => {
    const ends: readonly [(link: Link) => Promise<unknown>, string][] = [
      [link => sends(link, '0713 000 222'), 'waiting'],
      [({ id }) => withdraw(id), 'ended'],
      [
        ({ id }) =>
          shop.request({
            as: 'sandbox',
            path: `/v1/refunds/${id}/recipient`,
            json: { phone: '0713 000 222' },
          }),
        'waiting',
      ],
      [
        async () => {
          shop.advance(7 * 86_400_000)
        },
        'ended',
      ],
    ]
    for (const [end, state] of ends) {
      const link = await waiting()
      const { sealed } = await tries(link.path, '0713 000 111')
      await end(link)
      expect(at(await shop.request({ path: `${link.path}/status?shown=confirm` }), 'data.state')).toBe(state)
      const before = await payouts()
      expect((await confirms(link.path, sealed)).location).toBe(link.path)
      expect((await tries(link.path, '0713 000 333')).location).toBe(link.path)
      expect([await payouts(), (await open(link.path)).state]).toEqual([before, state])
      expect(await see(link.id)).toMatchObject({ claim_url: null })
    }
    await shop.work()
  })

  test('takes only a number that was tried at it', async () => {
    const link = await waiting()
    const { sealed: foreign } = await tries((await waiting()).path, '0713 000 111')
    const before = await payouts()
    for (const sealed of ['', 'x', foreign, '{"wallet":{"phone":"+255713000111"}}'])
      expect((await confirms(link.path, sealed)).location).toBe(link.path)
    expect((await post(`${link.path}/confirm`, { phone: '0713 000 111' })).status).toBe(303)
    expect([await payouts(), (await see(link.id)).pending_reason]).toEqual([before, 'recipient_needed'])
  })

  const noNumbers = ['', '12', '+1 202 555 0100', '0713\u0000', '0213000111', '<b>0713</b>']
  test.each([...noNumbers, '9'.repeat(5_000)].map(phone => [phone.slice(0, 20), phone]))(
    'refuses the number %p and keeps what was typed',
    async (_, phone) => {
      const { path } = await waiting()
      const page = await tries(path, phone)
      expect([page.status, page.state]).toEqual([400, 'form'])
      expect(page.text).toContain('aria-invalid="true"')
      expect(page.text).not.toContain('<b>0713')
    },
  )

  test('takes ten numbers; then only the shop can name one', async () => {
    const { id, path } = await waiting()
    let last = ''
    for (let number = 0; number < 10; number++) last = (await tries(path, `0713 000 22${number}`)).sealed
    expect(last).not.toBe('')
    const answers = async (query = '') =>
      at(await shop.request({ path: `${path}/status${query}` }), 'data.state')
    const asksForLast = '?shown=confirm'
    expect([await answers(), await answers(asksForLast)]).toEqual(['ended', 'confirm'])
    expect((await tries(path, '0713 000 333')).location).toBe(path)
    expect((await open(path)).text).toContain('Too many numbers were tried')
    expect(await see(id)).toMatchObject({ pending_reason: 'recipient_needed', claim_url: null })
    // The last number may still be confirmed.
    await confirms(path, last)
    expect(await see(id)).toMatchObject({ pending_reason: 'processing' })
    expect(await answers(asksForLast)).toBe('waiting')
  })

  test('one address tries ten numbers without a name in a minute, at all links', async () => {
    const links = [await waiting(), await waiting()]
    const statuses: number[] = []
    for (let number = 0; number < 12; number++)
      statuses.push((await tries(links[number % 2]?.path ?? '', '0713 000 089')).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
    const refused = await tries(links[0]?.path ?? '', '0713 000 089')
    expect([refused.state, refused.text.includes('Wait a minute')]).toEqual(['form', true])
  })

  test('one address guesses few links', async () => {
    const statuses: number[] = []
    for (let guess = 0; guess < 62; guess++)
      statuses.push((await open(`/claim/${String(guess).padStart(43, 'A')}`)).status)
    expect([statuses.slice(0, 60).every(status => status === 404), statuses.at(-1)]).toEqual([true, 429])
    expect((await open((await waiting()).path)).state).toBe('form')
  })

  test('fifty at once, to as many numbers: one is paid', async () => {
    const link = await waiting()
    const sealed = await Promise.all(
      Array.from({ length: 50 }, (_, number) => tries(link.path, `07130002${number + 10}`)),
    ).then(pages => pages.map(page => page.sealed).filter(Boolean))
    expect(sealed).toHaveLength(10)
    const before = [await payouts(), (await balanceOf(shop)).available] as const
    const byShop = shop.request({
      as: 'sandbox',
      path: `/v1/refunds/${link.id}/recipient`,
      json: { phone: '0713 000 444' },
    })
    await Promise.all(
      [...Array(5)].flatMap(() => sealed.map(one => confirms(link.path, one))).concat(byShop as never),
    )
    expect(await payouts()).toBe(before[0] + 1)
    await decide(link.id, 'completed')
    expect(await see(link.id)).toMatchObject({ status: 'completed' })
    expect((await balanceOf(shop)).available).toBe(before[1])
  })
})
