// A button whose purpose is to copy a text.
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { copyText } from './copy-field.tsx'
import { Icon } from './icon.tsx'

/** How long "copied" is shown. */
const shownMs = 2_000

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  /** Shown once it is copied. */
  readonly done: string
}

/**
 * Draws a button that copies `text`. If the browser allowed that, the button shows `done` for two seconds.
 */
export function CopyButton({ text, label, done }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <Button
      variant="default"
      leftSection={<Icon name={isCopied ? 'check' : 'copy'} size={18} />}
      onClick={() => void copyText(text).then(setCopied)}
    >
      <span role="status">{isCopied ? done : label}</span>
    </Button>
  )
}
