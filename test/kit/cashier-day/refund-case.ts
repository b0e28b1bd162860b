// Sales that are refunded in whole or in part, for the table of case.ts.
import type { Case } from './case-sale.ts'
import { carton, dearPieces, dozen, someGoods, tray, weighedLine } from './draw.ts'
import { goods } from './good.ts'

const { soda, eggs, sugar, rice, beef, soap, flour, bread, tea } = goods

export const refundCases: readonly Case[] = [
  {
    times: 1,
    title: 'one of three pieces comes back',
    sale: draw => ({
      lines: [{ good: soap, by: 'grid', quantity: 3 }, weighedLine(draw, sugar)],
      pays: 'cash',
      back: [[1, 0]],
    }),
  },
  {
    times: 1,
    title: 'weighed goods come back as a whole',
    sale: draw => {
      const [one, other] = [weighedLine(draw, rice), weighedLine(draw, beef)]
      return { lines: [one, other], pays: 'qr', back: [[one.quantity, 0]] }
    },
  },
  {
    times: 1,
    title: 'a dozen comes back, and the carton stays',
    sale: draw => ({
      lines: [
        { good: soda, pack: dozen, by: 'grid', quantity: draw.between(2, 3) },
        { good: soda, pack: carton, by: 'grid', quantity: 1 },
      ],
      pays: 'push',
      back: [[1, 0]],
    }),
  },
  {
    times: 1,
    title: 'discounted pieces come back one by one, for what was paid for them',
    sale: draw => ({
      lines: [
        { good: tea, by: 'grid', quantity: 3 },
        { good: bread, by: 'grid', quantity: 2 },
      ],
      off: { percent: draw.between(3, 9) },
      pays: 'cash',
      back: [
        [1, 0],
        [1, 1],
      ],
    }),
  },
  {
    times: 1,
    title: 'the whole sale comes back',
    sale: draw => {
      const lines = someGoods(draw, dearPieces, 3)
      return { lines, pays: 'qr', back: [lines.map(({ quantity }) => quantity)] }
    },
  },
  {
    times: 1,
    title: 'a refund above the owner’s limit needs a second PIN',
    sale: draw => ({
      lines: [
        { good: eggs, pack: tray, by: 'scanner', quantity: 3 },
        { good: flour, by: 'grid', quantity: draw.between(1, 3) },
      ],
      pays: 'push',
      back: [[3, 0]],
    }),
  },
]
