// A button of the frame with a menu. Mantine's Popover weighs a tenth of the first view, so popover-menu.tsx
// is loaded when the button is first pointed at, focused or pressed.
import { lazy, Suspense, useState } from 'react'
import { MenuButton, type MenuProps } from './menu-button.tsx'

const loadPopover = () => import('./popover-menu.tsx')
const PopoverMenu = lazy(() => loadPopover().then(({ PopoverMenu }) => ({ default: PopoverMenu })))

/**
 * Shows the button of a menu and, once a person presses it, the open menu. The menu's code is not part of the
 * first load: it is loaded as soon as a person points at the button or focuses it.
 */
export function Menu(props: MenuProps) {
  const [wasPressed, setPressed] = useState(false)
  const { className, content, label } = props
  const button = (
    <MenuButton
      className={className}
      content={content}
      label={label}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={() => void loadPopover()}
      onFocus={() => void loadPopover()}
      onClick={() => setPressed(true)}
    />
  )
  if (!wasPressed) return button
  return (
    <Suspense fallback={button}>
      <PopoverMenu {...props} />
    </Suspense>
  )
}
