// Opens the camera's sheet from the price list, and gives its codes to the sale.
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Item, lineOf } from '../entry/draft.model.ts'
import { itemText } from '../parts/sold-items.model.ts'

const CameraSheet = lazy(() =>
  import('./camera-sheet.tsx').then(({ CameraSheet }) => ({ default: CameraSheet })),
)

/** What a scanned code led to: a line, a question to the cashier, or a note that nothing was added. */
export type Scan = 'added' | 'asked' | 'refused'

interface CameraScanProps {
  /** Sells what has this code; returns undefined if nothing has it. */
  readonly sellCode: (code: string) => Scan | undefined
  readonly showUnknown: (code: string) => void
  readonly items: readonly Item[]
  /** The item that was added last. */
  readonly lastAdded: Item | undefined
  /** The text of the button that ends the scanning. */
  readonly doneText: string
  readonly note: ReactNode
  readonly clearNote: () => void
}

/** Returns the camera's sheet, whether it is open, and a function that opens it. */
export function useCameraScan(props: CameraScanProps) {
  const { sellCode, showUnknown, items, lastAdded, doneText, note, clearNote } = props
  // Undefined until the sheet is first opened; `before` is the item that was the last added when it opened.
  const [camera, setCamera] = useState<{ readonly isOpen: boolean; readonly before: Item | undefined }>()
  const onCode = (code: string) => {
    const result = sellCode(code)
    if (!result) showUnknown(code)
    return result === 'asked' ? undefined : result === 'added'
  }
  const close = () => {
    // The note would cover the camera's button in the price list.
    clearNote()
    setCamera(current => current && { ...current, isOpen: false })
  }
  const sheet = camera && (
    <Suspense>
      <CameraSheet
        open={camera.isOpen}
        onClose={close}
        onCode={onCode}
        addedText={lastAdded && lastAdded !== camera.before ? itemText(lineOf(items, lastAdded)) : undefined}
        doneText={doneText}
        note={note}
      />
    </Suspense>
  )
  return {
    sheet,
    isOpen: camera?.isOpen === true,
    open: () => setCamera({ isOpen: true, before: lastAdded }),
  }
}
