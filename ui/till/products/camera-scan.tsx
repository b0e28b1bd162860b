// Opens the camera's sheet from the price list, and gives its codes to the sale.
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Item, lineOf } from '../entry/draft.model.ts'
import { itemText } from '../parts/sold-items.model.ts'

const CameraSheet = lazy(() =>
  import('./camera-sheet.tsx').then(({ CameraSheet }) => ({ default: CameraSheet })),
)

/** What a scanned code led to. */
export type Scan = 'added' | 'asked' | 'refused'

interface CameraScanProps {
  /** @returns undefined if nothing has this code */
  readonly scan: (code: string) => Scan | undefined
  readonly missing: (code: string) => void
  readonly items: readonly Item[]
  /** What was added last. */
  readonly last: Item | undefined
  /** The words of the button that ends it. */
  readonly done: string
  readonly note: ReactNode
  readonly clearNote: () => void
}

export function useCameraScan({ scan, missing, items, last, done, note, clearNote }: CameraScanProps) {
  /** Undefined until it was first opened; with what was added before. */
  const [camera, setCamera] = useState<{ readonly isOpen: boolean; readonly before: Item | undefined }>()
  const onCode = (code: string) => {
    const result = scan(code)
    if (!result) missing(code)
    return result === 'asked' ? undefined : result === 'added'
  }
  const close = () => {
    // The note would cover the camera's button in the price list.
    clearNote()
    setCamera(now => now && { ...now, isOpen: false })
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
