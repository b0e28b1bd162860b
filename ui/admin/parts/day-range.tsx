// The days of a list: a named period, or one's own. Days are in the account's time zone, the last one
// included: `from` and `to` in the address.
import { NativeSelect, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../kit/clock.ts'
import { useAccount } from './current-account.tsx'
import { dayPresets, daysOfPreset, presetOfDays } from './day-preset.model.ts'
import { useFilter } from './filter-bar.tsx'
import { isDay, withParam } from './query.model.ts'
import { dateOf, dayTextOf } from './time.model.ts'

/**
 * Draws the choice of a named period, and two day fields once "own days" is chosen. Both set `from` and `to`
 * in the address.
 */
export function DayRange() {
  const { t } = useTranslation('admin')
  const { time_zone } = useAccount()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const [from = '', to = ''] = [search.from, search.to].map(day => (isDay(day) ? day : ''))
  const navigate = useNavigate()
  const [isOwn, setOwn] = useState(false)
  const today = dayTextOf(new Date(serverNow()).toISOString(), time_zone)
  const preset = presetOfDays(from, to, today)
  const shownChoice = isOwn || (!preset && (from || to)) ? 'own' : (preset ?? '')
  const choose = (value: string) => {
    setOwn(value === 'own')
    if (value === 'own') return
    const chosen = dayPresets.find(preset => preset === value)
    const days = chosen ? daysOfPreset(chosen, today) : { from: '', to: '' }
    const searchOf = (before: object) => withParam(withParam(before, 'from', days.from), 'to', days.to)
    void navigate({ to: '.', search: searchOf })
  }
  return (
    <>
      <NativeSelect
        className="choice-filter"
        aria-label={t('days')}
        data-on={shownChoice !== '' || undefined}
        value={shownChoice}
        onChange={event => choose(event.currentTarget.value)}
        data={[
          { value: '', label: t('days_any') },
          ...dayPresets.map(value => ({ value, label: t(`days_${value}`) })),
          { value: 'own', label: t('days_own') },
        ]}
      />
      {shownChoice === 'own' && <OwnDays onUse={() => setOwn(true)} />}
    </>
  )
}

/** Draws the fields for the first and the last day. `onUse` keeps them shown while they are emptied. */
export function OwnDays({ onUse = () => {} }: { readonly onUse?: () => void }) {
  const { t } = useTranslation('admin')
  const [from, chooseFrom] = useFilter('from')
  const [to, chooseTo] = useFilter('to')
  return (
    <div className="day-range">
      <DayInput label={t('filter_from')} value={from} max={to} choose={chooseFrom} onUse={onUse} />
      <span aria-hidden="true">–</span>
      <DayInput label={t('filter_to')} value={to} min={from} choose={chooseTo} onUse={onUse} />
    </div>
  )
}

/** Limits years to four digits, so that the browser's field moves on to its next part after the fourth. */
const lastDay = '2999-12-31'

interface DayInputProps {
  readonly label: string
  readonly value: string
  readonly min?: string
  readonly max?: string
  readonly choose: ReturnType<typeof useFilter>[1]
  readonly onUse: () => void
}

/**
 * A day field that keeps what is typed until it loses the focus. Only a complete day, or an empty field, goes
 * into the address. Browsers write a day in their own language, so without focus the field shows the day as
 * all pages do.
 */
function DayInput({ label, value, min, max, choose, onUse }: DayInputProps) {
  const { i18n } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const [hasFocus, setFocus] = useState(false)
  // The first day entered makes an entry in the history, and the following ones replace it.
  const [wasEntered, setEntered] = useState(false)
  return (
    <div className="day-input" data-used={hasFocus || undefined}>
      <TextInput
        type="date"
        aria-label={label}
        title={label}
        value={typed ?? value}
        {...(min ? { min } : {})}
        max={max || lastDay}
        onFocus={() => {
          setFocus(true)
          onUse()
        }}
        onChange={event => {
          const text = event.currentTarget.value
          setTyped(text)
          if (text !== '' && !isDay(text)) return
          choose(text, { replace: wasEntered })
          setEntered(true)
        }}
        onBlur={() => {
          setTyped(undefined)
          setEntered(false)
          setFocus(false)
        }}
      />
      <span className="day-text" aria-hidden="true">
        {value ? dateOf(value, i18n.language) : label}
      </span>
    </div>
  )
}
