// Logos of profiles: real pictures in, small ones out, with nothing hidden in them; everything else is
// refused.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import type { ProfileView } from '../../src/wire/profile.ts'
import { openEndpointShop } from '../kit/endpoint.ts'
import { at, errorBody, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { addRoles } from '../kit/endpoint-money.ts'
import { runScenario, type Scenario } from '../kit/endpoint-scenario.ts'
import { profileOf, profileRequester, profilesPath } from '../kit/profile.ts'

let profile: ProfileView
const shop = await openEndpointShop()
await addRoles(shop)
afterAll(() => shop.close())
beforeEach(async () => {
  shop.advance(60_000)
  profile = profileOf(await request('', { json: { name: 'Juice bar' } }))
})

const run = (scenario: Scenario) => runScenario(shop, scenario)
const request = profileRequester(shop)
const upload = (raw: Uint8Array, type = 'image/png', id = profile.id) =>
  request(`/${id}/logo`, { method: 'PUT', raw: new Uint8Array(raw), headers: { 'content-type': type } })
const change = (json: object) => request(`/${profile.id}`, { method: 'PATCH', json })
/**
 * Requests a logo. The server's links begin with its public address, which is not where the test reaches it.
 */
const served = (merchant_logo: string) => {
  expect(merchant_logo).toMatch(/^http:\/\/192\.168\.1\.10:8080\/logo\/[0-9a-f]{32}$/)
  return shop.request({ path: new URL(merchant_logo).pathname })
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length)
  ends.writeUInt32BE(Bun.hash.crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])

/** Returns the first bytes of a PNG, which may claim any size. */
function pngHead(width: number, height: number): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0])
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  return Buffer.concat([signature, chunk('IHDR', head)])
}

type Paint = (x: number, y: number) => readonly [number, number, number, number]
const stripes: Paint = (x, y) => [x & 255, y & 255, 90, x < 40 ? 0 : 255]
/** Returns an incompressible pixel, from a fixed pseudo-random sequence. */
const noise: Paint = (x, y) => {
  const value =
    Math.imul((x + 1) * 73_856_093 + y * 19_349_663, 0x9e3779b1) ^ Math.imul(x * y + 7, 0x85ebca6b)
  return [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24]
}

function png(width: number, height: number, paint: Paint, more: readonly Buffer[] = []): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 4))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set(paint(x, y), y * (1 + width * 4) + 1 + x * 4)
  return Buffer.concat([
    pngHead(width, height),
    ...more,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  ])
}

const secret = 'Asha’s phone at -6.7924, 39.2083'
const exif = Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(secret)])
const colours = Buffer.concat([Buffer.from('rgb\0\0'), deflateSync(Buffer.from(secret.repeat(40)))])
const chatty = () =>
  png(500, 300, stripes, [chunk('iCCP', colours), chunk('tEXt', Buffer.from(`Author\0${secret}`))])

/** Returns a JPEG with a location, as phones write it. */
async function jpeg(): Promise<Buffer> {
  const plain = Buffer.from(await new Bun.Image(png(640, 480, stripes)).jpeg().bytes())
  const length = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return Buffer.concat([plain.subarray(0, 2), length, exif, plain.subarray(2)])
}
const webp = () => new Bun.Image(png(300, 900, stripes)).webp().bytes()
/** Returns a GIF of two pixels, black and white. */
const gif = () => Buffer.from('R0lGODlhAgABAIAAAAAAAP///ywAAAAAAgABAAACAkQKADs=', 'base64')

async function pictureIn(answer: TestResponse) {
  expect(answer.status).toBe(200)
  const { width, height, format } = await new Bun.Image(answer.bytes).metadata()
  // Decoding all of it proves that it is complete.
  expect((await new Bun.Image(answer.bytes).png().bytes()).length).toBeGreaterThan(0)
  return { width, height, format }
}

describe('uploaded', () => {
  const pictures: [string, () => Uint8Array | Promise<Uint8Array>, number, number][] = [
    ['image/png', chatty, 192, 115],
    ['image/jpeg', jpeg, 192, 144],
    ['image/webp', webp, 64, 192],
    ['image/gif', gif, 2, 1],
    ['IMAGE/PNG; charset=binary', () => png(1, 1, stripes), 1, 1],
    ['image/png', () => png(192, 192, stripes), 192, 192],
    ['image/png', () => png(193, 10, stripes), 192, 10],
    ['image/png', () => png(4_096, 1, stripes), 192, 1],
    ['image/png', () => png(1, 4_096, stripes), 1, 192],
    ['image/jpeg', chatty, 192, 115],
  ]
  test.each(pictures)('%s', async (type, make, width, height) => {
    const { merchant_logo, ...rest } = profileOf(await upload(await make(), type))
    expect({ ...rest, merchant_logo: '' }).toEqual(profile)
    const answer = await served(merchant_logo)
    expect(await pictureIn(answer)).toEqual({ width, height, format: 'webp' })
    expect(answer.bytes.length).toBeLessThanOrEqual(8_000)
    for (const hidden of [secret, 'Exif', 'EXIF', 'ICCP', 'XMP '])
      expect(Buffer.from(answer.bytes).includes(hidden)).toBe(false)
    // The flags of an extended file show only transparency.
    if (Buffer.from(answer.bytes).includes('VP8X')) expect((answer.bytes[20] ?? 0) & ~0x10).toBe(0)
    expect(merchant_logo).toEndWith(
      new Bun.CryptoHasher('sha256').update(answer.bytes).digest('hex').slice(0, 32),
    )
  })

  test('pictures that compress badly are scaled down until they fit', async () => {
    const answer = await served(profileOf(await upload(png(600, 600, noise))).merchant_logo)
    const { width, height } = await pictureIn(answer)
    expect(answer.bytes.length).toBeLessThanOrEqual(8_000)
    expect(width).toBeWithin(64, 192)
    expect(height).toBe(width)
  })

  test('transparency is kept', async () => {
    const flag = png(200, 100, x => (x < 100 ? [200, 30, 40, 255] : [0, 0, 0, 0]))
    const { bytes } = await served(profileOf(await upload(flag)).merchant_logo)
    expect(Buffer.from(bytes).toString('latin1')).toContain('ALPH')
  })

  test('in JSON as data, when made and when changed', async () => {
    const data = (type: string, bytes: Uint8Array) =>
      `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`
    const json = { name: 'With a logo', merchant_logo: data('png', png(96, 60, stripes)) }
    const made = await run({
      request: { as: 'admin', path: profilesPath, json },
      status: 201,
      changes: { profile: 1, logo: 1 },
    })
    expect(await pictureIn(await served(profileOf(made).merchant_logo))).toMatchObject({
      width: 96,
      height: 60,
    })
    for (const [type, make] of [
      ['jpeg', jpeg],
      ['webp', webp],
      ['gif', gif],
    ] as const) {
      const { merchant_logo } = profileOf(await change({ merchant_logo: data(type, await make()) }))
      expect((await pictureIn(await served(merchant_logo))).format).toBe('webp')
    }
  })

  test('stays the same when the profile is sent back as it was read', async () => {
    const read = profileOf(await upload(chatty()))
    expect(profileOf(await request(`/${read.id}`, { method: 'PUT', json: read }))).toEqual(read)
    const other = profileOf(await request('', { json: { name: 'Other' } }))
    const answer = await request(`/${other.id}`, { method: 'PUT', json: read })
    expect(answer.json).toMatchObject({
      code: 400,
      errors: [{ field: 'merchant_logo', reason: 'picture_not_data_url' }],
    })
  })
})

describe('refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const place = () => ({ as: 'admin', method: 'PUT', path: `${profilesPath}/${profile.id}/logo` }) as const
  const isSvg = errorBody('unsupported_media_type', 'picture_svg')
  const isNoPicture = errorBody('unsupported_media_type', 'picture_not_sent', {
    types: 'image/png, image/jpeg, image/webp, image/gif',
  })
  const types: (readonly [string, object])[] = [
    ['image/svg+xml', isSvg],
    ['image/svg+xml; charset=utf-8', isSvg],
    ['application/json', isNoPicture],
    ['text/html', isNoPicture],
    ['image/bmp', isNoPicture],
    ['multipart/form-data; boundary=x', isNoPicture],
    ['', isNoPicture],
  ]
  test.each(types)('as %j', async (type, body) => {
    const request = { ...place(), raw: new Uint8Array(Buffer.from(svg)), headers: { 'content-type': type } }
    await run({ request, status: 415, body })
  })

  const bitmap = Buffer.alloc(58)
  bitmap.write('BM')
  for (const [at, value] of [
    [2, 58],
    [10, 54],
    [14, 40],
    [18, 1],
    [22, 1],
  ] as const)
    bitmap.writeUInt32LE(value, at)
  bitmap.writeUInt16LE(1, 26)
  bitmap.writeUInt16LE(24, 28)
  const whole = () => png(60, 60, stripes)
  const garbage: [string, () => Uint8Array][] = [
    ['nothing', () => new Uint8Array()],
    ['a text', () => Buffer.from('hello')],
    ['an SVG that claims to be a PNG', () => Buffer.from(svg)],
    ['a bitmap', () => bitmap],
    ['garbage behind a PNG header', () => Buffer.concat([pngHead(60, 60), Buffer.alloc(500, 9)])],
    ['a PNG cut short', () => whole().subarray(0, 80)],
    ['only a PNG header', () => pngHead(60, 60)],
    ['a PNG of nothing', () => png(0, 0, stripes)],
    ['a GIF header', () => gif().subarray(0, 10)],
    [
      'a header that promises 60,000 × 60,000',
      () => Buffer.concat([pngHead(60_000, 60_000), whole().subarray(33)]),
    ],
    [
      'one that cannot be: 4,294,967,295 × 1',
      () => Buffer.concat([pngHead(2 ** 32 - 1, 1), whole().subarray(33)]),
    ],
    ['a real one of 4,097 × 1', () => png(4_097, 1, stripes)],
    ['a real one of 1 × 4,097', () => png(1, 4_097, stripes)],
    [
      'a colour profile that unfolds to 128 MiB',
      () =>
        png(60, 60, stripes, [
          chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(2 ** 27))])),
        ]),
    ],
  ]
  test.each(garbage)('%s', async (name, make) => {
    const raw = new Uint8Array(make())
    const request = { ...place(), raw, headers: { 'content-type': 'image/png' } }
    const answer = await run({ request: request, status: 400, body: errorBody('validation_error') })
    expect(textAt(answer, 'message')).toStartWith('body ')
    if (/promises|real/.test(name))
      expect(answer.json).toMatchObject({ reason: 'picture_too_wide', params: { max: 4_096 } })
    const base64 = Buffer.from(raw).toString('base64')
    if (base64 === '') return
    const inJson = await run({
      request: {
        as: 'admin',
        method: 'PATCH',
        path: `${profilesPath}/${profile.id}`,
        json: { merchant_logo: `data:image/png;base64,${base64}` },
      },
      status: 400,
    })
    expect(at(inJson, 'errors.0.field')).toBe('merchant_logo')
  })

  test('2 MiB and a byte; 2 MiB are taken', async () => {
    const size = 2 * 1_024 * 1_024
    const padded = (length: number) => {
      const bytes = whole()
      const pad = chunk('tEXt', Buffer.alloc(length - bytes.length - 12, 'x'))
      return Buffer.concat([bytes.subarray(0, -12), pad, bytes.subarray(-12)])
    }
    expect(padded(size)).toHaveLength(size)
    const raw = new Uint8Array(padded(size + 1))
    const headers = { 'content-type': 'image/png' }
    await run({
      request: { ...place(), raw, headers },
      status: 413,
      body: errorBody('payload_too_large', 'body_too_large', { size: '2 MiB' }),
    })
    const stream = () => new Blob([raw]).stream()
    await run({
      request: { ...place(), raw: stream(), headers },
      status: 413,
      body: errorBody('payload_too_large'),
    })
    expect((await upload(padded(size))).status).toBe(200)
  })
})

describe('served', () => {
  test('to all, cacheable for ever, as nothing but a picture', async () => {
    const { merchant_logo } = profileOf(await upload(chatty()))
    const { headers } = await served(merchant_logo)
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const { pathname } = new URL(merchant_logo)
    const known = await shop.request({
      path: pathname,
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    expect([known.status, known.bytes.length]).toEqual([304, 0])
    const json = { as: 'admin', path: pathname, method: 'POST', raw: 'x' } as const
    expect((await shop.request(json)).status).toBe(405)
  })

  test.each(['none', '0'.repeat(32), '%00', '..%2fhealth', "'or 1=1--"])('not as %s', async id => {
    const answer = await run({ request: { path: `/logo/${id}` }, status: 404, body: errorBody('not_found') })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('12,000 times a minute to one address', async () => {
    const small = await openEndpointShop({ rateLimit: 60 })
    const left = async () => {
      const { headers } = await small.send({ path: '/logo/none' })
      return [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]
    }
    expect(await left()).toEqual(['12000', '11999'])
    expect(await left()).toEqual(['12000', '11998'])
    await small.close()
  })
})

describe('removed', () => {
  const removals: [string, () => Promise<TestResponse>][] = [
    ['by DELETE', () => request(`/${profile.id}/logo`, { method: 'DELETE' })],
    ['by null', () => change({ merchant_logo: null })],
    ['by an empty text', () => change({ merchant_logo: '' })],
    ['by another picture', () => upload(png(3, 2, stripes))],
  ]
  test.each(removals)('%s, the picture goes', async (_, remove) => {
    const { merchant_logo } = profileOf(await upload(png(50, 40, noise)))
    const after = profileOf(await remove())
    expect(after.merchant_logo).not.toBe(merchant_logo)
    expect((await served(merchant_logo)).status).toBe(404)
    const left = after.merchant_logo === '' ? 0 : 1
    expect((await remove()).status).toBe(200)
    expect(profileOf(await request(`/${profile.id}`)).merchant_logo === '' ? 0 : 1).toBe(left)
  })

  test('the picture stays while another profile uses it, a deleted one too', async () => {
    const other = profileOf(await request('', { json: { name: 'Same logo' } }))
    const { merchant_logo } = profileOf(await upload(png(70, 60, stripes)))
    expect(profileOf(await upload(png(70, 60, stripes), 'image/png', other.id)).merchant_logo).toBe(
      merchant_logo,
    )
    await request(`/${profile.id}/logo`, { method: 'DELETE' })
    expect((await served(merchant_logo)).status).toBe(200)
    await request(`/${other.id}`, { method: 'DELETE' })
    expect((await served(merchant_logo)).status).toBe(200)
  })
})
