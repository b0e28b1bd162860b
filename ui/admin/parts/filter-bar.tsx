// The filters above a list: search, choices and a range of days. They are stored in the address; a new choice
// starts at the first page.
import { NativeSelect, TextInput } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './empty-state.tsx'
import { Icon } from './icon.tsx'
import { withParam } from './query.model.ts'

/**
 * Returns the value of one filter in the address, empty if it is not set, and a function that sets it. A new
 * value is an entry in the history, so that Back undoes it; `replace` is for a value that is still being
 * typed.
 */
export function useFilter(name: string): [string, (value: string, options?: { replace: boolean }) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const value = search[name]
  return [
    value === undefined ? '' : String(value),
    (next, { replace } = { replace: false }) => {
      if (next !== (value ?? ''))
        void navigate({ to: '.', search: before => withParam(before, name, next), replace })
    },
  ]
}

interface FilterBarProps {
  /** Whether anything is filtered: then the bar has a link that clears all filters. */
  readonly hasFilter: boolean
  /** Whether there is nothing to filter yet. */
  readonly isHidden?: boolean
  readonly children: ReactNode
}

/** Draws the filters in a row, and the link that clears them all. */
export function FilterBar({ hasFilter, isHidden = false, children }: FilterBarProps) {
  const { t } = useTranslation('admin')
  const [timesCleared, setTimesCleared] = useState(0)
  if (isHidden) return null
  return (
    <div className="filter-bar">
      {/* Mounted again after clearing, so that fields opened without a choice close, too. */}
      <Fragment key={timesCleared}>{children}</Fragment>
      {hasFilter && (
        <Link
          to="."
          search={({ account }) => (account ? { account } : {})}
          className="clear-link"
          onClick={() => setTimesCleared(times => times + 1)}
        >
          <Icon name="cross" size={16} /> {t('filter_clear')}
        </Link>
      )}
    </div>
  )
}

interface SearchBoxProps {
  /** Its name in the address. */
  readonly name: string
  readonly label: string
  /** Searches at each letter, for lists whose search is cheap. */
  readonly isAsTyped?: boolean
}

/**
 * A search field that searches on Enter, or when it is left. `/` focuses it from anywhere on the page
 * (app/shortcuts.tsx); Escape empties it.
 */
export function SearchBox({ name, label, isAsTyped = false }: SearchBoxProps) {
  const [value, choose] = useFilter(name)
  const [typed, setTyped] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // What is still being typed is ahead of the address.
    if (!isAsTyped || document.activeElement !== input.current) setTyped(value)
  }, [value, isAsTyped])
  const search = (event?: FormEvent) => {
    event?.preventDefault()
    choose(typed.trim(), { replace: true })
  }
  return (
    <search className="search-box">
      <form onSubmit={search}>
        <TextInput
          ref={input}
          type="search"
          name={name}
          data-search
          aria-label={label}
          placeholder={label}
          leftSection={<Icon name="search" size={18} />}
          rightSection={<span className="search-key">/</span>}
          rightSectionProps={{ 'aria-hidden': true }}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={event => {
            const next = event.currentTarget.value
            setTyped(next)
            if (isAsTyped || next === '') choose(next.trim(), { replace: true })
          }}
          onBlur={() => search()}
          onKeyDown={event => {
            if (event.key !== 'Escape') return
            if (typed === '') input.current?.blur()
            setTyped('')
            choose('', { replace: true })
          }}
        />
      </form>
    </search>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  /** The choices in addition to "all", which has no value. */
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** A drop-down filter. Its first entry, which shows `label`, chooses all. */
export function Choice({ name, label, options }: ChoiceProps) {
  const [value, choose] = useFilter(name)
  return (
    <NativeSelect
      className="choice-filter"
      aria-label={label}
      data-on={value !== '' || undefined}
      value={value}
      onChange={event => choose(event.currentTarget.value)}
      data={[{ value: '', label }, ...options]}
    />
  )
}

/** The empty state of a list in which nothing matches the filters. */
export function NoResults() {
  const { t } = useTranslation('admin')
  return (
    <EmptyState icon="search" title={t('none_fit')} text={t('none_fit_text')}>
      <ClearFilters text={t('show_all')} />
    </EmptyState>
  )
}

/** A link that clears all filters of the page but stays with its account. */
export const ClearFilters = ({ text }: { readonly text: string }) => (
  <Link to="." search={({ account }) => (account ? { account } : {})} className="button-link">
    {text}
  </Link>
)
