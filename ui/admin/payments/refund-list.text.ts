// Texts of the list of refunds.

const en = {
  search: 'Phone, amount, reason, number',
  filter_way: 'Any method',
  column_created: 'When',
  column_amount: 'Amount (TZS)',
  column_state: 'Status',
  column_to: 'To',
  column_sale: 'Payment',
  none: 'No refunds yet',
  none_text: 'Refund a sale on its page here, on the till or through the API.',
  none_do: 'Choose a payment',
  none_found: 'No results',
  none_found_text: 'No refunds match these filters.',
  all: 'Clear filters',
}

const sw: Record<keyof typeof en, string> = {
  search: 'Simu, kiasi, sababu, namba',
  filter_way: 'Njia zote',
  column_created: 'Muda',
  column_amount: 'Kiasi (TZS)',
  column_state: 'Hali',
  column_to: 'Kwa',
  column_sale: 'Malipo',
  none: 'Bado hakuna pesa zilizorudishwa',
  none_text: 'Rudisha pesa za mauzo kwenye ukurasa wake hapa, kwenye kaunta au kwa API.',
  none_do: 'Chagua malipo',
  none_found: 'Hakuna matokeo',
  none_found_text: 'Hakuna pesa zilizorudishwa zinazolingana na vichujio hivi.',
  all: 'Ondoa vichujio',
}

export const refundList = { en, sw }
