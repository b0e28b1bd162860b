// The note about a code or a search that added nothing. Where an unknown code may become an item, the note
// offers that, and stays until the person has decided or the sale goes on.
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Draft } from '../entry/draft.model.ts'
import { scanNoteMs } from './scanner.tsx'

interface Note {
  /** Empty for none. */
  readonly text: string
  /** An unknown code that the person may add to the price list. */
  readonly code?: string | undefined
}
const noNote: Note = { text: '' }

/** Holds the note, and hides it after a while; an offer to add an item is hidden once the draft changes. */
export function useScanNote(draft: Draft) {
  const [note, setNote] = useState<Note>(noNote)
  useEffect(() => {
    if (note.text === '' || note.code !== undefined) return
    const timer = setTimeout(() => setNote(noNote), scanNoteMs)
    return () => clearTimeout(timer)
  }, [note])
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each change of the sale
  useEffect(() => setNote(before => (before.code === undefined ? before : noNote)), [draft])
  return { note, showNote: (text: string, code?: string) => setNote({ text, code }) }
}

interface ScanNoteProps extends Note {
  readonly onAdd: (code: string) => void
  readonly onClose: () => void
}

/** Shows the note and, for an unknown code, the offer to add its item. */
export function ScanNote({ text, code, onAdd, onClose }: ScanNoteProps) {
  const { t } = useTranslation('till')
  const add = () => {
    onClose()
    if (code !== undefined) onAdd(code)
  }
  return (
    <div className="scan-note" data-testid="scan-note" hidden={text === ''}>
      <p role="alert">{text}</p>
      {code !== undefined && (
        <div className="dialog-actions" style={{ gridTemplateColumns: '1fr 1fr', marginTop: 12 }}>
          <Button variant="default" size="md" onClick={onClose}>
            {t('scan_close')}
          </Button>
          <Button size="md" data-testid="scan-add" onClick={add}>
            {t('scan_add')}
          </Button>
        </div>
      )}
    </div>
  )
}
