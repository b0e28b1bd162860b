// The side navigation of the frame. In a narrow window it shows only icons. A person may collapse or expand
// it, and this browser remembers the choice.
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { newListeners } from '../../kit/listeners.ts'
import { isBoolean, readStored, writeStored } from '../../kit/storage.ts'
import { Icon } from '../parts/icon.tsx'
import { SideNav } from './side-nav.tsx'

const storedName = 'side-narrow'
const narrowWindow = window.matchMedia('(max-width: 1023px)')
const listeners = newListeners()
/**
 * Returns whether the side navigation shows only icons: as the person chose or, without a choice, if the
 * window is narrow.
 */
const isNarrowNow = () => readStored(storedName, isBoolean) ?? narrowWindow.matches
narrowWindow.addEventListener('change', () => {
  listeners.call()
})

/**
 * Stores whether the side navigation shows only icons. Removes the stored choice if the person chooses the
 * default of this window, so that the navigation adapts to the width of the window again.
 */
function chooseNarrow(isNarrow: boolean): void {
  const isDefault = isNarrow === narrowWindow.matches
  writeStored(storedName, isDefault ? undefined : isNarrow)
  listeners.call()
}

/** Shows the side navigation with the button that collapses or expands it. */
export function Side() {
  const { t } = useTranslation('admin')
  const isNarrow = useSyncExternalStore(listeners.subscribe, isNarrowNow)
  const text = t(isNarrow ? 'side_wide' : 'side_narrow')
  return (
    <aside className="side" data-narrow={isNarrow || undefined}>
      <SideNav
        isNarrow={isNarrow}
        fold={
          <button
            type="button"
            className="side-fold"
            aria-label={text}
            title={text}
            onClick={() => chooseNarrow(!isNarrow)}
          >
            <Icon name={isNarrow ? 'next' : 'before'} size={20} />
          </button>
        }
      />
    </aside>
  )
}
