// One product in the grid: its name, its price and how many of it are on the sale.
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf } from '../../kit/money.ts'
import { hasOnePrice, type Language, lowestPrice, type Product, productName } from './product.model.ts'

interface ProductTileProps {
  readonly product: Product
  readonly text: TileText
  readonly count: number
  /** Its position among all products found, for screen readers. */
  readonly position: number
  readonly total: number
  readonly onChoose: (product: Product) => void
}

export const useLanguage = (): Language => (useTranslation().i18n.language === 'sw' ? 'sw' : 'en')

/** Returns the path of a picture on this server, under whatever name the page was opened. */
const pathOf = (url: string): string => new URL(url, location.origin).pathname

/** The words of tiles. */
export interface TileText {
  name(product: Product): string
  price(product: Product): string
  /** How many are on the sale, for screen readers. */
  inSale(count: number): string
}

/** Returns the same words until the language changes, so that no tile is drawn again because of them. */
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
      inSale: count => t('product_in_sale', { count }),
    }),
    [t, language],
  )
}

/** Without hooks, since a grid draws dozens of tiles after each key of a search. */
export const ProductTile = memo(({ product, text, count, position, total, onChoose }: ProductTileProps) => {
  const { available, color, picture } = product
  return (
    <li aria-posinset={position} aria-setsize={total}>
      <button
        type="button"
        className="tile"
        data-testid="tile"
        data-sold-out={!available || undefined}
        aria-disabled={!available || undefined}
        onClick={() => available && onChoose(product)}
      >
        {picture ? (
          <img className="tile-picture" src={pathOf(picture)} alt="" loading="lazy" decoding="async" />
        ) : (
          color && <span className="tile-color" style={{ background: color }} />
        )}
        <span className="tile-words">
          <span className="tile-name">{text.name(product)}</span>
          <span className="tile-price">{text.price(product)}</span>
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
