// Parks the sale that is being entered, or some of its lines, under a name.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parkedSaleMax } from '../../../src/domain/parked-sale.ts'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import type { ParkRequest } from '../../kit/parked-sale.ts'
import { queryClient } from '../../kit/query.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { addTyped, type ChangeDraft, type Draft, totalOf } from '../entry/draft.model.ts'
import { itemSum } from '../parts/sold-items.model.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { parkRequestOf, splitDraft, withoutParked } from './basket.model.ts'
import { parkSale } from './park.ts'
import './parked-sales.ts'
import './parked.css'

interface ParkSheetProps {
  readonly draft: Draft
  readonly open: boolean
  readonly onClose: () => void
  readonly onChange: ChangeDraft
}

/** Parks the sale in a sheet. */
export function ParkSheet({ open, onClose, ...props }: ParkSheetProps) {
  const { t } = useTranslation('till')
  return (
    <Sheet title={t('park')} open={open} onClose={onClose}>
      <ParkForm {...props} onClose={onClose} />
    </Sheet>
  )
}

/** Returns a function that parks a sale and returns whether that worked, with its progress and error. */
function usePark() {
  const { caller } = useTillDevice()
  const [isBusy, setBusy] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  const send = async (request: ParkRequest, split: { draft: Draft; left: Draft }): Promise<boolean> => {
    setBusy(true)
    const error = await parkSale(caller, request, split)
    setBusy(false)
    setApiError(error)
    if (!error) void queryClient.invalidateQueries({ queryKey: ['parked'] })
    return !error
  }
  return { send, isBusy, apiError }
}

/** Returns why the sale cannot be parked, as the key of a text; undefined if it can. */
function parkFault(draft: Draft, name: string, indexes: ReadonlySet<number>) {
  if (draft.amount > 0) return 'parked_full' // the typed amount could not become a line
  if (name.trim() === '') return 'parked_name_missing'
  return indexes.size === 0 ? 'parked_none' : undefined
}

/** Asks for a name, and which lines are parked. A typed amount is one of the lines. */
function ParkForm({ draft: shownDraft, onClose, onChange }: Omit<ParkSheetProps, 'open'>) {
  const { t } = useTranslation('till')
  const errorText = useApiErrorText()
  const draft = addTyped(shownDraft)
  const [name, setName] = useState(draft.note.slice(0, parkedSaleMax.name))
  const [indexes, setIndexes] = useState<ReadonlySet<number>>(() => new Set(draft.items.keys()))
  const [showError, setShowError] = useState(false)
  const { send, isBusy, apiError } = usePark()
  const { parked, left } = splitDraft(draft, indexes)
  const fault = parkFault(draft, name, indexes)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setShowError(true)
    if (fault || !(await send(parkRequestOf(name, parked), { draft: shownDraft, left }))) return
    onChange(current => withoutParked(current, draft, indexes))
    onClose()
  }
  return (
    <form className="form" onSubmit={event => void submit(event)}>
      <TextInput
        label={t('parked_name')}
        description={t('parked_name_hint')}
        size="lg"
        maxLength={parkedSaleMax.name}
        autoComplete="off"
        data-autofocus
        data-testid="park-name"
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      {draft.items.length > 1 && <Lines draft={draft} indexes={indexes} onChange={setIndexes} />}
      <p className="sheet-text">{t('parked_text')}</p>
      <p className="form-error" role="alert">
        {(showError && fault && t(fault)) || (apiError && errorText(apiError))}
      </p>
      <Button type="submit" size="lg" fullWidth loading={isBusy} data-testid="park-go">
        {t('parked_go', { money: moneyOf(indexes.size === 0 ? 0 : totalOf(parked)) })}
      </Button>
    </form>
  )
}

interface LinesProps {
  readonly draft: Draft
  readonly indexes: ReadonlySet<number>
  readonly onChange: (indexes: ReadonlySet<number>) => void
}

/** Lets the cashier choose which lines are parked; the others stay on the screen. */
function Lines({ draft: { items }, indexes, onChange }: LinesProps) {
  const { t } = useTranslation('till')
  const toggle = (index: number) => {
    const next = new Set(indexes)
    if (!next.delete(index)) next.add(index)
    onChange(next)
  }
  return (
    <fieldset className="park-lines">
      <legend>{t('parked_choose')}</legend>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never change places
        <label key={index} className="tick park-line">
          <input type="checkbox" checked={indexes.has(index)} onChange={() => toggle(index)} />
          <span>{item.name || t('item')}</span> <span>{digitsOf(itemSum(item))}</span>
        </label>
      ))}
    </fieldset>
  )
}
