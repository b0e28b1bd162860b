// A button whose purpose is to copy a text.
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { copyText } from './copy-field.tsx'
import { Icon } from './icon.tsx'

const shownMs = 2_000

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  /** Shown once it is copied. */
  readonly done: string
}

export function CopyButton({ text, label, done }: CopyButtonProps) {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), shownMs)
    return () => clearTimeout(timer)
  }, [isDone])
  return (
    <Button
      variant="default"
      leftSection={<Icon name={isDone ? 'check' : 'copy'} size={18} />}
      onClick={() => void copyText(text).then(setDone)}
    >
      <span role="status">{isDone ? done : label}</span>
    </Button>
  )
}
