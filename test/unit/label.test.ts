// Labels for the shelf: their texts, the kind and width of their bars, the page of a receipt printer as
// test/kit/printer.ts sees it, and the bars of the console as ZXing reads them.
import { describe, expect, test } from 'bun:test'
import { barDots, type Label, labelOf, labelRows, symbologyOf } from '../../src/domain/label.ts'
import { labelWords } from '../../src/domain/label-word.ts'
import type { Paper } from '../../src/domain/printer.ts'
import { pageBytes } from '../../src/wire/escpos.ts'
import { barsOf } from '../../ui/admin/products/barcode-bars.model.ts'
import { readPage } from '../kit/printer.ts'
import { codesIn, pictureOf } from '../kit/zxing.ts'

const soda = {
  name: 'Soda 350 ml',
  unit: 'piece',
  isWeighed: false,
  price: 1_000,
  wholesale: { from: 12, price: 900 },
  sku: 'SD-350',
  barcodes: ['5449000000996', '5449000000439'],
}
const rice = { ...soda, name: 'Rice', isWeighed: true, wholesale: { from: 5_000, price: 2_800 } }
const style = { words: labelWords.en, showsWholesale: true }

describe('the texts of a label', () => {
  const texts = ({ price, per, wholesale, code }: Label) => [price, per, wholesale, code]
  test.each<[string, Partial<typeof soda> | object, string[]]>([
    ['of a piece', soda, ['TZS 1,000', '', 'From 12: TZS 900', '5449000000996']],
    ['by weight', rice, ['TZS 1,000', 'per kg', 'From 5 kg: TZS 2,800', '5449000000996']],
    ['by the litre', { unit: 'litre', wholesale: null }, ['TZS 1,000', 'per litre', '', '5449000000996']],
    [
      'in a unit of the shop',
      { unit: 'debe' },
      ['TZS 1,000', 'per debe', 'From 12: TZS 900', '5449000000996'],
    ],
    ['with an open price', { ...rice, price: null }, ['', '', '', '5449000000996']],
    ['that is free', { price: 0, wholesale: null }, ['TZS 0', '', '', '5449000000996']],
    ['with an SKU alone', { barcodes: [] }, ['TZS 1,000', '', 'From 12: TZS 900', 'SD-350']],
    ['without codes', { barcodes: [], sku: null }, ['TZS 1,000', '', 'From 12: TZS 900', '']],
  ])('%s', (_, more, expected) => expect(texts(labelOf({ ...soda, ...more }, style))).toEqual(expected))

  test('in Swahili, and without the wholesale price', () => {
    expect(texts(labelOf(rice, { words: labelWords.sw, showsWholesale: true }))).toEqual([
      'TZS 1,000',
      'kwa kilo',
      'Kuanzia 5 kg: TZS 2,800',
      '5449000000996',
    ])
    expect(labelOf(rice, { ...style, showsWholesale: false }).wholesale).toBe('')
  })
})

type Dots = ReturnType<typeof barDots>
const long = 'ABCDEFGHIJKLMNOPQRSTUVWX'

describe('the bars of a code', () => {
  test.each<[string, ReturnType<typeof symbologyOf>, Dots, Dots]>([
    ['5449000000996', 'ean13', 3, 4],
    ['036000291452', 'upca', 3, 4],
    ['96385074', 'ean8', 4, 4],
    // A UPC-E has no check digit of its own.
    ['04252614', 'code128', 2, 3],
    ['MK-7', 'code128', 3, 4],
    ['{7}', 'code128', 4, 4],
    ['40063813339', 'code128', 2, 2],
    [long.slice(0, 12), 'code128', 2, 2],
    [long.slice(0, 13), 'code128', undefined, 2],
    [long.slice(0, 18), 'code128', undefined, 2],
    [long.slice(0, 19), 'code128', undefined, undefined],
    ['Mkate – kubwa', undefined, undefined, undefined],
    ['', undefined, undefined, undefined],
  ])('%s is %s, %p dots wide on 58 mm and %p on 80 mm', (code, symbology, narrow, wide) => {
    expect([symbologyOf(code), barDots(code, 58), barDots(code, 80)]).toEqual([symbology, narrow, wide])
  })
})

describe('labels on a receipt printer', () => {
  const printed = (codes: readonly string[], paper: Paper) =>
    readPage(
      pageBytes(
        labelRows(
          codes.map(code => labelOf({ ...soda, sku: null, barcodes: code === '' ? [] : [code] }, style)),
          paper,
        ),
        paper,
      ),
    )

  test('each has its name, price, bars and code, and a line to cut along; the page is cut once', () => {
    const { lines, bars, cuts, questions } = printed(['5449000000996', 'MK-7', ''], 80)
    const rule = '-'.repeat(48)
    const head = ['Soda 350 ml', 'TZS 1,000', 'From 12: TZS 900']
    expect(lines.map(({ text }) => text.trim()).filter(text => text !== '')).toEqual([
      ...[...head, '5449000000996', rule],
      ...[...head, 'MK-7', rule],
      ...[...head, rule],
    ])
    expect(lines.find(({ text }) => text.trim() === 'TZS 1,000')).toMatchObject({
      isBold: true,
      width: 2,
      height: 2,
    })
    expect(bars).toEqual([
      { kind: 2, data: '5449000000996', dots: 4, height: 80 },
      { kind: 73, data: '{BMK-7', dots: 4, height: 80 },
    ])
    expect({ cuts, questions }).toEqual({ cuts: 1, questions: 1 })
  })

  test('each kind of code, as the command of the printer has it', () => {
    const { bars } = printed(['036000291452', '96385074', '04252614', '{7}', long], 58)
    expect(bars.map(({ kind, data, dots }) => [kind, data, dots])).toEqual([
      [0, '036000291452', 3],
      [3, '96385074', 4],
      [73, '{B04252614', 2],
      [73, '{B{{7}', 4],
    ])
  })
})

describe('the bars of the console', () => {
  test.each([
    ['5449000000996', 'EAN13'],
    // A UPC-A is an EAN-13 that begins with 0.
    ['0036000291452', 'EAN13'],
    ['036000291452', 'EAN13'],
    ['96385074', 'EAN8'],
    ['04252614', 'Code128'],
    ['MK-7', 'Code128'],
    ['123456', 'Code128'],
    ['{7}~ a', 'Code128'],
    ['98765432109876', 'Code128'],
  ])('ZXing reads %s as %s', async (code, format) => {
    const found = await codesIn(pictureOf(barsOf(code) ?? ''))
    expect(found.map(({ text, kind }) => [text.replace(/^0(?=\d{12}$)/, ''), kind])).toEqual([
      [code.replace(/^0(?=\d{12}$)/, ''), format],
    ])
  })
})
