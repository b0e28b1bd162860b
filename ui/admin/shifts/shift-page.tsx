// One shift: its sales by method and by cashier, and its drawer. A printer prints this page, too.
import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { useAccount } from '../parts/current-account.tsx'
import { Icon } from '../parts/icon.tsx'
import { PageError } from '../parts/page-error.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { exactTimeOf } from '../parts/time.model.ts'
import { drawerResultOf, type Shift, tableUrl } from './shift.model.ts'
import { ShiftReport } from './shift-report.tsx'
import { DrawerResultLabel } from './shift-result.tsx'
import { shifts } from './shifts.text.ts'

addTexts('shifts', shifts)

/** The page of one shift, read again every 30 seconds. */
export function ShiftPage() {
  const { t } = useTranslation('shifts')
  const { id } = useParams({ from: '/shifts/$id' })
  const answer = useRead(['shift', id], header => api.api.v1.shifts({ id }).get(header), { everyMs: 30_000 })
  const back = { to: '/shifts', text: t('back') } as const
  if (answer.apiError) return <PageError failedRead={answer} title={t('title')} back={back} t={t} />
  if (!answer.data) return <PageSkeleton />
  // The same route answers `….csv` with a text, which this request never gets.
  return typeof answer.data === 'string' ? null : <LoadedShift shift={answer.data.data} />
}

/** Draws the shift's head, report and notes. Elements of class `on-report` are visible only on paper. */
function LoadedShift({ shift }: { readonly shift: Shift }) {
  const { t, i18n } = useTranslation('shifts')
  const { id, name: shop, time_zone } = useAccount()
  // Without the seconds.
  const time = (stamp: string) => exactTimeOf(stamp, time_zone, i18n.language).replace(/:\d\d$/, '')
  const nameOf = (person: { readonly name: string } | null) => person?.name || t('former_staff')
  const result = drawerResultOf(shift)
  return (
    <>
      <p className="on-report">{t('printed', { shop })}</p>
      <PageHead
        title={t('name', { till: shift.till.name, number: shift.number })}
        back={{ to: '/shifts', text: t('back') }}
        text={
          <span className="payment-line">
            <DrawerResultLabel shift={shift} />
            <span>{t('opened_by', { time: time(shift.opened_at), name: nameOf(shift.opened_by) })}</span>
            {shift.closed_at && (
              <span>{t('closed_by', { time: time(shift.closed_at), name: nameOf(shift.closed_by) })}</span>
            )}
          </span>
        }
      >
        <a className="button-link" href={tableUrl(shift.id, id)} download title={t('csv_text')}>
          <Icon name="download" size={18} /> {t('csv')}
        </a>
        <Button variant="default" onClick={() => window.print()}>
          {t('print')}
        </Button>
      </PageHead>
      {result === 'open' && <p className="muted">{t('open_text')}</p>}
      {result === 'uncounted' && (
        <div className="note note-warning" role="status">
          {t('uncounted_text')}
        </div>
      )}
      <ShiftReport shift={shift} />
      <p className="on-report report-sign">{t('sign')}</p>
    </>
  )
}
