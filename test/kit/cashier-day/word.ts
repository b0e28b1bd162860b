// The words of a till that a cashier looks for, in both languages.

const en = {
  all: 'All',
  piece: 'Piece',
  holds: (name: string, count: number) => `${name} of ${count}`,
  item: 'Item',
  items: 'Items',
  aboveLimit: 'at most 10%. Ask an owner or admin to sign in',
  reasonMissing: 'Enter a reason for more than 10% off',
  short: 'Too much change given',
  methods: { qr: 'QR code', mobile: 'Phone request', cash: 'Cash' },
  byCashier: 'Sales by cashier',
  total: 'Total',
  others: 'Other items',
  withoutItems: 'Without items',
}

const sw: typeof en = {
  all: 'Zote',
  piece: 'Kipande',
  holds: (name, count) => `${name} ya ${count}`,
  item: 'Bidhaa',
  items: 'Bidhaa',
  aboveLimit: 'zaidi ya 10%. Mwombe mwenye duka au msimamizi aingie',
  reasonMissing: 'Weka sababu ya punguzo linalozidi 10%',
  short: 'Chenji ilizidi',
  methods: { qr: 'Msimbo wa QR', mobile: 'Ombi kwa simu', cash: 'Taslimu' },
  byCashier: 'Mauzo kwa keshia',
  total: 'Jumla',
  others: 'Bidhaa nyingine',
  withoutItems: 'Bila bidhaa',
}

export const tillWords = { en, sw } as const
export type TillLanguage = keyof typeof tillWords
