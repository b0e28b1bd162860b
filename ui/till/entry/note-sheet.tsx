// The note of a sale, for example a table or a name. It is stored with the payment and printed on the
// receipt.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { tillLater } from '../parts/later.text.ts'

addTexts('till', tillLater)

/** The longest note that the API takes, in characters. */
const noteMax = 200

interface NoteSheetProps {
  readonly note: string
  readonly open: boolean
  readonly onClose: () => void
  readonly onNote: (note: string) => void
}

/** Edits the note in a sheet. */
export function NoteSheet({ note, open, onClose, onNote }: NoteSheetProps) {
  const { t } = useTranslation('till')
  return (
    <Sheet title={t('note')} open={open} onClose={onClose}>
      <NoteForm note={note} onNote={onNote} onClose={onClose} />
    </Sheet>
  )
}

/** The form of the note: one button saves it, the other removes it, which saves an empty note. */
function NoteForm({ note, onNote, onClose }: Omit<NoteSheetProps, 'open'>) {
  const { t } = useTranslation('till')
  const [text, setText] = useState(note)
  const save = (newNote: string) => {
    onNote(newNote.trim())
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(text)
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
      <div className="dialog-actions">
        <Button variant="default" size="lg" onClick={() => save('')}>
          {t('note_remove')}
        </Button>
        <Button type="submit" size="lg" data-testid="note-save">
          {t('note_save')}
        </Button>
      </div>
    </form>
  )
}
