// What pages of the price list say of its errors. They add these texts to errors.text.ts; no other page loads
// them.
import type { productFieldReasons, productReasons } from '../../src/domain/product-reason.ts'
import { gone, inLanguages, type Text } from './error-shared.text.ts'

export const productTexts = {
  product_not_found: gone,
  product_limit_reached: [
    'The price list is full: {{max}} products. Delete some that you don’t sell.',
    'Orodha ya bei imejaa: bidhaa {{max}}. Futa ambazo huuzi.',
  ],
  product_has_variations: [
    'This product has variations. Enter this in each of them.',
    'Bidhaa hii ina aina kadhaa. Jaza hili kwenye kila aina.',
  ],
  variation_unknown: gone,
  name_twice: ['This name is used twice: {{name}}', 'Jina hili limetumika mara mbili: {{name}}'],
  code_twice: ['This code is used twice: {{code}}', 'Msimbo huu umetumika mara mbili: {{code}}'],
  sku_taken: [
    '{{product}} already has the SKU {{sku}}. Choose another one.',
    '{{product}} tayari ina SKU {{sku}}. Chagua nyingine.',
  ],
  barcode_taken: [
    '{{product}} already has the barcode {{code}}. Scan again, or remove it there.',
    '{{product}} tayari ina msimbo pau {{code}}. Skani tena, au uondoe kule.',
  ],
  barcode_malformed: [
    'Enter up to {{max}} characters on one line.',
    'Weka hadi herufi {{max}} kwenye mstari mmoja.',
  ],
  barcode_check_digit: [
    'The last digit of {{code}} doesn’t fit the others. Scan it again. Your own codes must not have 8, 12 or 13 digits.',
    'Tarakimu ya mwisho ya {{code}} hailingani na nyingine. Skani tena. Misimbo yako isiwe na tarakimu 8, 12 au 13.',
  ],
  barcode_rounded: [
    'A spreadsheet rounded this code: {{code}}. Format the column as text, then enter it again.',
    'Programu ya jedwali imefupisha msimbo huu: {{code}}. Weka safu iwe maandishi, kisha uweke tena.',
  ],
  wholesale_without_price: ['Enter the usual price first.', 'Weka bei ya kawaida kwanza.'],
  packs_by_weight: ['Goods sold by weight have no packs.', 'Bidhaa za kupimwa kwa uzito hazina vifurushi.'],
} as const satisfies Readonly<Record<keyof typeof productFieldReasons | keyof typeof productReasons, Text>>

export const productErrors = inLanguages(productTexts)
