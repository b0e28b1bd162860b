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
  readonly scan: (code: string) => Scan | undefined
  readonly missing: (code: string) => void
  readonly items: readonly Item[]
  /** The item that was added last. */
  readonly last: Item | undefined
  /** The text of the button that ends the scanning. */
  readonly done: string
  readonly note: ReactNode
  readonly clearNote: () => void
}

/** Returns the camera's sheet, whether it is open, and a function that opens it. */
export function useCameraScan({ scan, missing, items, last, done, note, clearNote }: CameraScanProps) {
  // Undefined until it was first opened; `before` is the item that was added before it opened.
  const [camera, setCamera] = useState<{ readonly isOpen: boolean; readonly before: Item | undefined }>()
  const onCode = (code: string) => {
    const result = scan(code)
    if (!result) missing(code)
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
        added={last && last !== camera.before ? itemText(lineOf(items, last)) : undefined}
        done={done}
        note={note}
      />
    </Suspense>
  )
  return {
    sheet,
    isOpen: camera?.isOpen === true,
    open: () => setCamera({ isOpen: true, before: last }),
  }
}
