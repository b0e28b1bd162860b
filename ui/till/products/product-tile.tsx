// One product in the grid: its name, its price and how many of it are on the sale.
import type { TFunction } from 'i18next'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf } from '../../kit/money.ts'
import {
  hasOnePrice,
  type Language,
  leftOfProduct,
  lowestPrice,
  type Product,
  productName,
} from './product.model.ts'

interface ProductTileProps {
  readonly product: Product
  readonly text: TileText
  readonly count: number
  /** Its position among all products found, for screen readers. */
  readonly position: number
  readonly total: number
  readonly onChoose: (product: Product) => void
}

/** Returns the language of the page. */
export const useLanguage = (): Language => (useTranslation().i18n.language === 'sw' ? 'sw' : 'en')

/** Returns the path of a picture on this server: the page may have been opened under another name of it. */
const pathOf = (url: string): string => new URL(url, location.origin).pathname

/** The texts of tiles. */
export interface TileText {
  name(product: Product): string
  price(product: Product): string
  /** How many are left; undefined while there are plenty. */
  left(product: Product): string | undefined
  /** How many are on the sale, for screen readers. */
  inSale(count: number): string
}

/** Returns `3 left`, or `2.36 kg left` with three digits of the weight; undefined while there are plenty. */
export function leftText(t: TFunction<'till'>, left: number | undefined, { sold_by_weight }: Product) {
  if (left === undefined) return undefined
  const number = sold_by_weight ? `${Number((left / 1_000).toPrecision(3))}\u00a0kg` : digitsOf(left)
  return left === 0 ? t('product_none_left') : t('product_left', { number })
}

/** Returns the same texts until the language changes, so that no tile is drawn again because of them. */
export function useTileText(): TileText {
  const { t } = useTranslation('till')
  const language = useLanguage()
  return useMemo(
    () => ({
      name: product => productName(product, language),
      price(product) {
        if (!product.available) return t('product_sold_out')
        const price = lowestPrice(product)
        if (price === null) return t('product_ask')
        if (product.sold_by_weight) return t('product_per_kg', { money: digitsOf(price) })
        return hasOnePrice(product) ? digitsOf(price) : t('product_from', { money: digitsOf(price) })
      },
      left: product => leftText(t, leftOfProduct(product), product),
      inSale: count => t('product_in_sale', { count }),
    }),
    [t, language],
  )
}

// These styles are here because all of products.css is in the first load.
/** The number that is left is next to the price, or above it if there is no room. */
const footStyle = {
  display: 'flex',
  flexWrap: 'wrap-reverse',
  columnGap: 8,
  alignItems: 'baseline',
  justifyContent: 'space-between',
} as const
const leftStyle = { color: 'var(--soft)', fontSize: '0.75rem', fontWeight: 500, lineHeight: 1.15 } as const
/** Next to a picture, a weight that is left needs two lines. */
const isLong = (left: string | undefined) => left !== undefined && left.length > 11
const oneLineStyle = { WebkitLineClamp: 1 } as const

const Picture = ({ url }: { readonly url: string }) => (
  <img className="tile-picture" src={pathOf(url)} alt="" loading="lazy" decoding="async" />
)
const ColorBar = ({ color }: { readonly color: string }) => (
  <span className="tile-color" style={{ background: color }} />
)

/**
 * Shows a product as a tile. It has no hooks, because a grid draws dozens of tiles after each key of a
 * search.
 */
export const ProductTile = memo(({ product, text, count, position, total, onChoose }: ProductTileProps) => {
  const { available, color, picture } = product
  const left = text.left(product)
  return (
    <li aria-posinset={position} aria-setsize={total}>
      <button
        type="button"
        className="tile"
        data-testid="tile"
        data-sold-out={!available || undefined}
        aria-disabled={!available || undefined}
        // The list may change between the press and the click: another product is then in this place.
        onPointerDown={({ currentTarget }) => {
          currentTarget.dataset.pressed = product.id
        }}
        onClick={({ currentTarget, detail }) => {
          // A click by the keyboard has the detail 0, and no press before it.
          const isSame = detail === 0 || currentTarget.dataset.pressed === product.id
          if (available && isSame) onChoose(product)
        }}
      >
        {picture ? <Picture key={picture} url={picture} /> : color && <ColorBar color={color} />}
        <span className="tile-words">
          <span className="tile-name" style={picture && isLong(left) ? oneLineStyle : undefined}>
            {text.name(product)}
          </span>
          <span style={footStyle}>
            <span className="tile-price">{text.price(product)}</span>
            {left && (
              <span
                className="tile-left"
                style={{
                  ...leftStyle,
                  flexBasis: count > 0 ? '100%' : undefined,
                  whiteSpace: picture ? undefined : 'nowrap',
                }}
              >
                {left}
              </span>
            )}
          </span>
        </span>
        {count > 0 && (
          <span className="tile-count">
            <span aria-hidden="true">{digitsOf(count)}</span>
            <span className="visually-hidden">{text.inSale(count)}</span>
          </span>
        )}
      </button>
    </li>
  )
})
