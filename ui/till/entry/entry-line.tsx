// Under the amount: the note and items of this sale, and a hint about what is missing.
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/icon.tsx'
import { digitsOf } from '../../kit/money.ts'
import { addTyped, countOf, type Draft, totalOf } from './draft.model.ts'

/** Loaded once the keypad is on the screen. */
const ItemsSheet = lazy(() => import('./items-sheet.tsx').then(({ ItemsSheet }) => ({ default: ItemsSheet })))
const NoteSheet = lazy(() => import('./note-sheet.tsx').then(({ NoteSheet }) => ({ default: NoteSheet })))

interface EntryLineProps {
  readonly draft: Draft
  /** Opens the price list on a small screen; absent where the shop has none. */
  readonly onProducts: (() => void) | undefined
  readonly onChange: (next: (draft: Draft) => Draft) => void
  readonly hint: string
  readonly showError: boolean
}

/** Shows buttons for the price list, the note and the items, and a hint about what is missing. */
export function EntryLine({ draft, onProducts, onChange, hint, showError }: EntryLineProps) {
  const { t } = useTranslation('till')
  const [sheet, setSheet] = useState<'note' | 'items'>()
  // A sheet reports its closing a moment later, when another one may be open.
  const close = (name: typeof sheet) => () => setSheet(current => (current === name ? undefined : current))
  const { items, note } = draft
  const count = countOf(items)
  const sum = `${digitsOf(count)} · ${digitsOf(totalOf(draft))}`
  const label = count === 0 ? undefined : `${t('items')}: ${sum}`
  // The typed amount becomes the first item.
  const openItems = () => {
    onChange(addTyped)
    setSheet('items')
  }
  return (
    <div className="entry-line">
      {onProducts && (
        <button
          type="button"
          className="note-button products-button"
          data-testid="open-products"
          onClick={onProducts}
        >
          <Icon name="grid" size={18} /> <span>{t('products_open')}</span>
        </button>
      )}
      <button type="button" className="note-button" data-testid="add-note" onClick={() => setSheet('note')}>
        <Icon name="note" size={18} /> <span>{note === '' ? t('note') : note}</span>
      </button>
      <button
        type="button"
        className="note-button"
        aria-label={label}
        data-testid="add-items"
        onClick={openItems}
      >
        <Icon name="cart" size={18} /> <span>{count === 0 ? t('items') : sum}</span>
      </button>
      <p className="entry-hint" data-error={showError || undefined} role="status">
        {hint}
      </p>
      <Suspense>
        <NoteSheet
          note={note}
          open={sheet === 'note'}
          onClose={close('note')}
          onNote={note => onChange(draft => ({ ...draft, note }))}
        />
        <ItemsSheet draft={draft} open={sheet === 'items'} onClose={close('items')} onChange={onChange} />
      </Suspense>
    </div>
  )
}
