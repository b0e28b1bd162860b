// The price list after a few of its products changed.
import { type Product, searchText } from './product.model.ts'

/** Compares as the server does: by position, then by name. */
function inOrder(one: Product, other: Product): number {
  const place = ({ position }: Product) => position ?? Number.POSITIVE_INFINITY
  if (place(one) !== place(other)) return place(one) - place(other)
  const [name, otherName] = [searchText(one.name), searchText(other.name)]
  if (name !== otherName) return name < otherName ? -1 : 1
  return one.id < other.id ? -1 : 1
}

/**
 * Returns the list after some of its products changed.
 * @param ids of the products that changed
 * @param changed those that still exist; the others were deleted
 */
export function withChanged(
  products: readonly Product[],
  ids: readonly string[],
  changed: readonly Product[],
): Product[] {
  const inPlace = replacedInPlace(products, ids, changed)
  if (inPlace) return inPlace
  const isChanged = new Set(ids)
  return [...products.filter(({ id }) => !isChanged.has(id)), ...changed].toSorted(inOrder)
}

/**
 * Returns the list with changed products where they were. Stock changes often, and moves none of them.
 * @returns undefined if one is new, was deleted or moves
 */
function replacedInPlace(
  products: readonly Product[],
  ids: readonly string[],
  changed: readonly Product[],
): Product[] | undefined {
  const byId = new Map(changed.map(product => [product.id, product]))
  const staying = products.filter(({ id, name, position }) => {
    const next = byId.get(id)
    return next?.name === name && next.position === position
  })
  const isSame = staying.length === byId.size && ids.every(id => byId.has(id))
  return isSame ? products.map(product => byId.get(product.id) ?? product) : undefined
}
