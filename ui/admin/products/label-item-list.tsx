// The items whose labels can be printed: found by search and category, ticked, each with its number of
// labels.
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { Card } from '../parts/facts.tsx'
import { type LabelItem, type Picks, readCopies, withPicks } from './label.model.ts'

interface LabelItemListProps {
  readonly items: readonly LabelItem[]
  readonly picks: Picks
  readonly onPick: (picks: Picks) => void
  /** Why items are missing. */
  readonly note?: string
}

/** Rows drawn at first, because rows with fields are drawn slowly on a phone. */
const shownFirst = 100

/**
 * Lists the items with a tick and a number of labels each, and sets many of them at once: one each, or as
 * many as are in stock.
 */
export function LabelItemList({ items, picks, onPick, note }: LabelItemListProps) {
  const { t } = useTranslation('labels')
  const [showsAll, setShowsAll] = useState(false)
  const shownItems = showsAll ? items : items.slice(0, shownFirst)
  const ticked = items.filter(({ id }) => picks.has(id))
  const isCounted = ticked.some(({ onHand }) => onHand !== undefined)
  const setCopies = (changed: readonly LabelItem[], copiesOf: (item: LabelItem) => number) =>
    onPick(withPicks(picks, changed, copiesOf))
  const areAllTicked = ticked.length === items.length
  return (
    <Card isFlush>
      <div className="label-items-head">
        <Checkbox
          label={t('all', { number: digitsOf(items.length) })}
          checked={areAllTicked}
          indeterminate={ticked.length > 0 && !areAllTicked}
          onChange={() => setCopies(items, ({ id }) => (areAllTicked ? 0 : (picks.get(id)?.copies ?? 1)))}
        />
        {isCounted && (
          <div className="label-items-copies">
            <Button
              variant="default"
              onClick={() => setCopies(ticked, ({ id, onHand }) => onHand ?? picks.get(id)?.copies ?? 1)}
            >
              {t('for_stock')}
            </Button>
            <Button variant="default" onClick={() => setCopies(ticked, () => 1)}>
              {t('one_each')}
            </Button>
          </div>
        )}
      </div>
      <ul className="label-items" aria-label={t('items')}>
        {shownItems.map(item => (
          <ItemRow
            key={item.id}
            item={item}
            copies={picks.get(item.id)?.copies ?? 0}
            onCopies={copies => setCopies([item], () => copies)}
          />
        ))}
      </ul>
      {(note !== undefined || shownItems.length < items.length) && (
        <div className="label-items-more">
          {note !== undefined && <p>{note}</p>}
          {shownItems.length < items.length && (
            <Button variant="default" onClick={() => setShowsAll(true)}>
              {t('show_all', { number: digitsOf(items.length) })}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

interface ItemRowProps {
  readonly item: LabelItem
  readonly copies: number
  readonly onCopies: (copies: number) => void
}

/** Draws one item with its tick and its number of labels. */
function ItemRow({ item: { of: labelled, onHand }, copies, onCopies }: ItemRowProps) {
  const { t } = useTranslation('labels')
  const { name, price, sku, barcodes } = labelled
  const details = [
    price === null ? t('open_price') : moneyOf(price),
    barcodes[0] ?? sku ?? t('no_code'),
    onHand !== undefined && t('in_stock', { number: digitsOf(onHand) }),
  ]
  return (
    <li>
      <Checkbox
        className="label-item"
        aria-label={t('picked', { name })}
        label={
          <>
            {name}
            <small>{details.filter(Boolean).join(' · ')}</small>
          </>
        }
        checked={copies > 0}
        onChange={event => onCopies(event.currentTarget.checked ? 1 : 0)}
      />
      <TextInput
        className="label-copies"
        aria-label={t('copies', { name })}
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        value={copies === 0 ? '' : String(copies)}
        onChange={event => onCopies(readCopies(event.currentTarget.value))}
      />
    </li>
  )
}
