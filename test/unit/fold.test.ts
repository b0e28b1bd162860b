// Text in plain ASCII, for printers and QR payloads: the table of what each letter and sign becomes.
import { describe, expect, test } from 'bun:test'
import { readEmv, writeTanqr } from '../../src/domain/emv.ts'
import { fold } from '../../src/domain/fold.ts'
import { printable } from '../../src/domain/paper.ts'

const table: [text: string, plain: string][] = [
  ['1½ kg', '1 1/2 kg'],
  ['½ kg', '1/2 kg'],
  ['2⅓ l', '2 1/3 l'],
  ['1⁄2', '1/2'],
  ['5 m²', '5 m2'],
  ['10² + 2³', '10^2 + 2^3'],
  ['Ngʼombe', "Ng'ombe"],
  ['Ng’ombe', "Ng'ombe"],
  ['Ng‘ombe', "Ng'ombe"],
  ['Ng´ombe', "Ng'ombe"],
  ['Ng`ombe', 'Ng`ombe'],
  ['Ng＇ombe', "Ng'ombe"],
  ['Qurʾan', "Qur'an"],
  ['M2 ‐ 8', 'M2 - 8'],
  ['A–B—C−D‑E‒F―G', 'A-B-C-D-E-F-G'],
  ['2″ 3′', '2" 3\''],
  ['“a” «b» „c‟', '"a" "b" "c"'],
  ['0°C', '0 deg C'],
  ['45°', '45 deg'],
  ['37℃', '37 deg C'],
  ['№ 5 ™ ©', 'No 5 TM (C)'],
  ['Mama’s', "Mama's"],
  ['Straße GROẞ', 'Strasse GROSS'],
  ['Løgstør Ångström Ærø', 'Logstor Angstrom AEro'],
  ['Łódź Đặng Þór Ħal', 'Lodz Dang Thor Hal'],
  ['ɓaƙi Ɗan ŋoma Ɔkɔm', 'baki Dan ngoma Okom'],
  ['ĳs ﬁn Ⅳ ① ㎏', 'ijs fin IV 1 kg'],
  ['5×3÷2 ≤ 8 ≠ 9 ±1', '5x3/2 <= 8 != 9 +/-1'],
  ['€5 £6 • a…', 'EUR5 GBP6 * a...'],
  ['١٢٣ ۴۵ १२', '123 45 12'],
  ['５０％', '50%'],
  ['a\u00a0\t\nb\u200bc', 'a bc'],
  ['plain ~!"#$%&\'()*+,-./:;<=>?@[]^_`{|}', 'plain ~!"#$%&\'()*+,-./:;<=>?@[]^_`{|}'],
]

describe('the plain twin', () => {
  test.each(table)('of %j is %j, in print and in a code', (text, plain) => {
    expect(fold(text, '?')).toBe(plain)
    expect(printable(text)).toBe(plain)
    const code = writeTanqr({
      merchantName: text,
      city: text,
      acquirer: '09999',
      token: '45342017',
      amount: 5_000,
      reference: 'K0N7',
    })
    expect(readEmv(code)?.get('59')).toBe(plain.slice(0, 25).trimEnd())
    expect(readEmv(code)?.get('60')).toBe(plain.slice(0, 15).trimEnd())
  })

  test('of what has none is a question mark in print, and nothing in a code', () => {
    expect(fold('Pizza 🍕🍕 na 日本 語', '?')).toBe('Pizza ? na ?')
    expect(fold('Pizza 🍕🍕 na 日本 語', '')).toBe('Pizza na')
  })

  test('every letter of the Latin blocks has one', () => {
    const lost: string[] = []
    for (let code = 0xa1; code < 0x180; code++) {
      const letter = String.fromCharCode(code)
      if (/\p{Letter}|\p{Number}/u.test(letter) && !/^[ -~]+$/.test(fold(letter, ''))) lost.push(letter)
    }
    expect(lost).toEqual([])
  })
})
