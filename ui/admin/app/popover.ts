// What the frame's popovers share: they stay inside the frame, take the focus, and give it back when closed.
import type { PopoverProps } from '@mantine/core'

export const popoverDefaults = {
  withinPortal: false,
  trapFocus: true,
  returnFocus: true,
  offset: 6,
  zIndex: 20,
  transitionProps: { duration: 0 },
  classNames: { dropdown: 'popover-panel' },
} as const satisfies Partial<PopoverProps>
