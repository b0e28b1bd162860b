// The button of a menu of the frame, before and after the menu itself is loaded.
import type { ComponentProps, ReactNode } from 'react'

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

type MenuButtonProps = Pick<MenuProps, 'className' | 'phase' | 'label'> &
  Omit<ComponentProps<'button'>, 'children'>

export const MenuButton = ({ className, phase, label, ...rest }: MenuButtonProps) => (
  <button {...rest} type="button" className={className}>
    {phase}
    <span className="visually-hidden">, {label}</span>
  </button>
)
