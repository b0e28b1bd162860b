// The texts of the command palette and of the list of keyboard shortcuts.

const en = {
  title: 'Search',
  hint: 'Pages, payments and actions',
  results: 'Results',
  page: 'Page',
  action: 'Action',
  payment: 'Payment',
  switch_to: 'Switch to {{name}}',
  link_new: 'Create payment link',
  product_new: 'Add item',
  payout_new: 'New payout',
  docs: 'Open the guides',
  keys: 'Keyboard shortcuts',
  none: 'No results',
  all_payments: 'All payments that match “{{text}}”',
  key_palette: 'Search pages, payments and actions',
  key_search: 'Search this page',
  key_help: 'Show these shortcuts',
  key_move: 'Choose a result',
  key_open: 'Open it',
  key_close: 'Close',
}

const sw: Record<keyof typeof en, string> = {
  title: 'Tafuta',
  hint: 'Kurasa, malipo na vitendo',
  results: 'Matokeo',
  page: 'Ukurasa',
  action: 'Kitendo',
  payment: 'Malipo',
  switch_to: 'Hamia {{name}}',
  link_new: 'Tengeneza kiungo cha malipo',
  product_new: 'Ongeza bidhaa',
  payout_new: 'Tuma pesa mpya',
  docs: 'Fungua miongozo',
  keys: 'Njia za mkato za kibodi',
  none: 'Hakuna matokeo',
  all_payments: 'Malipo yote yanayolingana na “{{text}}”',
  key_palette: 'Tafuta kurasa, malipo na vitendo',
  key_search: 'Tafuta kwenye ukurasa huu',
  key_help: 'Onyesha njia hizi za mkato',
  key_move: 'Chagua tokeo',
  key_open: 'Lifungue',
  key_close: 'Funga',
}

export const palette = { en, sw }
