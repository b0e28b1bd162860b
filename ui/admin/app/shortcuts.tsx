// The keyboard shortcuts of the console: `/` searches the page, Ctrl-K opens the command palette and `?`
// lists the shortcuts. The palette loads when it is first opened.
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../parts/icon.tsx'
import { currentSheet, isMac, paletteKey, showSheet, subscribeSheet } from './open-sheet.ts'

const load = () => import('./palette.tsx')
const PaletteSheets = lazy(() => load().then(({ PaletteSheets }) => ({ default: PaletteSheets })))

/** Opens the palette from the side navigation. */
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
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
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

export function Shortcuts() {
  const sheet = useSyncExternalStore(subscribeSheet, currentSheet)
  const navigate = useNavigate()
  useEffect(() => {
    const searchPage = () => {
      const box = document.querySelector<HTMLInputElement>('[data-search]')
      if (box) box.focus()
      else void navigate({ to: '/payments', hash: 'search' })
    }
    const press = (event: KeyboardEvent) => {
      const action = actionOf(event)
      if (!action) return
      event.preventDefault()
      if (action === 'search') searchPage()
      else showSheet(currentSheet() === action ? 'none' : action)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate])
  if (!sheet) return null
  return (
    <Suspense fallback={null}>
      <PaletteSheets sheet={sheet} />
    </Suspense>
  )
}

/** What a key does: nothing in an open dialog or, without Ctrl or ⌘, in a field. */
function actionOf({
  key,
  ctrlKey,
  metaKey,
  altKey,
  target,
}: KeyboardEvent): 'palette' | 'keys' | 'search' | undefined {
  const isOtherOpen = (currentSheet() ?? 'none') === 'none' && document.querySelector('dialog[open]') !== null
  if (altKey || isOtherOpen) return undefined
  if (key.toLowerCase() === 'k' && (isMac ? metaKey : ctrlKey)) return 'palette'
  const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, dialog[open]')
  if (ctrlKey || metaKey || isTyping) return undefined
  return key === '/' ? 'search' : key === '?' ? 'keys' : undefined
}
