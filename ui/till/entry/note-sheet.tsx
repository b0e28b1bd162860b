// An order note on a sale: table, parcel, name. It stays with the payment and is printed on the receipt.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Sheet } from '../../kit/sheet.tsx'

/** What the box takes. */
const noteMax = 200

interface NoteSheetProps {
  readonly note: string
  readonly open: boolean
  readonly onClose: () => void
  readonly onNote: (note: string) => void
}

export function NoteSheet({ note, open, onClose, onNote }: NoteSheetProps) {
  const { t } = useTranslation('till')
  return (
    <Sheet title={t('note')} open={open} onClose={onClose}>
      <NoteForm note={note} onNote={onNote} onClose={onClose} />
    </Sheet>
  )
}

function NoteForm({ note, onNote, onClose }: Omit<NoteSheetProps, 'open'>) {
  const { t } = useTranslation('till')
  const [text, setText] = useState(note)
  const keep = (kept: string) => {
    onNote(kept.trim())
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    keep(text)
  }
  return (
    <form className="form" onSubmit={submit}>
      <TextInput
        label={t('note_label')}
        description={t('note_hint')}
        size="lg"
        maxLength={noteMax}
        autoComplete="off"
        data-autofocus
        autoFocus
        data-testid="note"
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <div className="ask-acts">
        <Button variant="default" size="lg" onClick={() => keep('')}>
          {t('note_remove')}
        </Button>
        <Button type="submit" size="lg" data-testid="note-keep">
          {t('note_keep')}
        </Button>
      </div>
    </form>
  )
}
