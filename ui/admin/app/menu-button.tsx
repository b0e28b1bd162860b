// The button of a menu of the frame, before and after the menu itself is loaded.
import type { ComponentProps, ReactNode } from 'react'

export interface MenuProps {
  readonly className: string
  /** What the button shows: the account or the person. */
  readonly content: ReactNode
  /** What the button is for. Screen readers add it to what the button shows. */
  readonly label: string
  readonly position: 'bottom-start' | 'top-start'
  /** Pixels that the menu is moved to the right. */
  readonly indent?: number
  /** Width of the menu in pixels; by default as wide as its content. */
  readonly width?: number
  /** Draws the menu, which calls `close` when a choice is made. */
  readonly children: (close: () => void) => ReactNode
}

type MenuButtonProps = Pick<MenuProps, 'className' | 'content' | 'label'> &
  Omit<ComponentProps<'button'>, 'children' | 'content'>

/** Draws only the button of a menu; the caller passes what happens when a person presses it. */
export const MenuButton = ({ className, content, label, ...rest }: MenuButtonProps) => (
  <button {...rest} type="button" className={className}>
    {content}
    <span className="visually-hidden">, {label}</span>
  </button>
)
