// The overview of a shift: the running report with its actions; without a shift, how to open one and this
// till's last report to print again; after the close, its report.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { shiftTable } from '../../../src/domain/shift-table.ts'
import { Icon } from '../../kit/icon.tsx'
import { moneyOf } from '../../kit/money.ts'
import { readStored } from '../../kit/storage.ts'
import { type CurrentShift, hasReport, type Shift, type TillShift } from '../../kit/till.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { reportPage } from '../print/print.model.ts'
import { type Printout, print } from '../print/print.ts'
import { PrintNote } from '../print/print-note.tsx'
import { ShiftPaper } from '../print/shift-paper.tsx'
import { csvName, isShift, reportStorageKey } from './shift.model.ts'
import { ShiftReport } from './shift-report.tsx'

interface ShiftViewProps {
  readonly shift: TillShift | undefined
  readonly salesSinceClose: CurrentShift['after_shift'] | undefined
  readonly onBack: () => void
  readonly onStep: (step: 'open' | 'drop' | 'pay_in' | 'count') => void
}

/** Shows the overview of a shift, or of a till without one. */
export function ShiftView({ shift, salesSinceClose, onBack, onStep }: ShiftViewProps) {
  const { t } = useTranslation('till')
  const { till } = useTillDevice()
  const stored = readStored(reportStorageKey, isShift)
  // The browser keeps the last report of any till.
  const lastShift = !shift && stored && stored.till.id === till?.id ? stored : undefined
  const isClosed = shift?.state === 'closed'
  return (
    <div className="shift">
      <header className="till-head">
        <button type="button" className="head-button" aria-label={t('back')} onClick={onBack}>
          <Icon name="back" />
        </button>
        <h1 className="till-shop">
          {shift
            ? t(isClosed ? 'shift_closed_number' : 'shift_number', { number: shift.number })
            : t('shift')}
        </h1>
        {shift && hasReport(shift) && <ReportActions shift={shift} />}
      </header>
      <main className="shift-body">
        {shift && hasReport(shift) && <ReportNote shift={shift} />}
        {!shift && <NoShift salesSinceClose={salesSinceClose} />}
        {shift && (hasReport(shift) ? <ShiftReport shift={shift} /> : <BlindShift />)}
        <ShiftActions shift={shift} onBack={onBack} onStep={onStep} />
        {lastShift && (
          <section className="shift-last">
            <h2>{t('shift_closed_number', { number: lastShift.number })}</h2>
            <ReportActions shift={lastShift} />
            <ReportNote shift={lastShift} />
          </section>
        )}
      </main>
    </div>
  )
}

/** Explains that no shift is open, and shows what completed since the last close. */
function NoShift({ salesSinceClose }: Pick<ShiftViewProps, 'salesSinceClose'>) {
  const { t } = useTranslation('till')
  return (
    <div className="shift-none">
      <Icon name="drawer" size={56} />
      <p className="shift-none-title">{t('shift_none')}</p>
      <p className="sheet-text">{t('shift_none_text')}</p>
      {salesSinceClose && salesSinceClose.count > 0 && (
        <p className="sheet-text">
          {t('shift_after', { count: salesSinceClose.count, money: moneyOf(salesSinceClose.gross) })}
        </p>
      )}
    </div>
  )
}

/** Explains that the expected cash is hidden until the drawer is counted. */
function BlindShift() {
  const { t } = useTranslation('till')
  return (
    <div className="shift-none">
      <Icon name="drawer" size={56} />
      <p className="sheet-text">{t('shift_blind_text')}</p>
    </div>
  )
}

/** Shows the actions that the state of the shift allows. */
function ShiftActions({ shift, onBack, onStep }: Omit<ShiftViewProps, 'salesSinceClose'>) {
  const { t } = useTranslation('till')
  const isClosed = shift?.state === 'closed'
  return (
    <div className="shift-actions">
      {!shift && (
        <Button size="lg" fullWidth data-testid="open-shift" onClick={() => onStep('open')}>
          {t('shift_open')}
        </Button>
      )}
      {shift && !isClosed && (
        <>
          <Button variant="default" size="lg" data-testid="drop" onClick={() => onStep('drop')}>
            {t('drop')}
          </Button>
          <Button variant="default" size="lg" data-testid="pay-in" onClick={() => onStep('pay_in')}>
            {t('pay_in')}
          </Button>
          <Button size="lg" data-testid="count" onClick={() => onStep('count')}>
            {t('shift_close')}
          </Button>
        </>
      )}
      {isClosed && (
        <Button size="lg" fullWidth data-testid="shift-done" onClick={onBack}>
          {t('shift_done')}
        </Button>
      )}
    </div>
  )
}

/** Returns the report of a shift to print. */
function useReport(shift: Shift): Printout {
  const device = useTillDevice()
  const printerPage = device.till?.printer ? reportPage(shift) : undefined
  const content = <ShiftPaper shift={shift} timeZone={device.account.time_zone} />
  return { printerPage, browserPage: { kind: 'report', content, device } }
}

/** Shows the progress of printing the report. */
const ReportNote = ({ shift }: { readonly shift: Shift }) => <PrintNote {...useReport(shift)} />

/** The buttons that print the report and save it as a CSV table. */
function ReportActions({ shift }: { readonly shift: Shift }) {
  const { t } = useTranslation('till')
  const report = useReport(shift)
  const save = () => {
    const url = URL.createObjectURL(new Blob([shiftTable(shift)], { type: 'text/csv' }))
    const link = document.createElement('a')
    link.href = url
    link.download = csvName(shift)
    link.click()
    // The browser may still be saving the file.
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }
  return (
    <div className="report-actions">
      <button type="button" className="report-action" data-testid="print-shift" onClick={() => print(report)}>
        <Icon name="print" size={20} /> <span>{t('print_report')}</span>
      </button>
      <button type="button" className="report-action" data-testid="csv" onClick={save}>
        <Icon name="save" size={20} /> <span>CSV</span>
      </button>
    </div>
  )
}
