// Brings the codes of a scanner to the screen that sells from the price list. On the screen of a paid sale a
// code begins the next sale; every other screen shows a note that nothing was added.
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { tillProducts } from './products.text.ts'
import { listenForCodes } from './scanner-keys.ts'

addTexts('till', tillProducts)

/** How long a note about a scan is shown. */
export const scanNoteMs = 6_000

/** Takes a code; returns whether its screen takes codes now. */
type CodeListener = (code: string) => boolean
const listeners = new Set<CodeListener>()
/** A code that was scanned on the screen of a paid sale and belongs to the next sale. */
let nextCode: string | undefined

/**
 * Calls back with scanned codes, and first with one that waits for this sale. Returns the function that stops
 * it.
 */
export function subscribeCodes(listener: CodeListener): () => void {
  listeners.add(listener)
  const code = nextCode
  nextCode = undefined
  if (code !== undefined) listener(code)
  return () => listeners.delete(listener)
}

/** Returns the topmost open sheet; undefined if there is none. */
const openSheet = () => [...document.querySelectorAll('dialog[open]')].at(-1)

interface ScannerProps {
  /** Leaves the screen if it shows a paid sale. Returns whether it did. */
  readonly leavePaid: () => boolean
}

/** Passes a code to the sale on the screen or, after a paid sale, to the next one. Returns whether it did. */
function giveCode(code: string, leavePaid: ScannerProps['leavePaid']): boolean {
  for (const listener of listeners) if (listener(code)) return true
  if (openSheet()) return false
  nextCode = code
  const isNext = leavePaid()
  if (!isNext) nextCode = undefined
  return isNext
}

/**
 * Takes the keys of a scanner on every screen, so that no Enter of a scanner presses Charge. If no screen
 * takes the code, a note asks to finish this step first.
 */
export function Scanner({ leavePaid }: ScannerProps) {
  const { t } = useTranslation('till')
  const [note, setNote] = useState<{ readonly sheet: Element | undefined }>()
  useEffect(
    () =>
      listenForCodes(code => {
        const isTaken = giveCode(code, leavePaid)
        setNote(isTaken ? undefined : { sheet: openSheet() })
      }),
    [leavePaid],
  )
  useEffect(() => {
    if (!note) return
    const timer = setTimeout(() => setNote(undefined), scanNoteMs)
    return () => clearTimeout(timer)
  }, [note])
  if (!note) return null
  const text = (
    <p className="scan-note" role="alert">
      {t('scan_unfinished')}
    </p>
  )
  // A note outside an open sheet would be neither visible nor read aloud.
  return note.sheet ? createPortal(text, note.sheet) : text
}
