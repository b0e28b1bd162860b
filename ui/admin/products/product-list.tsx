// The price list: what the shop sells, searched as one types, with a switch for what is sold out.
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { addTexts } from '../../kit/language.ts'
import { digitsOf } from '../../kit/money.ts'
import { useMay } from '../parts/current-account.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Money } from '../parts/figure.tsx'
import { Choice, FilterBar, NoResults, SearchBox } from '../parts/filter-bar.tsx'
import { GuideLink } from '../parts/guide-link.tsx'
import { isNothingYet, rowsOf } from '../parts/list.model.ts'
import { type Column, List } from '../parts/list.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useAction, useRead } from '../parts/queries.ts'
import { isFiltered } from '../parts/query.model.ts'
import type { Product } from './product.model.ts'
import { pictureUrl, useCategories, useLowProducts } from './product.queries.ts'
import { AddLink, ExportFile, ImportLink, LabelLink } from './product-links.tsx'
import { ProductSettingLinks } from './product-setting-links.tsx'
import { codeOf, pricesOf } from './product-shown.model.ts'
import { Tile } from './product-tile.tsx'
import { products } from './products.text.ts'
import { stockOf } from './stock.model.ts'
import './product.css'

addTexts('products', products)

/** The page of the price list. Rows lead to their item for people who may edit it. */
export function ProductList() {
  const { t } = useTranslation('products')
  const search = useSearch({ from: '/products' })
  const { q, category, low } = search
  const mayEdit = useMay('products')
  const query = {
    ...(q ? { q } : {}),
    ...(category ? { category } : {}),
    ...(low ? { low } : {}),
    ...rowsOf(search),
  }
  const products = useRead(['products', query], header => api.api.v1.products.get({ query, ...header }), {
    keepPrevious: true,
  })
  // A Response without a body would answer only a request with If-None-Match, which pages do not send.
  const page = products.data instanceof Response ? undefined : products.data?.data
  const hasNoItems = isNothingYet(page, search)
  const hasFilter = isFiltered(search)
  return (
    <>
      <PageHead title={t('title')} text={t('text')} guide={<GuideLink guide="products" about={t('title')} />}>
        {mayEdit && !hasNoItems && (
          <>
            <ExportFile />
            <ImportLink />
            <LabelLink />
            <AddLink />
          </>
        )}
      </PageHead>
      <ProductFilters hasFilter={hasFilter} isHidden={page === undefined || hasNoItems} />
      <List
        name={t('title')}
        columns={useColumns(mayEdit, page?.items.some(product => product.track_stock) ?? false)}
        keyOf={({ id }) => id}
        {...(mayEdit
          ? { linkOf: ({ id }: Product) => ({ to: '/products/$id', params: { id } }) as const }
          : {})}
        page={page}
        apiError={products.apiError}
        isStale={products.stale}
        retry={products.retry}
        empty={hasFilter ? <NoResults /> : <NoProducts mayEdit={mayEdit} />}
        isTimeless
        isDense
      />
      {mayEdit && !hasNoItems && <ProductSettingLinks />}
    </>
  )
}

interface ProductFiltersProps {
  readonly hasFilter: boolean
  readonly isHidden: boolean
}

/** Draws the search and the filters. The choice of low stock appears once something is low. */
function ProductFilters({ hasFilter, isHidden }: ProductFiltersProps) {
  const { t } = useTranslation('products')
  const categories = useCategories()
  const isLowChosen = useSearch({ from: '/products' }).low !== undefined
  const lowCount = useLowProducts(1)?.total ?? 0
  return (
    <FilterBar hasFilter={hasFilter} isHidden={isHidden}>
      <SearchBox name="q" label={t('search')} isAsTyped />
      {categories.length > 0 && (
        <Choice
          name="category"
          label={t('all_categories')}
          options={categories.map(({ name, count }) => ({
            value: name,
            label: `${name} (${digitsOf(count)})`,
          }))}
        />
      )}
      {(lowCount > 0 || isLowChosen) && (
        <Choice
          name="low"
          label={t('low_all')}
          options={[{ value: 'true', label: t('low_count', { number: digitsOf(lowCount) }) }]}
        />
      )}
    </FilterBar>
  )
}

/** The empty state of a price list without items. */
function NoProducts({ mayEdit }: { readonly mayEdit: boolean }) {
  const { t } = useTranslation('products')
  return (
    <EmptyState icon="tag" title={t('none')} text={t('none_text')}>
      {mayEdit && (
        <>
          <AddLink isFirst />
          <ImportLink />
        </>
      )}
    </EmptyState>
  )
}

/** Returns the columns of the list. `hasStock`: stock is counted for at least one item of the page. */
function useColumns(mayEdit: boolean, hasStock: boolean): Column<Product>[] {
  const { t } = useTranslation('products')
  return [
    {
      name: 'name',
      head: t('column_item'),
      cell: product => (
        <span className="product-name" data-sold-out={!product.available || undefined}>
          <Tile name={product.name} colour={product.color ?? ''} picture={pictureUrl(product)} />
          <span>{product.name}</span>
        </span>
      ),
      onPhone: 'main',
      grows: true,
    },
    {
      name: 'price',
      head: t('column_price'),
      cell: product => <Price product={product} />,
      onPhone: 'side',
      align: 'end',
    },
    {
      name: 'cost',
      head: t('column_cost'),
      cell: ({ cost }) => cost !== null && <Money amount={cost} />,
      align: 'end',
      wideOnly: true,
    },
    {
      name: 'category',
      head: t('column_category'),
      cell: ({ category }) => category,
      onPhone: 'under',
      grows: true,
      hideOnTablet: true,
    },
    {
      name: 'code',
      head: t('column_code'),
      cell: product => <code>{codeOf(product)}</code>,
      wideOnly: true,
    },
    ...(hasStock ? [stockColumn(t('column_stock'))] : []),
    {
      name: 'available',
      head: t('column_available'),
      cell: product =>
        mayEdit ? <AvailableSwitch product={product} /> : !product.available && t('sold_out'),
      onPhone: 'tail',
    },
  ]
}

/** The column with the stock on hand. */
const stockColumn = (head: string): Column<Product> => ({
  name: 'stock',
  head,
  cell: product => <OnHand product={product} />,
  onPhone: 'whole',
  align: 'end',
})

/** Draws the price of an item, or the lowest and highest of its variations. */
function Price({ product }: { readonly product: Product }) {
  const { t } = useTranslation('products')
  const prices = pricesOf(product)
  if (!prices) return <span className="product-open">{t('open_price')}</span>
  const [low, high] = prices
  if (low === high) return <Money amount={low} />
  return (
    <span className="price-range">
      <Money amount={low} />–{digitsOf(high)}
    </span>
  )
}

/** Draws the stock on hand, with a mark if it is low; draws nothing for items whose stock is not counted. */
function OnHand({ product }: { readonly product: Product }) {
  const { t } = useTranslation('products')
  const stock = stockOf(product)
  if (!stock) return null
  return (
    <span className="on-hand">
      {stock.isLow && <span className="low-mark">{t('low')}</span>}
      <span className="on-hand-number">{stock.text ?? '–'}</span>
      <span className="on-hand-words">
        {stock.text === undefined ? t('not_counted') : t('on_hand', { number: stock.text })}
      </span>
    </span>
  )
}

/**
 * Switches an item between available and sold out. It shows the choice at once; the server's answer follows.
 */
function AvailableSwitch({ product: { id, name, available } }: { readonly product: Product }) {
  const { t } = useTranslation('products')
  const errorText = useApiErrorText()
  const [chosen, setChosen] = useState<boolean>()
  const action = useAction((next: boolean, header) =>
    resultOf(api.api.v1.products({ id }).patch({ available: next }, header)),
  )
  const { apiError } = action
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server's answer replaces the choice
  useEffect(() => setChosen(undefined), [available, apiError])
  const isAvailable = chosen ?? available
  return (
    <>
      <label className="available">
        <input
          type="checkbox"
          role="switch"
          aria-checked={isAvailable}
          className="row-switch"
          aria-label={t('available_named', { name })}
          checked={isAvailable}
          onChange={event => {
            const next = event.currentTarget.checked
            setChosen(next)
            action.run(next)
          }}
        />
        {!isAvailable && <span className="sold-out">{t('sold_out')}</span>}
      </label>
      <span role="alert" className="field-error">
        {apiError && errorText(apiError)}
      </span>
    </>
  )
}
