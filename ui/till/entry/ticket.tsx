// The items of the sale, where there is room next to the keypad: each line with its quantity, and the way to
// clear them. On a phone the sheet of items shows them.
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf } from '../../kit/money.ts'
import { ParkButton } from '../parked/park-button.tsx'
import { type ChangeDraft, countOf, type Draft, emptyDraft, totalOf } from './draft.model.ts'
import { ItemRow } from './item-row.tsx'
import { SaleDiscount } from './sale-discount.tsx'
import './ticket.css'

interface TicketProps {
  readonly draft: Draft
  readonly onChange: ChangeDraft
}

/** Lists the items next to the keypad, and scrolls to the line that was added last. */
export function Ticket({ draft, onChange }: TicketProps) {
  const { items } = draft
  const { t } = useTranslation('till')
  const list = useRef<HTMLUListElement>(null)
  const lineCount = items.length
  useEffect(() => {
    if (lineCount > 0) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [lineCount])
  if (lineCount === 0) return null
  const count = countOf(items)
  return (
    <section className="ticket" aria-label={t('items')} data-testid="ticket">
      <header className="ticket-head">
        <h2>
          {t('items')} <span className="ticket-count">{digitsOf(count)}</span>
        </h2>
        <ParkButton draft={draft} onChange={onChange} look="text" />
        <button
          type="button"
          className="ticket-clear"
          data-testid="ticket-clear"
          onClick={() => onChange(({ note }) => ({ ...emptyDraft, note }))}
        >
          {t('items_clear')}
        </button>
      </header>
      <ul className="ticket-lines" ref={list}>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never change places
          <ItemRow key={index} draft={draft} item={item} index={index} onChange={onChange} />
        ))}
      </ul>
      <SaleDiscount draft={draft} onChange={onChange} />
      <p className="ticket-total">
        <span>{t('items_total')}</span> <strong>{digitsOf(totalOf(draft))}</strong>
      </p>
    </section>
  )
}
