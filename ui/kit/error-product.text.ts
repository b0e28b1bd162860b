// The texts for errors of the price list. Its pages add them to errors.text.ts; no other page loads them.
import type { productFieldReasons, productReasons } from '../../src/domain/product-reason.ts'
import { gone, inLanguages, type Text } from './error-shared.text.ts'

export const productTexts = {
  product_not_found: gone,
  product_changed: [
    'Someone else has changed this item. Nothing was saved.',
    'Mtu mwingine amebadilisha bidhaa hii. Hakuna kilichohifadhiwa.',
  ],
  product_limit_reached: [
    'The price list is full at {{max}}. Delete items that you don’t sell.',
    'Orodha ya bei imejaa: bidhaa {{max}}. Futa ambazo huuzi.',
  ],
  stock_not_tracked: [
    'This item’s stock isn’t counted. Switch counting on first.',
    'Stoku ya bidhaa hii haihesabiwi. Washa hesabu kwanza.',
  ],
  stock_variation_required: ['Choose a variation.', 'Chagua aina.'],
  count_without_reason: ['Enter a reason.', 'Weka sababu.'],
  product_has_variations: [
    'This item has variations. Enter this in each of them.',
    'Bidhaa hii ina aina kadhaa. Jaza hili kwenye kila aina.',
  ],
  variation_unknown: gone,
  variation_twice: ['This variation is listed twice.', 'Aina hii imeorodheshwa mara mbili.'],
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
    'The last digit of {{code}} doesn’t fit the others. Check it on the package. Your own codes must not have 8, 12 or 13 digits.',
    'Tarakimu ya mwisho ya {{code}} hailingani na nyingine. Hakiki kwenye pakiti. Misimbo yako isiwe na tarakimu 8, 12 au 13.',
  ],
  code_rounded: [
    'A spreadsheet rounded this code: {{code}}. Open your original file again, format the column as a number without decimals, then save it.',
    'Programu ya jedwali imefupisha msimbo huu: {{code}}. Fungua tena faili lako la kwanza, weka safu iwe namba bila desimali, kisha ulihifadhi.',
  ],
  barcode_zero_lost: [
    'This barcode may have lost a digit: {{code}}. Scan it again. If it is your own code, type an apostrophe before it.',
    'Huenda msimbo huu umepoteza tarakimu: {{code}}. Skani tena. Kama ni msimbo wako mwenyewe, weka alama ya apostrofi mbele yake.',
  ],
  shop_code_prefix: ['Enter digits, such as 21.', 'Weka tarakimu, mfano 21.'],
  shop_code_length: [
    'This makes codes of {{length}} digits. A barcode has 12 or 13.',
    'Misimbo itakuwa na tarakimu {{length}}. Msimbo pau una 12 au 13.',
  ],
  tax_rate_repeated: [
    'Another rate has the same code, way of payment and day.',
    'Kuna kiwango kingine chenye alama, njia ya malipo na siku zilezile.',
  ],
  shop_code_price_decimals: ['Shillings have no decimals.', 'Shilingi hazina desimali.'],
  quantity_in_old_unit: [
    'This item is now sold in a different unit. Enter this quantity again.',
    'Bidhaa sasa inahesabiwa kwa kipimo kingine. Weka kiasi hiki tena.',
  ],
  wholesale_above_price: [
    'The wholesale price can’t be higher than the usual price, TZS {{price}}.',
    'Bei ya jumla isizidi bei ya kawaida, TZS {{price}}.',
  ],
  wholesale_without_price: ['Enter the usual price first.', 'Weka bei ya kawaida kwanza.'],
  product_ambiguous: [
    'Several items have this name. Give the SKU or barcode of the one you mean.',
    'Bidhaa kadhaa zina jina hili. Weka SKU au msimbo pau wa unayotaka.',
  ],
  product_in_line: [
    'Line {{line}} has the same item. Remove one of the two.',
    'Mstari wa {{line}} una bidhaa hii pia. Ondoa mmoja.',
  ],
  code_in_line: [
    'Line {{line}} already has the code {{code}}. Give each item its own.',
    'Mstari wa {{line}} tayari una msimbo {{code}}. Kila bidhaa iwe na wake.',
  ],
  line_contradicted: [
    'Line {{line}} is the same item, with another value. Give both the same, or leave one empty.',
    'Mstari wa {{line}} ni wa bidhaa hii pia, ila una thamani nyingine. Zifanye zilingane, au acha moja wazi.',
  ],
  variation_name_missing: [
    'This item has several variations. Name the one you mean.',
    'Bidhaa hii ina aina kadhaa. Taja unayotaka.',
  ],
  variation_of_plain_product: [
    'This item has no variations yet. Open it in the price list and name what it is now as its first one.',
    'Bidhaa hii bado haina aina. Ifungue kwenye orodha ya bei na uipe iliyopo jina la aina ya kwanza.',
  ],
  cell_without_head: [
    'This column has no name in the first line. Put text with a comma in quotes.',
    'Safu hii haina jina kwenye mstari wa kwanza. Weka maneno yenye mkato ndani ya alama za nukuu.',
  ],
  column_repeated: [
    'This column means the same as {{column}}. Remove or rename one of them.',
    'Safu hii ina maana sawa na {{column}}. Ondoa moja au ibadilishe jina.',
  ],
  price_column_missing: [
    'No column is named price. Name one, and leave its cells empty for open prices.',
    'Hakuna safu inayoitwa bei. Ipe safu jina hilo, na acha seli wazi kwa bei za wazi.',
  ],
  column_missing: [
    'This item needs a column that the file does not have. Add it.',
    'Bidhaa hii inahitaji safu ambayo haipo kwenye faili. Iongeze.',
  ],
  labels_too_many: [
    'At most {{max}} labels at a time. These are {{count}}.',
    'Lebo zisizidi {{max}} kwa mara moja. Hizi ni {{count}}.',
  ],
  flag_malformed: ['Enter Y or N', 'Weka Y au N'],
  count_malformed: ['Enter a whole number, such as 12', 'Weka namba kamili, kama 12'],
  kilos_malformed: ['Enter kilograms, such as 2.5', 'Weka kilo, mfano 2.5'],
  product_file_unreadable: [
    'This file has no items that Kaunta can read. Its first line must name the columns.',
    'Faili hili halina bidhaa zinazosomeka. Mstari wa kwanza utaje majina ya safu.',
  ],
  file_quote_unclosed: [
    'Line {{line}} opens a quote (") that is never closed. Close it or remove it.',
    'Mstari wa {{line}} una alama ya nukuu (") isiyofungwa. Ifunge au uiondoe.',
  ],
  product_file_too_long: [
    'The file has more than {{max}} lines. Split it.',
    'Faili lina zaidi ya mistari {{max}}. Ligawanye.',
  ],
  packs_by_weight: ['Goods sold by weight have no packs.', 'Bidhaa za kupimwa kwa uzito hazina vifurushi.'],
} as const satisfies Readonly<Record<keyof typeof productFieldReasons | keyof typeof productReasons, Text>>

export const productErrors = inLanguages(productTexts)
