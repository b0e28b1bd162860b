// The keyboard shortcuts of the console: `/` searches the page, Ctrl-K opens the command palette and `?`
// lists the shortcuts. The palette loads when it is first opened.
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../parts/icon.tsx'
import { currentSheet, isMac, paletteKey, showSheet, subscribeSheet } from './open-sheet.ts'

const loadPalette = () => import('./palette.tsx')
const PaletteSheets = lazy(() => loadPalette().then(({ PaletteSheets }) => ({ default: PaletteSheets })))

/**
 * Shows the button of the side navigation that opens the command palette. The palette's code is loaded as
 * soon as a person points at the button or focuses it.
 * @param isNarrow whether the navigation shows only icons, so that the button needs a tooltip
 * @param onOpen closes the menu of a phone around the button
 */
export function PaletteButton({
  isNarrow,
  onOpen,
}: {
  readonly isNarrow: boolean
  readonly onOpen?: () => void
}) {
  const { t } = useTranslation('admin')
  return (
    <button
      type="button"
      className="side-search"
      aria-haspopup="dialog"
      title={isNarrow ? `${t('search')} (${paletteKey})` : undefined}
      onPointerEnter={() => void loadPalette()}
      onFocus={() => void loadPalette()}
      onClick={() => {
        onOpen?.()
        showSheet('palette')
      }}
    >
      <Icon name="search" size={20} />
      <span>{t('search')}</span>
      <span className="search-key" aria-hidden="true">
        {paletteKey}
      </span>
    </button>
  )
}

/** Handles the keyboard shortcuts on every page, and shows the sheet that a shortcut opened. */
export function Shortcuts() {
  const sheet = useSyncExternalStore(subscribeSheet, currentSheet)
  const navigate = useNavigate()
  useEffect(() => {
    const focusSearch = () => {
      const searchBox = document.querySelector<HTMLInputElement>('[data-search]')
      if (searchBox) searchBox.focus()
      else void navigate({ to: '/payments', hash: 'search' }) // this page has no search
    }
    const onKey = (event: KeyboardEvent) => {
      const action = actionOf(event)
      if (!action) return
      event.preventDefault()
      if (action === 'search') focusSearch()
      else showSheet(currentSheet() === action ? 'none' : action)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate])
  if (!sheet) return null
  return (
    <Suspense fallback={null}>
      <PaletteSheets sheet={sheet} />
    </Suspense>
  )
}

/**
 * Returns the action of a pressed key; undefined if the key is no shortcut. Shortcuts do nothing while a
 * dialog other than their own sheets is open. `/` and `?` also do nothing while a person types in a field.
 */
function actionOf({
  key,
  ctrlKey,
  metaKey,
  altKey,
  target,
}: KeyboardEvent): 'palette' | 'keys' | 'search' | undefined {
  const isOwnSheetOpen = (currentSheet() ?? 'none') !== 'none'
  const hasOtherDialog = !isOwnSheetOpen && document.querySelector('dialog[open]') !== null
  if (altKey || hasOtherDialog) return undefined
  if (key.toLowerCase() === 'k' && (isMac ? metaKey : ctrlKey)) return 'palette'
  const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, dialog[open]')
  if (ctrlKey || metaKey || isTyping) return undefined
  if (key === '/') return 'search'
  return key === '?' ? 'keys' : undefined
}
