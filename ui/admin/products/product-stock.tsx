// The stock of an item: what is on hand, its last movements, and the buttons of a delivery and a count. Only
// for items whose stock is counted.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StockMovementView } from '../../../src/wire/stock.ts'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { Card, Facts } from '../parts/facts.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { usePersonName } from '../parts/person-name.ts'
import { useRead } from '../parts/queries.ts'
import { RowSkeleton } from '../parts/skeleton.tsx'
import type { Product } from './product.model.ts'
import { quantityText } from './quantity.model.ts'
import { type EntryKind, isLowStock, signedQuantity } from './stock.model.ts'
import { stock as stockTexts } from './stock.text.ts'
import { StockSheet } from './stock-sheet.tsx'

addTexts('stock', stockTexts)

/** How many movements are listed at first, and after "more". */
const [shownFirst, shownMore] = [5, 100]

/** Draws the stock card of an item, and the sheet for a delivery or a count once its button is pressed. */
export function ProductStock({ product }: { readonly product: Product }) {
  const { t } = useTranslation('stock')
  const [kind, setKind] = useState<EntryKind>()
  return (
    <>
      <div className="product-form" data-testid="stock">
        <Card
          title={t('title')}
          side={
            <div className="stock-actions">
              <Button variant="default" onClick={() => setKind('count')}>
                {t('count')}
              </Button>
              <Button variant="default" onClick={() => setKind('delivery')}>
                {t('delivery')}
              </Button>
            </div>
          }
        >
          <StockFacts product={product} />
          <Movements product={product} />
        </Card>
      </div>
      {kind && <StockSheet kind={kind} product={product} onClose={() => setKind(undefined)} />}
    </>
  )
}

/** Lists what is on hand of each variation, or of the item itself. */
function StockFacts({ product }: { readonly product: Product }) {
  const { t } = useTranslation('stock')
  const sold = product.variations.length > 0 ? product.variations : [{ ...product, name: t('on_hand') }]
  return (
    <Facts
      facts={sold.map(({ name, stock }) => ({
        name,
        value: (
          <span className="on-hand">
            {stock === null ? t('none_yet') : quantityText(stock, product.sold_by_weight)}
            {isLowStock(product, stock) && <span className="low-mark">{t('low')}</span>}
          </span>
        ),
      }))}
    />
  )
}

/** Lists the last movements of the stock. */
function Movements({ product }: { readonly product: Product }) {
  const { t } = useTranslation('stock')
  const [limit, setLimit] = useState(shownFirst)
  const read = useRead(
    ['products', product.id, 'stock', limit],
    header => api.api.v1.products({ id: product.id }).stock.get({ query: { limit }, ...header }),
    { keepPrevious: true },
  )
  const page = read.data?.data
  return (
    <>
      <h3 className="stock-movements-title">{t('movements')}</h3>
      <ApiErrorNote apiError={read.apiError} retry={read.retry} />
      {read.pending && <RowSkeleton rows={2} />}
      {page?.items.length === 0 && <p className="form-note">{t('movements_none')}</p>}
      <ul className="stock-movements">
        {page?.items.map(movement => (
          <Movement key={movement.id} movement={movement} product={product} />
        ))}
      </ul>
      {page && page.total > page.items.length && limit === shownFirst && (
        <button type="button" className="button-link" onClick={() => setLimit(shownMore)}>
          {t('more')}
        </button>
      )}
    </>
  )
}

interface MovementProps {
  readonly movement: typeof StockMovementView.static
  readonly product: Product
}

/** Draws one movement: what it was, by whom, how much it moved and what was left. */
function Movement({ movement, product }: MovementProps) {
  const { t } = useTranslation('stock')
  const nameOf = usePersonName()
  const { kind, quantity, on_hand: onHand, reason, by, created_at: at } = movement
  const variation = product.variations.find(({ id }) => id === movement.variation_id)
  // The cashier of a sale is on the sale's own page.
  const isEntered = kind === 'delivery' || kind === 'count'
  const actorName = by ? nameOf(by, t('former')) : t('program')
  const details = [variation?.name, reason, isEntered ? actorName : undefined].filter(Boolean)
  return (
    <li>
      <span>
        <strong>{t(`kind_${kind}`)}</strong>
        <span className="stock-detail">
          {details.map(text => `${text} · `)}
          <Timestamp at={at} />
        </span>
      </span>
      <span className="stock-moved">
        <strong>{signedQuantity(quantity, product.sold_by_weight)}</strong>
        <span className="stock-detail">
          {t('left', { number: quantityText(onHand, product.sold_by_weight) })}
        </span>
      </span>
    </li>
  )
}
