// Amounts, timestamps and states as every page of the console shows them.
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../kit/clock.ts'
import { digitsOf } from '../../kit/money.ts'
import { useAccount } from './current-account.tsx'
import { Icon, type IconName } from './icon.tsx'
import { exactTimeOf, shortTimeOf } from './time.model.ts'

/** Draws an amount of whole shillings as `TZS 12,500`, with the unit less prominent than the digits. */
export const Money = ({ amount }: { readonly amount: number }) => (
  <span className="money">
    <span className="money-unit">TZS</span>
    {'\u00a0'}
    {digitsOf(amount)}
  </span>
)

interface TimestampProps {
  /** A time as the API sends it. */
  readonly at: string
  /** With day, year and seconds. */
  readonly isExact?: boolean
}

/** Draws a time in the account's time zone, short or exact. Its tooltip has the exact time with the zone. */
export function Timestamp({ at, isExact = false }: TimestampProps) {
  const { i18n } = useTranslation()
  const { time_zone } = useAccount()
  const exactTime = exactTimeOf(at, time_zone, i18n.language)
  return (
    <time className="timestamp" dateTime={at} title={`${exactTime} (${time_zone})`}>
      {isExact ? exactTime : shortTimeOf(at, time_zone, i18n.language, serverNow())}
    </time>
  )
}

/** `manual`: a person confirmed the payment, and the network did not. */
export type Tone = 'good' | 'manual' | 'bad' | 'warning' | 'neutral' | 'open'
interface StateProps {
  readonly tone: Tone
  readonly icon: IconName
  readonly text: string
}

/** Draws a state as a coloured chip with an icon and its name. */
export const StateChip = ({ tone, icon, text }: StateProps) => (
  <span className={`state state-${tone}`} title={text}>
    <Icon name={icon} size={14} />
    {text}
  </span>
)
