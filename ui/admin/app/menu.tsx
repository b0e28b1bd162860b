// A button of the frame with a menu. Mantine's Popover weighs a tenth of the first view, so popover-menu.tsx
// is loaded when the button is first pointed at, focused or pressed.
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'

const load = () => import('./popover-menu.tsx')
const PopoverMenu = lazy(() => load().then(({ PopoverMenu }) => ({ default: PopoverMenu })))

export interface MenuProps {
  readonly className: string
  /** What the button shows. */
  readonly phase: ReactNode
  /** What the button is for: read aloud after what it shows. */
  readonly label: string
  readonly position: 'bottom-start' | 'top-start'
  /** Pixels that the menu is moved to the right. */
  readonly indent?: number
  readonly width?: number
  readonly children: (close: () => void) => ReactNode
}

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

type MenuButtonProps = Pick<MenuProps, 'className' | 'phase' | 'label'> &
  Omit<ComponentProps<'button'>, 'children'>

export const MenuButton = ({ className, phase, label, ...rest }: MenuButtonProps) => (
  <button {...rest} type="button" className={className}>
    {phase}
    <span className="visually-hidden">, {label}</span>
  </button>
)
