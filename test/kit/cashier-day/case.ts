// What happens at the counter in a day, case by case, and how often. The seed draws goods, quantities,
// weights and discounts; the table is the manual of the till.

import type { Case } from './case-sale.ts'
import {
  barcodedPieces,
  carton,
  dearPieces,
  packLine,
  pieces,
  someGoods,
  tray,
  typedAmount,
  weighedLine,
} from './draw.ts'
import { goods } from './good.ts'
import { refundCases } from './refund-case.ts'

const { soda, eggs, sugar, rice, beef, flour, bread, repair } = goods

const entered: readonly Case[] = [
  {
    times: 3,
    title: 'pieces are tapped on the grid',
    sale: draw => ({ lines: someGoods(draw, pieces, draw.between(1, 3)) }),
  },
  {
    times: 2,
    title: 'a few letters of the Swahili name, and Enter, find the item',
    sale: draw => ({ lines: someGoods(draw, pieces, 2, 'search') }),
  },
  {
    times: 3,
    title: 'a scanner reads each piece',
    sale: draw => ({ lines: someGoods(draw, barcodedPieces, draw.between(1, 3), 'scanner') }),
  },
  {
    times: 2,
    title: 'a scanner reads the code of a carton or of a tray',
    sale: draw => ({
      lines: [
        {
          ...draw.pick({ good: soda, pack: carton }, { good: eggs, pack: tray }),
          by: 'scanner',
          quantity: 2,
        },
      ],
    }),
  },
  {
    times: 2,
    title: 'the camera reads two barcodes',
    sale: draw => ({
      lines: someGoods(draw, barcodedPieces, 2, 'camera').map(line => ({ ...line, quantity: 1 })),
    }),
  },
  {
    times: 2,
    title: 'dozens, cartons, trays and packets are chosen as the unit',
    sale: draw => ({ lines: [packLine(draw), { good: flour, by: 'grid', quantity: draw.between(1, 3) }] }),
  },
  {
    times: 2,
    title: 'from 24 sodas or 60 eggs on, the wholesale price applies by itself',
    sale: draw => ({
      lines: [
        draw.happens(0.5)
          ? { good: soda, by: 'grid', quantity: draw.between(24, 40) }
          : { good: eggs, by: 'search', quantity: draw.between(60, 90) },
      ],
    }),
  },
  {
    times: 1,
    title: 'a carton makes the single sodas next to it wholesale',
    sale: draw => ({
      lines: [
        { good: soda, pack: carton, by: 'scanner', quantity: 1 },
        { good: soda, by: 'scanner', quantity: draw.between(1, 3) },
      ],
    }),
  },
  {
    times: 2,
    title: 'kilograms are typed: weight × price',
    sale: draw => ({ lines: [weighedLine(draw, rice), weighedLine(draw, draw.pick(sugar, beef))] }),
  },
  {
    times: 1,
    title: 'from 25 kg of sugar on, the wholesale price applies',
    sale: draw => ({ lines: [{ good: sugar, by: 'search', quantity: draw.between(25_000, 50_000) }] }),
  },
  {
    times: 2,
    title: 'the code of the shop’s scale has the weight',
    sale: draw => ({
      lines: [
        { good: draw.pick(sugar, rice, beef), by: 'scanner', quantity: draw.between(200, 9_999) },
        ...someGoods(draw, dearPieces, 1),
      ],
    }),
  },
  {
    times: 2,
    title: 'the code of the shop’s scale has the price',
    sale: draw => ({
      lines: [
        { good: draw.pick(rice, beef), by: 'scanner', quantity: 1, labelPrice: draw.between(900, 40_000) },
      ],
    }),
  },
  {
    times: 1,
    title: 'the cashier types a price that the list leaves open',
    sale: draw => ({
      lines: [{ good: repair, by: 'grid', quantity: 1, price: draw.between(2_000, 30_000) }],
    }),
  },
  {
    times: 1,
    title: 'an amount is typed, without items',
    sale: draw => ({ lines: [typedAmount(draw)] }),
  },
  {
    times: 1,
    title: 'an amount is typed on top of items',
    sale: draw => ({ lines: [...someGoods(draw, pieces, 2), typedAmount(draw)] }),
  },
]

const discounted: readonly Case[] = [
  {
    times: 1,
    title: 'one line has a discount in percent',
    sale: draw => ({
      lines: someGoods(draw, dearPieces, 2).map((line, at) =>
        at === 0 ? { ...line, off: { percent: draw.between(1, 10) } } : line,
      ),
    }),
  },
  {
    times: 1,
    title: 'one line has a discount in shillings',
    sale: draw => ({
      lines: [{ good: flour, by: 'search', quantity: 3, off: { shillings: draw.between(1, 1_200) } }],
    }),
  },
  {
    times: 1,
    title: 'the price of one line is lowered',
    sale: draw => ({ lines: [{ good: flour, by: 'grid', quantity: 2, price: draw.between(3_900, 4_200) }] }),
  },
  {
    times: 2,
    title: 'the whole sale has a discount in percent, divided over its lines',
    sale: draw => ({
      lines: [...someGoods(draw, pieces, 3), weighedLine(draw, rice)],
      off: { percent: draw.between(3, 10) },
    }),
  },
  {
    times: 1,
    title: 'the whole sale has a discount in shillings',
    sale: draw => ({ lines: someGoods(draw, dearPieces, 3), off: { shillings: draw.between(50, 290) } }),
  },
  {
    times: 1,
    title: 'a discount above the cashier’s limit is refused, and a smaller one is given',
    sale: draw => ({
      lines: someGoods(draw, dearPieces, 2),
      refused: { percent: draw.between(12, 40) },
      off: { percent: draw.between(2, 10) },
    }),
  },
  {
    times: 2,
    title: 'a discount above the cashier’s limit is refused; the owner gives it with a reason',
    route: 'approved',
    sale: draw => {
      const off = { percent: draw.between(12, 40) }
      return { lines: someGoods(draw, dearPieces, 3), refused: off, off }
    },
  },
]

const moved: readonly Case[] = [
  {
    times: 2,
    title: 'a sale is parked on one till, and resumed and paid on the other',
    route: 'resumed',
    sale: draw => ({ lines: [...someGoods(draw, barcodedPieces, 2, 'scanner'), weighedLine(draw, sugar)] }),
  },
  {
    times: 1,
    title: 'a parked sale keeps its discount',
    route: 'resumed',
    sale: draw => ({ lines: someGoods(draw, dearPieces, 3), off: { percent: draw.between(3, 10) } }),
  },
  {
    times: 1,
    title: 'a bill is split by its lines: two sales',
    route: 'split',
    sale: draw => ({
      lines: [packLine(draw), { good: flour, by: 'grid', quantity: 2 }, weighedLine(draw, beef)],
    }),
  },
  {
    times: 1,
    title: 'a parked sale joins another: together they are wholesale',
    route: 'merged',
    sale: draw => ({
      lines: [
        { good: soda, by: 'grid', quantity: draw.between(12, 20) },
        { good: bread, by: 'grid', quantity: draw.between(1, 3) },
        { good: soda, by: 'grid', quantity: draw.between(12, 20) },
      ],
    }),
  },
  {
    times: 1,
    title: 'the customer asks for the code, and gives cash',
    sale: draw => ({ lines: someGoods(draw, dearPieces, 2), pays: 'qr, then cash' }),
  },
  {
    times: 1,
    title: 'the customer declines the push, and gives cash',
    sale: draw => ({ lines: someGoods(draw, dearPieces, 2), pays: 'push, then cash' }),
  },
]

export const cases: readonly Case[] = [...entered, ...discounted, ...moved, ...refundCases]
