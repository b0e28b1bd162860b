// Draws the goods, quantities, weights and prices of a sale from a seed.
import type { Chance } from '../simulated-world.ts'
import { type Good, goods, type Pack, packOf } from './good.ts'
import type { Tapped } from './receipt.ts'

const { soda, eggs, matches, soap, flour, bread, tea, smallWater, largeWater } = goods
export const pieces = [soda, eggs, soap, flour, bread, tea, smallWater, largeWater]
export const barcodedPieces = pieces.filter(({ barcode }) => barcode !== undefined)
/** Pieces that are dear enough for a discount to be seen. */
export const dearPieces = [soap, flour, bread, tea, largeWater]

export const carton = packOf(soda, 'Carton')
export const dozen = packOf(soda, 'Dozen')
export const tray = packOf(eggs, 'Tray')
const packs: readonly [Unit, ...Unit[]] = [
  { good: soda, pack: dozen },
  { good: soda, pack: carton },
  { good: eggs, pack: packOf(eggs, 'Dozen') },
  { good: eggs, pack: tray },
  { good: matches, pack: packOf(matches, 'Packet') },
  { good: matches, pack: packOf(matches, 'Carton') },
]
interface Unit {
  readonly good: Good
  readonly pack: Pack
}

/** Returns different goods of a list, one to three pieces of each. */
export function someGoods(
  draw: Chance,
  from: readonly Good[],
  count: number,
  by: Tapped['by'] = 'grid',
): Tapped[] {
  const left = [...from]
  return Array.from({ length: count }, () => {
    const [good] = left.splice(draw.between(0, left.length - 1), 1)
    if (!good) throw new Error('a case needs more goods than there are')
    return { good, by, quantity: draw.between(1, 3) }
  })
}

export const packLine = (draw: Chance): Tapped => ({
  ...draw.pick(...packs),
  by: 'grid',
  quantity: draw.between(1, 3),
})

export const weighedLine = (draw: Chance, good: Good, by: Tapped['by'] = 'grid'): Tapped => ({
  good,
  by,
  quantity: draw.between(120, 4_800),
})

export const typedAmount = (draw: Chance): Tapped => ({
  by: 'keypad',
  quantity: 1,
  price: draw.between(600, 20_000),
})

/** Returns the items of a list in a random order. */
export function inRandomOrder<T>(draw: Chance, all: readonly T[]): T[] {
  const left = [...all]
  return all.flatMap(() => left.splice(draw.between(0, left.length - 1), 1))
}
