// Texts of forms: what is wrong with a field before it is sent. The server's errors are in
// kit/errors.text.ts.

const en = {
  empty: 'Required',
  digits: 'Enter whole shillings',
  amount_low: 'At least {{min}}',
  amount_high: 'At most {{max}}',
  maximum_low: 'Must be more than the minimum',
  between: 'Must be between minimum and maximum',
  expiry: 'Enter 1 to 1,440 minutes',
  methods: 'Choose at least one payment method',
  long: 'Too long',
  phone: 'Enter a Tanzanian mobile number',
  email: 'Enter a valid e-mail',
  redirect: 'Enter a web address, such as https://shop.example/thanks',
  webhook: 'Enter a web address, such as https://shop.example/kaunta',
  quantity: 'Enter a whole number, at least 1',
  key: 'Use letters, digits and underscores, at most 40',
  duplicate: 'This name is already used',
  options: 'Add at least one option',
  options_duplicate: 'Two options are the same',
  many: 'At most 100 options',
  colour: 'Enter # and six digits or letters A to F, such as #0b6e4f',
}

const sw: Record<keyof typeof en, string> = {
  empty: 'Jaza sehemu hii',
  digits: 'Andika shilingi kamili',
  amount_low: 'Angalau {{min}}',
  amount_high: 'Kisizidi {{max}}',
  maximum_low: 'Lazima kizidi kiasi cha chini',
  between: 'Lazima kiwe kati ya cha chini na cha juu',
  expiry: 'Weka dakika 1 hadi 1,440',
  methods: 'Chagua angalau njia moja ya malipo',
  long: 'Ni ndefu mno',
  phone: 'Andika namba ya simu ya Tanzania',
  email: 'Andika barua pepe sahihi',
  redirect: 'Andika anwani ya tovuti, kama https://shop.example/thanks',
  webhook: 'Andika anwani ya tovuti, kama https://shop.example/kaunta',
  quantity: 'Andika namba kamili, angalau 1',
  key: 'Tumia herufi, tarakimu na mstari wa chini, zisizidi 40',
  duplicate: 'Jina hili limeshatumika',
  options: 'Weka angalau chaguo moja',
  options_duplicate: 'Machaguo mawili yanafanana',
  many: 'Machaguo yasizidi 100',
  colour: 'Weka # na tarakimu au herufi sita za A hadi F, kama #0b6e4f',
}

export const form = { en, sw }
