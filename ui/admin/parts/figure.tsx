// Amounts, timestamps and states as every page of the console shows them.
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../kit/clock.ts'
import { digitsOf } from '../../kit/money.ts'
import { useAccount } from './current-account.tsx'
import { Icon, type IconName } from './icon.tsx'
import { exactTimeOf, shortTimeOf } from './time.model.ts'

/** `TZS 12,500`, the digits before all. */
export const Money = ({ amount }: { readonly amount: number }) => (
  <span className="money">
    <span className="money-unit">TZS</span>
    {'\u00a0'}
    {digitsOf(amount)}
  </span>
)

interface WhenProps {
  /** A time as the API sends it. */
  readonly at: string
  /** With day, year and seconds. */
  readonly isExact?: boolean
}

/** A moment in the account's time zone. */
export function Timestamp({ at, isExact = false }: WhenProps) {
  const { i18n } = useTranslation()
  const { time_zone } = useAccount()
  const whole = exactTimeOf(at, time_zone, i18n.language)
  return (
    <time className="timestamp" dateTime={at} title={`${whole} (${time_zone})`}>
      {isExact ? whole : shortTimeOf(at, time_zone, i18n.language, serverNow())}
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

/** A state in words, colour and shape. */
export const StateChip = ({ tone, icon, text }: StateProps) => (
  <span className={`state state-${tone}`} title={text}>
    <Icon name={icon} size={14} />
    {text}
  </span>
)
