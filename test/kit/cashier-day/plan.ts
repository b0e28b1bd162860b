// The plan of a day: the cases in an order drawn from a seed, over two tills and all ways of paying.
import { newChance } from '../simulated-world.ts'
import { cases } from './case.ts'
import type { Case, CaseSale, Pay, Route } from './case-sale.ts'
import { inRandomOrder } from './draw.ts'
import { receiptOf, totalOf } from './receipt.ts'

export interface PlannedSale extends CaseSale {
  readonly number: number
  readonly title: string
  readonly route: Route
  readonly pays: Pay
  /** The till where it begins. */
  readonly till: 0 | 1
  /** A phone of the practice network that waits for its answer. */
  readonly phone: number
}

/** Sales that pay the fees of the first refunds. */
const firstWithoutRefund = 25
/** Networks take no less. */
const networkMin = 500

/** Returns the sales of a day; the same ones for the same seed. */
export function planDay(seed: number): PlannedSale[] {
  const draw = newChance(seed)
  const all = cases.flatMap(one => Array.from({ length: one.times }, (): Case => one))
  const order = inRandomOrder(
    draw,
    all.map(one => ({ ...one, drawn: one.sale(draw) })),
  )
  const early = order.filter(({ drawn }) => !drawn.back).slice(0, firstWithoutRefund)
  const sales = [...early, ...order.filter(one => !early.includes(one))]
  return sales.map(({ title, route = 'here', drawn }, at) => {
    const isSmall = route === 'split' || totalOf(receiptOf(drawn.lines, drawn.off)) < networkMin
    const pays = drawn.pays ?? draw.pick<Pay>('cash', 'qr', 'push')
    return {
      ...drawn,
      number: at + 1,
      title,
      route,
      pays: isSmall ? 'cash' : pays,
      till: draw.pick(0, 1),
      phone: 754_000_200 + at,
    }
  })
}

/** Returns how many sales a plan makes. */
export const saleCount = (plan: readonly PlannedSale[]): number =>
  plan.length + plan.filter(({ route }) => route === 'split').length
