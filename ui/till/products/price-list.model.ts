// The price list after a few of its products changed.
import { type Product, searchText } from './product.model.ts'

/** Compares two products as the server does: by position, then by name, then by id. */
function compareProducts(product: Product, other: Product): number {
  const positionOf = ({ position }: Product) => position ?? Number.POSITIVE_INFINITY
  if (positionOf(product) !== positionOf(other)) return positionOf(product) - positionOf(other)
  const [name, otherName] = [searchText(product.name), searchText(other.name)]
  if (name !== otherName) return name < otherName ? -1 : 1
  return product.id < other.id ? -1 : 1
}

/**
 * Returns the list after the products with these ids changed. `changed` has those that still exist; the
 * others were deleted.
 */
export function withChanged(
  products: readonly Product[],
  ids: readonly string[],
  changed: readonly Product[],
): Product[] {
  const inPlace = replaceInPlace(products, ids, changed)
  if (inPlace) return inPlace
  const isChanged = new Set(ids)
  return [...products.filter(({ id }) => !isChanged.has(id)), ...changed].toSorted(compareProducts)
}

/**
 * Returns the list with changed products where they were, because stock changes often and moves none.
 * Undefined if a product is new, was deleted or moves.
 */
function replaceInPlace(
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
