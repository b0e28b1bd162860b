// The days that the filter of a list offers by name. Days are written 2026-11-21; a week begins on Monday.
import { readDay } from '../../../src/domain/calendar.ts'
import { dayAfter, dayText } from '../../../src/domain/day.ts'

export const dayPresets = ['today', 'yesterday', 'week', 'month'] as const
export type DayPreset = (typeof dayPresets)[number]

interface Days {
  readonly from: string
  /** The last day itself. */
  readonly to: string
}

/** Returns the first and last day of a preset. A week begins on Monday; week and month end today. */
export function daysOfPreset(preset: DayPreset, today: string): Days {
  const dayBefore = (days: number) => dayText(dayAfter(readDay(today) ?? 0, -days))
  if (preset === 'today') return { from: today, to: today }
  if (preset === 'yesterday') return { from: dayBefore(1), to: dayBefore(1) }
  if (preset === 'month') return { from: `${today.slice(0, 8)}01`, to: today }
  // getUTCDay is 0 on Sunday and 1 on Monday, so this is the number of days since Monday.
  return { from: dayBefore((new Date(today).getUTCDay() + 6) % 7), to: today }
}

/**
 * Returns the preset with exactly these days; undefined if none has them. If two presets fit, as on a Monday
 * or the first of a month, returns the shorter one.
 */
export const presetOfDays = (from: string, to: string, today: string): DayPreset | undefined =>
  dayPresets.find(preset => {
    const days = daysOfPreset(preset, today)
    return days.from === from && days.to === to
  })
