// The command palette finds pages, actions, items and payments while the person types. The list of keyboard
// shortcuts is the other sheet that a key opens.
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { Icon } from '../parts/icon.tsx'
import './palette.css'
import { type OpenSheet, paletteKey, showSheet } from './open-sheet.ts'
import { palette } from './palette.text.ts'
import {
  type PaletteResult,
  useCommandResults,
  useItemResults,
  usePaymentResults,
} from './palette-results.tsx'

addTexts('palette', palette)

/** Closes whichever sheet is open. */
const closeSheet = () => showSheet('none')

/**
 * Shows the sheet that a shortcut opened: the command palette or the list of shortcuts. When one replaces the
 * other, the browser also calls `onClose` of the replaced sheet, which must not close the new sheet.
 */
export function PaletteSheets({ sheet }: { readonly sheet: OpenSheet }) {
  const { t } = useTranslation('palette')
  const onClose = (closed: OpenSheet) => {
    if (closed === sheet) closeSheet()
  }
  return (
    <>
      <Sheet title={t('title')} open={sheet === 'palette'} onClose={() => onClose('palette')}>
        <Palette />
      </Sheet>
      <Sheet title={t('keys')} open={sheet === 'keys'} onClose={() => onClose('keys')}>
        <ShortcutList />
      </Sheet>
    </>
  )
}

/** Items and payments are searched when a person has stopped typing for this time. */
const searchPauseMs = 200

/**
 * Returns the state of the palette: the typed text, its results, and the index of the highlighted one. Arrow
 * keys move the highlight, from the last result on to the first; Enter runs the highlighted result.
 */
function usePaletteResults() {
  const [typed, setTyped] = useState('')
  const [highlighted, setHighlighted] = useState(0)
  const [searchText] = useDebouncedValue(typed.trim(), searchPauseMs)
  const commands = useCommandResults(typed)
  const payments = usePaymentResults(searchText)
  const items = useItemResults(searchText)
  const results = [...commands, ...items, ...payments]
  const index = Math.min(highlighted, results.length - 1)
  const onType = (text: string) => {
    setTyped(text)
    setHighlighted(0)
  }
  const run = (index: number) => {
    const result = results[index]
    if (!result) return
    closeSheet()
    result.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    const isStep = step !== undefined && results.length > 0
    if (!isStep && event.key !== 'Enter') return
    event.preventDefault()
    if (isStep) setHighlighted((index + step + results.length) % results.length)
    else run(index)
  }
  return { typed, results, index, run, onType, onKeyDown }
}

/** Shows the text field and the list of results, which screen readers announce as a combo box. */
function Palette() {
  const { t } = useTranslation('palette')
  const { typed, results, index: highlighted, run, onType, onKeyDown } = usePaletteResults()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelectorAll('[role=option]')[highlighted]?.scrollIntoView({ block: 'nearest' })
  }, [highlighted])
  return (
    <div className="palette">
      <TextInput
        data-autofocus
        size="md"
        role="combobox"
        aria-label={t('hint')}
        aria-expanded={results.length > 0}
        aria-controls={id}
        aria-activedescendant={results.length > 0 ? `${id}-${highlighted}` : undefined}
        aria-autocomplete="list"
        placeholder={t('hint')}
        leftSection={<Icon name="search" size={18} />}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={event => onType(event.currentTarget.value)}
      />
      <div className="palette-list" role="listbox" id={id} aria-label={t('results')} ref={list}>
        {results.map((result, index) => (
          <ResultOption
            key={result.key}
            result={result}
            id={`${id}-${index}`}
            isChosen={index === highlighted}
            onRun={() => run(index)}
          />
        ))}
      </div>
      <p role="status" className="palette-none">
        {results.length === 0 ? t('none') : ''}
      </p>
    </div>
  )
}

interface ResultOptionProps {
  readonly result: PaletteResult
  readonly id: string
  readonly isChosen: boolean
  readonly onRun: () => void
}

/** Shows one result. The text field keeps the focus, so the option itself cannot be focused. */
const ResultOption = ({ result: { icon, label, kind }, id, isChosen, onRun }: ResultOptionProps) => (
  <button
    type="button"
    role="option"
    id={id}
    className="palette-option"
    aria-selected={isChosen}
    tabIndex={-1}
    onClick={onRun}
  >
    <Icon name={icon} size={20} />
    <span className="palette-label">{label}</span>
    <small>{kind}</small>
  </button>
)

/** Lists the keyboard shortcuts, and links to the documentation. */
function ShortcutList() {
  const { t } = useTranslation('palette')
  const rows = [
    [paletteKey, t('key_palette')],
    ['/', t('key_search')],
    ['?', t('key_help')],
    ['↑ ↓', t('key_move')],
    ['Enter', t('key_open')],
    ['Esc', t('key_close')],
  ] as const
  return (
    <>
      <dl className="key-list">
        {rows.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <a className="button-link" href="/docs" hrefLang="en" target="_blank" rel="noreferrer">
        <Icon name="book" size={18} /> {t('docs')}
      </a>
    </>
  )
}
