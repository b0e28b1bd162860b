// Files of products as Loyverse and Square export them, with as many lines as wanted, and faults planted in
// them.
import { checkDigit } from '../../src/domain/barcode.ts'

export const ean = (number: number): string => {
  const digits = `620${String(number).padStart(9, '0')}`
  return digits + checkDigit(digits)
}

const cell = (value: unknown) => {
  const text = String(value ?? '')
  return /[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
export const csvOf = (rows: readonly (readonly unknown[])[], separator = ','): string =>
  rows.map(row => `${row.map(cell).join(separator)}\r\n`).join('')

/** The cells of a line by their heads; a fault changes some of them. */
type Row = Record<string, string | number>
const table = (heads: readonly string[], rows: readonly Row[]) => [
  heads,
  ...rows.map(row => [
    ...heads.map(head => row[head] ?? ''),
    ...(row.extra === undefined ? [] : [row.extra]),
  ]),
]

const loyverseHeads = [
  ...[
    'Handle',
    'SKU',
    'Name',
    'Category',
    'Description',
    'Sold by weight',
    'Option 1 name',
    'Option 1 value',
  ],
  ...['Option 2 name', 'Option 2 value', 'Option 3 name', 'Option 3 value', 'Cost', 'Barcode'],
  ...['SKU of included item', 'Quantity of included item', 'Track stock', 'Available for sale [Kariakoo]'],
  ...['Price [Kariakoo]', 'In stock [Kariakoo]', 'Low stock [Kariakoo]', 'Available for sale [Mbezi]'],
  ...['Price [Mbezi]', 'In stock [Mbezi]', 'Low stock [Mbezi]', 'Tax - "VAT" (18%)'],
]

/**
 * Returns rows as Loyverse exports them. Every fifth product has two sizes; every seventh is sold by weight,
 * and the eleventh has an open price.
 */
export function loyverseRows(lines: number): Row[] {
  const rows: Row[] = []
  for (let number = 1; rows.length < lines; number++) {
    const row = {
      Handle: `bidhaa-${number}`,
      SKU: 10_000 + number * 2,
      Name: `Bidhaa, namba ${number}`,
      Category: `Kundi ${number % 20}`,
      'Sold by weight': number % 7 === 0 ? 'Y' : 'N',
      Cost: number % 3 === 0 ? '833.33' : 700,
      Barcode: ean(number * 2),
      'Track stock': 'Y',
      'Available for sale [Kariakoo]': number % 13 === 0 ? 'N' : 'Y',
      'Price [Kariakoo]': number % 11 === 0 ? 'variable' : `${1_000 + number}.00`,
      'In stock [Kariakoo]': 5,
      'Low stock [Kariakoo]': 3,
      'Available for sale [Mbezi]': 'Y',
      'Price [Mbezi]': 2_000 + number,
      'Tax - "VAT" (18%)': 'Y',
    }
    if (number % 5 > 0 || rows.length + 1 >= lines) {
      rows.push(row)
      continue
    }
    rows.push({ ...row, 'Option 1 name': 'Ukubwa', 'Option 1 value': 'Ndogo' })
    rows.push({
      ...row,
      Name: '',
      Category: '',
      'Sold by weight': '',
      SKU: 10_001 + number * 2,
      Barcode: ean(number * 2 + 1),
      'Option 1 value': 'Kubwa',
      'Price [Kariakoo]': 3_000 + number,
    })
  }
  return rows
}
export const loyverseFile = (rows: readonly Row[], separator?: string) =>
  csvOf(table(loyverseHeads, rows), separator)

const squareHeads = [
  ...['Token', 'Item Name', 'Customer-facing Name', 'Variation Name', 'SKU', 'Description', 'Categories'],
  ...['Reporting Category', 'GTIN', 'Item Type', 'Archived', 'Sellable', 'Unit and Precision', 'Price'],
  ...['Default Unit Cost', 'Enabled Kariakoo', 'Tax - VAT (18%)'],
]
export function squareRows(lines: number): Row[] {
  const rows: Row[] = []
  for (let number = 1; rows.length < lines; number++) {
    const row = {
      Token: `TOKEN${number}`,
      'Item Name': `Item ${number}`,
      'Variation Name': 'Regular',
      SKU: `SQ-${number}`,
      Categories: `Group ${number % 20}, All`,
      GTIN: ean(100_000 + number * 2),
      'Item Type': 'Physical good',
      Archived: 'N',
      Sellable: 'Y',
      'Unit and Precision': number % 7 === 0 ? '.000 kg' : '',
      Price: number % 11 === 0 ? '' : `${(1_000 + number).toLocaleString('en')}.00`,
      'Default Unit Cost': '700.00',
    }
    if (number % 5 > 0 || rows.length + 1 >= lines) rows.push(row)
    else
      rows.push(
        { ...row, 'Variation Name': 'Small' },
        { ...row, 'Variation Name': 'Large', SKU: `SQ-${number}L`, GTIN: ean(100_001 + number * 2) },
      )
  }
  return rows
}
export const squareFile = (rows: readonly Row[], separator?: string) =>
  csvOf(table(squareHeads, rows), separator)

/** A planted fault: the line and the cells that it changes, and the field and reason of its error. */
export interface Planted {
  readonly line: number
  readonly change: Row
  readonly field: string
  readonly reason: string
}

/** Returns the rows with the faults in them. */
export const planted = (rows: readonly Row[], faults: readonly Planted[]): Row[] =>
  rows.map((row, index) => ({ ...row, ...faults.find(({ line }) => line === index + 2)?.change }))

const name = 'x'.repeat(201)
const price = 'Price [Kariakoo]'
export const loyverseFaults: readonly Planted[] = [
  { line: 2, change: { Name: '' }, field: 'Name', reason: 'empty' },
  { line: 3, change: { [price]: 'elfu moja' }, field: price, reason: 'amount_malformed' },
  { line: 5, change: { [price]: '-500' }, field: price, reason: 'amount_malformed' },
  { line: 8, change: { [price]: '1000.50' }, field: price, reason: 'amount_not_whole' },
  { line: 9, change: { Barcode: '6201234567890' }, field: 'Barcode', reason: 'barcode_check_digit' },
  { line: 10, change: { Barcode: '6.20123E+12' }, field: 'Barcode', reason: 'code_rounded' },
  { line: 14, change: { SKU: 10_002 }, field: 'SKU', reason: 'code_in_line' }, // as in line 2
  { line: 15, change: { Barcode: ean(4) }, field: 'Barcode', reason: 'code_in_line' }, // as in line 3
  { line: 16, change: { Name: name }, field: 'Name', reason: 'too_long' },
  { line: 20, change: { 'Sold by weight': 'kg' }, field: 'Sold by weight', reason: 'flag_malformed' },
  {
    line: 21,
    change: { 'Available for sale [Kariakoo]': '?' },
    field: 'Available for sale [Kariakoo]',
    reason: 'flag_malformed',
  },
  {
    line: 22,
    change: { 'Low stock [Kariakoo]': 'few' },
    field: 'Low stock [Kariakoo]',
    reason: 'count_malformed',
  },
  { line: 26, change: { Cost: 'bure' }, field: 'Cost', reason: 'amount_malformed' },
  { line: 27, change: { SKU: '1.0E+5' }, field: 'SKU', reason: 'code_rounded' },
  { line: 28, change: { extra: 'lost' }, field: 'column 27', reason: 'cell_without_head' },
  { line: 32, change: { Category: 'y'.repeat(101) }, field: 'Category', reason: 'too_long' },
  { line: 33, change: { SKU: 'z'.repeat(101) }, field: 'SKU', reason: 'too_long' },
  { line: 4_001, change: { Barcode: 'b'.repeat(49) }, field: 'Barcode', reason: 'barcode_malformed' },
  { line: 4_002, change: { Name: 'two\tcolumns' }, field: 'Name', reason: 'control_characters' },
  { line: 5_001, change: { [price]: '9999999999999' }, field: price, reason: 'not_whole_number_between' },
]
export const squareFaults: readonly Planted[] = [
  { line: 2, change: { 'Item Name': '' }, field: 'Item Name', reason: 'empty' },
  { line: 3, change: { Price: 'free' }, field: 'Price', reason: 'amount_malformed' },
  { line: 4, change: { Price: '(500.00)' }, field: 'Price', reason: 'amount_malformed' },
  { line: 5, change: { Price: '12.75' }, field: 'Price', reason: 'amount_not_whole' },
  { line: 8, change: { GTIN: '6201234567890' }, field: 'GTIN', reason: 'barcode_check_digit' },
  { line: 9, change: { GTIN: '6,2E+12' }, field: 'GTIN', reason: 'code_rounded' },
  { line: 10, change: { SKU: 'SQ-1' }, field: 'SKU', reason: 'code_in_line' },
  { line: 11, change: { GTIN: ean(100_004) }, field: 'GTIN', reason: 'code_in_line' },
  { line: 14, change: { 'Item Name': name }, field: 'Item Name', reason: 'too_long' },
  { line: 15, change: { Sellable: 'maybe' }, field: 'Sellable', reason: 'flag_malformed' },
  { line: 16, change: { Archived: '-' }, field: 'Archived', reason: 'flag_malformed' },
  {
    line: 17,
    change: { 'Default Unit Cost': 'n/a' },
    field: 'Default Unit Cost',
    reason: 'amount_malformed',
  },
  { line: 20, change: { SKU: '2E+3' }, field: 'SKU', reason: 'code_rounded' },
  { line: 21, change: { extra: 'lost' }, field: 'column 18', reason: 'cell_without_head' },
  { line: 22, change: { Categories: 'y'.repeat(101) }, field: 'Categories', reason: 'too_long' },
  { line: 23, change: { SKU: 'z'.repeat(101) }, field: 'SKU', reason: 'too_long' },
  { line: 26, change: { GTIN: 'b'.repeat(49) }, field: 'GTIN', reason: 'barcode_malformed' },
  { line: 4_001, change: { 'Item Name': 'two\tcolumns' }, field: 'Item Name', reason: 'control_characters' },
  { line: 4_002, change: { Price: '9999999999999' }, field: 'Price', reason: 'not_whole_number_between' },
  { line: 5_001, change: { GTIN: ean(100_006) }, field: 'GTIN', reason: 'code_in_line' },
]
