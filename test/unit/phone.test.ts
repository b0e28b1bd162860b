// How people write their number, which network it probably belongs to, and how it is masked.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  maskAllButLastDigits,
  maskPhone,
  phoneEndAt,
  providerNames,
  readPhone,
  readPhoneEnd,
} from '../../src/domain/phone.ts'

describe('one number, written as people do', () => {
  test.each([
    '+255712345678',
    '255712345678',
    '00255712345678',
    '0712345678',
    '712345678',
    ' 0712 345 678 ',
    '0712-345-678',
    '0712.345.678',
    '(0712) 345 678',
    '[0712] 345678',
    '+255 712 345 678',
    '(+255) 712-345-678',
    '00 255 712 345 678',
    '+255\u00a0712\u00a0345\u00a0678',
    '0712\u2011345\u2011678',
    '0712 – 345 – 678',
    '\u202a+255 712 345 678\u202c',
    '+2550712345678',
    '2550712345678',
    '002550712345678',
    '+255 (0) 712 345 678',
    '+255(0)712345678',
    '+255-0-712-345-678',
    '00255 0712 345678',
    '0712 345 678\u200f',
    'tel:+255-712-345-678',
  ])('%p', text => {
    expect(readPhone(text)).toEqual({ e164: '+255712345678', provider: 'mixx' })
  })
})

describe('no Tanzanian mobile number', () => {
  test.each([
    ['nothing', ''],
    ['a digit short', '071234567'],
    ['a digit long', '07123456789'],
    ['a land line', '0222123456'],
    ['another country', '+254712345678'],
    ['another country that ends like ours', '+1255712345678'],
    ['two trunk zeros', '+25500712345678'],
    ['a trunk 0 twice', '00712345678'],
    ['two pluses', '++255712345678'],
    ['a plus without a country', '+712345678'],
    ['a plus in the middle', '0712+345678'],
    ['a letter', '07l2345678'],
    ['an extension', '0712345678x9'],
    ['two numbers', '0712345678/0754345678'],
    ['an Arabic spelling', '٠٧١٢٣٤٥٦٧٨'],
    ['full-width digits', '０７１２３４５６７８'],
    ['a fraction', '0712345678.5'],
    ['prefix 60, not assigned', '0601234567'],
    ['prefix 64, once CooTel', '0641234567'],
    ['a page of blanks', `0712345678${' '.repeat(10_000)}`],
  ])('%s', (_, text) => {
    expect(readPhone(text)).toBeUndefined()
  })
})

const prefixes = [
  ['mpesa', '72 74 75 76 79'],
  ['mixx', '65 67 70 71 77'],
  ['airtel', '66 68 69 78'],
  ['halotel', '61 62 63'],
  [undefined, '73'],
] as const

for (const [provider, list] of prefixes)
  test.each(list.split(' '))(`prefix %s is ${provider ?? 'valid, but none of the four'}`, prefix => {
    expect(readPhone(`0${prefix}1234567`)).toEqual({ e164: `+255${prefix}1234567`, provider })
  })

test('the four providers have names', () => {
  expect(providerNames).toEqual({
    mpesa: 'M-Pesa',
    mixx: 'Mixx by Yas',
    airtel: 'Airtel Money',
    halotel: 'HaloPesa',
  })
})

test('reading a number twice gives the same result', () =>
  fc.assert(
    fc.property(fc.stringMatching(/^[67][0-9]{8}$/), national => {
      const phone = readPhone(national)
      expect(phone && readPhone(phone.e164)).toEqual(phone)
    }),
  ))

test.each([
  ['+255712345678', '+2557*****678'],
  ['+255622000019', '+2556*****019'],
  ['0712345678', '*****'],
  ['', '*****'],
])('%p is shown as %p', (e164, shown) => {
  expect(maskPhone(e164)).toBe(shown)
})

describe('the end of a number', () => {
  test.each([
    ['678', false],
    [' 678 ', false],
    ['•••678', true],
    ['…678', true],
    ['...678', true],
    ['.. 678', true],
    ['*678', true],
    ['+2557*****678', true],
    ['07•••678', true],
  ])('is read from %j', (text, isMasked) => expect(readPhoneEnd(text)).toEqual({ end: '678', isMasked }))

  test.each(['', '67', '6789', '.678', '0.678', 'a678', '•••67', '•••6789', '678•••', '0754123678'])(
    'is not read from %j',
    text => expect(readPhoneEnd(text)).toBeUndefined(),
  )

  test('is read from what pages show, and is what follows its place in E.164', () => {
    const phone = '+255754123678'
    for (const shown of [maskAllButLastDigits(phone), maskPhone(phone)])
      expect(readPhoneEnd(shown)).toEqual({ end: phone.slice(phoneEndAt - 1), isMasked: true })
  })
})
