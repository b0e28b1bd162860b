// The page that prints labels of many items: on sheets or a label printer from the browser, or on the receipt
// printer of a till.
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { labelOf, labelsMax } from '../../../src/domain/label.ts'
import { labelWords } from '../../../src/domain/label-word.ts'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { digitsOf } from '../../kit/money.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useMay } from '../parts/current-account.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Choice, FilterBar, NoResults, SearchBox } from '../parts/filter-bar.tsx'
import { GuideLink } from '../parts/guide-link.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { isFiltered } from '../parts/query.model.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { labelCount, labelItemsOf, type Picks, withPicks } from './label.model.ts'
import { labels } from './label.text.ts'
import { LabelBar } from './label-bar.tsx'
import { LabelItemList } from './label-item-list.tsx'
import { chosenPaper, firstOptions, LabelOptionCard, usedLabels, useLabelTills } from './label-options.tsx'
import { BarsNote, LabelPreview } from './label-preview.tsx'
import { useCategories } from './product.queries.ts'
import { NotYours } from './product-page.tsx'
import { products } from './products.text.ts'
import './product.css'
import './label.css'

addTexts('products', products)
addTexts('labels', labels)

/** The page of labels, for people who may edit the price list. */
export function ProductLabels() {
  const { t } = useTranslation(['labels', 'products'])
  if (!useMay('products')) return <NotYours />
  return (
    <>
      <PageHead
        title={t('title')}
        text={t('text')}
        guide={<GuideLink guide="products" about={t('title')} />}
        back={{ to: '/products', text: t('products:title') }}
      />
      <LabelChoice />
    </>
  )
}

/** How many items one request reads; the API allows no more. */
const listedMax = 500

/** Reads the items that the address filters. `total` counts all that match, `listed` those that were read. */
function useLabelItems() {
  const { i18n } = useTranslation()
  const { q, category, low, ids } = useSearch({ from: '/products/labels' })
  const query = {
    ...(q ? { q } : {}),
    ...(category ? { category } : {}),
    ...(low ? { low } : {}),
    ...(ids ? { ids } : {}),
    limit: listedMax,
  }
  const { data, apiError, retry, stale } = useRead(
    ['products', query],
    header => api.api.v1.products.get({ query, ...header }),
    { keepPrevious: true },
  )
  const page = data instanceof Response ? undefined : data?.data
  const items = page?.items.flatMap(product => labelItemsOf(product, i18n.language))
  return { items, total: page?.total ?? 0, listed: page?.items.length ?? 0, apiError, retry, stale }
}

/** Draws filters, items, options and preview, and holds what is picked. */
function LabelChoice() {
  const { t, i18n } = useTranslation('labels')
  const search = useSearch({ from: '/products/labels' })
  const filtered = isFiltered(search)
  const { items, total, listed, apiError, retry, stale } = useLabelItems()
  const [picks, setPicks] = usePicks(items, stale, filtered)
  const [options, setOptions] = useState(firstOptions)
  const tills = useLabelTills()
  const paper = chosenPaper(options, tills)
  if (apiError) return <ApiErrorNote apiError={apiError} retry={retry} />
  if (!items) return <PageSkeleton />
  if (total === 0 && !filtered && picks.size === 0)
    return <EmptyState icon="tag" title={t('none')} text={t('none_text')} />
  const style = {
    words: labelWords[i18n.language === 'sw' ? 'sw' : 'en'],
    showsWholesale: options.showsWholesale,
  }
  const picked = [...picks.values()].map(({ item, copies }) => ({ label: labelOf(item.of, style), copies }))
  const note = total > listed ? t('first_of', { shown: digitsOf(listed), total: digitsOf(total) }) : undefined
  return (
    <div className="label-work">
      <div className="label-choice">
        <LabelFilters filtered={filtered} />
        {items.length === 0 ? (
          <NoResults />
        ) : (
          <LabelItemList items={items} picks={picks} onPick={setPicks} {...(note ? { note } : {})} />
        )}
      </div>
      <div className="label-side">
        <div className="label-options">
          <LabelOptionCard
            options={options}
            change={changes => setOptions(before => ({ ...before, ...changes }))}
            tills={tills}
            hasWholesale={[...picks.values()].some(({ item }) => item.of.wholesale !== null)}
          />
          <BarsNote picked={picked} paper={paper} />
        </div>
        <LabelPreview
          picked={picked}
          paper={paper}
          used={usedLabels(options, paper) ?? 0}
          hasLines={options.hasLines}
        />
      </div>
      <LabelBar
        // Other labels or another paper reset the bar, because "printed" was about the old ones.
        key={JSON.stringify([...picks].map(([id, { copies }]) => [id, copies]).concat([[options.paper, 0]]))}
        picks={picks}
        picked={picked}
        paper={paper}
        used={usedLabels(options, paper)}
        hasLines={options.hasLines}
        showsWholesale={options.showsWholesale}
      />
    </div>
  )
}

/**
 * Holds the picked items. If the page is opened with a filter, all items that match are picked at first,
 * unless they are more labels than can be printed.
 */
function usePicks(items: ReturnType<typeof useLabelItems>['items'], stale: boolean, filtered: boolean) {
  const [picks, setPicks] = useState<Picks>(new Map())
  const isFirst = useRef(true)
  useEffect(() => {
    if (!items || stale) return
    // A pack without a barcode is sold by tapping, so its label is printed only on request.
    const itemsToPick = items.filter(({ packName, of }) => packName === undefined || of.barcodes.length > 0)
    const wasFirst = isFirst.current
    const allPicked = withPicks(new Map(), itemsToPick, () => 1)
    isFirst.current = false
    if (wasFirst && filtered && labelCount(allPicked) <= labelsMax) setPicks(allPicked)
  }, [items, stale, filtered])
  // A picked item shows its current name, price and stock.
  const current = new Map(items?.map(item => [item.id, item]))
  const currentPicks: Picks = new Map(
    [...picks].map(([id, { item, copies }]) => [id, { item: current.get(id) ?? item, copies }]),
  )
  return [currentPicks, setPicks] as const
}

/** Draws the search field and the choice of a category. */
function LabelFilters({ filtered }: { readonly filtered: boolean }) {
  const { t } = useTranslation('products')
  const categories = useCategories()
  return (
    <FilterBar hasFilter={filtered}>
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
    </FilterBar>
  )
}
