// Which codes count at each look of the camera, which part of its picture is read, which kinds of code ZXing
// reads there, and what its errors mean.
import { describe, expect, spyOn, test } from 'bun:test'
import { barsOf } from '../../../ui/admin/products/barcode-bars.model.ts'
import {
  afterLook,
  cameraFaultOf,
  framePart,
  noCodesSeen,
  offersCamera,
} from '../../../ui/till/products/camera.model.ts'
import { openZxing } from '../../../ui/till/products/camera-zxing.ts'
import { pictureOf } from '../../kit/zxing.ts'

/**
 * Plays looks, as `milliseconds code code …`.
 * @returns the codes that counted, with the time of their look
 */
function countedAt(...looks: readonly string[]): string[] {
  let seen = noCodesSeen
  return looks.flatMap(text => {
    const [at, ...codes] = text.split(' ')
    const look = afterLook(seen, codes, Number(at))
    seen = look.seen
    return look.counted.map(code => `${at} ${code}`)
  })
}

describe('a code in view', () => {
  test.each([
    ['counts once while it stays', ['0 A', '100 A', '1500 A', '9000 A'], ['0 A']],
    ['counts once even if looks are seconds apart', ['0 A', '2000 A', '4000 A'], ['0 A']],
    ['may be missed by some looks', ['0 A', '100', '1400', '1450 A'], ['0 A']],
    ['counts again once it was gone for a while', ['0 A', '100', '1500', '1600 A'], ['0 A', '1600 A']],
    ['is gone only after its last look', ['0 A', '1000 A', '2000', '2400 A'], ['0 A']],
    ['counts next to another one', ['0 A', '100 A B', '200 B'], ['0 A', '100 B']],
    ['does not keep others in view', ['0 A', '100 B', '1600 B A'], ['0 A', '100 B', '1600 A']],
    ['is the same as UPC and as EAN', ['0 036000291452', '100 0036000291452'], ['0 036000291452']],
  ])('%s', (_, looks, counted) => {
    expect(countedAt(...looks)).toEqual(counted)
  })
  test('that is read twice in one picture counts once', () => {
    expect(countedAt('0 A A')).toEqual(['0 A'])
  })
})

test.each([
  { width: 640, height: 480, part: { width: 563, height: 336, left: 39, top: 72 } },
  { width: 1280, height: 720, part: { width: 845, height: 504, left: 218, top: 108 } },
  { width: 720, height: 1280, part: { width: 634, height: 378, left: 43, top: 451 } },
])('of $width × $height the frame holds the middle', ({ width, height, part }) => {
  expect(framePart({ width, height })).toEqual(part)
})

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['', 'busy'],
] as const)('%s means %s', (name, fault) => {
  expect(cameraFaultOf(name)).toBe(fault)
})

test.each([
  [true, false, 1, true],
  [true, true, 0, false],
  [false, true, 0, true],
  [false, false, 0, false],
])('secure %p, touch %p, %p cameras: offered %p', (isSecure, hasTouch, cameras, offered) => {
  expect(offersCamera({ isSecure, hasTouch, cameras })).toBe(offered)
})

/** The bars of the UPC-E 04252614: between two guards six digits, whose parities give the check digit 4. */
const upcE = `101${['0011101', '0010011', '0111001', '0011011', '0101111', '0011001'].join('')}010101`

test.each([
  ['an EAN-13', '5449000000996', undefined],
  ['an EAN-8', '96385074', undefined],
  ['a UPC-A, with a 0 in front', '0036000291452', barsOf('036000291452')],
  ['a UPC-E, as its UPC-A', '0042100005264', upcE],
  ['a Code 128 of letters', 'MK-7', undefined],
  ['a Code 128 of digits', '98765432109876', undefined],
])('ZXing reads %s', async (_, code, bars = barsOf(code) ?? '') => {
  // A browser loads the module from the executable.
  const load = spyOn(globalThis, 'fetch').mockImplementation((path =>
    Promise.resolve(new Response(Bun.file(String(path))))) as typeof fetch)
  const readCodes = await openZxing()
  load.mockRestore()
  const { width, height } = pictureOf(bars)
  const canvas = { width, height, getContext: () => ({ getImageData: () => pictureOf(bars) }) }
  expect(await readCodes(canvas as unknown as HTMLCanvasElement)).toEqual([code])
})
