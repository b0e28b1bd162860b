// Files of products: the forms of Loyverse and Square and our own, what their lines mean, every fault by line
// and column, and what an import makes of the list.
import { describe, expect, test } from 'bun:test'
import { csvLine } from '../../src/domain/csv.ts'
import { readCsv } from '../../src/domain/csv-file.ts'
import type { Product } from '../../src/domain/product.ts'
import { cellReader } from '../../src/domain/product-cell.ts'
import { applyProductChange, blankProduct, type ProductChange } from '../../src/domain/product-change.ts'
import { packsIn, productHeads, productLines } from '../../src/domain/product-export.ts'
import { fileProduct, readProductFile } from '../../src/domain/product-file.ts'
import { importPlanner } from '../../src/domain/product-import.ts'
import { importView } from '../../src/wire/product.ts'
import {
  csvOf,
  ean,
  loyverseFaults,
  loyverseFile,
  loyverseRows,
  planted,
  squareFaults,
  squareFile,
  squareRows,
} from '../kit/product-file.ts'

let ids = 0
const making = {
  catalogId: 'acct_1',
  now: 1,
  newId: () => `var_${++ids}`,
  newProductId: () => `prod_${++ids}`,
}
const listed = (change: ProductChange): Product =>
  applyProductChange(blankProduct(making.newProductId(), 'acct_1', making), change, making)

function planOf(
  text: string,
  list: readonly Product[] = [],
  shop?: string,
  stock: ReadonlyMap<string, number> = new Map(),
) {
  const file = readProductFile(text, shop)
  const planner = importPlanner(file, list, stock, making)
  for (const group of file.groups) planner.join(fileProduct(group, file))
  for (const joined of planner.joined()) planner.add(joined)
  const plan = planner.plan()
  return {
    ...plan,
    file,
    found: plan.problems.map(problem => ({
      line: problem.line,
      field: problem.problem.field,
      reason: problem.problem.reason,
    })),
    products: plan.writes.map(({ product }) => product),
    counts: plan.writes.map(({ product, counts }) => [product.name, ...counts.map(count => count.quantity)]),
  }
}
const soldIn = (products: readonly Product[]) =>
  products.map(({ name, variations }) => [
    name,
    ...variations.map(variation => [variation.name, variation.price, variation.sku]),
  ])

describe('what is read of a file before its products', () => {
  test.each([
    ['Jina, Bei (TZS) ,Msambazaji,,SKU\n', ['Jina', 'Bei (TZS)', 'SKU'], ['Msambazaji']],
    ['name,price\n', ['name', 'price'], []],
    [
      'Handle,Name,Option 1 name,Price [Kariakoo],Price [Mbezi]\n',
      ['Handle', 'Name', 'Price [Kariakoo]'],
      ['Option 1 name', 'Price [Mbezi]'],
    ],
  ])('the columns that are read and ignored in %j', (text, read, ignored) => {
    expect(readProductFile(text).heads).toEqual({ read, ignored })
  })

  test('a cell is found by its line and column, and is empty where there is none', () => {
    const file = readProductFile('name, price ,cost\nSoda, 12.5o ,\nTea\n')
    const cells = [
      [2, 'price'],
      [2, 'cost'],
      [3, 'price'],
      [9, 'price'],
      [2, 'column 4'],
      [1, 'price'],
    ] as const
    expect(cells.map(([line, head]) => file.cellAt(line, head))).toEqual(['12.5o', '', '', '', '', 'price'])
  })

  test('a cell in a column without a head is named by its number, and its text is shown', () => {
    const { file, found } = planOf('name,price\nSoda,500,,12 left\n')
    expect(found).toEqual([{ line: 2, field: 'column 4', reason: 'cell_without_head' }])
    expect(file.cellAt(2, 'column 4')).toBe('12 left')
  })
})

describe('5,000 lines', () => {
  test.each([
    ['loyverse', loyverseRows(5_000), loyverseFaults, loyverseFile],
    ['square', squareRows(5_000), squareFaults, squareFile],
  ] as const)(
    'of %s: each of 20 faults is named, and the mended file has none',
    (form, rows, faults, write) => {
      expect(faults.length).toBe(20)
      const faulty = planOf(write(planted(rows, faults)))
      expect(faulty.file).toMatchObject({ form, lines: 5_000 })
      expect(faulty.found.toSorted((a, b) => a.line - b.line)).toEqual(
        faults.map(({ line, field, reason }) => ({ line, field, reason }) as never),
      )
      const mended = planOf(write(rows))
      expect(mended.problems).toEqual([])
      expect(mended.products.flatMap(({ variations }) => variations).length).toBe(5_000)
      // The same file changes nothing more.
      const stock = new Map(
        mended.writes.flatMap(({ counts }) =>
          counts.map(count => [count.variationId, count.quantity] as const),
        ),
      )
      const again = planOf(write(rows), mended.products, undefined, stock)
      expect([again.writes, again.unchanged]).toEqual([[], mended.products.length])
    },
  )
})

test('an answer counts every fault and shows the first 1,000, in the order of the file', () => {
  const plan = planOf(`name,price\n${'A,x\n'.repeat(1_001)}`)
  const problems = plan.problems.toReversed()
  const result = { isWritten: false, created: 0, updated: 0, openPriced: 0, ...plan, problems }
  const { error_count, errors } = importView(plan.file, result)
  expect([error_count, errors.length]).toEqual([1_001, 1_000])
  expect([errors[0]?.line, errors.at(-1)?.line]).toEqual([2, 1_001])
})

describe('a line of Loyverse', () => {
  const rows = loyverseRows(11)
  test('gives the price of the first shop, or of the one that is named', () => {
    const text = loyverseFile(rows)
    expect(planOf(text).products[0]?.variations[0]?.price).toBe(1_001)
    const other = planOf(text, [], 'mbezi')
    expect([other.file.shops, other.file.shop]).toEqual([['Kariakoo', 'Mbezi'], 'Mbezi'])
    expect(other.products[0]?.variations[0]?.price).toBe(2_001)
    expect(() => planOf(text, [], 'Tegeta')).toThrow('must be one of Kariakoo, Mbezi')
  })
  test('repeats the handle for each variation, and may be weighed, open, sold out and cost cents', () => {
    const { products } = planOf(loyverseFile(loyverseRows(17)))
    expect(soldIn(products)[4]).toEqual([
      'Bidhaa, namba 5',
      ['Ndogo', 1_005, '10010'],
      ['Kubwa', 3_005, '10011'],
    ])
    expect(products[6]).toMatchObject({ soldByWeight: true, unit: 'kg', lowAt: 3_000, category: 'Kundi 7' })
    expect(products[10]?.variations[0]?.price).toBeNull()
    expect(products[12]?.variations[0]?.available).toBe(false)
    expect(products[2]?.variations[0]?.cost).toBe(833)
  })
  test('gives the stock and the low mark of the shop that is named', () => {
    const text = loyverseFile(
      rows.slice(0, 1).map(row => ({ ...row, 'In stock [Mbezi]': 7, 'Low stock [Mbezi]': 2 })),
    )
    for (const [shop, stock, low] of [
      ['Kariakoo', 5, 3],
      ['Mbezi', 7, 2],
    ] as const) {
      const { counts, products } = planOf(text, [], shop)
      expect([counts[0]?.[1], products[0]?.lowAt]).toEqual([stock, low])
    }
  })
  test('names its variation by up to three options', () => {
    const [row = {}] = rows
    const shirts = [
      ['Kubwa', 'Nyekundu', 'Pamba'],
      ['Kubwa', 'Nyekundu', ''],
      ['Kubwa', '', 'Hariri'],
      ['Ndogo', '', ''],
    ].map(([one = '', two = '', three = ''], index) => ({
      ...row,
      Name: index === 0 ? 'Shati' : '',
      SKU: `SH-${index}`,
      Barcode: '',
      'Option 1 value': one,
      'Option 2 value': two,
      'Option 3 value': three,
    }))
    const { found, products } = planOf(loyverseFile(shirts))
    expect(found).toEqual([])
    expect(products.map(({ variations }) => variations.map(({ name }) => name))).toEqual([
      ['Kubwa / Nyekundu / Pamba', 'Kubwa / Nyekundu', 'Kubwa / Hariri', 'Ndogo'],
    ])
  })
  test('with an item of a set is not a product', () => {
    const set = { Handle: 'bidhaa-1', 'SKU of included item': 10_004, 'Quantity of included item': 2 }
    expect(planOf(loyverseFile([...rows.slice(0, 1), set])).products.length).toBe(1)
  })
})

test.each([
  ['Square', squareFile(squareRows(1).map(row => ({ ...row, 'Default Unit Cost': '12.50' }))), '12.50'],
  ['Square', squareFile(squareRows(1).map(row => ({ ...row, Price: '12.345' }))), '12.345'],
  ['Loyverse', loyverseFile(loyverseRows(1).map(row => ({ ...row, Cost: '12.345' }))), '12.345'],
  ['our own form', 'name,price,cost\nA,20,12.50\n', '12.50'],
])('in %s a sum that is not whole is neither rounded nor multiplied', (_, text, amount) => {
  const { problems, products } = planOf(text)
  expect(problems).toMatchObject([{ line: 2, problem: { reason: 'amount_not_whole', params: { amount } } }])
  expect(products).toEqual([])
})

test.each([
  ['5', 5],
  ['5.000', 5],
  ['5,500', 5_500],
  ['5.500', 'count_malformed'],
  ['5.5', 'count_malformed'],
])('in Loyverse %s is no number of pieces with decimals', (low, read) => {
  const rows = loyverseRows(1).map(row => ({ ...row, 'Low stock [Kariakoo]': low }))
  const { found, products } = planOf(loyverseFile(rows))
  expect<unknown>(products[0]?.lowAt ?? found[0]?.reason).toBe(read)
})

test('a line of Square has its category, its weight and its open price', () => {
  const { products } = planOf(squareFile(squareRows(12)))
  expect(products[0]).toMatchObject({ name: 'Item 1', category: 'Group 1', unit: 'piece' })
  expect(products[0]?.variations[0]).toMatchObject({ name: '', price: 1_001, cost: 700, sku: 'SQ-1' })
  expect(products[6]?.soldByWeight).toBe(true)
  expect(soldIn(products)[4]).toEqual(['Item 5', ['Small', 1_005, 'SQ-5'], ['Large', 1_005, 'SQ-5L']])
})

test.each([
  ['Categories', 'Drinks, Food', 'Drinks'],
  ['Category', 'Food, drinks', 'Food, drinks'],
  ['Reporting Category', 'Food, drinks', 'Food, drinks'],
])('Square’s %s %j is the category %j', (head, text, category) => {
  const { products } = planOf(
    csvOf([
      ['Item Name', 'Price', head],
      ['Maji', 500, text],
    ]),
  )
  expect(products[0]?.category).toBe(category)
})

test('Square’s Token neither joins lines nor separates them, and is no id of a product', () => {
  const listedOne = listed({ name: 'Chai', price: 900 })
  const text =
    'Token,Item Name,Variation Name,Price\n' +
    `T1,Soda,Small,500\nT2,Soda,Large,900\nT3,Maji,Regular,600\nT3,Juisi,Regular,700\n` +
    `${listedOne.id},Kahawa,Regular,800\n`
  const { file, found, products } = planOf(text, [listedOne])
  expect([found, file.heads.ignored]).toEqual([[], ['Token']])
  expect(products.map(({ id, name, variations }) => [name, variations.length, id === listedOne.id])).toEqual([
    ['Soda', 2, false],
    ['Maji', 1, false],
    ['Juisi', 1, false],
    ['Kahawa', 1, false],
  ])
})

describe('our own form', () => {
  test.each([
    [
      'a table of two columns',
      'name,price\nSukari,3200\nChumvi,"1,500"\n',
      [
        ['Sukari', 3_200],
        ['Chumvi', 1_500],
      ],
    ],
    ['in Swahili', 'Jina;Bei;Kundi\nSukari;3.200/=;Chakula\n', [['Sukari', 3_200]]],
    ['with commas in names', 'name;price\nSoda, baridi, kubwa;1000\n', [['Soda, baridi, kubwa', 1_000]]],
    ['with commas in heads', '"Name";"Price, TZS, incl. VAT";Price\nMaji;x;500\n', [['Maji', 500]]],
    [
      "with Excel's line for the separator",
      'sep=;\r\nname;price\r\nMaji, baridi;500\r\n',
      [['Maji, baridi', 500]],
    ],
    ['with tabs, in other order', 'Price\tName\tNotes\nTZS 900\tPipi\tx\n', [['Pipi', 900]]],
    ['without a price', 'Product name,Price\nMuda wa maongezi,\n', [['Muda wa maongezi', null]]],
    ['with currencies', 'Name (TZS),Bei (TSh) \nMaji,500\n', [['Maji', 500]]],
    ['with remarks', 'Name,Price [each],Name (Swahili)\nWater,500,Maji\n', [['Water', 500]]],
  ])('is %s', (_, text, sold) => {
    const { problems, products } = planOf(text)
    expect(problems).toEqual([])
    expect(products.map(({ name, variations }) => [name, variations[0]?.price ?? null])).toEqual(sold)
  })

  test('has variations on lines that follow each other, and packs in numbered columns', () => {
    const text =
      'name,variation,price,pack 1 name,pack 1 holds,pack 1 price,pack 1 barcodes\n' +
      'Tea,Small,500,,,,\nTea,Large,900,,,,\nSoda,,1000,Crate,24,20000,CR1 | CR2\n'
    const { products, found } = planOf(text)
    expect(found).toEqual([])
    expect(soldIn(products).map(([name, ...rest]) => [name, rest.length])).toEqual([
      ['Tea', 2],
      ['Soda', 1],
    ])
    expect(products[1]?.variations[0]?.packs).toEqual([
      { name: 'Crate', holds: 24, price: 20_000, barcodes: ['CR1', 'CR2'] },
    ])
  })

  test.each([
    ['name,price\nA,1\nA,2\n', [[3, 'name', 'product_in_line']]],
    ['name,Amount\nA,5\nB,6\n', [[1, 'price', 'price_column_missing']]],
    ['name,price,Price (TZS)\nA,5,6\n', [[1, 'Price (TZS)', 'column_repeated']]],
    ['name,Selling price,BEI\nA,5,6\n', [[1, 'BEI', 'column_repeated']]],
    ['Item Name,Price,Price\nA,5,6\n', [[1, 'Price', 'column_repeated']]],
    ['name,tax_code\nA,F\n', [[2, 'tax_code', 'wrong_choice']]],
    ['name,color\nA,red\n', [[2, 'color', 'wrong_form']]],
    [
      'name,price,wholesale_from,wholesale_price\nA,1,12,\nB,,2,1\n',
      [
        [2, 'wholesale_price', 'not_whole_number_between'],
        [3, 'wholesale_from', 'wholesale_without_price'],
      ],
    ],
    ['name,price,barcode\nA,1,12345678901\n', [[2, 'barcode', 'barcode_zero_lost']]],
    [
      'name,price,pack_1_name,pack_1_holds,pack_1_price,pack_1_barcodes\nA,1,,,9000,\nB,1,,,,BX\n',
      [
        [2, 'pack_1_name', 'empty'],
        [2, 'pack_1_holds', 'not_whole_number_between'],
        [3, 'pack_1_name', 'empty'],
        [3, 'pack_1_holds', 'not_whole_number_between'],
      ],
    ],
    ['name,price,pack_1_holds\nA,1,12\n', [[2, 'pack_1_name', 'column_missing']]],
    ['name,price,pack_1_name\nA,1,Box\n', [[2, 'pack_1_holds', 'column_missing']]],
    ['name,price,wholesale_price\nA,1000,900\n', [[2, 'wholesale_from', 'column_missing']]],
    ['name,price,wholesale_from\nA,1000,12\n', [[2, 'wholesale_price', 'column_missing']]],
    ['name,price,wholesale_from\nA,1000,dozen\n', [[2, 'wholesale_from', 'count_malformed']]],
    [
      'name,price,sold_by_weight,wholesale_from,wholesale_price,low_at\nA,5,Y,2.0005,4,half\nB,5,N,2.5,4,\n',
      [
        [2, 'low_at', 'kilos_malformed'],
        [2, 'wholesale_from', 'kilos_malformed'],
        [3, 'wholesale_from', 'count_malformed'],
      ],
    ],
    ['name,variation\nA,S\nA,s\n', [[3, 'variation', 'name_twice']]],
    ['id,name,variation\nx,A,S\nx,A,\n', [[3, 'variation', 'variation_name_missing']]],
    [
      'name,pack_1_name,pack_1_holds\nA,Box,\n',
      [
        [2, 'pack_1_holds', 'not_whole_number_between'],
        [2, 'pack_1_price', 'required'],
      ],
    ],
    ['name,price,barcodes\nA,,A1|A1\nB,,"A2;4006381333932"\n', [[3, 'barcodes', 'barcode_check_digit']]],
    [`name,price,sku\nA,,1\nB,,${'9'.repeat(5)}\nC,,1\n`, [[4, 'sku', 'code_in_line']]],
  ])('%j is refused by line and column', (text, problems) => {
    expect(planOf(text).found.map(({ line, field, reason }) => [line, field, reason])).toEqual(
      problems as never,
    )
  })

  test.each([
    ['36000291452', ['036000291452']],
    ["'36000291452", ['36000291452']],
    ["'12345678901", ['12345678901']],
    ['="12345678901"', ['12345678901']],
    ['12345678901 | X', ['12345678901', 'X']],
    ['1234567', ['1234567']],
  ])('the barcode %s gets its lost zero back, unless it is a text', (barcode, barcodes) => {
    const { products, found } = planOf(
      csvOf([
        ['name', 'price', 'barcode'],
        ['A', 1, barcode],
      ]),
    )
    expect(found).toEqual([])
    expect(products[0]?.variations[0]?.barcodes).toEqual(barcodes)
  })

  test('a barcode of 11 digits stays as it is written if the list has it, and in a file of Loyverse', () => {
    const own = '10000000009'
    const codesOfPlan = ({ products }: ReturnType<typeof planOf>) =>
      products.map(({ id, variations }) => [id, ...variations.flatMap(({ barcodes }) => barcodes)])
    for (const barcode of [own, '12345678901']) {
      const listedOne = listed({ name: 'X', price: 900, barcodes: [barcode] })
      const again = planOf(`name,price,barcode\nX,1000,${barcode}\n`, [listedOne])
      expect([again.found, codesOfPlan(again)]).toEqual([[], [[listedOne.id, barcode]]])
      const plan = planOf(loyverseFile(loyverseRows(1).map(row => ({ ...row, Barcode: barcode }))))
      expect([plan.found, plan.products[0]?.variations[0]?.barcodes]).toEqual([[], [barcode]])
    }
    const whole = listed({ name: 'X', price: 900, barcodes: [`0${own}`] })
    expect(codesOfPlan(planOf(`name,price,barcode\nX,1000,${own}\n`, [whole]))).toEqual([
      [whole.id, `0${own}`],
    ])
    const packs = 'name,price,pack_1_name,pack_1_holds,pack_1_barcodes\nX,1,Box,6,'
    expect(planOf(`${packs}${own}\n`).products[0]?.variations[0]?.packs[0]?.barcodes).toEqual([`0${own}`])
    expect(planOf(`${packs}12345678901\n`).found).toMatchObject([{ field: 'pack_1_barcodes' }])
  })

  test.each<[string, string[]]>([
    ['A\n\n\n\nB', ['A', 'B']],
    ['A \n \n| B ;\r\nC', ['A', 'B', 'C']],
    ['"A|1" \n\n "B;""2"""', ['A|1', 'B;"2"']],
    ['"A\nB"\n;C', ['A\nB', 'C']],
    ['"A" B\n\t', ['"A" B']],
  ])('the codes of a cell are separated by |, ; and line ends: %j', (cell, codes) => {
    const columns = { barcodes: { index: 0, head: 'barcode' } }
    expect<unknown>(cellReader([cell], { form: 'kaunta', columns }, []).codes('barcodes')).toEqual(codes)
  })

  test('counts goods in kilograms if the file or the list sells them by weight', () => {
    const text =
      'name,price,sold_by_weight,wholesale_from,wholesale_price,low_at\nRice,3200,Y,2.5,3000,"0,125"\n'
    const { products, found } = planOf(text)
    expect(found).toEqual([])
    expect(products[0]).toMatchObject({
      lowAt: 125,
      variations: [{ wholesale: { from: 2_500, price: 3_000 } }],
    })
    const beans = listed({ name: 'Beans', price: 2_000, soldByWeight: true })
    const nails = listed({ name: 'Nails', price: 2_000 })
    const low = planOf('name,low_at\nBeans,12\nNails,12\n', [beans, nails]).products
    expect(low.map(({ lowAt }) => lowAt)).toEqual([12_000, 12])
  })

  test('text behind a closing quote belongs to its cell', () => {
    const { products, found } = planOf('name,price,cost\n"Coca" 350,1000,700\n"Maji" "ya" baridi ,500,\n')
    expect(found).toEqual([])
    expect(products.map(({ name, variations: [one] }) => [name, one?.price, one?.cost])).toEqual([
      ['Coca 350', 1_000, 700],
      ['Maji "ya" baridi', 500, null],
    ])
  })
  test.each(['"Coca,350', '"Coca,350\nFanta,"300"', '"Coca,350\n"Fanta",300', '"Coca ""x"",350'])(
    'the quote in %j is not closed, which is a fault of the whole file',
    line => {
      const rows = 'Chumvi,500\n'.repeat(49)
      expect(() => readProductFile(`name,price\nA,1\n${line}\n${rows}`)).toThrow('that line 3 opens')
    },
  )
  test('a cell that is longer than any field is refused before it is read', () => {
    for (const [name, barcodes, field] of [
      [`A${"\n'".repeat(500_000)}`, '', 'name'],
      ['A', '1\n'.repeat(10_000), 'barcodes'],
    ])
      expect(planOf(`name,price,barcodes\n"${name}",1,"${barcodes}"\n`).found).toEqual([
        { line: 2, field, reason: 'too_long' } as never,
      ])
  })

  test.each(['', 'a,b\n1,2\n', '\u0000\u0001PK'])('%j is no such file', text =>
    expect(() => readProductFile(text)).toThrow('no file with products'),
  )
})

describe('a line is a product of the list', () => {
  const soda = listed({
    name: 'Soda',
    price: 1_000,
    cost: 700,
    sku: 'SD',
    barcodes: [ean(1)],
    category: 'Drinks',
  })
  const salt = listed({ name: 'Chumvi', price: 500 })
  const tea = listed({
    name: 'Tea',
    variations: [
      { name: 'Small', price: 500, sku: 'TS' },
      { name: 'Large', price: 900, barcodes: [ean(2)] },
    ],
  })
  const list = [soda, salt, tea]
  const after = (text: string) => {
    const { products, found, unchanged } = planOf(text, list)
    return { found, unchanged, sold: soldIn(products), ids: products.map(({ id }) => id), products }
  }

  test('by its SKU, its barcode or its name, and keeps what the file does not have', () => {
    const { found, ids, products } = after(`name,price,sku,barcode\nSoda baridi,1200,SD,\nchumvi,600,,\n`)
    expect(found).toEqual([])
    expect(ids).toEqual([soda.id, salt.id])
    expect(products[0]).toMatchObject({ name: 'Soda baridi', category: 'Drinks' })
    expect(products[0]?.variations[0]).toMatchObject({ price: 1_200, cost: 700, barcodes: [] })
    expect(after(`name,barcode\nFizz,${ean(1)}\n`).ids).toEqual([soda.id])
    expect(after('name,price\nSODA,1000\n')).toMatchObject({ ids: [], unchanged: 1 })
  })
  test('by its name when it has no codes yet, and is given those of the file', () => {
    const { products, found } = after(`name,price,barcode\nCHUMVI,600,${ean(7)}\nChumvi,700,${ean(8)}\n`)
    expect(found).toEqual([])
    expect(products.map(({ id, name }) => [id === salt.id, name])).toEqual([
      [true, 'Chumvi'],
      [false, 'Chumvi'],
    ])
    expect(products[0]?.variations[0]).toMatchObject({ price: 600, barcodes: [ean(7)] })
    const two = [listed({ name: 'Pipi' }), listed({ name: 'Pipi' })]
    expect(planOf('name,sku\nPipi,5\n', two).found).toMatchObject([{ reason: 'product_ambiguous' }])
  })
  test('that is given variations: the one with its code keeps what it had', () => {
    const { products, found } = after('name,variation,price,sku\nSoda,Large,1500,SL\nSoda,Small,1000,SD\n')
    expect(found).toEqual([])
    expect(products[0]?.id).toBe(soda.id)
    expect(products[0]?.variations).toMatchObject([
      { id: soda.variations[0]?.id, name: 'Small', cost: 700, barcodes: [ean(1)], sku: 'SD' },
      { name: 'Large', cost: null, barcodes: [], sku: 'SL' },
    ])
  })
  test('or one of its variations, by a code', () =>
    expect(after(`name,price,barcode\nTea large,950,${ean(2)}\n`).sold).toEqual([
      ['Tea', ['Small', 500, 'TS'], ['Large', 950, null]],
    ]))
  test('with variations: those that the file does not name stay, new ones follow', () =>
    expect(after('name,variation,price,sku\nTea,Tiny,300,\nTea,Little,450,TS\n').sold).toEqual([
      ['Tea', ['Little', 450, 'TS'], ['Large', 900, null], ['Tiny', 300, null]],
    ]))
  test('whose wholesale price the price of the file contradicts: the column is the price', () => {
    const juice = listed({ name: 'Juice', price: 5_000, wholesale: { from: 5, price: 4_500 } })
    expect<object>(planOf('name,price\nJuice,4000\n', [juice]).found).toEqual([
      { line: 2, field: 'price', reason: 'wholesale_above_price' },
    ])
    const whole = 'name,price,wholesale_from,wholesale_price\nJuice,4000,5,4500\n'
    expect(planOf(whole, [juice]).found[0]?.field).toBe('wholesale_price')
  })
  test.each([
    ['wholesale_price', '800', { from: 5, price: 800 }],
    ['wholesale_from', '3', { from: 3, price: 900 }],
    ['wholesale_price', '', null],
    ['wholesale_price', '0', null],
    ['wholesale_price', '0.00', null],
    ['wholesale_from', '', null],
    ['wholesale_from,wholesale_price', ',', null],
  ])(
    'whose wholesale price keeps the half that the file has no column for: %s is %j',
    (columns, cells, now) => {
      const juice = listed({ name: 'Juice', price: 1_000, wholesale: { from: 5, price: 900 } })
      const { found, products } = planOf(`name,${columns}\nJuice,${cells}\n`, [juice])
      expect<unknown>([found, products[0]?.variations[0]?.wholesale]).toEqual([[], now])
      const salt = planOf(`name,${columns}\nChumvi,${cells}\n`, [listed({ name: 'Chumvi', price: 1_000 })])
      expect(salt.found.map(({ line, reason }) => [line, reason])).toEqual(now ? [[2, 'column_missing']] : [])
    },
  )
  test('whose wholesale quantity is in the old unit: the file must have its column', () => {
    const juice = listed({ name: 'Juice', price: 1_000, wholesale: { from: 5, price: 900 } })
    const text = 'name,sold_by_weight,wholesale_price\nJuice,Y,800\n'
    expect(planOf(text, [juice]).found).toMatchObject([
      { line: 2, field: 'wholesale_from', reason: 'quantity_in_old_unit' },
    ])
  })
  test('by the visible name, not by words that a search would find', () => {
    const signs = [listed({ name: 'Panadol', price: 500 }), listed({ name: 'Café  1', price: 2 })]
    const { products, found } = planOf('name,price\nPanadol+,800\ncafe\u0301 1,3\nC,1\nC++,2\n', signs)
    expect(found).toEqual([])
    expect(soldIn(products)).toEqual([
      ['Panadol+', ['', 800, null]],
      ['Café  1', ['', 3, null]],
      ['C', ['', 1, null]],
      ['C++', ['', 2, null]],
    ])
    const shirt = listed({
      name: 'T',
      variations: [
        { name: 'L', price: 1 },
        { name: 'L+', price: 2 },
      ],
    })
    expect(soldIn(planOf('name,variation,price\nT,L+,5\nT,l-,6\n', [shirt]).products)).toEqual([
      ['T', ['L', 1, null], ['L+', 5, null], ['l-', 6, null]],
    ])
  })
  test('and is refused where it is unclear', () => {
    expect(after('name,price\nTea,5\n').found).toMatchObject([
      { field: 'variation', reason: 'variation_name_missing' },
    ])
    expect(after(`name,sku,barcode\nX,SD,${ean(2)}\n`).found).toMatchObject([
      { field: 'barcode', reason: 'barcode_taken' },
    ])
    // The file does not show whether Large is the item in the list, which would lose its price and stock.
    const plain = [listed({ name: 'Chai', price: 1_000 })]
    expect(planOf('name,variation,price\nChai,Large,1500\n', plain).found).toMatchObject([
      { line: 2, field: 'variation', reason: 'variation_of_plain_product' },
    ])
    expect(planOf('name,price\nChai,1500\n', plain).found).toEqual([])
    const two = [listed({ name: 'Pipi', sku: '1' }), listed({ name: 'Pipi', sku: '2' })]
    expect(planOf('name,price\nPipi,5\n', two).found).toMatchObject([
      { line: 2, reason: 'product_ambiguous' },
    ])
  })
})

describe('lines that their codes make variations of one product of the list', () => {
  const tea = listed({
    name: 'Tea',
    variations: [
      { name: 'Small', price: 1_000, sku: 'A' },
      { name: 'Large', price: 2_000, sku: 'B', barcodes: ['036000291452'] },
      { name: 'Huge', price: 3_000 },
    ],
  })
  const soda = listed({ name: 'Soda', price: 500, sku: 'S' })
  const after = (text: string) => planOf(text, [tea, soda])
  const priced = (small: number, large: number) => [
    ['Tea', ['Small', small, 'A'], ['Large', large, 'B'], ['Huge', 3_000, null]],
  ]

  test.each([
    ['sku,name,price\nA,Tea,1100\nB,Tea,2200\n', priced(1_100, 2_200)],
    ['sku,name,price\nB,Tea large,2200\nS,Soda,500\nA,Tea small,1100\n', priced(1_100, 2_200)],
    [
      'sku,barcode,name,price\nA,,Tea,1100\n,36000291452,Tea,2200\n',
      [['Tea', ['Small', 1_100, 'A'], ['Large', 2_200, null], ['Huge', 3_000, null]]],
    ],
    ['name,variation,price,sku\nTea,Small,1100,A\nSoda,,500,S\nTea,Large,2200,B\n', priced(1_100, 2_200)],
    [`id,sku,price\n${tea.id},A,1100\n${tea.id},B,2200\n`, priced(1_100, 2_200)],
    ['Handle,Name,SKU,Default price\na,Tea small,A,1100\nb,Tea large,B,2200\n', priced(1_100, 2_200)],
    [
      'Item Name,Variation Name,SKU,Price\nTea S,Regular,A,1100\nTea L,Regular,B,2200\n',
      priced(1_100, 2_200),
    ],
  ])('%j changes each of them', (text, sold) => {
    const { found, products } = after(text)
    expect(found).toEqual([])
    expect<unknown>(soldIn(products)).toEqual(sold)
    expect(products.map(({ id }) => id)).toEqual([tea.id])
    expect(products[0]?.variations.map(({ id }) => id)).toEqual(tea.variations.map(({ id }) => id))
  })

  const heads = 'sku,name,name_sw,category,tax_code,low_at,color,position,unit'
  const shared = {
    nameSw: 'Chai',
    category: 'Hot',
    taxCode: 'A',
    lowAt: 3,
    color: '#00ff00',
    position: 7,
    unit: 'cup',
  } as const
  test.each([
    ['one line', 'A,Tea,Chai,Hot,A,3,#00ff00,7,cup\n'],
    ['two lines', 'A,Tea,Chai,Hot,A,3,#00ff00,7,cup\nB,tea,Chai,hot,a,3,#00FF00,7,Cup\n'],
    ['whichever line has them', 'A,Tea,,,A,,#00ff00,,\nB,Tea,Chai,Hot,,3,,7,cup\n'],
  ])('and %s give what the product shares', (_, lines) => {
    const { found, products } = after(`${heads}\n${lines}`)
    expect([found, products[0]?.name]).toEqual([[], 'Tea'])
    expect(products[0]).toMatchObject(shared)
  })
  test('and that name the variation do not name the product', () => {
    const { products } = after('sku,name,name_sw,category\nA,Tea small,Chai ndogo,Hot\n')
    expect(products).toMatchObject([{ name: 'Tea', nameSw: null, category: 'Hot' }])
  })
  const weighable = listed({
    name: 'Soda',
    category: 'Drinks',
    nameSw: 'Soda',
    unit: 'bottle',
    taxCode: 'A',
    lowAt: 24,
    color: '#00ff00',
    position: 7,
    variations: ['P', 'Q', 'R'].map(sku => ({ name: `Size ${sku}`, price: 1_000, sku })),
  })
  const empty = 'sku,name,variation,name_sw,category,tax_code,low_at,color,position,unit'
  test.each([
    ['no variation', 'P,Soda,,,,,,,,\nQ,Soda,,,,,,,,\n', undefined],
    ['one', 'P,Soda,Size P,,,,,,,\nQ,Soda,,,,,,,,\n', null],
    ['none, but have the codes of all', ['P', 'Q', 'R'].map(sku => `${sku},Soda,,,,,,,,\n`).join(''), null],
  ])('and empty cells clear what it shares unless they name %s', (_, lines, cleared) => {
    const { found, products } = planOf(`${empty}\n${lines}`, [weighable])
    const { category, nameSw, taxCode, lowAt, color, position } = products[0] ?? weighable
    const kept = ['Drinks', 'Soda', 'A', 24, '#00ff00', 7]
    expect<unknown>([category, nameSw, taxCode, lowAt, color, position]).toEqual(
      kept.map(value => (cleared === null ? null : value)),
    )
    expect(found).toEqual([])
  })
  test.each([
    ['sku,name,sold_by_weight,wholesale_from,wholesale_price\nP,Big soda,Y,12,900\n', false],
    ['sku,name,variation,sold_by_weight,wholesale_from,wholesale_price\nP,Soda,Size P,Y,0.012,900\n', true],
  ])('and only a line that names its variation changes pieces to kilograms: %j', (text, soldByWeight) => {
    const sold = planOf(text, [{ ...weighable, lowAt: null }])
    expect(sold.found).toEqual([])
    expect(sold.products).toMatchObject([
      { soldByWeight, variations: [{ wholesale: { from: 12, price: 900 } }, {}, {}] },
    ])
  })

  test.each([
    ['name,variation,price,position,low_at\nNew,S,1,4,5\nNew,L,2,5,6\n', { position: 4, lowAt: 5 }],
    ['sku,name,position,low_at\nA,Tea,,\nB,Tea,2,12\n', { position: 2, lowAt: 12 }],
    [
      `id,name,name_sw,variation\n${tea.id},Tea 2,Chai 2,Small\n${tea.id},Tea,Chai,Large\n`,
      { name: 'Tea 2', nameSw: 'Chai 2' },
    ],
    [
      `id,name,name_sw,variation\n${tea.id},Tea,Chai 2,Small\n${tea.id},Tea,Chai,Large\n`,
      { nameSw: 'Chai 2' },
    ],
    [`id,name,variation\n${tea.id},,Small\n${tea.id},Chai,Large\n`, { name: 'Chai' }],
  ])('%j gives the first position, low mark and names of an id', (text, fields) => {
    const { found, products } = after(text)
    expect(found).toEqual([])
    expect(products).toMatchObject([fields])
  })
  test.each([
    ['sku,name,category,low_at\nA,Tea,Hot,3\nB,Tea,Cold,4\n', ['category']],
    ['name,variation,tax_code,position\nTea,Small,A,1\nTea,Large,B,2\n', ['tax_code']],
    ['name,variation,sold_by_weight,unit\nNew,S,N,cup\nNew,L,Y,mug\n', ['unit', 'sold_by_weight']],
    [`id,name,variation,unit\n${tea.id},Tea,Small,cup\n${tea.id},Chai,Large,mug\n`, ['unit']],
    ['name,variation,name_sw\nTea,Small,X\nTea,Large,Y\n', ['name_sw']],
  ])('%j is refused, because its lines contradict each other', (text, fields) =>
    expect<unknown>(
      after(text).problems.map(({ line, problem }) => [line, problem.field, problem.params]),
    ).toEqual(fields.map(field => [3, field, { line: 2 }])),
  )
  test.each([
    ['sku,name,price\nA,Tea,1100\nA,Tea,1200\n', [[3, 'sku', 'code_in_line']]],
    ['sku,name,price\nA,Tea,1100\nX,Tea,1200\n', []],
    [`id,sku,price\n${tea.id},A,1\n${tea.id},,2\n`, [[3, 'variation', 'variation_name_missing']]],
    ['id,name,price\nx,S,1\nx,L,2\n', [2, 3].map(line => [line, 'variation', 'variation_name_missing'])],
    ['id,sku,variation\nx,S,\nx,X,Large\n', [[2, 'variation', 'variation_name_missing']]],
    ['sku,name,price\nA,Tea,1100\nB,Tea,x\n', [[3, 'price', 'amount_malformed']]],
  ])('in %j only what is unclear is refused', (text, problems) =>
    expect<unknown>(after(text).found.map(({ line, field, reason }) => [line, field, reason])).toEqual(
      problems,
    ),
  )
  test.each([
    ['name,price,sold_by_weight,pack_1_name,pack_1_holds\nRice,3000,Y,Sack,25\n', 'pack_1_name'],
    ['name,price,sold_by_weight,pack_2_name,pack_2_holds\nRice,3000,Y,Sack,25\n', 'pack_2_name'],
  ])('and packs of weighed goods are a problem of their column: %j', (text, field) =>
    expect(planOf(text).found).toMatchObject([{ line: 2, field, reason: 'packs_by_weight' }]),
  )
})

describe('packs of a product of the list', () => {
  const carton = { name: 'Carton', holds: 24, price: 20_000, barcodes: ['CARTON-1'] }
  const dozen = { name: 'Dozen', holds: 12, price: 11_000, barcodes: ['DOZEN-1'] }
  const box = { name: 'Box', holds: 6, price: null, barcodes: [] }
  const soda = listed({ name: 'Soda', price: 1_000, sku: 'S1', packs: [carton, dozen] })
  const packsAfter = (columns: string, cells: string) => {
    const { found, products } = planOf(`sku,name,${columns}\nS1,Soda,${cells}\n`, [soda])
    return { found, packs: (products[0] ?? soda).variations[0]?.packs }
  }
  const names = 'pack_1_name,pack_1_holds'
  const both = 'pack_1_name,pack_1_holds,pack_2_name,pack_2_holds'

  test.each([
    ['keep fields without a column, and packs without columns', names, 'Carton,24', [carton, dozen]],
    ['change', names, 'carton,20', [{ ...carton, name: 'carton', holds: 20 }, dozen]],
    ['change without a column for the name', 'pack_2_price', '9000', [carton, { ...dozen, price: 9_000 }]],
    ['lose a price', 'pack_2_price', '', [carton, { ...dozen, price: null }]],
    ['lose barcodes', 'pack_1_barcodes', '', [{ ...carton, barcodes: [] }, dozen]],
    ['are removed by empty cells', names, ',', [dozen]],
    ['are removed by an empty name', 'pack_1_name', '', [dozen]],
    ['are renamed', 'pack_1_name', 'Crate', [{ ...carton, name: 'Crate' }, dozen]],
    ['are renamed if the size is the same', names, 'Crate,24', [{ ...carton, name: 'Crate' }, dozen]],
    ['are replaced by one of another name and size', names, 'Box,6', [box, dozen]],
    ['are added', 'pack_3_name,pack_3_holds', 'Box,6', [carton, dozen, box]],
    ['swap their numbers', both, 'Dozen,12,Carton,24', [dozen, carton]],
    ['move up', both, 'Dozen,12,,', [dozen]],
    ['move down behind a new one', both, 'Box,6,Carton,24', [box, carton]],
    ['are found by name in another number', names, 'Dozen,10', [carton, { ...dozen, holds: 10 }]],
  ])('%s', (_, columns, cells, packs) =>
    expect<unknown>(packsAfter(columns, cells)).toEqual({ found: [], packs }),
  )

  test.each([
    [`${names},pack_1_price`, ',24,5', 'pack_1_name', 'empty'],
    [names, 'Carton,', 'pack_1_holds', 'not_whole_number_between'],
    ['pack_5_name,pack_5_holds', 'Box,1', 'pack_5_holds', 'not_whole_number_between'],
    [both, ',,Dozen,1', 'pack_2_holds', 'not_whole_number_between'],
    [both, 'Box,6,Box,6', 'pack_2_name', 'name_twice'],
    ['pack_3_name,pack_4_name,pack_4_barcodes', 'Dozen,Dozen,', 'pack_4_name', 'name_twice'],
    ['pack_3_name,pack_3_holds,pack_3_barcodes', 'Box,6,DOZEN-1', 'pack_3_barcodes', 'code_twice'],
  ])('%s with %s is refused at %s', (columns, cells, field, reason) =>
    expect(packsAfter(columns, cells).found).toMatchObject([{ line: 2, field, reason }]),
  )

  test('belong to each variation, also to one that its code finds', () => {
    const variations = [
      { name: 'Small', price: 500, sku: 'A', packs: [carton] },
      { name: 'Large', price: 900, sku: 'B', packs: [dozen] },
    ]
    const tea = listed({ name: 'Tea', variations })
    const packsOf = (text: string) =>
      planOf(text, [tea]).products[0]?.variations.map(variation => variation.packs)
    expect(packsOf('name,variation,sku,pack_1_price\nTea,Small,A,1\nTea,Large,B,2\n')).toEqual([
      [{ ...carton, price: 1 }],
      [{ ...dozen, price: 2 }],
    ])
    expect(packsOf('name,sku,pack_1_price\nTea,B,2\n')).toEqual([[carton], [{ ...dozen, price: 2 }]])
  })
})

describe('what is on hand in a file', () => {
  const kariakoo = (part: object) =>
    loyverseFile(loyverseRows(1).map(row => ({ ...row, 'In stock [Kariakoo]': 5, ...part })))
  test.each([
    ['of Loyverse', kariakoo({}), true, [5]],
    ['of Loyverse, below zero', kariakoo({ 'In stock [Kariakoo]': '-3.000' }), true, [-3]],
    ['of Loyverse, not counted', kariakoo({ 'Track stock': 'N' }), false, []],
    ['in our own form', 'name,price,in_stock\nSoda,1000,"1,200"\n', true, [1_200]],
    ['in kilograms', 'name,price,sold_by_weight,in stock\nRice,3200,Y,12.5\n', true, [12_500]],
    ['with an empty cell', 'name,price,in_stock\nSoda,1000,\n', false, []],
    ['counted without a number', 'name,price,track_stock,in_stock\nSoda,1000,Y,\n', true, []],
  ] as const)('%s', (_, text, trackStock, counted) => {
    const { found, products, counts } = planOf(text)
    expect(found).toEqual([])
    expect(products[0]?.trackStock).toBe(trackStock)
    expect(counts[0]?.slice(1)).toEqual([...counted])
  })
  test('is of each variation, also where the list has others', () => {
    const variations = [
      { name: 'Small', price: 5 },
      { name: 'Large', price: 9 },
    ]
    const tea = listed({ name: 'Tea', variations })
    const { counts } = planOf('name,variation,price,in_stock\nTea,Large,9,7\nTea,Huge,12,2\n', [tea])
    expect(counts).toEqual([['Tea', 7, 2]])
  })
  test('keeps the stock of a product that is counted already, and counting stays on', () => {
    const soda = listed({ name: 'Soda', price: 1_000, trackStock: true })
    const stock = new Map(soda.variations.map(({ id }) => [id, 5]))
    const plan = (text: string) => planOf(text, [soda], undefined, stock)
    const { counts, products, unchanged, stockKept } = plan('name,price,in_stock\nSoda,1100,7\n')
    expect([counts, products[0]?.trackStock, unchanged, stockKept]).toEqual([[['Soda']], true, 0, 1])
    expect(plan('name,price,in_stock\nSoda,1000,5\n')).toMatchObject({ unchanged: 1, stockKept: 0 })
    expect(plan('name,price,track_stock,in_stock\nSoda,1000,N,7\n')).toMatchObject({
      unchanged: 1,
      stockKept: 0,
    })
  })
  test.each([
    ['no stock yet', { trackStock: true }, 'name,in_stock\nTea,7\n', [], [7]],
    ['old stock from before counting stopped', { trackStock: false }, 'name,in_stock\nTea,7\n', [3], [7]],
    [
      'pieces that become grams',
      { trackStock: true },
      'name,sold_by_weight,in_stock\nTea,Y,7\n',
      [3],
      [7_000],
    ],
  ])('is entered where the list has %s', (_, fields, text, had, counted) => {
    const tea = listed({ name: 'Tea', price: 500, ...fields })
    const stock = new Map(had.map(onHand => [tea.variations[0]?.id ?? '', onHand]))
    const plan = planOf(text, [tea], undefined, stock)
    expect([plan.found, plan.counts, plan.stockKept]).toEqual([[], [['Tea', ...counted]], 0])
  })
  test('is entered for a variation that a counted product gets', () => {
    const variations = [{ name: 'Small', price: 5 }]
    const tea = listed({ name: 'Tea', variations, trackStock: true })
    const stock = new Map([[tea.variations[0]?.id ?? '', 4]])
    const text = 'name,variation,price,in_stock\nTea,Small,5,9\nTea,Huge,12,2\n'
    expect(planOf(text, [tea], undefined, stock)).toMatchObject({ counts: [['Tea', 2]], stockKept: 1 })
  })
  test('switches counting on also for one variation that a line names by its code', () => {
    const variations = [
      { name: 'Small', price: 5, sku: 'S' },
      { name: 'Large', price: 9, sku: 'L' },
    ]
    const { counts, products } = planOf('sku,name,in_stock\nL,Tea Large,7\n', [
      listed({ name: 'Tea', variations }),
    ])
    expect([counts, products[0]?.trackStock]).toEqual([[['Tea', 7]], true])
  })
  test('of variations of Loyverse is not counted if the first line has no count', () => {
    const [row] = loyverseRows(1)
    const rows = ['N', '', 'maybe'].map((track, index) => ({
      ...row,
      Handle: 'tea',
      Name: index === 0 ? 'Tea' : '',
      SKU: `T${index}`,
      Barcode: '',
      'Option 1 name': index === 0 ? 'Size' : '',
      'Option 1 value': `Size ${index}`,
      'Track stock': track,
      'In stock [Kariakoo]': 0,
    }))
    expect(planOf(loyverseFile(rows.slice(0, 2)))).toMatchObject({
      found: [],
      counts: [['Tea']],
      products: [{ trackStock: false }],
    })
    expect(planOf(loyverseFile(rows)).found).toMatchObject([{ line: 4, field: 'Track stock' }])
  })
  test.each(['few', '2.5', '-', '9999999999'])('%s is no number of pieces', cell =>
    expect(planOf(`name,price,in_stock\nSoda,1000,${cell}\n`).found).toMatchObject([
      { line: 2, field: 'in_stock' },
    ]),
  )
})

test('an exported list is read again without a change, also by a spreadsheet that rounds numbers', () => {
  const list = [
    listed({
      name: "'Mama Ntilie",
      nameSw: '=1+1',
      price: 1_000,
      cost: 1,
      wholesale: { from: 12, price: 900 },
      sku: '123456789012345',
      barcodes: ['12345678901'],
    }),
    listed({
      name: 'Soap, -20%',
      category: 'A;=B',
      price: 5,
      barcodes: [ean(3), 'X'],
      packs: [{ name: 'Box', holds: 12, price: null, barcodes: [ean(4)] }],
    }),
    listed({
      name: 'Rice "A"',
      price: 3_200,
      soldByWeight: true,
      taxCode: 'B',
      color: '#00ff00',
      position: 4,
      lowAt: 9,
      trackStock: true,
      wholesale: { from: 2_500, price: 3_000 },
      sku: '00123',
      available: false,
    }),
    listed({
      name: 'Tea',
      variations: [
        { name: 'Small', price: null },
        { name: 'Large', price: 900, sku: 'T' },
      ],
    }),
    listed({
      name: 'Codes',
      price: 1,
      barcodes: ['A;B', 'A|B', 'A;=1', '"Q"', 'Q"', "'5", '="7"', '120.0', 'a,b'],
      packs: [{ name: 'Box', holds: 2, price: 1, barcodes: ['|'] }],
    }),
    listed({
      name: 'Packs',
      price: 1,
      packs: ['Dozen', '12', 'Box'].map((name, index) => ({ name, holds: 12, price: index, barcodes: [] })),
    }),
  ]
  const packs = packsIn(list)
  // Stock below zero, and of a product that does not count it any more.
  const stock = new Map(
    list.flatMap(product => product.variations.map(({ id }, index) => [id, index - 3] as const)),
  )
  const lines = list.flatMap(product => productLines(product, packs, stock))
  const text = [productHeads(packs), ...lines].map(csvLine).join('')
  // A spreadsheet shows a long number with an exponent and others without leading zeros, and saves that.
  const saved = (cell: string) =>
    /^\d{12,}$/.test(cell) ? '6.2E+12' : /^\d+$/.test(cell) ? String(Number(cell)) : cell
  const seen = csvOf(readCsv(text, 99).lines.map(cells => cells.map(saved)))
  expect(seen).not.toContain('E+12')
  for (const one of [text, seen]) {
    const { found, writes, unchanged, stockKept } = planOf(one, list, undefined, stock)
    expect(found).toEqual([])
    expect([writes.map(({ product }) => product.name), unchanged, stockKept]).toEqual([[], list.length, 0])
  }
})
