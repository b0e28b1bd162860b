// Texts of the sheet that adds an item to the price list. They come with it.

const en = {
  new_product_code: 'Code',
  new_product_name: 'Enter a name',
  new_product_price: 'Enter a price',
  new_product_high: 'Enter at most {{money}}',
  new_product_weight: 'Sold by weight',
  new_product_category: 'Category (optional)',
  new_product_no_category: 'No category',
  new_product_taken: '{{name}} already has this code.',
  new_product_sell: 'Sell {{name}}',
  new_product_offline:
    'Can’t reach Kaunta, which keeps the price list. Check the Wi-Fi and try again. Your entries stay here.',
}

const sw: Record<keyof typeof en, string> = {
  new_product_code: 'Msimbo',
  new_product_name: 'Weka jina',
  new_product_price: 'Weka bei',
  new_product_high: 'Weka isiyozidi {{money}}',
  new_product_weight: 'Inauzwa kwa uzito',
  new_product_category: 'Aina (si lazima)',
  new_product_no_category: 'Bila aina',
  new_product_taken: '{{name}} tayari ina msimbo huu.',
  new_product_sell: 'Uza {{name}}',
  new_product_offline:
    'Mfumo unaotunza orodha ya bei haupatikani. Angalia Wi-Fi, kisha jaribu tena. Ulichoandika kimebaki hapa.',
}

export const tillNewProduct = { en, sw }
