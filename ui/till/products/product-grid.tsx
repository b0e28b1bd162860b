// The price list to tap: a search, the categories, and a grid that draws only the tiles that are seen.
import { ActionIcon } from '@mantine/core'
import { type FormEvent, memo, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Drawing, Icon } from '../../kit/icon.tsx'
import { useCameraOffer } from './camera-stream.ts'
import { type Product, type ProductIndex, searchProducts } from './product.model.ts'
import { tilesSeen } from './product-grid.model.ts'
import { ProductTile, useTileText } from './product-tile.tsx'

interface ProductGridProps {
  readonly index: ProductIndex
  /** How many of each product are on the sale, by its id. */
  readonly counts: ReadonlyMap<string, number>
  readonly onChoose: (product: Product) => void
  /** Called with the typed text at Enter; returns whether it was a code of the list. */
  readonly onCode: (search: string) => boolean
  /** Called at Enter if the typed text is no code and finds no product. */
  readonly onMissing: (search: string, form: HTMLFormElement) => void
  readonly onCamera: () => void
}

const barcodePath =
  'M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3M8 8.5v7M12 8.5v7M16 8.5v7'
const magnifierPath = 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.3 15.3 20.5 20.5'

/** Shows the price list: the search, the categories and the tiles. */
export function ProductGrid({ index, counts, onChoose, onCode, onMissing, onCamera }: ProductGridProps) {
  const { t } = useTranslation('till')
  const [search, setSearch] = useState('')
  const [category, setCategory] = useState<string>()
  const shownCategory = category !== undefined && index.categories.includes(category) ? category : undefined
  const matches = useMemo(() => searchProducts(index, search, shownCategory), [index, search, shownCategory])
  // At Enter a code adds its product, and so does a search that finds only one.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (search.trim() === '') return
    const [only, another] = searchProducts(index, search, shownCategory)
    if (!onCode(search)) {
      if (another) return
      if (!only) return onMissing(search.trim(), event.currentTarget)
      onChoose(only)
    }
    setSearch('')
  }
  return (
    <div className="products">
      <div style={{ display: 'flex', flex: 'none', gap: 8 }}>
        <form className="products-search" style={{ flex: 1 }} onSubmit={submit}>
          <Drawing path={magnifierPath} size={20} />
          <input
            type="text"
            inputMode="search"
            enterKeyHint="search"
            aria-label={t('products_search')}
            placeholder={t('products_search')}
            autoComplete="off"
            maxLength={60}
            data-testid="products-search"
            value={search}
            onChange={event => setSearch(event.currentTarget.value)}
          />
          {search !== '' && (
            <button
              type="button"
              className="products-clear"
              aria-label={t('products_clear')}
              onClick={() => setSearch('')}
            >
              <Icon name="cross" size={18} />
            </button>
          )}
        </form>
        <CameraButton onClick={onCamera} />
      </div>
      {index.categories.length > 1 && (
        <Categories categories={index.categories} chosen={shownCategory} onChoose={setCategory} />
      )}
      {matches.length === 0 ? (
        <NoneFound />
      ) : (
        <Tiles query={`${shownCategory} ${search}`} products={matches} counts={counts} onChoose={onChoose} />
      )}
    </div>
  )
}

/** Shows that no product matches. */
function NoneFound() {
  const { t } = useTranslation('till')
  return (
    <div className="products-none" role="status">
      <p className="products-none-title">{t('products_none')}</p>
      <p>{t('products_none_text')}</p>
    </div>
  )
}

/** Opens the camera, if the till offers it on this device. */
function CameraButton({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation('till')
  if (!useCameraOffer()) return null
  return (
    <ActionIcon
      variant="default"
      size={48}
      radius={14}
      aria-label={t('camera_scan')}
      data-testid="camera"
      onClick={onClick}
    >
      <Drawing path={barcodePath} size={24} />
    </ActionIcon>
  )
}

interface CategoriesProps {
  readonly categories: readonly string[]
  /** Undefined for all. */
  readonly chosen: string | undefined
  readonly onChoose: (category: string | undefined) => void
}

/** Offers the categories, and all products. */
const Categories = memo(({ categories, chosen, onChoose }: CategoriesProps) => {
  const { t } = useTranslation('till')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be laid out by the browser
    <div className="categories" role="group" aria-label={t('products_categories')}>
      {[undefined, ...categories].map(category => (
        <button
          key={category ?? ''}
          type="button"
          className="category"
          aria-pressed={category === chosen}
          onClick={() => onChoose(category)}
        >
          {category ?? t('products_all')}
        </button>
      ))}
    </div>
  )
})

interface TilesProps extends Pick<ProductGridProps, 'counts' | 'onChoose'> {
  /** What was searched for, and in which category. */
  readonly query: string
  readonly products: readonly Product[]
}

/** The size of the last grid, in pixels: the tiles of the next one are drawn before it is shown. */
let lastSize = { width: innerWidth, height: innerHeight }

/** Draws the visible tiles of a long grid. Another query scrolls it to the top. */
function Tiles({ query, products, counts, onChoose }: TilesProps) {
  const text = useTileText()
  const grid = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ ...lastSize, top: 0 })
  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    const measure = () => {
      // A closed sheet has no size.
      if (element.clientHeight === 0) return
      lastSize = { width: element.clientWidth, height: element.clientHeight }
      setView({ ...lastSize, top: element.scrollTop })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tiles of another query begin at the top
  useLayoutEffect(() => {
    grid.current?.scrollTo(0, 0)
    setView(before => (before.top === 0 ? before : { ...before, top: 0 }))
  }, [query])
  const { columns, from, to, before, after } = tilesSeen(products.length, view)
  return (
    <div
      className="tiles"
      ref={grid}
      tabIndex={-1}
      data-testid="tiles"
      onScroll={({ currentTarget: { scrollTop: top } }) =>
        setView(before => (Math.abs(before.top - top) < 1 ? before : { ...before, top }))
      }
    >
      <ul
        className="tile-rows"
        style={{
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          paddingTop: before,
          paddingBottom: after,
        }}
      >
        {products.slice(from, to).map((product, index) => (
          <ProductTile
            // biome-ignore lint/suspicious/noArrayIndexKey: a search changes each tile where it is
            key={from + index}
            product={product}
            text={text}
            count={counts.get(product.id) ?? 0}
            position={from + index + 1}
            total={products.length}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </div>
  )
}
