// The buttons on the result of a sale.
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Icon, type IconName } from '../../kit/icon.tsx'

interface SecondaryActionProps {
  readonly testId: string
  readonly icon: IconName
  readonly onClick: () => void
  /** The button leaves the sale, so the second tap of a double tap is ignored. */
  readonly leaves?: boolean
  readonly children: string
}

/** The button of an action that is not the main one. */
export const SecondaryAction = ({
  testId,
  icon,
  onClick,
  leaves = false,
  children,
}: SecondaryActionProps) => (
  <button
    type="button"
    className="result-action result-action-second"
    data-testid={testId}
    data-leaves={leaves || undefined}
    onClick={onClick}
  >
    <Icon name={icon} size={22} /> <span>{children}</span>
  </button>
)

interface FocusedActionProps {
  readonly testId: string
  readonly onClick: () => void
  /** The till leaves the sale automatically, after the time that a bar shows. */
  readonly returns?: boolean
  /** The button leaves the sale, so the second tap of a double tap is ignored. */
  readonly leaves?: boolean
  readonly children: ReactNode
}

/** The button of the main action: large, and focused, so that Enter presses it. */
export function FocusedAction({
  testId,
  onClick,
  returns = false,
  leaves = false,
  children,
}: FocusedActionProps) {
  const button = useRef<HTMLButtonElement>(null)
  // Takes the focus before the screen is painted, so that an Enter that follows immediately is not lost.
  useLayoutEffect(() => {
    if (!document.querySelector('dialog[open]')) button.current?.focus({ preventScroll: true })
  }, [])
  return (
    <button
      ref={button}
      type="button"
      className="result-action"
      data-testid={testId}
      data-returns={returns || undefined}
      data-leaves={leaves || undefined}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
