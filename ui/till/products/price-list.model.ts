// Reads the price list whole, and returns it after a few of its products changed.
import { type Product, searchText } from './product.model.ts'

/** A page of the list, and how many products the whole list has. */
export interface ProductPage {
  readonly items: readonly Product[]
  readonly total: number
}

/** How often the list is read when it changes during each read. */
const readsMax = 3

/**
 * Reads every product. One that is moved while the list is read, by a new name, may be skipped or read twice:
 * the list is then read again.
 * @param readPage reads the page after a product with this id; undefined if that fails
 * @returns undefined if a page fails, or the list changes all the time
 */
export async function readProducts(
  readPage: (after: string | undefined) => Promise<ProductPage | undefined>,
  pageSize: number,
): Promise<readonly Product[] | undefined> {
  for (let reads = 0; reads < readsMax; reads++) {
    const products: Product[] = []
    let page: ProductPage | undefined
    do {
      page = await readPage(products.at(-1)?.id)
      if (!page) return undefined
      products.push(...page.items)
    } while (page.items.length === pageSize)
    const isWhole =
      products.length === page.total && new Set(products.map(({ id }) => id)).size === page.total
    if (isWhole) return products
  }
  return undefined
}

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
