// A button of the frame with a menu. Mantine's Popover weighs a tenth of the first view, so popover-menu.tsx
// is loaded when the button is first pointed at, focused or pressed.
import { lazy, Suspense, useState } from 'react'
import { MenuButton, type MenuProps } from './menu-button.tsx'

const load = () => import('./popover-menu.tsx')
const PopoverMenu = lazy(() => load().then(({ PopoverMenu }) => ({ default: PopoverMenu })))

export function Menu(props: MenuProps) {
  const [isWanted, setWanted] = useState(false)
  const { className, phase, label } = props
  const button = (
    <MenuButton
      className={className}
      phase={phase}
      label={label}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
    />
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <PopoverMenu {...props} />
    </Suspense>
  )
}
