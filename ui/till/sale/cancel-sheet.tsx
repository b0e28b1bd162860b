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

export function CancelSheet({ open, onClose }: CancelSheetProps) {
  const { t } = useTranslation('till')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  async function cancel() {
    if (busy) return
    setBusy(true)
    setFailed(!(await cancelSale()))
    setBusy(false)
  }
  return (
    <Sheet dialog title={t('cancel_title')} open={open} onClose={onClose}>
      <p>{t('cancel_text')}</p>
      <p className="form-error" role="alert">
        {failed && t('cancel_failed')}
      </p>
      <div className="dialog-actions">
        <Button variant="default" size="lg" onClick={onClose}>
          {t('cancel_keep')}
        </Button>
        <Button color="var(--bad)" size="lg" loading={busy} data-testid="cancel-confirm" onClick={cancel}>
          {t('cancel_confirm')}
        </Button>
      </div>
    </Sheet>
  )
}
