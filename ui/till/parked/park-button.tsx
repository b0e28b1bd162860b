// Opens the sheet that parks the sale. The sheet loads at the first tap.
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeDraft, Draft } from '../entry/draft.model.ts'

const ParkSheet = lazy(() => import('./park-sheet.tsx').then(({ ParkSheet }) => ({ default: ParkSheet })))

interface ParkButtonProps {
  readonly draft: Draft
  readonly onChange: ChangeDraft
  /** As a text in the head of the ticket, or as one of the buttons of a sheet. */
  readonly look: 'text' | 'button'
}

/** The button that parks the sale. */
export function ParkButton({ draft, onChange, look }: ParkButtonProps) {
  const { t } = useTranslation('till')
  // Undefined until the first tap, which loads the sheet.
  const [open, setOpen] = useState<boolean>()
  const buttonProps = { 'data-testid': 'park-sale', onClick: () => setOpen(true) }
  return (
    <>
      {look === 'text' ? (
        <button type="button" className="ticket-clear ticket-park" {...buttonProps}>
          {t('park')}
        </button>
      ) : (
        <Button variant="default" size="lg" {...buttonProps}>
          {t('park')}
        </Button>
      )}
      {open !== undefined && (
        <Suspense>
          <ParkSheet draft={draft} open={open} onClose={() => setOpen(false)} onChange={onChange} />
        </Suspense>
      )}
    </>
  )
}
