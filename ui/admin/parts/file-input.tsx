// The hidden field of a button that chooses a file.
import type { RefObject } from 'react'

/** The picture formats that browsers can draw and resize, for `accept`. */
export const pictureTypes = 'image/png,image/jpeg,image/webp,image/gif'

interface FileInputProps {
  readonly input: RefObject<HTMLInputElement | null>
  readonly label: string
  /** The types of files, as in HTML. */
  readonly accept: string
  readonly onChoose: (file: File | undefined) => void
}

/**
 * Draws a hidden file field, which a button opens by `input.current.click()`. `onChoose` gets the file, or
 * undefined when the person chose none.
 */
export const FileInput = ({ input, label, accept, onChoose }: FileInputProps) => (
  <input
    ref={input}
    type="file"
    className="visually-hidden"
    tabIndex={-1}
    aria-label={label}
    accept={accept}
    onChange={({ currentTarget: field }) => {
      onChoose(field.files?.[0])
      field.value = '' // so that the same file can be chosen again after it was corrected
    }}
  />
)
