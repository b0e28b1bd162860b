// A text with a small copy button. Browsers withhold the clipboard on plain http: there it copies from a
// hidden field.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon.tsx'

const shownMs = 1_500

/** Copies a text. @returns whether the browser let us */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyFromField(text)
  }
}

function copyFromField(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'visually-hidden'
  // Inside an open dialog, since nothing outside of it can be selected.
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  place.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  return isDone
}

interface CopyProps {
  readonly text: string
  /** What is copied, for those who cannot see it: "the reference". */
  readonly label: string
  /** Shown instead of the text. */
  readonly shown?: string
}

export function CopyField({ text, label, shown = text }: CopyProps) {
  const { t } = useTranslation('admin')
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), shownMs)
    return () => clearTimeout(timer)
  }, [isDone])
  return (
    <span className="copy">
      <code>{shown}</code>
      <button
        type="button"
        className="copy-button"
        aria-label={t('copy', { what: label })}
        title={t('copy', { what: label })}
        onClick={() => void copyText(text).then(setDone)}
      >
        <Icon name={isDone ? 'check' : 'copy'} size={16} />
      </button>
      <span className="visually-hidden" role="status">
        {isDone && t('copied')}
      </span>
    </span>
  )
}
