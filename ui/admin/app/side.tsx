// The side navigation of the frame. In a narrow window it shows only icons. A person may collapse or expand
// it, and this browser remembers the choice.
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { newListeners } from '../../kit/listeners.ts'
import { isBoolean, readStored, writeStored } from '../../kit/storage.ts'
import { Icon } from '../parts/icon.tsx'
import { SideNav } from './side-nav.tsx'

const name = 'side-narrow'
const tablet = window.matchMedia('(max-width: 1023px)')
const listeners = newListeners()
const isNarrowHere = () => readStored(name, isBoolean) ?? tablet.matches
tablet.addEventListener('change', () => {
  listeners.call()
})

function choose(isNarrow: boolean): void {
  // The default for this window is not stored.
  writeStored(name, isNarrow === tablet.matches ? undefined : isNarrow)
  listeners.call()
}

export function Side() {
  const { t } = useTranslation('admin')
  const isNarrow = useSyncExternalStore(listeners.subscribe, isNarrowHere)
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
            onClick={() => choose(!isNarrow)}
          >
            <Icon name={isNarrow ? 'next' : 'before'} size={20} />
          </button>
        }
      />
    </aside>
  )
}
