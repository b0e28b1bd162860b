// The day's charts: 24 bars for its hours, one bar for each way to pay. Plain boxes, no library: they weigh nothing, and those who
// cannot see them get the same figures as a table.
import { useTranslation } from 'react-i18next'
import { moneyOf } from '../kit/money.ts'
import { Empty } from './empty.tsx'
import { Money } from './figure.tsx'
import { briefOf, type Overview, topOf } from './home.model.ts'

type Day = Overview['day']

const twoDigits = (hour: number) => String(hour).padStart(2, '0')

export function HourChart({ day }: { readonly day: Day }) {
  const { t } = useTranslation('home')
  const top = topOf(Math.max(...day.hours.map(({ gross }) => gross)))
  if (day.gross === 0) return <Empty icon="coins" title={t('no_sales')} text={t('no_sales_text')} />
  const textOf = ({ hour, gross }: Day['hours'][number]) =>
    t('hour_bar', { from: twoDigits(hour), to: twoDigits(hour + 1), money: moneyOf(gross) })
  return (
    <>
      <div className="hours" aria-hidden="true">
        <span className="hours-top">{briefOf(top)}</span>
        <span className="hours-half">{briefOf(top / 2)}</span>
        {day.hours.map(hour => (
          <div key={hour.hour} className="hour" title={textOf(hour)}>
            <span className="hour-bar" style={{ height: `${(hour.gross / top) * 100}%` }} />
            {hour.hour % 3 === 0 && <span className="hour-name">{twoDigits(hour.hour)}</span>}
          </div>
        ))}
      </div>
      <ul className="unseen">
        {day.hours
          .filter(({ gross }) => gross > 0)
          .map(hour => (
            <li key={hour.hour}>{textOf(hour)}</li>
          ))}
      </ul>
    </>
  )
}

export function MethodChart({ day }: { readonly day: Day }) {
  const { t } = useTranslation('home')
  const most = Math.max(1, ...day.methods.map(({ gross }) => gross))
  const methods = [...day.methods].sort((a, b) => b.gross - a.gross)
  return (
    <ul className="methods">
      {methods.map(({ payment_type, gross, count }) => (
        <li key={payment_type} className="method">
          <span className="method-name">{t(`method_${payment_type}`)}</span>
          <span className="method-sum">
            <Money amount={gross} />
          </span>
          <span className="gauge method-gauge" aria-hidden="true">
            <span style={{ width: `${(gross / most) * 100}%` }} />
          </span>
          <span className="method-count">{t('paid', { count })}</span>
        </li>
      ))}
    </ul>
  )
}
