// The summary of a day: the text that is shared, in both languages, and the shifts that belong to the day.
import { describe, expect, test } from 'bun:test'
import {
  type DaySummary,
  openLinksIn,
  shiftsOpenOn,
  sortedByTill,
  summaryText,
} from '../../../ui/admin/home/day-summary.model.ts'
import type { Shift } from '../../../ui/admin/shifts/shift.model.ts'

type Method = DaySummary['sales']['methods'][number]
const none = { refunded: 0, refunds: 0, cost: 0, profit: 0, sales_without_cost: 0 }
const method = (method: Method['method'], gross: number, count: number): Method => ({
  ...none,
  method,
  gross,
  count,
  net: gross,
})
const drawer = (
  name: string,
  state: Shift['state'],
  expected: number,
  counted: number | null,
): DaySummary['drawers'][number] => ({
  till: { id: `till_${name}`, name },
  number: 3,
  state,
  report: { cash: { expected, counted, difference: counted === null ? null : counted - expected } },
})

const busy: DaySummary = {
  date: '2026-11-21',
  sales: {
    ...none,
    gross: 1_250_000,
    count: 43,
    refunded: 5_000,
    refunds: 1,
    net: 1_245_000,
    cost: 800_000,
    profit: 210_000,
    methods: [
      method('qr', 800_000, 20),
      method('mobile', 0, 0),
      method('card', 0, 0),
      method('cash', 450_000, 23),
    ],
    before: { gross: 900_000, count: 30 },
  },
  unknown: 2,
  links: 1,
  waiting: [
    { name: 'unknown_payouts', count: 1, amount: 0 },
    { name: 'unmatched', count: 2, amount: 12_000 },
    { name: 'refunds', count: 1, amount: 0 },
  ],
  drawers: [
    drawer('Back', 'open', 60_000, null),
    drawer('Front', 'closed', 45_000, 44_000),
    drawer('Garden', 'closed', 45_000, 45_000),
    drawer('Hall', 'closed', 45_000, null),
    drawer('Ice', 'closed', -500, 1_000),
  ],
}
const quiet: DaySummary = {
  date: '2026-11-22',
  sales: { ...none, gross: 0, count: 0, net: 0, methods: [], before: { gross: 0, count: 0 } },
  unknown: 0,
  links: 0,
  waiting: [],
  drawers: [],
}
const loss: DaySummary = {
  ...quiet,
  sales: { ...quiet.sales, refunds: 1, refunded: 700, net: -700, cost: 900, profit: -1_600 },
  unknown: 1,
  links: 3,
}
const head = { shop: 'Mama Asha', isPractice: false, until: '20:15' }
const lines = (...all: string[]) => all.join('\n')

test.each([
  [
    'a busy day so far',
    head,
    busy,
    'en',
    lines(
      'Mama Asha',
      'Saturday 21 November 2026, until 20:15',
      '',
      'Sales before refunds: TZS 1,250,000 (43)',
      '• QR code: TZS 800,000 (20)',
      '• Cash: TZS 450,000 (23)',
      'Refunds: − TZS 5,000 (1)',
      'After refunds: TZS 1,245,000',
      'Profit: TZS 210,000',
      'The day before: TZS 900,000 (30)',
      '',
      'Cash drawers',
      '• Back, shift 3: Open, expected TZS 60,000',
      '• Front, shift 3: TZS 1,000 short, expected TZS 45,000, counted TZS 44,000',
      '• Garden, shift 3: Matches, expected TZS 45,000, counted TZS 45,000',
      '• Hall, shift 3: Not counted, expected TZS 45,000',
      '• Ice, shift 3: TZS 1,500 over, expected − TZS 500, counted TZS 1,000',
      '',
      'Needs attention',
      '• 2 payments awaiting confirmation',
      '• 1 payout awaiting confirmation',
      '• TZS 12,000 received in 2 unmatched payments',
      '• 1 refund needs approval',
      '• 1 payment link waits for its customer',
    ),
  ],
  [
    'the same in Swahili',
    head,
    busy,
    'sw',
    lines(
      'Mama Asha',
      'Jumamosi, 21 Novemba 2026, hadi 20:15',
      '',
      'Mauzo kabla ya kurudisha pesa: TZS 1,250,000 (43)',
      '• Msimbo wa QR: TZS 800,000 (20)',
      '• Taslimu: TZS 450,000 (23)',
      'Marejesho: − TZS 5,000 (1)',
      'Baada ya kurudisha pesa: TZS 1,245,000',
      'Faida: TZS 210,000',
      'Siku iliyotangulia: TZS 900,000 (30)',
      '',
      'Droo za pesa',
      '• Back, zamu 3: Iko wazi, zinatarajiwa TZS 60,000',
      '• Front, zamu 3: Pungufu TZS 1,000, zinatarajiwa TZS 45,000, zimehesabiwa TZS 44,000',
      '• Garden, zamu 3: Inalingana, zinatarajiwa TZS 45,000, zimehesabiwa TZS 45,000',
      '• Hall, zamu 3: Haijahesabiwa, zinatarajiwa TZS 45,000',
      '• Ice, zamu 3: Zaidi TZS 1,500, zinatarajiwa − TZS 500, zimehesabiwa TZS 1,000',
      '',
      'Yanayohitaji hatua',
      '• Malipo 2 yanasubiri uthibitisho',
      '• Muamala 1 wa kutuma pesa unasubiri uthibitisho',
      '• TZS 12,000 zimeingia bila kutambulika, mara 2',
      '• Ombi 1 la kurudisha pesa linahitaji idhini',
      '• Kiungo 1 cha malipo kinamsubiri mteja',
    ),
  ],
  [
    'a quiet day that is over',
    { ...head, until: undefined },
    quiet,
    'en',
    lines('Mama Asha', 'Sunday 22 November 2026', '', 'Sales: TZS 0 (0)', 'The day before: TZS 0 (0)'),
  ],
  [
    'a day of practice that lost money, in Swahili',
    { shop: 'Duka', isPractice: true, until: undefined },
    loss,
    'sw',
    lines(
      'Mazoezi: si pesa halisi',
      'Duka',
      'Jumapili, 22 Novemba 2026',
      '',
      'Mauzo kabla ya kurudisha pesa: TZS 0 (0)',
      'Marejesho: − TZS 700 (1)',
      'Baada ya kurudisha pesa: − TZS 700',
      'Faida: − TZS 1,600',
      'Siku iliyotangulia: TZS 0 (0)',
      '',
      'Yanayohitaji hatua',
      '• Malipo 1 yanasubiri uthibitisho',
      '• Viungo 3 vya malipo vinawasubiri wateja',
    ),
  ],
  [
    'a day without its cost, for a person who may not see costs',
    { ...head, until: undefined },
    { ...quiet, sales: { ...quiet.sales, cost: null, profit: null } },
    'en',
    lines('Mama Asha', 'Sunday 22 November 2026', '', 'Sales: TZS 0 (0)', 'The day before: TZS 0 (0)'),
  ],
] as const)('%s', (_, head, summary, language, text) => {
  expect(summaryText(head, summary, language).replaceAll('\u00a0', ' ')).toBe(text)
})

test('links count while a customer can pay them', () =>
  expect(
    openLinksIn([
      { status: 'pending', count: 2 },
      { status: 'active', count: 1 },
      { status: 'expired', count: 7 },
      { status: 'completed', count: 9 },
    ]),
  ).toBe(3))

describe('shifts of a day', () => {
  test('are not closed before it, and are opened before the next', () =>
    expect(shiftsOpenOn('2026-02-28')).toEqual({ open_from: '2026-02-28', to: '2026-03-01' }))

  const shift = (name: string, number: number) =>
    ({ ...drawer(name, 'open', 0, null), number }) as unknown as Shift
  test('are sorted by till', () =>
    expect(
      sortedByTill([shift('B', 2), shift('A', 8), shift('A', 7)]).map(
        ({ till, number }) => `${till.name} ${number}`,
      ),
    ).toEqual(['A 7', 'A 8', 'B 2']))
})
