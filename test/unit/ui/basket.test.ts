// Parked sales at the till: which lines are parked, what stays, and how one is taken up again.
import { describe, expect, test } from 'bun:test'
import type { TakenSale } from '../../../ui/kit/parked-sale.ts'
import { type Draft, emptyDraft, type Item, itemsMax, totalOf } from '../../../ui/till/entry/draft.model.ts'
import {
  areTaken,
  fitsInto,
  isAwaited,
  parkRequestOf,
  splitDraft,
  withoutParked,
  withTaken,
} from '../../../ui/till/parked/basket.model.ts'

const item = (name: string, quantity: number, unit_price: number): Item => ({ name, quantity, unit_price })
const chai = item('Chai', 2, 1_000)
const andazi = item('Andazi', 3, 500)
const listed = { price: { price: 1_000, wholesale: { from: 3, price: 800 } } } as const
const sugar: Item = { ...item('Sugar', 4, 800), product_id: 'prod_1', listed }
const draft = (change: Partial<Draft>): Draft => ({ ...emptyDraft, ...change })
const taken = (content: object, change: Partial<TakenSale> = {}): TakenSale => ({
  id: 'park_1',
  name: 'Table 4',
  amount: 3_500,
  line_count: 2,
  parked_by: null,
  till: null,
  created_at: '2026-11-21T09:00:00.000Z',
  content: { ...content },
  ...change,
})

describe('parking', () => {
  const off = { discount: { kind: 'percent', percent: 10 }, reason: 'Regular' } as const

  test('all lines takes note and discount along, and empties the screen', () => {
    const whole = draft({ items: [chai, andazi], note: 'Table 4', off, taken: ['park_0'] })
    const { taken: _, ...parked } = whole
    expect(splitDraft(whole, new Set([0, 1]))).toEqual({ parked, left: emptyDraft })
  })

  test('some lines leaves the rest with note and discount', () => {
    const whole = draft({ items: [chai, andazi], note: 'Table 4', off })
    expect(splitDraft(whole, new Set([1]))).toEqual({
      parked: draft({ items: [andazi] }),
      left: draft({ items: [chai], note: 'Table 4', off }),
    })
  })

  test('a part of a wholesale quantity gives each side its own price', () => {
    const two = { ...sugar, quantity: 2 }
    const { parked, left } = splitDraft(draft({ items: [two, { ...two, note: 'For Amina' }] }), new Set([0]))
    expect([totalOf(parked), totalOf(left)]).toEqual([2_000, 2_000])
  })

  const before = draft({ items: [chai, andazi], note: 'Juma' })
  const soda = item('Soda', 1, 700)
  test.each<[string, Draft, Draft]>([
    ['if nothing has changed', before, draft({ items: [chai], note: 'Juma' })],
    [
      'and no line of a sale that has joined the screen since',
      { ...before, items: [chai, andazi, soda], taken: ['park_1'] },
      { ...before, items: [chai, soda], taken: ['park_1'] },
    ],
    [
      'and no more of it than was parked',
      { ...before, items: [chai, { ...andazi, quantity: 5 }] },
      { ...before, items: [chai, { ...andazi, quantity: 2 }] },
    ],
    ['but nothing of another sale', draft({ items: [soda, andazi] }), draft({ items: [soda, andazi] })],
    ['but no amount that is typed', draft({ amount: 900 }), draft({ amount: 900 })],
    ['but nothing once the sale is finished', emptyDraft, emptyDraft],
  ])('takes the parked line off the screen, %s', (_, now, left) =>
    expect(withoutParked(now, before, new Set([1]))).toEqual(left),
  )

  test('takes all lines off the screen with the note, also a typed amount', () => {
    const typed = draft({ amount: 900, items: [chai], note: 'Juma' })
    const lines = draft({ items: [chai, item('', 1, 900)], note: 'Juma' })
    expect(withoutParked(typed, lines, new Set([0, 1]))).toEqual(emptyDraft)
  })

  test('takes the discount and the note with all lines, also if goods were scanned meanwhile', () => {
    const before = draft({ items: [chai], note: 'Table 4', off })
    const scanned = draft({ items: [chai, andazi], note: 'Table 4', off })
    expect(withoutParked(scanned, before, new Set([0]))).toEqual(draft({ items: [andazi] }))
  })

  test('takes a line of the price list off the screen at its price of now', () => {
    const two: Item = { ...sugar, quantity: 2, unit_price: 1_000 }
    const four = draft({ items: [{ ...sugar, quantity: 4 }] })
    expect(withoutParked(four, draft({ items: [two] }), new Set([0])).items).toEqual([two])
  })

  test('asks for what the list shows', () => {
    const parked = draft({ items: [chai, andazi] })
    expect(parkRequestOf(' Amina ', parked)).toEqual({
      name: 'Amina',
      amount: 3_500,
      line_count: 2,
      content: parked,
    })
  })
})

describe('taking up', () => {
  const parked = draft({ items: [chai, andazi] })

  test('fills an empty screen, with the name as the note', () => {
    expect(withTaken(emptyDraft, taken(parked))).toEqual(
      draft({ items: [chai, andazi], note: 'Table 4', taken: ['park_1'] }),
    )
  })

  test('adds to a sale that has begun, and to its typed amount', () => {
    const begun = draft({ amount: 700, items: [sugar], note: 'Juma' })
    const merged = withTaken(begun, taken(parked))
    expect(merged).toMatchObject({ amount: 700, items: [sugar, chai, andazi], note: 'Juma, Table 4' })
    expect(totalOf(merged)).toBe(700 + 3_200 + 3_500)
  })

  test('the same sale twice adds it once: its answer may come again after a reload', () => {
    const once = withTaken(emptyDraft, taken(parked))
    expect(withTaken(once, taken(parked))).toBe(once)
  })

  test('counts wholesale over what is merged', () => {
    const two = { ...sugar, quantity: 2, unit_price: 1_000 }
    expect(totalOf(withTaken(draft({ items: [two] }), taken(draft({ items: [two] }))))).toBe(4 * 800)
  })

  test('keeps each discount of a whole sale with its own lines', () => {
    const tenth = { discount: { kind: 'percent', percent: 10 }, reason: 'Regular' } as const
    const half = { discount: { kind: 'sum', amount: 500 }, reason: 'Late' } as const
    const big = draft({ items: [item('Cloth', 1, 100_000)] })
    const small = draft({ items: [item('Soap', 1, 10_000)], off: tenth })
    expect(totalOf(withTaken(big, taken(small)))).toBe(109_000)
    const [one, two] = [1, 2].map(n => draft({ items: [item(`Soap ${n}`, 1, 1_000)], off: half }))
    expect(totalOf(withTaken(one ?? emptyDraft, taken(two ?? {})))).toBe(1_000)
    expect(withTaken(emptyDraft, taken(small)).off).toEqual(tenth)
  })

  test('keeps the discount of a typed amount, which becomes a line', () => {
    const tenth = { discount: { kind: 'percent', percent: 10 }, reason: 'Regular' } as const
    const begun = draft({ amount: 9_500, items: [item('Soda', 1, 500)], off: tenth })
    const merged = withTaken(begun, taken(parked))
    expect(merged).toMatchObject({
      amount: 0,
      items: [{ name: 'Soda' }, { unit_price: 9_500 }, chai, andazi],
    })
    expect(totalOf(merged)).toBe(9_000 + 3_500)
    const full = {
      ...begun,
      items: Array.from({ length: itemsMax - 2 }, (_, n) => item(`Item ${n}`, 1, 100)),
    }
    expect([withTaken(full, taken(parked)), fitsInto(full, taken(parked))]).toEqual([full, false])
  })

  test('leaves a draft without room unchanged: the sale can still be taken up', () => {
    const many = draft({ items: Array.from({ length: itemsMax - 1 }, (_, n) => item(`Item ${n}`, 1, 100)) })
    expect(withTaken(many, taken(parked))).toBe(many)
  })

  test('keeps the total as one line if the till does not know the content', () => {
    expect(withTaken(emptyDraft, taken({ lines: [] })).items).toEqual([item('Table 4', 1, 3_500)])
  })

  test('does not fit if it would be too much for one sale', () => {
    const many = draft({ items: Array.from({ length: itemsMax - 1 }, () => chai) })
    expect([fitsInto(many, taken(parked)), fitsInto(emptyDraft, taken(parked))]).toEqual([false, true])
    const dear = draft({ items: [item('Land', 1, 999_999_999_000)] })
    expect(fitsInto(dear, taken(parked))).toBe(false)
  })
})

describe('a late answer joins the draft without being asked for', () => {
  const asked = draft({ items: [chai] })
  test.each([
    ['if nothing was typed since', asked, true],
    ['if nothing is on the screen', emptyDraft, true],
    ['but not if a line was added', draft({ items: [chai, andazi] }), false],
    ['but not if an amount was typed', draft({ items: [chai], amount: 5 }), false],
    ['but not if the next sale has begun', draft({ amount: 700 }), false],
  ])('%s', (_, now, expected) => expect(isAwaited(now, asked)).toBe(expected))

  test('and is read from storage only as a taken sale', () => {
    expect([[], [taken({})]].map(areTaken)).toEqual([true, true])
    expect([undefined, {}, [null], [{ ...taken({}), amount: 'x' }]].map(areTaken)).toEqual(
      Array(4).fill(false),
    )
  })
})
