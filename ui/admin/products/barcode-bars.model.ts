// The bars of a barcode, as it is printed on a label: EAN and UPC for codes with their check digit (GS1
// General Specifications, 5.2), Code 128 for any other code (ISO/IEC 15417). No kept library draws these few
// symbols without many more.
import { symbologyOf } from '../../../src/domain/label.ts'

/**
 * The seven modules of each digit on the left with odd parity; other patterns follow from them. 1 is dark.
 */
const oddDigits = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ')
/** The pattern of a digit on the right half: the odd pattern with dark and light exchanged. */
const rightDigit = (digit: number) =>
  [...(oddDigits[digit] ?? '')].map(bit => (bit === '1' ? '0' : '1')).join('')
/** The pattern of a digit on the left with even parity: the right pattern read backwards. */
const evenDigit = (digit: number) => [...rightDigit(digit)].toReversed().join('')
/** Which of the six left-hand digits of an EAN-13 have even parity, by its first digit. */
const parities = 'OOOOOO OOEOEE OOEEOE OOEEEO OEOOEE OEEOOE OEEEOO OEOEOE OEOEEO OEEOEO'.split(' ')
const [guard, middle] = ['101', '01010']

/** Returns the modules of an EAN-8, EAN-13 or UPC-A. A UPC-A is an EAN-13 that begins with 0. */
function eanBars(code: string): string {
  const digits = [...code.padStart(code.length === 12 ? 13 : code.length, '0')].map(Number)
  const isLong = digits.length === 13
  const parity = isLong ? (parities[digits[0] ?? 0] ?? '') : 'OOOO'
  const body = isLong ? digits.slice(1) : digits
  const half = body.length / 2
  const leftHalf = body
    .slice(0, half)
    .map((digit, i) => (parity[i] === 'E' ? evenDigit(digit) : oddDigits[digit]))
  return [guard, ...leftHalf, middle, ...body.slice(half).map(rightDigit), guard].join('')
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
/** Code B has a value for each letter, code C for each pair of digits. */
const [startB, startC, stop] = [104, 105, 106]

/**
 * Returns the symbol values of a Code 128 with its start, check value and stop: one value for each pair of
 * digits if the code is made of pairs, else one for each letter. The check value weights each value by its
 * position, modulo 103.
 */
function values128(code: string): number[] {
  const isDigits = /^(\d\d){2,}$/.test(code)
  const values = isDigits
    ? (code.match(/\d\d/g) ?? []).map(Number)
    : [...code].map(letter => letter.charCodeAt(0) - 32)
  const start = isDigits ? startC : startB
  const check = values.reduce((sum, value, i) => sum + value * (i + 1), start) % 103
  return [start, ...values, check, stop]
}

/** Turns the widths of alternating bars and spaces into modules: `212` becomes `11011`. */
const modules = (widths: string) =>
  [...widths].map((width, i) => (i % 2 === 0 ? '1' : '0').repeat(Number(width))).join('')

/**
 * Returns the modules of a code from left to right, `1` for dark; undefined for a code with letters that
 * barcodes cannot contain.
 */
export function barsOf(code: string): string | undefined {
  const symbology = symbologyOf(code)
  if (symbology === undefined) return undefined
  if (symbology !== 'code128') return eanBars(code)
  return values128(code)
    .map(value => modules(symbols128[value] ?? ''))
    .join('')
}

/** Returns the dark modules as the path of an SVG that is 40 high, after `lightModules` light modules. */
export const barPath = (bars: string, lightModules: number): string =>
  [...bars.matchAll(/1+/g)]
    .map(({ index, 0: run }) => `M${index + lightModules} 0h${run.length}v40h-${run.length}z`)
    .join('')
