// One product in the grid: its name, its price and how many of it are on the sale.
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf } from '../../kit/money.ts'
import { hasOnePrice, type Language, lowestPrice, type Product, productName } from './product.model.ts'

interface ProductTileProps {
  readonly product: Product
  readonly count: number
  /** Its position among all products found, for screen readers. */
  readonly position: number
  readonly total: number
  readonly onChoose: (product: Product) => void
}

export const useLanguage = (): Language => (useTranslation().i18n.language === 'sw' ? 'sw' : 'en')

/** Returns the path of a picture on this server, under whatever name the page was opened. */
const pathOf = (url: string): string => new URL(url, location.origin).pathname

/** Returns a function that writes the price as a tile shows it. */
function usePriceText(): (product: Product) => string {
  const { t } = useTranslation('till')
  return product => {
    const price = lowestPrice(product)
    if (price === null) return t('product_ask')
    if (product.sold_by_weight) return t('product_per_kg', { money: digitsOf(price) })
    return hasOnePrice(product) ? digitsOf(price) : t('product_from', { money: digitsOf(price) })
  }
}

export const ProductTile = memo(({ product, count, position, total, onChoose }: ProductTileProps) => {
  const { t } = useTranslation('till')
  const language = useLanguage()
  const priceText = usePriceText()
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
          <span className="tile-name">{productName(product, language)}</span>
          <span className="tile-price">{available ? priceText(product) : t('product_sold_out')}</span>
        </span>
        {count > 0 && (
          <span className="tile-count">
            <span aria-hidden="true">{digitsOf(count)}</span>
            <span className="visually-hidden">{t('product_in_sale', { count })}</span>
          </span>
        )}
      </button>
    </li>
  )
})
