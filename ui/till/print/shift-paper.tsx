// A shift's report on paper: X while it is open, Z once it is closed.
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import type { Shift } from '../../kit/till.ts'
import { dateTimeOf } from '../../kit/time.ts'
import {
  drawerLines,
  drawerResultOf,
  referenceEnd,
  refundersOf,
  refundListsOf,
  signedDigits,
} from '../parts/drawer.model.ts'
import { itemText } from '../parts/sold-items.model.ts'

interface ShiftPaperProps {
  readonly shift: Shift
  readonly timeZone: string
}

/** Prints the report of a shift: its sales by method and cashier, the items and the drawer. */
export function ShiftPaper({ shift, timeZone }: ShiftPaperProps) {
  const { t } = useTranslation('till')
  const { report } = shift
  const timeAndName = (isoTime: string, name: string) => `${dateTimeOf(isoTime, timeZone)} ${name}`
  const methodRow = ({ method, count, gross }: Shift['report']['by_method'][number]): Row => [
    `${t(`paper_method_${method === 'mobile' ? 'push' : method}`)}\u00a0×\u00a0${count}`,
    digitsOf(gross),
  ]
  return (
    <>
      <p className="paper-title">
        {t(shift.state === 'closed' ? 'paper_z' : 'paper_x', { number: shift.number })}
      </p>
      <Rows
        rows={[
          [t('paper_opened'), timeAndName(shift.opened_at, shift.opened_by.name)],
          [
            t('paper_closed'),
            shift.closed_at ? timeAndName(shift.closed_at, shift.closed_by?.name ?? '') : '',
          ],
        ]}
      />
      <p className="paper-part">{t('report_sales')}</p>
      <Rows
        rows={[
          ...report.by_method.map(methodRow),
          [`${t('report_total')}\u00a0×\u00a0${report.total.count}`, digitsOf(report.total.gross)],
          [t('paper_fees'), report.total.fees > 0 ? `−${digitsOf(report.total.fees)}` : ''],
          [t('paper_net'), report.total.fees > 0 ? digitsOf(report.total.net) : ''],
        ]}
      />
      <SoldPaper report={report} />
      {report.by_cashier.map(({ cashier, count, gross, by_method }) => (
        <div key={cashier.id}>
          <p className="paper-part">{cashier.name}</p>
          <Rows
            rows={[
              ...by_method.map(methodRow),
              [`${t('report_total')}\u00a0×\u00a0${count}`, digitsOf(gross)],
            ]}
          />
        </div>
      ))}
      <DrawerPaper report={report} />
      {shift.state === 'closed' && <p className="paper-sign">{t('paper_sign')}</p>}
    </>
  )
}

/** Prints what was sold; nothing if no items were, or for a report of an earlier release, which has none. */
function SoldPaper({ report: { sold } }: Pick<Shift, 'report'>) {
  const { t } = useTranslation('till')
  if (!sold || sold.items.length === 0) return null
  const { items, other_items: others, without_items: withoutItems } = sold
  return (
    <>
      <p className="paper-part">{t('report_items')}</p>
      <Rows
        rows={[
          ...items.map((item): Row => [itemText(item), digitsOf(item.gross)]),
          [
            `${t('report_other_items')}\u00a0(${others.count})`,
            others.count > 0 ? digitsOf(others.gross) : '',
          ],
          [t('report_without_items'), withoutItems > 0 ? digitsOf(withoutItems) : ''],
        ]}
      />
    </>
  )
}

/** Prints the cash in the drawer, how the count compares, each movement of cash and each refund. */
function DrawerPaper({ report }: Pick<Shift, 'report'>) {
  const { t } = useTranslation('till')
  const { counted, difference } = report.cash
  return (
    <>
      <p className="paper-part">{t('drawer')}</p>
      <Rows
        rows={[
          ...drawerLines(report).map(([name, amount]): Row => [t(`drawer_${name}`), signedDigits(amount)]),
          [t('drawer_counted'), counted === null ? '' : digitsOf(counted)],
          [
            t('drawer_difference'),
            difference === null
              ? ''
              : t(`drawer_${drawerResultOf(difference)}`, { money: moneyOf(Math.abs(difference)) }),
          ],
        ]}
      />
      {report.drawer.length > 0 && <p className="paper-part">{t('cash_moves')}</p>}
      <Rows
        rows={report.drawer.map(
          ({ kind, amount, reason, cashier }): Row => [
            `${reason} (${cashier.name})`,
            `${kind === 'drop' ? '−' : '+'}${digitsOf(amount)}`,
          ],
        )}
      />
      <RefundPaper report={report} />
    </>
  )
}

/** Prints each refund of the shift with its reason, cashiers and the end of its sale's reference. */
function RefundPaper({ report }: Pick<Shift, 'report'>) {
  const { t } = useTranslation('till')
  return refundListsOf(report).map(([name, refunds]) => (
    <Fragment key={name}>
      <p className="paper-part">{`${t(name)}\u00a0×\u00a0${refunds.length}`}</p>
      <Rows
        rows={refunds.map(
          ({ sale, amount, reason, cashier, approved_by }): Row => [
            `${reason} (${refundersOf(cashier, approved_by)}, ${referenceEnd(sale)})`,
            digitsOf(amount),
          ],
        )}
      />
    </Fragment>
  ))
}

/** A value longer than this, in characters, is printed below its name instead of next to it. */
const valueLengthMax = 20

type Row = readonly [name: string, value: string]

/** Prints each name with its value; a row whose value is empty is left out. */
function Rows({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <dl className="paper-facts">
      {rows.map(([name, value], index) =>
        value === '' ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: paper is drawn once
          <div key={index} data-long={value.length > valueLengthMax || undefined}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
