// The bars of a barcode, as it is printed on a label: EAN and UPC for codes with their check digit (GS1
// General Specifications, 5.2), Code 128 for any other code (ISO/IEC 15417). No kept library draws these few
// symbols without many more.
import { symbologyOf } from '../../../src/domain/label.ts'

/** Left-hand digits with odd parity; the others are made of them. A 1 is a dark module. */
const oddDigits = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ')
const right = (digit: number) => [...(oddDigits[digit] ?? '')].map(bit => (bit === '1' ? '0' : '1')).join('')
const even = (digit: number) => [...right(digit)].toReversed().join('')
/** Which of the six left-hand digits of an EAN-13 have even parity, by its first digit. */
const parities = 'OOOOOO OOEOEE OOEEOE OOEEEO OEOOEE OEEOOE OEEEOO OEOEOE OEOEEO OEEOEO'.split(' ')
const [guard, middle] = ['101', '01010']

function eanBars(code: string): string {
  const digits = [...code.padStart(code.length === 12 ? 13 : code.length, '0')].map(Number)
  const isLong = digits.length === 13
  const parity = isLong ? (parities[digits[0] ?? 0] ?? '') : 'OOOO'
  const body = isLong ? digits.slice(1) : digits
  const half = body.length / 2
  const left = body.slice(0, half).map((digit, at) => (parity[at] === 'E' ? even(digit) : oddDigits[digit]))
  return [guard, ...left, middle, ...body.slice(half).map(right), guard].join('')
}

/** Widths of three bars and three spaces in turn, by value 0–105; 106 is the stop with its last bar. */
const widths128 =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 ' +
  '113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 ' +
  '212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 ' +
  '113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 ' +
  '314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 ' +
  '241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 ' +
  '214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 ' +
  '211232 2331112'
export const symbols128 = widths128.split(' ')
const [startB, startC, stop] = [104, 105, 106]

/** Values of Code 128: pairs of digits where the whole code is of them, else letter by letter. */
function values128(code: string): number[] {
  const isDigits = /^(\d\d){2,}$/.test(code)
  const data = isDigits
    ? (code.match(/\d\d/g) ?? []).map(Number)
    : [...code].map(letter => letter.charCodeAt(0) - 32)
  const start = isDigits ? startC : startB
  const check = data.reduce((sum, value, at) => sum + value * (at + 1), start) % 103
  return [start, ...data, check, stop]
}

const modules = (widths: string) =>
  [...widths].map((width, at) => (at % 2 === 0 ? '1' : '0').repeat(Number(width))).join('')

/** Its modules from left to right, `1` for dark; undefined for a code with letters that no barcode has. */
export function barsOf(code: string): string | undefined {
  const symbology = symbologyOf(code)
  if (symbology === undefined) return undefined
  if (symbology !== 'code128') return eanBars(code)
  return values128(code)
    .map(value => modules(symbols128[value] ?? ''))
    .join('')
}

/** The dark modules as the path of an SVG that is 40 high. @param left light modules before the first */
export const barPath = (bars: string, left: number): string =>
  [...bars.matchAll(/1+/g)]
    .map(({ index, 0: run }) => `M${index + left} 0h${run.length}v40h-${run.length}z`)
    .join('')
