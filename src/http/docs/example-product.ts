// The example requests of products, as in example.ts. Only one has codes, because those are unique in a list.

export const createProduct = {
  'By weight': { name: 'Rice', name_sw: 'Mchele', price: 3_200, sold_by_weight: true },
  'By the piece and by the carton': {
    name: 'Soda 350 ml',
    name_sw: 'Soda ya chupa',
    category: 'Drinks',
    price: 1_000,
    cost: 700,
    wholesale: { from: 12, price: 900 },
    barcodes: ['5449000000996'],
    packs: [{ name: 'Carton', holds: 24, price: 20_000, barcodes: [] }],
    tax_code: 'A',
  },
  'In two sizes': {
    name: 'Milk tea',
    variations: [
      { name: 'Small', price: 1_000, sku: 'CHAI-S' },
      { name: 'Large', price: 1_500, sku: 'CHAI-L' },
    ],
  },
}
export const enterStock = {
  'A delivery of two cartons': { kind: 'delivery', quantity: 48 },
  'A count': { kind: 'count', quantity: 17, reason: 'Two bottles broke' },
}
export const printLabels = {
  'Three labels of an item': {
    labels: [{ product_id: 'prod_019aa7e17d9a7a2b8c3d0123456789ab', copies: 3 }],
  },
}
export const changeShopCodes = {
  'A weight in grams, and a price': {
    rules: [
      { prefix: '21', item_digits: 5, value: 'weight', value_digits: 5, decimals: 3 },
      { prefix: '23', item_digits: 5, value: 'price', value_digits: 5 },
    ],
  },
}
export const changeTaxRates = {
  'Phones and cards at 16 % from a day on': {
    rates: [
      { tax_code: 'A', percent: 18 },
      { tax_code: 'A', percent: 16, method: 'mobile', from: '2027-01-01' },
      { tax_code: 'A', percent: 16, method: 'card', from: '2027-01-01' },
    ],
  },
}
export const changeProduct = {
  'Another price': { price: 1_200 },
  'Sold out': { available: false },
}
