// Texts of parked sales, which load after the keypad.

const en = {
  parked_sales: 'Parked sales',
  parked_lines_one: '1 item',
  parked_lines_other: '{{count}} items',
  parked_full: 'Too many items for one sale. Charge or park the current one first.',
  parked_name: 'Name',
  parked_name_hint: 'A table, a customer, or anything you’ll recognise.',
  parked_name_missing: 'Enter a name.',
  parked_choose: 'Items to park',
  parked_none: 'Choose at least one item.',
  parked_go: 'Park {{money}}',
  parked_text: 'Any till can open it. Nothing is charged yet.',
  parked_still: 'Still parked: {{names}}',
  parked_held: 'Opened here',
}

const sw: Record<keyof typeof en, string> = {
  parked_sales: 'Mauzo ya pembeni',
  parked_lines_one: 'Bidhaa 1',
  parked_lines_other: 'Bidhaa {{count}}',
  parked_full: 'Bidhaa ni nyingi mno kwa mauzo moja. Maliza mauzo haya au yaweke pembeni kwanza.',
  parked_name: 'Jina',
  parked_name_hint: 'Meza, mteja, au chochote utakachokitambua.',
  parked_name_missing: 'Weka jina.',
  parked_choose: 'Bidhaa za kuweka pembeni',
  parked_none: 'Chagua angalau bidhaa moja.',
  parked_go: 'Weka pembeni {{money}}',
  parked_text: 'Kaunta yoyote inaweza kuyafungua. Bado hakuna malipo.',
  parked_still: 'Yamebaki pembeni: {{names}}',
  parked_held: 'Yamefunguliwa hapa',
}

export const tillParked = { en, sw }
