// The discount of the whole sale: one row under its items, and the sheet that changes it.
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { ReductionFault } from '../../../src/domain/reduction.ts'
import { digitsOf } from '../../kit/money.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { type ChangeDraft, type Draft, saleDiscountOf } from '../entry/draft.model.ts'
import { draftReductionFault } from '../entry/reduction.model.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { discountText, readDiscount } from './discount.model.ts'
import { DiscountFields } from './discount-fields.tsx'

interface SaleDiscountProps {
  readonly draft: Draft
  readonly onChange: ChangeDraft
}

/** Shows the discount of the whole sale; a tap changes it in a sheet. */
export function SaleDiscountRow({ draft, onChange }: SaleDiscountProps) {
  const { t } = useTranslation('till')
  const [open, setOpen] = useState(false)
  const { off } = draft
  return (
    <>
      <button
        type="button"
        className="sale-discount"
        data-testid="sale-discount"
        onClick={() => setOpen(true)}
      >
        <span>
          {off?.discount.kind === 'percent'
            ? t('discount_percent_off', { percent: off.discount.percent })
            : t('discount')}
        </span>
        {off && <strong>−{digitsOf(saleDiscountOf(draft))}</strong>}
      </button>
      {/* A tablet that is turned hides the ticket, and must not hide an open sheet with it. */}
      {createPortal(
        <Sheet title={t('discount_sale')} open={open} onClose={() => setOpen(false)}>
          <DiscountForm draft={draft} onChange={onChange} onClose={() => setOpen(false)} />
        </Sheet>,
        document.querySelector('.till') ?? document.body,
      )}
    </>
  )
}

/** Edits the discount, and saves it if the person may give it. */
function DiscountForm({ draft, onChange, onClose }: SaleDiscountProps & { readonly onClose: () => void }) {
  const { t } = useTranslation('till')
  const { role } = useTillDevice()
  const [text, setText] = useState(() => discountText(draft.off?.discount))
  const [reason, setReason] = useState(draft.off?.reason ?? '')
  const [fault, setFault] = useState<ReductionFault>()
  const remove = () => {
    onChange(({ off: _, ...draft }) => draft)
    onClose()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const discount = readDiscount(text)
    if (discount === 'wrong') return
    if (!discount) return remove()
    const off = { discount, reason: reason.trim() }
    const newFault = draftReductionFault({ ...draft, off }, role)
    setFault(newFault)
    if (newFault) return
    onChange(draft => ({ ...draft, off }))
    onClose()
  }
  return (
    <form className="form" onSubmit={save}>
      <DiscountFields
        label={t('discount')}
        value={text}
        onChange={setText}
        reason={reason}
        onReason={setReason}
        fault={fault}
        autoFocus
      />
      <div className="dialog-actions">
        <Button variant="default" size="lg" disabled={!draft.off} onClick={remove}>
          {t('discount_remove')}
        </Button>
        <Button type="submit" size="lg" data-testid="discount-save">
          {t('discount_save')}
        </Button>
      </div>
    </form>
  )
}
