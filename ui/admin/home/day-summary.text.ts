// The texts of the summary of a day, on its page and in the message that shares it.

const en = {
  title: 'Summary of the day',
  title_today: 'Today’s summary',
  day: 'Day',
  until: 'until {{time}}',
  number: 'Sales',
  gross: 'TZS',
  total: 'Total',
  day_before: 'The day before',
  refunds: 'Refunds',
  profit: 'Profit',
  links_one: '{{number}} payment link waits for its customer',
  links_other: '{{number}} payment links wait for their customers',
  nothing_waits: 'No payment or link is waiting',
  drawers: 'Cash drawers',
  drawers_none: 'No till was open on this day.',
  drawers_first: 'The newest {{shown}} of {{all}} shifts.',
  drawer: 'expected {{expected}}',
  drawer_counted: 'expected {{expected}}, counted {{counted}}',
}

const sw: Record<keyof typeof en, string> = {
  title: 'Muhtasari wa siku',
  title_today: 'Muhtasari wa leo',
  day: 'Siku',
  until: 'hadi {{time}}',
  number: 'Mauzo',
  gross: 'TZS',
  total: 'Jumla',
  day_before: 'Siku iliyotangulia',
  refunds: 'Marejesho',
  profit: 'Faida',
  links_one: 'Kiungo {{number}} cha malipo kinamsubiri mteja',
  links_other: 'Viungo {{number}} vya malipo vinawasubiri wateja',
  nothing_waits: 'Hakuna malipo wala kiungo kinachosubiri',
  drawers: 'Droo za pesa',
  drawers_none: 'Hakuna kaunta iliyofunguliwa siku hii.',
  drawers_first: 'Zamu mpya {{shown}} kati ya {{all}}.',
  drawer: 'zinatarajiwa {{expected}}',
  drawer_counted: 'zinatarajiwa {{expected}}, zimehesabiwa {{counted}}',
}

export const daySummary = { en, sw }
