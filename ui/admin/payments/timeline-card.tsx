// The card with the timeline of a payment or a cash sale.
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { Card } from '../parts/facts.tsx'
import { useRead } from '../parts/queries.ts'
import { RowSkeleton } from '../parts/skeleton.tsx'
import { TimelineList } from './timeline.tsx'

/** Reads the timeline of a payment or cash sale. */
export const useTimeline = (reference: string) =>
  useRead(['timeline', reference], header => api.api.v1.payments({ reference }).timeline.get(header))

/** Draws the timeline in a card, with a skeleton while it is loading. */
export function TimelineCard({ reference }: { readonly reference: string }) {
  const { t } = useTranslation('payments')
  const timeline = useTimeline(reference)
  return (
    <Card title={t('timeline')}>
      <ApiErrorNote apiError={timeline.apiError} retry={timeline.retry} />
      {timeline.data ? (
        <TimelineList timeline={timeline.data.data} />
      ) : (
        timeline.pending && !timeline.apiError && <RowSkeleton rows={4} />
      )}
    </Card>
  )
}
