// The texts of the first steps on Home.

const en = {
  steps_finished: 'Done: {{done}}',
  first_sale: 'Your first sale.',
  first_sale_text: 'Congratulations! Every sale from now on is on this page.',
  first_steps: 'First steps',
  first_done: '{{done}} of {{all}} done',
  step_done: 'done',
  step_sale: 'Try a sale',
  step_sale_text: 'Take a practice payment on the till.',
  step_sale_live: 'Make your first sale',
  step_sale_live_text: 'Take a payment from a customer on the till.',
  step_products: 'Add your price list',
  step_products_text: 'Add an item, or import a file you already have.',
  step_till: 'Add a till',
  step_till_text: 'Pair a tablet or phone with the counter.',
  step_pin: 'Set a PIN',
  step_pin_text: 'Cashiers sign in with it.',
  step_backup: 'Back up',
  step_backup_text: 'Kaunta does it every night. Take the first one now.',
  step_network: 'Connect a payment network',
  step_network_text: 'Then you can accept real money.',
}

const sw: Record<keyof typeof en, string> = {
  steps_finished: 'Zilizokamilika: {{done}}',
  first_sale: 'Mauzo yako ya kwanza.',
  first_sale_text: 'Hongera! Kuanzia sasa mauzo yote yataonekana kwenye ukurasa huu.',
  first_steps: 'Hatua za kwanza',
  first_done: '{{done}} kati ya {{all}} tayari',
  step_done: 'tayari',
  step_sale: 'Jaribu mauzo',
  step_sale_text: 'Pokea malipo ya mazoezi kwenye kaunta ya malipo.',
  step_sale_live: 'Uza kwa mara ya kwanza',
  step_sale_live_text: 'Pokea malipo ya mteja kwenye kaunta ya malipo.',
  step_products: 'Weka orodha ya bei',
  step_products_text: 'Ongeza bidhaa, au ingiza faili ulilonalo.',
  step_till: 'Ongeza kaunta ya malipo',
  step_till_text: 'Unganisha tableti au simu ya kuuzia.',
  step_pin: 'Weka PIN',
  step_pin_text: 'Keshia huingia kwa PIN.',
  step_backup: 'Tengeneza nakala rudufu',
  step_backup_text: 'Mfumo huitengeneza kila usiku. Tengeneza ya kwanza sasa.',
  step_network: 'Unganisha mtandao wa malipo',
  step_network_text: 'Kisha utaweza kupokea pesa halisi.',
}

export const firstSteps = { en, sw }
