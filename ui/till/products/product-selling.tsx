// Selling from the price list: the grid, next to the keypad where there is room and in a sheet elsewhere;
// what the cashier must choose for a product; and the codes of a scanner. Not part of the first load.

import { Button } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { Sheet } from '../../kit/sheet.tsx'
import {
  type ChangeDraft,
  countOf,
  type Draft,
  type Item,
  totalOf,
  withListed,
} from '../entry/draft.model.ts'
import { ChooseSheet } from './choose-sheet.tsx'
import { useProductIndex } from './price-list.ts'
import { type Choice, choiceName, choicesOf, type Product, scannedIn, sellableOf } from './product.model.ts'
import { ProductGrid } from './product-grid.tsx'
import { type Chosen, isComplete, itemOf, scannedItem } from './product-item.model.ts'
import { useLanguage } from './product-tile.tsx'
import { tillProducts } from './products.text.ts'
import { scanNoteMs, subscribeCodes } from './scanner.tsx'

addTexts('till', tillProducts)

/** The width, as in products.css, from which the grid is next to the keypad. */
const wide = matchMedia('(min-width: 768px) and (min-height: 600px)')
const subscribeWide = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
const useIsWide = () => useSyncExternalStore(subscribeWide, () => wide.matches)

interface ProductSellingProps {
  readonly draft: Draft
  readonly onChange: ChangeDraft
  /** The sheet of a small screen. */
  readonly sheetOpen: boolean
  readonly onSheetClose: () => void
}

export function ProductSelling({ draft, onChange, sheetOpen, onSheetClose }: ProductSellingProps) {
  const { t } = useTranslation('till')
  const index = useProductIndex()
  const isWide = useIsWide()
  const { choose, scan, missing, chooser, note } = useChoosing(draft, onChange)
  if (!index)
    return (
      <>
        {isWide && <section className="products-panel" aria-busy="true" />}
        {note}
      </>
    )
  const grid = (
    <ProductGrid
      index={index}
      counts={countsOf(draft.items)}
      onChoose={choose}
      onCode={scan}
      onMissing={missing}
    />
  )
  return (
    <>
      {isWide ? (
        <section className="products-panel" aria-label={t('products')}>
          {grid}
        </section>
      ) : (
        <Sheet title={t('products')} open={sheetOpen} onClose={onSheetClose}>
          <div className="products-sheet">
            {grid}
            {note}
            <Button size="lg" fullWidth data-testid="products-done" onClick={onSheetClose}>
              {draft.items.length === 0
                ? t('products_done')
                : `${t('products_done')} · ${digitsOf(countOf(draft.items))} · ${moneyOf(totalOf(draft))}`}
            </Button>
          </div>
        </Sheet>
      )}
      {(isWide || !sheetOpen) && note}
      {chooser}
    </>
  )
}

/** Counts how many of each product are on the sale. */
function countsOf(items: readonly Item[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { product_id, quantity, by_weight } of items)
    if (product_id !== undefined)
      counts.set(product_id, (counts.get(product_id) ?? 0) + (by_weight ? 1 : quantity))
  return counts
}

/** Turns a tap or a code into a line of the sale. */
function useChoosing(draft: Draft, onChange: ChangeDraft) {
  const { t } = useTranslation('till')
  const language = useLanguage()
  const index = useProductIndex()
  const [asked, setAsked] = useState<Choice>()
  const [text, setText] = useState('')
  useEffect(() => {
    if (text === '') return
    const timer = setTimeout(() => setText(''), scanNoteMs)
    return () => clearTimeout(timer)
  }, [text])

  const add = (item: Item) => {
    setText(withListed(draft, item) === draft ? t('scan_full') : '')
    onChange(draft => withListed(draft, item))
  }
  const chosen = (chosen: Chosen) => {
    setAsked(undefined)
    add(itemOf(chosen, language))
  }
  const ask = (choice: Choice) => {
    const [only, another] = choicesOf(choice)
    if (only && !another && isComplete(only)) chosen({ ...only, quantity: 1 })
    else setAsked(choice)
  }
  const scan = (code: string): boolean => {
    const scanned = index && scannedIn(index, code)
    if (!scanned) return false
    const { choice } = scanned
    const item = scannedItem(scanned, language)
    if (!sellableOf(choice).available) setText(t('scan_sold_out', { name: choiceName(choice, language) }))
    else if (item) add(item)
    else setAsked(choice)
    return true
  }
  const missing = (code: string, form?: HTMLFormElement) => {
    setText(t('scan_unknown', { code }))
    form?.querySelector('input')?.select()
  }
  const onCode = (code: string): boolean => {
    // An open sheet asks a question that a code does not answer.
    if (document.querySelector('dialog[open]:not(:has(.products-sheet))')) return false
    if (!scan(code)) missing(code)
    return true
  }
  const latest = useRef({ ask, onCode })
  latest.current = { ask, onCode }
  useEffect(() => subscribeCodes(code => latest.current.onCode(code)), [])
  /** Always the same function, so that no tile is drawn again because of it. */
  const choose = useCallback((product: Product) => latest.current.ask({ product }), [])
  const note: ReactNode = (
    <p className="scan-note" role="alert" data-testid="scan-note">
      {text}
    </p>
  )
  const chooser = <ChooseSheet choice={asked} onChosen={chosen} onClose={() => setAsked(undefined)} />
  return { choose, scan, missing, chooser, note }
}
