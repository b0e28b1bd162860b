// The confirm dialog before a sale is cancelled: the customer may be paying at this moment.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { tillLater } from '../parts/later.text.ts'
import { cancelSale } from './sale-actions.ts'

addTexts('till', tillLater)

interface CancelSheetProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Asks before the current sale is cancelled, and stays open if that fails. */
export function CancelSheet({ open, onClose }: CancelSheetProps) {
  const { t } = useTranslation('till')
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  async function cancel() {
    if (isBusy) return
    setBusy(true)
    setFailed(!(await cancelSale()))
    setBusy(false)
  }
  return (
    <Sheet dialog title={t('cancel_title')} open={open} onClose={onClose}>
      <p>{t('cancel_text')}</p>
      <p className="form-error" role="alert">
        {hasFailed && t('cancel_failed')}
      </p>
      <div className="dialog-actions">
        <Button variant="default" size="lg" onClick={onClose}>
          {t('cancel_keep')}
        </Button>
        <Button color="var(--bad)" size="lg" loading={isBusy} data-testid="cancel-confirm" onClick={cancel}>
          {t('cancel_confirm')}
        </Button>
      </div>
    </Sheet>
  )
}
