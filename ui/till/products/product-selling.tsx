// Selling from the price list: the grid, next to the keypad where there is room and in a sheet elsewhere;
// what the cashier must choose for a product; and the codes of a scanner. Not part of the first load.

import { Button } from '@mantine/core'
import { lazy, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { roleMay } from '../../../src/domain/account.ts'
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
import { useTillDevice } from '../parts/till-device.ts'
import { type Scan, useCameraScan } from './camera-scan.tsx'
import { ChooseSheet } from './choose-sheet.tsx'
import { canBeAdded } from './new-product.model.ts'
import { learnProduct, useProductIndex } from './price-list.ts'
import {
  type Choice,
  choiceName,
  choicesOf,
  findScanned,
  type Product,
  type Scanned,
  sellableOf,
} from './product.model.ts'
import { ProductGrid } from './product-grid.tsx'
import { type Chosen, isComplete, itemOf, scannedItem } from './product-item.model.ts'
import { useLanguage } from './product-tile.tsx'
import { tillProducts } from './products.text.ts'
import { ScanNote, useScanNote } from './scan-note.tsx'
import { subscribeCodes } from './scanner.tsx'

addTexts('till', tillProducts)

const NewProductSheet = lazy(() =>
  import('./new-product-sheet.tsx').then(({ NewProductSheet }) => ({ default: NewProductSheet })),
)

/** The width, as in products.css, from which the grid is next to the keypad. */
const wideWindow = matchMedia('(min-width: 768px) and (min-height: 600px)')
/** Calls `listener` when the window becomes wide or narrow. Returns the function that stops it. */
const subscribeWide = (listener: () => void) => {
  wideWindow.addEventListener('change', listener)
  return () => wideWindow.removeEventListener('change', listener)
}
/** Returns whether the grid has room next to the keypad. */
const useIsWide = () => useSyncExternalStore(subscribeWide, () => wideWindow.matches)

interface ProductSellingProps {
  readonly draft: Draft
  readonly onChange: ChangeDraft
  /** The sheet of a small screen is open. */
  readonly sheetOpen: boolean
  readonly onSheetClose: () => void
}

/**
 * Shows the price list next to the keypad or in a sheet, and adds what is tapped or scanned to the sale. The
 * note about a code is in the open sheet of the products or the camera; without one, on the page.
 */
export function ProductSelling({ draft, onChange, sheetOpen, onSheetClose }: ProductSellingProps) {
  const { t } = useTranslation('till')
  const index = useProductIndex()
  const isWide = useIsWide()
  const { choose, sellCode, showUnknown, lastAdded, sheets, note, clearNote } = useChoosing(draft, onChange)
  const doneText =
    draft.items.length === 0
      ? t('products_done')
      : `${t('products_done')} · ${digitsOf(countOf(draft.items))} · ${moneyOf(totalOf(draft))}`
  const [closings, setClosings] = useState(0)
  // The browser also reports the close that the page itself has made.
  const closeSheet = () => {
    if (!sheetOpen) return
    setClosings(closings => closings + 1)
    onSheetClose()
  }
  const { items } = draft
  const camera = useCameraScan({ sellCode, showUnknown, items, lastAdded, doneText, note, clearNote })
  if (!index)
    return (
      <>
        {isWide && <section className="products-panel" aria-busy="true" />}
        {note}
      </>
    )
  const grid = (
    // After each closing, the next grid is ready: without a search, with all categories.
    <ProductGrid
      key={closings}
      index={index}
      counts={countsOf(draft.items)}
      onChoose={choose}
      onCode={code => sellCode(code) !== undefined}
      onMissing={showUnknown}
      onCamera={camera.open}
    />
  )
  return (
    <>
      {isWide ? (
        <section className="products-panel" aria-label={t('products')}>
          {grid}
        </section>
      ) : (
        <Sheet title={t('products')} open={sheetOpen} onClose={closeSheet} prepared>
          <div className="products-sheet">
            {grid}
            {sheetOpen && !camera.isOpen && note}
            <Button size="lg" fullWidth data-testid="products-done" onClick={closeSheet}>
              {doneText}
            </Button>
          </div>
        </Sheet>
      )}
      {(isWide || !sheetOpen) && !camera.isOpen && note}
      {camera.sheet}
      {sheets}
    </>
  )
}

/** Counts how many of each product are on the sale, by its id; a weighed item counts as one. */
function countsOf(items: readonly Item[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { product_id, quantity, by_weight } of items)
    if (product_id !== undefined)
      counts.set(product_id, (counts.get(product_id) ?? 0) + (by_weight ? 1 : quantity))
  return counts
}

/**
 * Turns a tapped product or a code into a line of the sale, and asks the cashier what is still open. Returns
 * functions for both, the item that was added last, the sheets that ask, and the note about a code.
 */
function useChoosing(draft: Draft, onChange: ChangeDraft) {
  const { t } = useTranslation('till')
  const language = useLanguage()
  const index = useProductIndex()
  const [unfinished, setUnfinished] = useState<Scanned>()
  const [lastAdded, setLastAdded] = useState<Item>()
  const { note: shownNote, showNote } = useScanNote(draft)
  const { mayAdd, showUnknown } = useUnknownCode(showNote)
  const close = () => setUnfinished(undefined)
  const add = (item: Item): Scan => {
    const isFull = withListed(draft, item) === draft
    showNote(isFull ? t('scan_full') : '')
    if (!isFull) setLastAdded(item)
    onChange(draft => withListed(draft, item))
    return isFull ? 'refused' : 'added'
  }
  const addChosen = (chosen: Chosen) => {
    close()
    add(itemOf(chosen, language))
  }
  const ask = (choice: Choice) => {
    const [only, another] = choicesOf(choice)
    if (only && !another && isComplete(only)) addChosen({ ...only, quantity: 1 })
    else setUnfinished({ choice })
  }
  // Sells what has this code; undefined if nothing has it.
  const sellCode = (code: string): Scan | undefined => {
    const scanned = index && findScanned(index, code)
    if (!scanned) return undefined
    const { choice } = scanned
    const item = scannedItem(scanned, language)
    if (!sellableOf(choice).available) {
      showNote(t('scan_sold_out', { name: choiceName(choice, language) }))
      return 'refused'
    }
    if (item) return add(item)
    setUnfinished(scanned)
    return 'asked'
  }
  useCodes(code => {
    if (!sellCode(code)) showUnknown(code)
  })
  const latestAsk = useRef(ask)
  latestAsk.current = ask
  // This is always the same function, so that no tile is drawn again because of it.
  const choose = useCallback((product: Product) => latestAsk.current({ product }), [])
  const newProduct = useNewProductSheet(mayAdd, ask, sellCode)
  const clearNote = () => showNote('')
  const note = <ScanNote {...shownNote} onAdd={newProduct.openFor} onClose={clearNote} />
  const sheets = (
    <>
      <ChooseSheet unfinished={unfinished} items={draft.items} onChosen={addChosen} onClose={close} />
      {newProduct.sheet}
    </>
  )
  return { choose, sellCode, showUnknown, lastAdded, sheets, note, clearNote }
}

/**
 * Returns whether the person may add items, and a function that shows that no item has a code. If the code
 * can be that of a new item, the note offers to add it or, to a person who may not, advises to ask.
 */
function useUnknownCode(showNote: (text: string, code?: string) => void) {
  const { t } = useTranslation('till')
  const index = useProductIndex()
  const mayAdd = roleMay(useTillDevice().role, 'create_products')
  const showUnknown = (code: string, form?: HTMLFormElement) => {
    const isNew = index !== undefined && canBeAdded(code, index.shopCodes)
    showNote(
      t(isNew && !mayAdd ? 'scan_unknown_ask' : 'scan_unknown', { code }),
      isNew && mayAdd ? code : undefined,
    )
    form?.querySelector('input')?.select() // the next search replaces the text
  }
  return { mayAdd, showUnknown }
}

/**
 * Calls back with the codes of the scanner, unless an open sheet asks something that a code does not answer.
 */
function useCodes(onCode: (code: string) => void): void {
  const latest = useRef(onCode)
  latest.current = onCode
  useEffect(
    () =>
      subscribeCodes(code => {
        if (document.querySelector('dialog[open]:not(:has(.products-sheet, .camera-sheet))')) return false
        latest.current(code)
        return true
      }),
    [],
  )
}

/**
 * Returns the sheet that adds an item to the price list, and a function that opens it for a code. A person
 * who may not add items never loads it.
 */
function useNewProductSheet(
  mayAdd: boolean,
  ask: (choice: Choice) => void,
  sellCode: (code: string) => void,
) {
  const language = useLanguage()
  const index = useProductIndex()
  const [code, setCode] = useState<string>()
  const close = () => setCode(undefined)
  const holder = code === undefined || !index ? undefined : findScanned(index, code)?.choice
  const sheet = mayAdd && (
    <Suspense>
      <NewProductSheet
        code={code}
        categories={index?.categories ?? []}
        holder={holder && choiceName(holder, language)}
        onCreated={product => {
          close()
          learnProduct(product)
          ask({ product })
        }}
        onSell={() => {
          close()
          if (code !== undefined) sellCode(code)
        }}
        onClose={close}
      />
    </Suspense>
  )
  return { openFor: setCode, sheet }
}
