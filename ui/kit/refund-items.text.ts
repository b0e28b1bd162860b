// Texts of the list in which a person chooses the items that come back.

const en = {
  count: '{{count}} of {{quantity}}',
  more: 'Refund one more: {{name}}',
  less: 'Refund one less: {{name}}',
  each: '{{money}} each',
  each_kg: '{{money}} per kg',
}

const sw: Readonly<Record<keyof typeof en, string>> = {
  count: '{{count}} kati ya {{quantity}}',
  more: 'Rudisha moja zaidi: {{name}}',
  less: 'Punguza moja: {{name}}',
  each: '{{money}} kila moja',
  each_kg: '{{money}} kwa kilo',
}

export const refundItems = { en, sw }
