// A short attack on the running server: wrong passwords from many addresses, codes guessed from a whole IPv6
// network or by the port of a proxy, and bursts of parallel guesses, also over two nodes.
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { newClaimCode } from '../../src/flow/account.ts'
import type { PasswordHash } from '../../src/login/auth.ts'
import { atOnceMax, waitingMax } from '../../src/store/hash-queue.ts'
import { openEndpointShop, owner, type TestRequest } from '../kit/endpoint.ts'
import { textAt } from '../kit/endpoint-answer.ts'
import { openServerOnNodes, openShopOnNodes } from '../kit/endpoint-nodes.ts'
import { addCashiers, pairTill, pins } from '../kit/endpoint-till.ts'
import { quickHash } from '../kit/password-hash.ts'

const options = { trustedProxies: ['127.0.0.1'] }
const shop = await openShopOnNodes(options)
afterAll(() => shop.close())
beforeEach(() => shop.advance(61_000))

const from = (address: string) => ({ 'x-forwarded-for': address })
const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const wrongCode = { path: '/api/v1/till/pair', json: { code: '00000000' } }
/** Returns how many of the requests were checked. */
const looked = async (requests: readonly TestRequest[]) =>
  (await Promise.all(requests.map(request => shop.send(request)))).filter(({ status }) => status === 403)
    .length
async function pairingCode(name: string) {
  const made = await shop.request({ as: 'owner', path: '/api/v1/tills', json: { name } })
  return textAt(made, 'data.pairing_code')
}
async function pairedFrom(address: string, code: string) {
  const { status } = await shop.request({ ...wrongCode, json: { code }, headers: from(address) })
  return status
}

/** Creates a password hash that waits while the gate is closed. */
function newGate() {
  let isOpen = true
  let waiting: (() => void)[] = []
  let onWait = (_: string) => {}
  async function pass(what: string) {
    if (isOpen) return
    onWait(what)
    await new Promise<void>(resolve => waiting.push(resolve))
  }
  const passwordHash: PasswordHash = {
    hash: password => pass('nobody’s').then(() => quickHash.hash(password)),
    verify: stored => pass('the owner’s').then(() => quickHash.verify(stored)),
  }
  return {
    passwordHash,
    close() {
      isOpen = false
    },
    /** Lets one password check pass. @returns whose password is checked next */
    letOne: () =>
      new Promise<string>(resolve => {
        onWait = resolve
        waiting.shift()?.()
      }),
    open() {
      isOpen = true
      for (const go of waiting) go()
      waiting = []
    },
  }
}

test('180 parallel wrong passwords from 60 addresses: a PIN is still checked, and the owner’s password next', async () => {
  const { passwordHash, ...gate } = newGate()
  const box = await openEndpointShop({ ...options, passwordHash })
  const { neema } = await addCashiers(box)
  const till = await pairTill(box, 'Mbele')
  let refused = 0
  let onRefused = () => {}
  const refusedAre = (count: number) =>
    new Promise<void>(resolve => {
      onRefused = () => refused >= count && resolve()
      onRefused()
    })
  const signIn = async (address: string, email: string, password: string) => {
    const path = '/api/auth/sign-in/email'
    const { status } = await box.send({ path, headers: from(address), json: { email, password } })
    if (status === 429) refused++
    onRefused()
    return status
  }
  gate.close()
  const flood = range(180).map(index =>
    signIn(`10.9.0.${index % 60}`, `mtu${index}@duka.co.tz`, 'siri-mbaya'),
  )
  const waiting = atOnceMax + waitingMax
  await refusedAre(180 - waiting)
  expect((await till.signIn(neema, pins.neema)).status).toBe(200)
  const password = signIn('10.8.0.1', owner.email, owner.password)
  // One of the waiting ones makes room.
  await refusedAre(180 - waiting + 1)
  expect(await gate.letOne()).toBe('the owner’s')
  gate.open()
  expect(await password).toBe(200)
  expect(new Set(await Promise.all(flood))).toEqual(new Set([401, 429]))
  await box.close()
})

test('an IPv6 network is one caller: 10 of 200 pairing codes are looked at', async () => {
  const code = await pairingCode('Nyuma')
  const hosts = range(200).map(host => ({
    ...wrongCode,
    headers: from(`2001:db8:7:1::${host.toString(16)}`),
  }))
  expect(await looked(hosts)).toBe(10)
  expect(await pairedFrom('2001:db8:7:1:ffff::1', code)).toBe(429)
  expect(await pairedFrom('2001:db8:7:2::1', code)).toBe(200)
})

test.each(['203.0.113.7:PORT', '[2001:db8:7:3::1]:PORT', '::ffff:203.0.113.8'])(
  'a proxy that writes %s names one caller',
  async written => {
    const ports = range(40).map(port => ({
      ...wrongCode,
      headers: from(written.replace('PORT', `${5_000 + port}`)),
    }))
    expect(await looked(ports)).toBe(10)
  },
)

test('of 200 parallel wrong codes 10 are checked, and the right one works elsewhere', async () => {
  const code = await pairingCode('Kati')
  expect(await looked(range(200).map(() => ({ ...wrongCode, headers: from('192.168.1.66') })))).toBe(10)
  expect(await pairedFrom('192.168.1.10', code)).toBe(200)
})

test('parallel right codes from one address all work', async () => {
  const codes = await Promise.all(range(8).map(number => pairingCode(`Kaunta ${number}`)))
  expect(new Set(await Promise.all(codes.map(code => pairedFrom('192.168.1.11', code))))).toEqual(
    new Set([200]),
  )
})

test('of 100 parallel wrong set-up codes 10 are checked', async () => {
  const box = await openServerOnNodes(options)
  const code = await newClaimCode(box.appliance)
  const claim = (code: string, address: string) =>
    box.send({
      path: '/api/v1/setup/claim',
      headers: from(address),
      json: { ...owner, name: 'Asha', store: 'Duka', code },
    })
  const wrong = await Promise.all(range(100).map(() => claim('wrong', '192.168.1.66')))
  expect(wrong.filter(({ status }) => status === 403).length).toBe(10)
  expect((await claim(code, '192.168.1.10')).status).toBe(201)
  await box.close()
})

test.each([
  ['short links', '/p/none', 60],
  ['payment numbers', '/receipt/00000000', 10],
])(
  'of 200 guesses of %s at once, or from a whole IPv6 network, as many are looked at as a minute has',
  async (_, path, max) => {
    const found = async (requests: readonly TestRequest[]) =>
      (await Promise.all(requests.map(request => shop.send(request)))).filter(({ status }) => status === 404)
        .length
    expect(await found(range(200).map(() => ({ path, headers: from('192.168.1.67') })))).toBe(max)
    expect(
      await found(range(200).map(host => ({ path, headers: from(`2001:db8:8:1::${host.toString(16)}`) }))),
    ).toBe(max)
  },
)
