// A button with something that opens below or above it: closes on Escape, on a press elsewhere and when the
// focus leaves.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

interface PopoutProps {
  /** What the button shows. */
  readonly face: ReactNode
  /** What the button is for, behind what it shows, for those who cannot see it. */
  readonly label: string
  readonly className: string
  readonly upward?: boolean
  readonly children: (close: () => void) => ReactNode
}

export function Popout({ face, label, className, upward = false, children }: PopoutProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    for (const name of ['pointerdown', 'focusin'] as const) document.addEventListener(name, outside)
    document.addEventListener('keydown', pressed)
    return () => {
      for (const name of ['pointerdown', 'focusin'] as const) document.removeEventListener(name, outside)
      document.removeEventListener('keydown', pressed)
    }
  }, [open])
  return (
    <div ref={root} className="popout">
      <button
        ref={button}
        type="button"
        className={className}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        {face}
        <span className="unseen">, {label}</span>
      </button>
      <div id={panelId} className={upward ? 'popout-panel popout-up' : 'popout-panel'} hidden={!open}>
        {open && children(close)}
      </div>
    </div>
  )
}
