// The menu of menu.tsx in Mantine's Popover: it takes the focus, and gives it back to its button when closed.
// It opens as soon as it is loaded, since the button was pressed by then.
import { Popover } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { MenuButton, type MenuProps } from './menu-button.tsx'

/**
 * Shows the button of a menu, and the menu. The menu opens at once, because a person has already pressed the
 * button that this component replaces; the button then closes and opens it.
 */
export function PopoverMenu({ className, content, label, position, indent = 0, width, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The menu takes the focus and returns it to this button when it closes.
    button.current?.focus()
    setOpen(true)
  }, [])
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position={position}
      offset={{ mainAxis: 6, crossAxis: indent }}
      {...(width === undefined ? {} : { width })}
      withinPortal={false}
      trapFocus
      returnFocus
      zIndex={20}
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: 'popover-panel' }}
    >
      <Popover.Target>
        <MenuButton
          ref={button}
          className={className}
          content={content}
          label={label}
          onClick={() => setOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown>{children(() => setOpen(false))}</Popover.Dropdown>
    </Popover>
  )
}
